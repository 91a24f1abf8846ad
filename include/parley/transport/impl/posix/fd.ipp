// SPDX-License-Identifier: MIT
// Bodies for file descriptors.
#pragma once

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <parley/transport/impl/posix/fd.hpp>

// Since Linux 6.18; older kernels answer EOPNOTSUPP, older headers do not know it.
#ifndef RWF_NOSIGNAL
#define PARLEY_RWF_NOSIGNAL 0x00000100
#else
#define PARLEY_RWF_NOSIGNAL RWF_NOSIGNAL
#endif

namespace parley::detail {

PARLEY_DECL void UniqueFd::reset(int fd) noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

PARLEY_DECL std::error_code last_error() noexcept { return {errno, std::system_category()}; }

PARLEY_DECL std::pair<UniqueFd, UniqueFd> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(last_error(), "cannot make a pipe");
  }
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

PARLEY_DECL bool poll_fd(int fd, short events, std::chrono::milliseconds timeout) noexcept {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + timeout;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd entry{fd, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::max<long long>(left.count(), 0)));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

// epoll refuses exactly what is always ready.
PARLEY_DECL FdKind classify_shared(int fd) noexcept {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return FdKind::file;
  if (S_ISFIFO(status.st_mode)) return FdKind::pipe;
  if (S_ISSOCK(status.st_mode)) return FdKind::socket;
  const UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  epoll_event event{};
  const bool refused = ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0;
  return refused ? FdKind::file : FdKind::other;
}

PARLEY_DECL std::size_t read_available(int fd, FdKind kind, std::span<char> room,
                                       std::error_code& error) {
  ssize_t bytes = -1;
  bool poll_first = kind == FdKind::other;
  for (;;) {
    if (poll_first && !poll_fd(fd, POLLIN, std::chrono::milliseconds(0))) {
      errno = EAGAIN;
    } else if (kind == FdKind::socket) {
      bytes = ::recv(fd, room.data(), room.size(), MSG_DONTWAIT);
    } else if (kind == FdKind::pipe && !poll_first) {
      const iovec part{room.data(), room.size()};
      bytes = ::preadv2(fd, &part, 1, -1, RWF_NOWAIT);
      if (bytes < 0 && (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL)) {
        poll_first = true;  // before Linux 6.4
        continue;
      }
    } else {
      bytes = ::read(fd, room.data(), room.size());
    }
    if (bytes >= 0 || errno != EINTR) break;
  }
  error = bytes < 0 ? last_error() : std::error_code();
  return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
}

// Keeps SIGPIPE from this thread while it writes. The signal is delivered to the thread that
// writes, so one that appears in here is ours to take away.
class SigpipeGuard {
 public:
  SigpipeGuard() noexcept {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    if (!was_pending_) pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~SigpipeGuard() {
    if (was_pending_) return;
    const int saved = errno;
    const timespec now{};
    while (saved == EPIPE && sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = saved;
  }
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

PARLEY_DECL FdWriter::FdWriter(int fd, FdKind kind) noexcept
    : fd_(fd), kind_(kind), way_(Way::nowait_nosignal) {
  struct stat status {};
  if (kind == FdKind::socket || (::fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode))) {
    way_ = Way::socket;
  } else if (kind == FdKind::file) {
    way_ = Way::plain;
  }
}

// The next best way after the kernel has refused one; false when the error was a real one.
PARLEY_DECL bool FdWriter::fall_back(int reason) noexcept {
  if (reason != EOPNOTSUPP && reason != ENOSYS && reason != EINVAL) return false;
  if (way_ == Way::nowait_nosignal) {
    way_ = Way::nowait;
  } else if (way_ == Way::nowait && kind_ == FdKind::own) {
    way_ = Way::nonblocking;
    ::fcntl(fd_, F_SETFL, ::fcntl(fd_, F_GETFL) | O_NONBLOCK);
  } else if (way_ == Way::nowait) {
    way_ = Way::pieces;
  } else {
    return false;
  }
  return true;
}

PARLEY_DECL std::size_t FdWriter::write(std::string_view head, std::string_view tail,
                                        std::error_code& error) {
  // write(2) takes void*, iovec wants it without const.
  iovec parts[2] = {{const_cast<char*>(head.data()), head.size()},
                    {const_cast<char*>(tail.data()), tail.size()}};
  const int count = tail.empty() ? 1 : 2;
  ssize_t bytes = -1;
  for (;;) {
    if (way_ == Way::socket) {
      msghdr message{};
      message.msg_iov = parts;
      message.msg_iovlen = static_cast<std::size_t>(count);
      bytes = ::sendmsg(fd_, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    } else if (way_ == Way::nowait_nosignal) {
      bytes = ::pwritev2(fd_, parts, count, -1, RWF_NOWAIT | PARLEY_RWF_NOSIGNAL);
    } else if (way_ == Way::pieces && !poll_fd(fd_, POLLOUT, std::chrono::milliseconds(0))) {
      errno = EAGAIN;
      bytes = -1;
    } else {
      const SigpipeGuard guard;
      if (way_ == Way::nowait) {
        bytes = ::pwritev2(fd_, parts, count, -1, RWF_NOWAIT);
      } else if (way_ == Way::pieces) {
        // A pipe that can be written takes PIPE_BUF bytes without blocking.
        bytes = ::write(fd_, head.empty() ? tail.data() : head.data(),
                        std::min<std::size_t>(head.empty() ? tail.size() : head.size(), PIPE_BUF));
      } else {
        bytes = ::writev(fd_, parts, count);
      }
    }
    if (bytes >= 0) break;
    if (errno != EINTR && !fall_back(errno)) break;
  }
  const bool full = bytes < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  error = bytes < 0 && !full ? last_error() : std::error_code();
  return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
}

}  // namespace parley::detail
