// SPDX-License-Identifier: MIT
// Timers of the event loop: many of ours on one of asio's. Part of runtime.ipp.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>
#include <parley/rpc/timer_service.hpp>

namespace parley::detail {

// Timeouts are nearly always cancelled, and set far ahead of those that run already. So setting and
// cancelling touch a heap only, and asio's timer (a system call) just when the earliest one moves
// forward. A cancelled timer stays in the heap as a tombstone until its time or the next clean-up.
class TimerQueue final : public TimerService, public std::enable_shared_from_this<TimerQueue> {
 public:
  // `holds_loop`: a waiting asio timer keeps `io.run()` from returning. Where that matters, it is
  // given up as soon as no timer of ours is left.
  TimerQueue(asio::io_context& io, bool holds_loop) : timer_(io), holds_loop_(holds_loop) {}

  std::uint64_t schedule(Clock::time_point when, Task task) override {
    const std::lock_guard lock(mutex_);
    const std::uint32_t slot = take_slot();
    slots_[slot].task = std::move(task);
    heap_.push_back({when, ++order_, slot, slots_[slot].generation});
    std::push_heap(heap_.begin(), heap_.end());
    ++live_;
    arm();
    return std::uint64_t{slots_[slot].generation} << 32 | (slot + 1);
  }

  void cancel(std::uint64_t timer) override {
    Task dropped;  // destroyed after the lock is released: its destructor may run anything
    const std::lock_guard lock(mutex_);
    const auto slot = static_cast<std::uint32_t>(timer) - 1;
    if (slot >= slots_.size() || slots_[slot].generation != timer >> 32) return;
    if (!slots_[slot].task) return;
    dropped = release(slot);
    clean_up();
  }

  // Forgets all timers; the loop is about to go away.
  void stop() {
    std::vector<Slot> dropped;
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    dropped.swap(slots_);
    heap_.clear();
    free_.clear();
    live_ = 0;
    timer_.cancel();
  }

 private:
  struct Slot {
    Task task;
    std::uint32_t generation = 0;
  };
  struct Entry {
    Clock::time_point when;
    std::uint64_t order;
    std::uint32_t slot;
    std::uint32_t generation;
    // The heap's top is its greatest element: the earliest timer, the oldest of those.
    bool operator<(const Entry& other) const noexcept {
      return when != other.when ? when > other.when : order > other.order;
    }
  };

  std::uint32_t take_slot() {
    if (free_.empty()) {
      slots_.emplace_back();
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  Task release(std::uint32_t slot) {
    ++slots_[slot].generation;
    free_.push_back(slot);
    --live_;
    return std::exchange(slots_[slot].task, nullptr);
  }

  bool is_live(const Entry& entry) const noexcept {
    return slots_[entry.slot].generation == entry.generation;
  }

  void pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }

  void clean_up() {
    if (live_ == 0) {
      heap_.clear();
      if (holds_loop_) {
        timer_.cancel();
        armed_for_ = Clock::time_point::max();
      }
    } else if (heap_.size() > 64 && heap_.size() > 4 * live_) {
      std::erase_if(heap_, [&](const Entry& entry) { return !is_live(entry); });
      std::make_heap(heap_.begin(), heap_.end());
    }
  }

  void arm() {
    while (!heap_.empty() && !is_live(heap_.front())) pop();
    if (stopped_ || heap_.empty() || heap_.front().when >= armed_for_) return;
    armed_for_ = heap_.front().when;
    timer_.expires_at(armed_for_);
    timer_.async_wait([self = shared_from_this()](const std::error_code& error) {
      if (!error) self->fire();
    });
  }

  void fire() {
    std::unique_lock lock(mutex_);
    armed_for_ = Clock::time_point::max();
    const Clock::time_point time = Clock::now();
    while (!heap_.empty() && (heap_.front().when <= time || !is_live(heap_.front()))) {
      const Entry entry = heap_.front();
      pop();
      if (!is_live(entry)) continue;
      Task task = release(entry.slot);
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
    }
    arm();
  }

  std::mutex mutex_;
  asio::steady_timer timer_;
  const bool holds_loop_;
  Clock::time_point armed_for_ = Clock::time_point::max();
  std::vector<Entry> heap_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::uint64_t order_ = 0;
  std::size_t live_ = 0;
  bool stopped_ = false;
};

}  // namespace parley::detail
