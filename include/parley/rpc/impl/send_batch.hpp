// SPDX-License-Identifier: MIT
// Holding back small writes of a thread that runs several short tasks in a row.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace parley::detail {

// Something that holds back what it was given to send.
class Flushable {
 public:
  virtual ~Flushable() = default;
  virtual void flush() = 0;
};

// What was held back while tasks ran on one thread. The thread flushes it after the last one;
// should it get stuck in a task, another thread closes it, and from then on nothing is held back.
//
// Thread safety: any thread.
class SendBatch {
 public:
  // False if the batch is closed: then `target` has to send at once.
  bool add(const std::shared_ptr<Flushable>& target) {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    if (held_.empty() || held_.back() != target) held_.push_back(target);
    return true;
  }

  void open() {
    const std::lock_guard lock(mutex_);
    closed_ = false;
  }

  void flush() {
    for (const auto& target : take(false)) target->flush();
  }

  void close() {
    for (const auto& target : take(true)) target->flush();
  }

 private:
  std::vector<std::shared_ptr<Flushable>> take(bool close) {
    const std::lock_guard lock(mutex_);
    closed_ = closed_ || close;
    return std::exchange(held_, {});
  }

  std::mutex mutex_;
  std::vector<std::shared_ptr<Flushable>> held_;
  bool closed_ = true;
};

// The batch of this thread, if it runs tasks in a row.
inline constinit thread_local SendBatch* current_batch = nullptr;

}  // namespace parley::detail
