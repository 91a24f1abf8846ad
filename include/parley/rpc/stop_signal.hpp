// SPDX-License-Identifier: MIT
// Tells a handler that its request is cancelled.
#pragma once

#include <atomic>
#include <mutex>
#include <stop_token>

namespace parley {

/// A stop source that is made when somebody asks for its token. Most handlers never do, and what
/// stands behind a `std::stop_token` costs an allocation and several atomic operations.
///
/// Thread safety: any thread.
class StopSignal {
 public:
  bool requested() const noexcept { return requested_.load(std::memory_order_acquire); }

  /// Valid as long as this object; a copy of it for longer.
  const std::stop_token& token() {
    const std::lock_guard lock(mutex_);
    if (!token_.stop_possible()) {
      source_ = std::stop_source();
      token_ = source_.get_token();
      if (requested()) source_.request_stop();
    }
    return token_;
  }

  /// Runs the callbacks of those who hold the token, on this thread.
  void request() {
    requested_.store(true, std::memory_order_release);
    std::stop_source source(std::nostopstate);
    {
      const std::lock_guard lock(mutex_);
      source = source_;
    }
    source.request_stop();
  }

 private:
  std::atomic<bool> requested_ = false;
  std::mutex mutex_;
  std::stop_source source_{std::nostopstate};
  std::stop_token token_;
};

}  // namespace parley
