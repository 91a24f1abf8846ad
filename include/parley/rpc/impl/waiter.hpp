// SPDX-License-Identifier: MIT
// Where a thread waits for what another one has to say.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace parley::detail {

/// Holds one value that is put once and taken once.
template <class T>
class Waiter {
 public:
  // Told while the lock is held: the taker may destroy this as soon as it has the value.
  void put(T value) {
    const std::lock_guard lock(mutex_);
    value_.emplace(std::move(value));
    ready_.notify_one();
  }

  T take() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return value_.has_value(); });
    return std::move(*value_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::optional<T> value_;
};

}  // namespace parley::detail
