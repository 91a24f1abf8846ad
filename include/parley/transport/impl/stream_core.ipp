// SPDX-License-Identifier: MIT
// Bodies of StreamCore.
#pragma once

#include <algorithm>

#include <parley/transport/impl/stream_core.hpp>

namespace parley::detail {

// ---- reading

PARLEY_DECL void StreamCore::read_next() {
  {
    const std::lock_guard lock(mutex_);
    if (reading_ || !may_read()) return;
    reading_ = true;
  }
  stream_->read(framer_.prepare(), shared_from_this());
}

PARLEY_DECL void StreamCore::deliver(std::size_t bytes) {
  framer_.commit(
      bytes,
      [&](std::string_view frame) {
        if (sink_ != nullptr) sink_->on_frame(frame);
      },
      [&](std::size_t size) {
        if (sink_ != nullptr) sink_->on_oversize_frame(size, max_frame_bytes_);
      });
}

PARLEY_DECL void StreamCore::on_read(std::shared_ptr<StreamEvents> self, std::error_code error,
                                     std::size_t bytes) {
  if (bytes > 0) {
    const Delivery delivery(*this);
    deliver(bytes);
  }
  Lock lock(mutex_);
  if (bytes > 0) write_held_back(lock);
  const std::error_code broken = write_error_;
  const bool go_on = bytes > 0 && !broken;
  const bool read_on = go_on && may_read();
  if (go_on) reading_ = read_on;
  lock.unlock();
  if (broken) {
    read_leftovers();
    end_of_input(broken);
  } else if (read_on) {
    stream_->read(framer_.prepare(), std::move(self));
  } else if (!go_on && error != std::errc::operation_canceled) {
    end_of_input(error);
  }
}

// A peer that does not read any more may have written its reason before: deliver what is there.
PARLEY_DECL void StreamCore::read_leftovers() {
  constexpr int rounds = 256;  // a peer that goes on writing must not hold us for ever
  std::error_code error;
  for (int i = 0; i < rounds; ++i) {
    const std::size_t bytes = stream_->read_now(framer_.prepare(), error);
    if (bytes == 0) return;
    const Delivery delivery(*this);
    deliver(bytes);
  }
}

PARLEY_DECL void StreamCore::end_of_input(std::error_code error) {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(input_ended_, true)) return;
  }
  {
    const Delivery delivery(*this);
    framer_.finish([&](std::string_view frame) {
      if (sink_ != nullptr) sink_->on_frame(frame);
    });
    if (!on_input_end_ && sink_ != nullptr) std::exchange(sink_, nullptr)->on_close(error, "");
  }
  if (on_input_end_) on_input_end_(error);
  flush();
}

PARLEY_DECL void StreamCore::pause(bool paused) {
  {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
  }
  if (!paused) read_next();
}

// ---- writing

PARLEY_DECL void StreamCore::send(std::string_view frame) {
  Lock lock(mutex_);
  if (closing_ || write_error_) return;
  pending_.fetch_add(frame.size() + 1, std::memory_order_relaxed);
  const bool small = frame.size() + queued_.size() < cork_bytes;
  if (writing_ || blocked_ || (small && held_back())) return enqueue(frame);
  writing_ = true;
  if (!queued_.empty()) {
    enqueue(frame);
  } else if (!write_frame(lock, frame)) {
    return;
  }
  write_queue(lock);
}

PARLEY_DECL void StreamCore::enqueue(std::string_view frame) {
  queued_.append(frame);
  queued_.push_back('\n');
}

// Writes a frame from where it lies; what is not taken is copied. False after an error.
PARLEY_DECL bool StreamCore::write_frame(Lock& lock, std::string_view frame) {
  lock.unlock();
  std::error_code error;
  const std::size_t bytes = stream_->write(frame, "\n", error);
  if (bytes < frame.size() + 1 && !error) {
    flushing_.assign(frame.substr(std::min(bytes, frame.size())));
    flushing_.push_back('\n');
    flushed_ = 0;
  }
  lock.lock();
  return wrote(error, bytes);
}

// Writes until nothing is queued or the peer takes no more. Called, and left, with the lock held.
PARLEY_DECL void StreamCore::write_queue(Lock& lock) {
  for (;;) {
    if (flushed_ == flushing_.size()) {
      flushing_.clear();
      flushed_ = 0;
      if (queued_.empty()) break;
      flushing_.swap(queued_);
    }
    lock.unlock();
    std::error_code error;
    const std::size_t bytes =
        stream_->write(std::string_view(flushing_).substr(flushed_), {}, error);
    lock.lock();
    if (!wrote(error, bytes)) return;
    flushed_ += bytes;
    if (bytes > 0) continue;
    blocked_ = true;
    writing_ = false;
    lock.unlock();
    stream_->wait_writable(shared_from_this());
    return lock.lock();
  }
  writing_ = false;
  shrink();
  if (closing_) stream_->post([self = shared_from_this()] { self->finish_output(); });
}

