// SPDX-License-Identifier: MIT
// Running something later: the interface that connections use for timeouts.
#pragma once

#include <chrono>
#include <cstdint>

#include <parley/rpc/executor.hpp>

namespace parley {

/// Runs something at a given time. Connections use it for timeouts; tests put virtual time here
/// (`ManualTimers`, <parley/rpc/manual_timers.hpp>).
///
/// Thread safety: all members from any thread.
class TimerService {
 public:
  using Clock = std::chrono::steady_clock;
  virtual ~TimerService() = default;

  virtual Clock::time_point now() const { return Clock::now(); }

  /// Runs `task` once at `when` or soon after, on a thread of the service, never inside this call.
  /// Returns a number, never 0, to cancel it with.
  virtual std::uint64_t schedule(Clock::time_point when, Task task) = 0;

  /// Forgets a timer that has not fired; unknown numbers are ignored.
  virtual void cancel(std::uint64_t timer) = 0;
};

}  // namespace parley
