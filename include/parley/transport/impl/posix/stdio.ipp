// SPDX-License-Identifier: MIT
// The stdio transport on Linux.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <utility>

#include <parley/transport/impl/posix/fd_stream.hpp>
#include <parley/transport/impl/stream_transport.hpp>
#include <parley/transport/stdio.hpp>

namespace parley {
namespace detail {

inline std::atomic<bool> stdio_in_use = false;

// Holds the process's standard streams for one transport, and puts them back at the end.
class StandardStreams {
 public:
  StandardStreams() {
    if (stdio_in_use.exchange(true)) {
      throw std::system_error(std::make_error_code(std::errc::device_or_resource_busy),
                              "standard input and output are in use by another stdio transport; "
                              "destroy that one first");
    }
    // A descriptor opened later would otherwise become 0, 1 or 2 and be taken for a stream.
    for (int fd = 0; fd <= 2; ++fd) {
      if (::fcntl(fd, F_GETFD) >= 0) continue;
      if (::open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) == fd && fd == 1) output_lost_ = true;
    }
  }

  ~StandardStreams() {
    if (saved_input_) {
      // Lines printed meanwhile belong to standard error.
      std::fflush(stdout);
      ::dup2(saved_input_.get(), 0);
      ::dup2(saved_output_.get(), 1);
    }
    stdio_in_use = false;
  }

  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  FdPair ends() const {
    FdPair ends;
    ends.input_kind = classify_shared(0);
    // The same pipe through an open file description of our own may be set to O_NONBLOCK, which
    // saves system calls. Not possible for sockets, nor for the pipe of another user.
    if (ends.input_kind == FdKind::pipe) {
      ends.input.reset(::open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
      if (ends.input) ends.input_kind = FdKind::own;
    }
    if (!ends.input) ends.input = duplicate(0);
    ends.output_kind = classify_shared(1);
    // Opened for reading only, so that writing fails.
    ends.output = output_lost_ ? UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)) : duplicate(1);
    return ends;
  }

  void protect() {
    const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!null) throw std::system_error(last_error(), "cannot open /dev/null");
    saved_input_ = duplicate(0);
    saved_output_ = duplicate(1);
    ::dup2(null.get(), 0);
    ::dup2(2, 1);
  }

 private:
  static UniqueFd duplicate(int fd) {
    UniqueFd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
    if (copy) return copy;
    throw std::system_error(last_error(), "cannot duplicate descriptor " + std::to_string(fd));
  }

  UniqueFd saved_input_;
  UniqueFd saved_output_;
  bool output_lost_ = false;
};

}  // namespace detail

PARLEY_DECL std::unique_ptr<Transport> stdio_transport(std::shared_ptr<Runtime> runtime,
                                                       StdioOptions options) {
  auto streams = std::make_shared<detail::StandardStreams>();
  auto stream = detail::make_fd_stream(runtime->io(), streams->ends());
  if (options.protect_stdout) streams->protect();
  detail::StreamOptions stream_options;
  stream_options.max_frame_bytes = options.max_frame_bytes;
  stream_options.close_grace = options.close_grace;
  return std::make_unique<detail::StreamTransport>(std::move(runtime), std::move(stream),
                                                   std::move(stream_options), std::move(streams));
}

}  // namespace parley