// Takes note of a write's result; false when the stream is broken.
PARLEY_DECL bool StreamCore::wrote(std::error_code error, std::size_t bytes) {
  if (!error) {
    pending_.fetch_sub(bytes, std::memory_order_relaxed);
    return true;
  }
  write_error_ = error;
  writing_ = false;
  pending_ = 0;
  std::string().swap(queued_);
  // The pending read, if there is one, ends with what has arrived; see on_read.
  stream_->post([self = shared_from_this()] {
    bool reading = false;
    {
      const std::lock_guard lock(self->mutex_);
      reading = std::exchange(self->reading_, true);
      if (self->input_ended_) return;
    }
    if (reading) {
      self->stream_->cancel_read();
    } else {
      self->on_read(self, {}, 0);
    }
  });
  return false;
}

PARLEY_DECL void StreamCore::flush() {
  Lock lock(mutex_);
  write_held_back(lock);
}

PARLEY_DECL void StreamCore::write_held_back(Lock& lock) {
  if (writing_ || blocked_ || queued_.empty()) return;
  writing_ = true;
  write_queue(lock);
}

PARLEY_DECL void StreamCore::on_writable(std::error_code error) {
  Lock lock(mutex_);
  blocked_ = false;
  if (error || writing_) return;
  writing_ = true;
  write_queue(lock);
}

// As in Framer: a stream of large frames keeps its buffers, a single one gives them back.
PARLEY_DECL void StreamCore::shrink() {
  constexpr std::size_t kept = std::size_t{64} << 10;
  if (std::max(flushing_.capacity(), queued_.capacity()) <= kept || ++calm_ < 64) return;
  calm_ = 0;
  std::string().swap(flushing_);
  std::string().swap(queued_);
}

// ---- closing

PARLEY_DECL void StreamCore::close() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(closing_, true)) return;
    if (pending() > 0 && !write_error_) return wait_for_peer(pending(), patience);
  }
  // The peer shall see the end even if the event loop is not running.
  if (on_input_end_) return finish_output();
  stream_->post([self = shared_from_this()] { self->finish_output(); });
}

// Gives the peer another grace as long as it takes something, `rounds` times at most. Called with
// the lock held.
PARLEY_DECL void StreamCore::wait_for_peer(std::size_t pending_before, int rounds) {
  const auto look = [self = shared_from_this(), pending_before, rounds] {
    {
      const std::lock_guard lock(self->mutex_);
      const std::size_t now = self->pending();
      const bool moving = now > 0 && now < pending_before;
      if (moving && rounds > 1) return self->wait_for_peer(now, rounds - 1);
    }
    self->finish_output();
  };
  grace_timer_ = timers_.schedule(timers_.now() + close_grace_, look);
}

// All has been written, or the peer had its time.
PARLEY_DECL void StreamCore::finish_output() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(output_ended_, true)) return;
    if (grace_timer_ != 0) timers_.cancel(grace_timer_);
  }
  stream_->close_output();
  if (!on_input_end_) deliver_close({}, "");
}

PARLEY_DECL void StreamCore::deliver_close(std::error_code reason, std::string detail) {
  {
    const std::lock_guard lock(mutex_);
    input_ended_ = closing_ = output_ended_ = true;
  }
  stream_->close();
  const Delivery delivery(*this);
  if (TransportSink* const sink = std::exchange(sink_, nullptr)) {
    sink->on_close(reason, std::move(detail));
  }
}

PARLEY_DECL void StreamCore::detach() {
  if (sent_by_sink()) {
    sink_ = nullptr;  // destroyed inside a call of the sink, which thus is the only one
    return;
  }
  const std::lock_guard no_delivery_now(delivery_);
  sink_ = nullptr;
}

PARLEY_DECL void StreamCore::drain_and_close() {
  using Clock = TimerService::Clock;
  const auto last = Clock::now() + patience * close_grace_;
  auto deadline = Clock::now() + close_grace_;
  while (pending() > 0 && Clock::now() < std::min(deadline, last)) {
    const std::size_t before = pending();
    stream_->wait_writable_for(
        std::chrono::ceil<std::chrono::milliseconds>(std::min(deadline, last) - Clock::now()));
    Lock lock(mutex_);
    if (!writing_) {
      writing_ = true;
      write_queue(lock);
    }
    if (pending() < before) deadline = Clock::now() + close_grace_;
  }
  {
    const std::lock_guard lock(mutex_);
    input_ended_ = closing_ = output_ended_ = true;
  }
  stream_->close();
}

}  // namespace parley::detail
