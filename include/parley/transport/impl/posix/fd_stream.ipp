// SPDX-License-Identifier: MIT
// Bodies of the byte stream on file descriptors.
#pragma once

#include <sys/epoll.h>
#include <sys/socket.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <mutex>
#include <optional>
#include <utility>

#include <asio/bind_allocator.hpp>
#include <asio/buffer.hpp>
#include <asio/error.hpp>
#include <asio/io_context.hpp>
#include <asio/posix/basic_stream_descriptor.hpp>
#include <asio/post.hpp>
#include <parley/transport/impl/operation_memory.hpp>
#include <parley/transport/impl/posix/fd_stream.hpp>

namespace parley::detail {

// asio without its polymorphic executor, which costs an allocation and virtual calls per operation.
using LoopDescriptor = asio::posix::basic_stream_descriptor<asio::io_context::executor_type>;

// Tells when a shared descriptor is ready, without touching it. asio sets O_NONBLOCK on what it
// waits for; here that is an epoll instance of ours which watches the descriptor.
class NestedEpoll {
 public:
  NestedEpoll(asio::io_context& io, int fd, std::uint32_t events) : waiter_(io) {
    UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
    epoll_event event{};
    event.events = events;
    if (!epoll || ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
      throw std::system_error(last_error(), "cannot watch a file descriptor");
    }
    waiter_.assign(epoll.get());
    static_cast<void>(epoll.release());
  }

  template <class Handler>
  void wait(Handler handler) {
    waiter_.async_wait(LoopDescriptor::wait_read, std::move(handler));
  }

  void cancel() {
    std::error_code ignored;
    waiter_.cancel(ignored);
  }

  void close() {
    std::error_code ignored;
    waiter_.close(ignored);
  }

 private:
  LoopDescriptor waiter_;
};

// The readable end. Calls are serialised by the stream.
class FdInput {
 public:
  FdInput(asio::io_context& io, UniqueFd fd, FdKind kind) : io_(io), kind_(kind), own_(io) {
    if (kind == FdKind::own) {
      own_.assign(fd.get());
      static_cast<void>(fd.release());
      return;
    }
    shared_ = std::move(fd);
    if (kind != FdKind::file) watch_.emplace(io, shared_.get(), EPOLLIN);
  }

  int fd() { return kind_ == FdKind::own ? own_.native_handle() : shared_.get(); }
  LoopDescriptor& descriptor() { return own_; }

  // `ready(error, bytes)`: for descriptors of our own asio has read, else bytes is 0.
  template <class Ready>
  void read(std::span<char> room, Ready ready) {
    if (kind_ == FdKind::own) {
      own_.async_read_some(asio::buffer(room.data(), room.size()),
                           asio::bind_allocator(memory_.allocator(), std::move(ready)));
    } else if (watch_) {
      watch_->wait([ready = std::move(ready)](std::error_code error) mutable { ready(error, 0); });
    } else {
      asio::post(io_, [ready = std::move(ready)]() mutable { ready(std::error_code(), 0); });
    }
  }

  bool asio_reads() const noexcept { return kind_ == FdKind::own; }

  std::size_t read_now(std::span<char> room, std::error_code& error) {
    if (fd() < 0) error = std::make_error_code(std::errc::operation_canceled);
    return fd() < 0 ? 0
                    : read_available(fd(), kind_ == FdKind::own ? own_kind() : kind_, room, error);
  }

  void cancel() {
    std::error_code ignored;
    if (kind_ == FdKind::own && own_.is_open()) own_.cancel(ignored);
    if (watch_) watch_->cancel();
  }

  void close() {
    std::error_code ignored;
    if (watch_) watch_->close();
    own_.close(ignored);
    shared_.reset();
  }

 private:
  // Whatever it is, it can be read without blocking.
  FdKind own_kind() {
    const FdKind kind = classify_shared(fd());
    return kind == FdKind::socket || kind == FdKind::pipe ? kind : FdKind::other;
  }

  asio::io_context& io_;
  FdKind kind_;
  OperationMemory memory_;  // of own_'s read
  LoopDescriptor own_;
  UniqueFd shared_;
  std::optional<NestedEpoll> watch_;
};

class FdStream final : public ByteStream {
 public:
  FdStream(asio::io_context& io, FdPair ends)
      : io_(io),
        input_(io, std::move(ends.input), ends.input_kind),
        output_(std::move(ends.output)),
        output_kind_(ends.output_kind),
        writer_(output_ ? output_.get() : input_.fd(), ends.output_kind),
        is_socket_(!output_) {}

  ~FdStream() override { close_both(); }

  void read(std::span<char> room, std::shared_ptr<StreamEvents> events) override {
    const std::lock_guard lock(input_mutex_);
    if (input_closed_) return cancelled(std::move(events));
    start_read(room, std::move(events));
  }

