// SPDX-License-Identifier: MIT
// Where work runs: the interface behind worker pools, event loops and single-stepped tests.
#pragma once

#include <deque>
#include <mutex>

#include <parley/rpc/unique_function.hpp>

namespace parley {

/// A piece of work to run once.
using Task = UniqueFunction<void()>;

/// Runs tasks at some time after `post` returns, never inside it.
///
/// Thread safety: `post` may be called from any thread.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Queues `task`. Tasks may run concurrently and in any order unless an implementation says
  /// otherwise. Must not throw on account of the task.
  virtual void post(Task task) = 0;
};

/// An executor that runs nothing until it is told to: tests step through it, one thread, no sleep.
class ManualExecutor final : public Executor {
 public:
  void post(Task task) override {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }

  /// Runs the oldest task, if there is one, and says whether there was.
  bool run_one() {
    Task task;
    {
      const std::lock_guard lock(mutex_);
      if (tasks_.empty()) return false;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
    return true;
  }

  /// Runs tasks, including those that they post, until none is left.
  void run() {
    while (run_one()) {
    }
  }

 private:
  std::mutex mutex_;
  std::deque<Task> tasks_;
};

}  // namespace parley
