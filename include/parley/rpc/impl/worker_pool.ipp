// SPDX-License-Identifier: MIT
// The threads that plain handlers run on. Part of runtime.ipp.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <parley/rpc/runtime.hpp>

namespace parley::detail {

// A pool that grows while its threads block and shrinks when they idle.
//
// An idle thread is given its task directly and woken by name, the one that idled last first: one
// futex a hand-over, a warm cache, and the others can time out. A task that finds no idle thread
// is queued. Up to one thread a core is started at once; when those are busy too, a timer looks
// every 2 ms, and if no task has begun in that time, all threads are taken to be blocked and more
// are started. That way a burst of short tasks does not make a crowd of threads.
class WorkerPool final : public Executor, public std::enable_shared_from_this<WorkerPool> {
 public:
  // `after_stall_time` runs its argument once, 2 ms from now.
  WorkerPool(const RuntimeOptions& options, UniqueFunction<void(Task)> after_stall_time)
      : limit_(std::max<std::size_t>(options.max_workers, 1)),
        at_once_(std::min<std::size_t>(std::max(2u, std::thread::hardware_concurrency()), limit_)),
        idle_time_(options.worker_idle_time),
        after_stall_time_(std::move(after_stall_time)) {}

  void post(Task task) override {
    std::unique_lock lock(mutex_);
    if (!idle_.empty()) {
      Worker& worker = *idle_.back();
      idle_.pop_back();
      worker.task = std::move(task);
      ++begun_;
      lock.unlock();
      worker.wake.notify_one();  // the pool owns `worker`, it lives on even if its thread has ended
      return;
    }
    queue_.push_back(std::move(task));
    if (running_ < at_once_) return start_thread();
    watch_for_stall();
  }

  // Finishes what has been posted and joins the threads. Not for a thread of the pool.
  void stop() {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    for (Worker* worker : std::exchange(idle_, {})) worker->wake.notify_one();
    for (;;) {
      const auto next = std::find_if(workers_.begin(), workers_.end(),
                                     [](const auto& worker) { return worker->thread.joinable(); });
      if (next == workers_.end()) return;
      std::thread thread = std::move((*next)->thread);
      lock.unlock();
      thread.join();
      lock.lock();
    }
  }

  // There is no timer any more: from now on the pool grows at once.
  void forget_timer() {
    const std::lock_guard lock(mutex_);
    after_stall_time_ = nullptr;
  }

  // True on a thread of this pool.
  bool on_worker_thread() {
    const std::lock_guard lock(mutex_);
    return std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) {
      return worker->running && worker->id == std::this_thread::get_id();
    });
  }

 private:
  struct Worker {
    std::thread thread;
    std::thread::id id;
    bool running = false;
    std::condition_variable wake;
    Task task;
  };

  void start_thread() {
    auto free = std::find_if(workers_.begin(), workers_.end(), [](const auto& worker) {
      return !worker->running && !worker->thread.joinable();
    });
    if (free == workers_.end()) {
      workers_.push_back(std::make_unique<Worker>());
      free = std::prev(workers_.end());
    }
    Worker& worker = **free;
    worker.thread = std::thread([self = shared_from_this(), &worker] { self->run(worker); });
    worker.id = worker.thread.get_id();
    worker.running = true;
    ++running_;
  }

  void run(Worker& me) {
    std::unique_lock lock(mutex_);
    while (Task task = next_task(lock, me)) {
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
    }
    me.running = false;
    --running_;
    // An idle thread leaves by itself; one that stop() waits for has its handle taken.
    if (!stopping_ && me.thread.joinable()) me.thread.detach();
  }

  // Empty when this thread shall end.
  Task next_task(std::unique_lock<std::mutex>& lock, Worker& me) {
    if (!queue_.empty()) {
      Task task = std::move(queue_.front());
      queue_.pop_front();
      ++begun_;
      return task;
    }
    if (stopping_) return nullptr;
    idle_.push_back(&me);
    const auto deadline = std::chrono::steady_clock::now() + idle_time_;
    const auto called = [&] { return me.task || stopping_; };
    if (!me.wake.wait_until(lock, deadline, called)) std::erase(idle_, &me);
    return std::exchange(me.task, nullptr);
  }

  void watch_for_stall() {
    if (watching_ || running_ >= limit_) return;
    if (!after_stall_time_) return start_thread();
    watching_ = true;
    after_stall_time_([self = shared_from_this(), begun = begun_] { self->look_for_stall(begun); });
  }

  void look_for_stall(std::uint64_t begun_before) {
    const std::lock_guard lock(mutex_);
    watching_ = false;
    if (queue_.empty()) return;
    if (begun_ == begun_before) {
      const std::size_t more = std::min(queue_.size(), limit_ - running_);
      for (std::size_t i = 0; i < more; ++i) start_thread();
    }
    watch_for_stall();
  }

  const std::size_t limit_;
  const std::size_t at_once_;  // threads that are started without waiting for a stall
  const std::chrono::milliseconds idle_time_;
  UniqueFunction<void(Task)> after_stall_time_;

  std::mutex mutex_;
  std::deque<Task> queue_;
  std::vector<std::unique_ptr<Worker>> workers_;  // never shrinks; entries are used again
  std::vector<Worker*> idle_;                     // the last one idled last
  std::size_t running_ = 0;
  std::uint64_t begun_ = 0;  // tasks handed to a thread
  bool watching_ = false;
  bool stopping_ = false;
};

}  // namespace parley::detail
