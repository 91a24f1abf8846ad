// SPDX-License-Identifier: MIT
// Tells a handler that its request is cancelled.
#pragma once

#include <atomic>
#include <memory>
#include <stop_token>

namespace parley {

/// A stop source that is made when somebody asks for its token. Most handlers never do, and what
/// stands behind a `std::stop_token` costs an allocation and several atomic operations.
///
/// Thread safety: any thread.
class StopSignal {
 public:
  StopSignal() = default;
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  ~StopSignal() { delete made_.load(); }

  bool requested() const noexcept { return requested_.load(); }

  /// Valid as long as this object; a copy of it for longer.
  const std::stop_token& token() {
    Made* made = made_.load();
    if (made == nullptr) {
      auto mine = std::make_unique<Made>();
      if (requested()) mine->source.request_stop();
      if (made_.compare_exchange_strong(made, mine.get())) made = mine.release();
      // One that came meanwhile has not seen what is made here.
      if (requested()) made->source.request_stop();
    }
    return made->token;
  }

  /// Runs the callbacks of those who hold the token, on this thread.
  void request() {
    requested_.store(true);
    if (Made* const made = made_.load()) made->source.request_stop();
  }

 private:
  struct Made {
    std::stop_source source;
    std::stop_token token = source.get_token();
  };

  std::atomic<bool> requested_ = false;
  std::atomic<Made*> made_ = nullptr;
};

}  // namespace parley
