// SPDX-License-Identifier: MIT
// What a stream transport needs of the operating system. Platforms implement it (posix/).
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>

#include <parley/rpc/executor.hpp>

namespace parley::detail {

// Told about a stream's events on the event loop, never inside a call of the stream.
class StreamEvents {
 public:
  virtual ~StreamEvents() = default;
  // A read has ended: 0 bytes without an error are the end of the stream, operation_canceled is the
  // answer to cancel_read and close. `self` is this object, to be given to the next read.
  virtual void on_read(std::shared_ptr<StreamEvents> self, std::error_code error,
                       std::size_t bytes) = 0;
  virtual void on_writable(std::error_code error) = 0;
};

// A byte stream with a readable and a writable end, which may be different things (two pipes).
//
// Thread safety: any thread. One read and one wait at a time. `write` is never called twice at
// once. Lifetime: `events` keeps the owner of the stream alive while something is pending.
class ByteStream {
 public:
  virtual ~ByteStream() = default;

  // Begins to read into `room`, which stays valid until on_read.
  virtual void read(std::span<char> room, std::shared_ptr<StreamEvents> events) = 0;
  virtual void cancel_read() = 0;
  // Takes what is there now; would_block when there is nothing. Not while a read is pending.
  virtual std::size_t read_now(std::span<char> room, std::error_code& error) = 0;

  // Writes as much of `head` and then `tail` as is taken at once; never blocks, raises no SIGPIPE.
  virtual std::size_t write(std::string_view head, std::string_view tail,
                            std::error_code& error) = 0;
  virtual void wait_writable(std::shared_ptr<StreamEvents> events) = 0;
  // The same, blocking the calling thread for at most `timeout`.
  virtual void wait_writable_for(std::chrono::milliseconds timeout) = 0;

  // The peer sees the end of our output.
  virtual void close_output() = 0;
  virtual void close() = 0;

  // Runs `task` on the event loop.
  virtual void post(Task task) = 0;
};

}  // namespace parley::detail
