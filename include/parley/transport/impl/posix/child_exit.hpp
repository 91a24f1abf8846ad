// SPDX-License-Identifier: MIT
// Noticing that a child has exited, reaping it, and signalling its process group.
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <optional>

#include <parley/transport/impl/posix/fd.hpp>
#include <parley/transport/process.hpp>

namespace parley::detail {

// A child that has not been waited for. Waiting and signalling exclude each other, so that no
// signal can reach a stranger who got the number after the child had been reaped.
//
// Thread safety: any thread.
class ChildExit {
 public:
  explicit ChildExit(pid_t pid)
      : pid_(pid), pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

  pid_t pid() const noexcept { return pid_; }
  // Readable once the child has exited; -1 on kernels before 5.3.
  int pidfd() const noexcept { return pidfd_.get(); }

  std::optional<ExitStatus> status() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }

  // Reaps the child if it has exited. True for the one call that did.
  bool try_reap() {
    const std::lock_guard lock(mutex_);
    if (status_) return false;
    int status = 0;
    pid_t pid = 0;
    do {
      pid = ::waitpid(pid_, &status, WNOHANG);
    } while (pid < 0 && errno == EINTR);
    if (pid == 0) return false;
    status_.emplace();
    // Without a pid somebody else has reaped it (SIGCHLD ignored, a wait for any child): how it
    // ended is not known.
    if (pid == pid_ && WIFEXITED(status)) status_->code = WEXITSTATUS(status);
    if (pid == pid_ && WIFSIGNALED(status)) status_->signal = WTERMSIG(status);
    // While somebody of the group lives, the kernel gives its number to nobody else.
    group_left_ = ::kill(-pid_, 0) == 0 || errno == EPERM;
    return true;
  }

  // Gives the descriptor back; wait_for must not be called any more.
  void close() noexcept { pidfd_.reset(); }

  // Blocks until the child has exited, for at most `timeout`.
  void wait_for(std::chrono::milliseconds timeout) const {
    if (status()) return;
    if (pidfd_) {
      poll_fd(pidfd_.get(), POLLIN, timeout);
    } else {
      poll_fd(-1, 0, std::min(timeout, std::chrono::milliseconds(20)));
    }
  }

  // Signals the child and its descendants that stayed in its group. False when nobody is left.
  bool signal_group(int signal) {
    const std::lock_guard lock(mutex_);
    if (status_ && !group_left_) return false;
    if (::kill(-pid_, signal) != 0 && errno == ESRCH) group_left_ = false;
    return !status_ || group_left_;
  }

 private:
  const pid_t pid_;
  UniqueFd pidfd_;
  mutable std::mutex mutex_;
  std::optional<ExitStatus> status_;
  bool group_left_ = true;
};

}  // namespace parley::detail