  void cancel_read() override {
    const std::lock_guard lock(input_mutex_);
    if (!input_closed_) input_.cancel();
  }

  std::size_t read_now(std::span<char> room, std::error_code& error) override {
    const std::lock_guard lock(input_mutex_);
    return input_.read_now(room, error);
  }

  std::size_t write(std::string_view head, std::string_view tail, std::error_code& error) override {
    const std::lock_guard lock(output_mutex_);
    if (output_closed_) {
      error = std::make_error_code(std::errc::broken_pipe);
      return 0;
    }
    return writer_.write(head, tail, error);
  }

  void wait_writable(std::shared_ptr<StreamEvents> events) override {
    auto ready = [events = std::move(events)](std::error_code error) {
      events->on_writable(error);
    };
    const std::scoped_lock lock(input_mutex_, output_mutex_);
    if (output_closed_) {
      asio::post(io_, [ready] { ready(std::make_error_code(std::errc::operation_canceled)); });
    } else if (is_socket_) {
      input_.descriptor().async_wait(LoopDescriptor::wait_write, std::move(ready));
    } else if (output_kind_ == FdKind::file) {
      asio::post(io_, [ready] { ready(std::error_code()); });
    } else {
      if (!room_) room_.emplace(io_, output_.get(), EPOLLOUT);
      room_->wait(std::move(ready));
    }
  }

  void wait_writable_for(std::chrono::milliseconds timeout) override {
    int fd = -1;
    {
      const std::scoped_lock lock(input_mutex_, output_mutex_);
      if (output_closed_) return;
      fd = is_socket_ ? input_.fd() : output_.get();
    }
    poll_fd(fd, POLLOUT, timeout);
  }

  void close_output() override {
    const std::scoped_lock lock(input_mutex_, output_mutex_);
    end_output();
  }

  void close() override { close_both(); }

  void post(Task task) override { asio::post(io_, std::move(task)); }

 private:
  void cancelled(std::shared_ptr<StreamEvents> events) {
    asio::post(io_, [events = std::move(events)] {
      events->on_read(events, std::make_error_code(std::errc::operation_canceled), 0);
    });
  }

  void start_read(std::span<char> room, std::shared_ptr<StreamEvents> events) {
    input_.read(room, [this, room, events = std::move(events)](std::error_code error,
                                                               std::size_t bytes) mutable {
      if (!input_.asio_reads() && !error) return read_ready(room, std::move(events));
      if (error == asio::error::eof) error = std::error_code();
      StreamEvents& told = *events;
      told.on_read(std::move(events), error, bytes);
    });
  }

  // A shared descriptor says that it can be read; somebody else may have been faster.
  void read_ready(std::span<char> room, std::shared_ptr<StreamEvents> events) {
    std::error_code error;
    std::size_t bytes = 0;
    {
      const std::lock_guard lock(input_mutex_);
      if (input_closed_) {
        error = std::make_error_code(std::errc::operation_canceled);
      } else {
        bytes = input_.read_now(room, error);
        if (error == std::errc::resource_unavailable_try_again) {
          return start_read(room, std::move(events));
        }
      }
    }
    StreamEvents& told = *events;
    told.on_read(std::move(events), error, bytes);
  }

  void end_output() {
    if (std::exchange(output_closed_, true)) return;
    if (is_socket_) {
      ::shutdown(input_.fd(), SHUT_WR);
      return;
    }
    if (room_) room_->close();
    output_.reset();
  }

  void close_both() {
    const std::scoped_lock lock(input_mutex_, output_mutex_);
    end_output();
    if (std::exchange(input_closed_, true)) return;
    if (is_socket_) drain_socket();
    input_.close();
  }

  // Closing a socket with unread bytes resets the connection, and what the peer has not read of
  // our last words would be lost.
  void drain_socket() {
    char waste[4096];
    for (int i = 0; i < 64; ++i) {
      if (::recv(input_.fd(), waste, sizeof(waste), MSG_DONTWAIT) <= 0) return;
    }
  }

  asio::io_context& io_;
  std::mutex input_mutex_;  // taken before output_mutex_
  FdInput input_;
  bool input_closed_ = false;
  std::mutex output_mutex_;
  UniqueFd output_;
  const FdKind output_kind_;
  FdWriter writer_;
  const bool is_socket_;
  bool output_closed_ = false;
  std::optional<NestedEpoll> room_;
};

PARLEY_DECL std::unique_ptr<ByteStream> make_fd_stream(asio::io_context& io, FdPair ends) {
  return std::make_unique<FdStream>(io, std::move(ends));
}

}  // namespace parley::detail
