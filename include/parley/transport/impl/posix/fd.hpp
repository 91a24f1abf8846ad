// SPDX-License-Identifier: MIT
// Owned file descriptors, and reads and writes that never block whatever the descriptor is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <parley/config.hpp>

namespace parley::detail {

// Closes what it holds.
class UniqueFd {
 public:
  UniqueFd() noexcept = default;
  explicit UniqueFd(int fd) noexcept : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(other.release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    reset(other.release());
    return *this;
  }
  ~UniqueFd() { reset(); }

  int get() const noexcept { return fd_; }
  explicit operator bool() const noexcept { return fd_ >= 0; }
  int release() noexcept { return std::exchange(fd_, -1); }
  void reset(int fd = -1) noexcept;

 private:
  int fd_ = -1;
};

// The error in errno.
std::error_code last_error() noexcept;

// A pipe whose ends are not inherited by children: {read, write}. Throws std::system_error.
std::pair<UniqueFd, UniqueFd> make_pipe();

// Waits until `fd` is ready for `events` of poll(2), for at most `timeout`.
bool poll_fd(int fd, short events, std::chrono::milliseconds timeout) noexcept;

// How a descriptor is read or written without blocking. "Shared" ones have their open file
// description in common with other processes (what a shell gave us as stdin): setting O_NONBLOCK
// there would break those.
enum class FdKind {
  own,     // nobody else has it: O_NONBLOCK may be set
  pipe,    // shared pipe
  socket,  // shared socket
  other,   // shared terminal or device that can be polled
  file,    // never blocks for long: regular file, /dev/null
};

FdKind classify_shared(int fd) noexcept;

// Reads what is there. would_block if nothing is; 0 without an error at the end.
std::size_t read_available(int fd, FdKind kind, std::span<char> room, std::error_code& error);

// Writes without blocking and without SIGPIPE. Finds out once what the kernel offers for `fd`.
class FdWriter {
 public:
  FdWriter(int fd, FdKind kind) noexcept;
  // As much of `head`, then `tail`, as is taken now; 0 if nothing is.
  std::size_t write(std::string_view head, std::string_view tail, std::error_code& error);

 private:
  enum class Way { socket, nowait_nosignal, nowait, nonblocking, pieces, plain };
  bool fall_back(int reason) noexcept;

  int fd_;
  FdKind kind_;
  Way way_;
};

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/posix/fd.ipp>
#endif
