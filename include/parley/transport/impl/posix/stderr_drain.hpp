// SPDX-License-Identifier: MIT
// Reads a child's standard error without pause, so that the child never blocks on it.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <asio/io_context.hpp>
#include <asio/posix/basic_stream_descriptor.hpp>
#include <parley/transport/impl/guarded_call.hpp>
#include <parley/transport/impl/posix/fd.hpp>

namespace parley::detail {

// Keeps the last bytes, and hands lines to a callback.
class StderrDrain : public std::enable_shared_from_this<StderrDrain> {
 public:
  StderrDrain(asio::io_context& io, UniqueFd fd, std::size_t tail_bytes,
              UniqueFunction<void(std::string_view)> on_line)
      : descriptor_(io), tail_bytes_(tail_bytes), on_line_(std::move(on_line)) {
    descriptor_.assign(fd.get());
    static_cast<void>(fd.release());
  }

  // The loop only waits: bytes that it had read, but not yet taken, would be overtaken by
  // read_rest.
  void read() {
    const std::lock_guard lock(descriptor_mutex_);
    if (!descriptor_.is_open()) return;
    descriptor_.async_wait(asio::posix::descriptor_base::wait_read,
                           [self = shared_from_this()](std::error_code error) {
                             if (!error && self->read_rest()) return self->read();
                             self->finish();
                           });
  }

  // Takes what lies in the pipe already, such as the last words of a child that has just ended.
  // False at the end of the stream.
  bool read_rest() {
    const std::lock_guard lock(descriptor_mutex_);
    for (int i = 0; i < 64 && descriptor_.is_open(); ++i) {
      std::error_code error;
      const std::size_t bytes =
          read_available(descriptor_.native_handle(), FdKind::pipe, buffer_, error);
      if (error == std::errc::operation_would_block) return true;
      if (error || bytes == 0) return false;
      take({buffer_.data(), bytes});
    }
    return descriptor_.is_open();
  }

  // The callback gets what is left of a line; once this has returned it is not called any more.
  void silence() {
    finish();
    const std::lock_guard lock(line_mutex_);
    on_line_ = nullptr;
  }

  void close() {
    {
      const std::lock_guard lock(descriptor_mutex_);
      std::error_code ignored;
      descriptor_.close(ignored);
    }
    silence();
  }

  // The tail, from the start of a character on.
  std::string tail() const {
    const std::lock_guard lock(mutex_);
    std::string_view text = tail_;
    if (text.size() > tail_bytes_) {
      text.remove_prefix(text.size() - tail_bytes_);
      while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80) {
        text.remove_prefix(1);
      }
    }
    return std::string(text);
  }

 private:
  static constexpr std::size_t longest_line = std::size_t{8} << 10;

  void take(std::string_view bytes) {
    {
      const std::lock_guard lock(mutex_);
      tail_.append(bytes);
      // Cut at twice the size, so that each byte is moved once at most.
      const std::size_t kept = tail_bytes_ + 4;
      if (tail_.size() > 2 * kept) tail_.erase(0, tail_.size() - kept);
    }
    const std::lock_guard lock(line_mutex_);
    while (on_line_ && !bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::size_t part = std::min({end, bytes.size(), longest_line - line_.size()});
      line_.append(bytes.substr(0, part));
      bytes.remove_prefix(part);
      const bool complete = part == end;
      if (complete) bytes.remove_prefix(1);
      if (complete || line_.size() == longest_line) emit();
    }
  }

  // The end: a last line may have no line end.
  void finish() {
    const std::lock_guard lock(line_mutex_);
    if (on_line_ && !line_.empty()) emit();
  }

  void emit() {
    call_guarded(on_line_, line_);
    line_.clear();
  }

  std::mutex descriptor_mutex_;
  asio::posix::basic_stream_descriptor<asio::io_context::executor_type> descriptor_;
  const std::size_t tail_bytes_;
  std::array<char, 8192> buffer_;
  std::mutex line_mutex_;  // held while the callback runs
  UniqueFunction<void(std::string_view)> on_line_;
  std::string line_;
  mutable std::mutex mutex_;
  std::string tail_;
};

}  // namespace parley::detail
