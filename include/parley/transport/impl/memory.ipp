// SPDX-License-Identifier: MIT
// Bodies of MemoryTransport: each end has an inbox that the other end fills.
#pragma once

#include <deque>
#include <limits>
#include <mutex>
#include <string>
#include <system_error>

#include <parley/transport/memory.hpp>

namespace parley {
namespace detail {

class MemoryInbox : public std::enable_shared_from_this<MemoryInbox> {
 public:
  explicit MemoryInbox(Executor& executor) noexcept : executor_(executor) {}

  void attach(TransportSink* sink) {
    const std::lock_guard no_delivery_now(delivery_);
    const std::lock_guard lock(mutex_);
    sink_ = sink;
    schedule();
  }

  // Returns when the sink is not being called any more. What it has not been given is dropped.
  void detach() {
    {
      const std::lock_guard lock(mutex_);
      frames_.clear();
      bytes_ = 0;
    }
    attach(nullptr);
  }

  void push(std::string_view frame) {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    if (budget_ == 0) return end_locked(std::make_error_code(std::errc::connection_reset));
    --budget_;
    frames_.emplace_back(frame);
    bytes_ += frame.size();
    schedule();
  }

  // Nothing follows what is in the inbox now.
  void end(std::error_code reason) {
    const std::lock_guard lock(mutex_);
    end_locked(reason);
  }

  void pause(bool paused) {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
    schedule();
  }

  void limit(std::size_t frames) {
    const std::lock_guard lock(mutex_);
    budget_ = frames;
  }

  // True once a push has met the limit.
  bool broken() const {
    const std::lock_guard lock(mutex_);
    return ended_ && reason_ == std::errc::connection_reset;
  }

  std::size_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  void end_locked(std::error_code reason) {
    if (ended_) return;
    ended_ = true;
    reason_ = reason;
    schedule();
  }

  // Posts the delivery, unless one is posted already: that keeps frames in order on any executor.
  void schedule() {
    if (scheduled_ || sink_ == nullptr || paused_ || (frames_.empty() && !ended_)) return;
    scheduled_ = true;
    executor_.post([self = shared_from_this()] { self->deliver(); });
  }

  void deliver() {
    const std::lock_guard delivering(delivery_);
    std::unique_lock lock(mutex_);
    while (sink_ != nullptr && !paused_ && !frames_.empty()) {
      const std::string frame = std::move(frames_.front());
      frames_.pop_front();
      bytes_ -= frame.size();
      lock.unlock();
      sink_->on_frame(frame);
      lock.lock();
    }
    scheduled_ = false;
    if (!ended_ || paused_ || sink_ == nullptr) return;
    TransportSink& sink = *std::exchange(sink_, nullptr);
    lock.unlock();
    sink.on_close(reason_, "");
  }

  Executor& executor_;
  std::mutex delivery_;  // held while the sink is being called
  mutable std::mutex mutex_;
  TransportSink* sink_ = nullptr;  // changes under both mutexes
  std::deque<std::string> frames_;
  std::size_t bytes_ = 0;
  std::size_t budget_ = std::numeric_limits<std::size_t>::max();
  std::error_code reason_;
  bool scheduled_ = false;
  bool paused_ = false;
  bool ended_ = false;
};

}  // namespace detail

PARLEY_DECL MemoryTransport::MemoryTransport(std::shared_ptr<detail::MemoryInbox> mine,
                                             std::shared_ptr<detail::MemoryInbox> peers) noexcept
    : mine_(std::move(mine)), peers_(std::move(peers)) {}

PARLEY_DECL MemoryTransport::~MemoryTransport() {
  close();
  mine_->detach();
}

PARLEY_DECL void MemoryTransport::start(TransportSink& sink) { mine_->attach(&sink); }

PARLEY_DECL void MemoryTransport::send(std::string_view frame) {
  peers_->push(frame);
  if (peers_->broken()) mine_->end(std::make_error_code(std::errc::connection_reset));
}

PARLEY_DECL void MemoryTransport::close() {
  peers_->end({});
  mine_->end({});
  mine_->pause(false);
}

PARLEY_DECL std::size_t MemoryTransport::pending_bytes() const noexcept { return peers_->bytes(); }

PARLEY_DECL void MemoryTransport::pause_reading(bool paused) { mine_->pause(paused); }

PARLEY_DECL void MemoryTransport::fail_after(std::size_t frames) { peers_->limit(frames); }

PARLEY_DECL std::pair<std::unique_ptr<MemoryTransport>, std::unique_ptr<MemoryTransport>>
memory_pair(Executor& executor) {
  auto left = std::make_shared<detail::MemoryInbox>(executor);
  auto right = std::make_shared<detail::MemoryInbox>(executor);
  // The constructor is private, hence no make_unique.
  return {std::unique_ptr<MemoryTransport>(new MemoryTransport(left, right)),
          std::unique_ptr<MemoryTransport>(new MemoryTransport(right, left))};
}

}  // namespace parley
