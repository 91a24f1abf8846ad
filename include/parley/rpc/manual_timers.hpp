// SPDX-License-Identifier: MIT
// Virtual time, for tests that must not wait.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include <parley/rpc/timer_service.hpp>

namespace parley {

/// Timers that fire only when a test moves the clock, on the thread that moves it, in order of
/// their time. The clock starts at a fixed point.
///
///     ManualTimers timers;
///     ManualExecutor workers;
///     Runtime runtime(workers, timers);
///     ... start a call with a timeout of 30 s ...
///     timers.advance(30s);  // it has timed out
///
/// Thread safety: all members from any thread. `advance` must not be called inside a timer's task.
class ManualTimers final : public TimerService {
 public:
  Clock::time_point now() const override {
    const std::lock_guard lock(mutex_);
    return now_;
  }

  std::uint64_t schedule(Clock::time_point when, Task task) override {
    const std::lock_guard lock(mutex_);
    const std::uint64_t number = ++last_number_;
    timers_.emplace(std::pair(when, number), std::move(task));
    return number;
  }

  void cancel(std::uint64_t timer) override {
    const std::lock_guard lock(mutex_);
    std::erase_if(timers_, [&](const auto& entry) { return entry.first.second == timer; });
  }

  /// Moves the clock by `duration`; at each timer's time the clock shows that time and it fires,
  /// also one that a task has just scheduled.
  void advance(Clock::duration duration) {
    std::unique_lock lock(mutex_);
    const Clock::time_point target = now_ + duration;
    while (!timers_.empty() && timers_.begin()->first.first <= target) {
      auto entry = timers_.extract(timers_.begin());
      now_ = std::max(now_, entry.key().first);
      lock.unlock();
      entry.mapped()();
      lock.lock();
    }
    now_ = target;
  }

  /// Timers that wait: a test that ends with some has found a leak.
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return timers_.size();
  }

 private:
  mutable std::mutex mutex_;
  Clock::time_point now_{std::chrono::hours(1)};
  std::uint64_t last_number_ = 0;
  std::map<std::pair<Clock::time_point, std::uint64_t>, Task> timers_;
};

}  // namespace parley
