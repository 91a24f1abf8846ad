// SPDX-License-Identifier: MIT
// The threads of a runtime: those that plain handlers run on, and the event loop's. Part of
// runtime.ipp.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>

#include <parley/rpc/runtime.hpp>

namespace parley::detail {

// A pool that grows while its threads block and shrinks when they idle.
//
// An idle thread is given its task directly and woken by name, the one that idled last first: one
// futex a hand-over, a warm cache, and the others can time out. A task that finds no idle thread
// is queued. Up to one thread a core is started at once; when those are busy too, a timer looks
// every 2 ms, and if no task has begun in that time, all threads are taken to be blocked and more
// are started. That way a burst of short tasks does not make a crowd of threads.
//
// One of the threads holds the event loop. Waking another thread for a handler that runs a few
// microseconds costs several times the handler (measured: 24 us of CPU a call instead of 7). So
// while tasks have been quick, those that the loop's handlers post run on the holder, between two
// handlers. A watcher looks every millisecond; if the holder has not come back to the loop, the
// watcher takes the loop over, the old holder goes on as a plain worker, and the following tasks
// are handed to workers again until they have proved quick.
//
// Thread safety: any thread.
class WorkerPool final : public Executor, public std::enable_shared_from_this<WorkerPool> {
 public:
  // `after_stall_time` runs its argument once, 2 ms from now.
  WorkerPool(const RuntimeOptions& options, UniqueFunction<void(Task)> after_stall_time)
      : limit_(std::max<std::size_t>(options.max_workers, 1)),
        at_once_(std::min<std::size_t>(std::max(2u, std::thread::hardware_concurrency()), limit_)),
        idle_time_(options.worker_idle_time),
        after_stall_time_(std::move(after_stall_time)) {}

  void post(Task task) override;

  // Runs the event loop on a thread of the pool until stop_loop.
  void start_loop(asio::io_context& io);
  // If the calling thread holds the loop, another one takes it at once.
  void let_go_of_loop();

  // Finishes what has been posted and joins the threads, but for the loop's. Not for a thread of
  // the pool.
  void stop();
  // Ends and joins the loop's thread, after stop.
  void stop_loop();
  // There is no timer any more: from now on the pool grows at once.
  void forget_timer();
  // True on a thread of this pool.
  bool on_worker_thread();

 private:
  using Lock = std::unique_lock<std::mutex>;
  using Clock = std::chrono::steady_clock;

  struct Worker {
    std::thread thread;
    std::thread::id id;
    bool running = false;
    bool called = false;  // there is something to do
    std::condition_variable wake;
    Task task;
  };

  static constexpr std::chrono::microseconds quick{500};
  static constexpr std::chrono::milliseconds patience{1};
  static constexpr int quick_enough = 8;  // so many in a row, before the loop's thread runs tasks
  static constexpr int penalty = -16;     // after a task that was not quick

  bool tasks_are_quick() const noexcept { return quick_in_a_row_ >= quick_enough; }
  bool call_idle(Task task = nullptr);
  void start_thread();
  void run(Worker& me);
  void execute(Lock& lock, Task task);
  bool idle(Lock& lock, Worker& me);
  void hold_loop(Lock& lock, Worker& me);
  void call_watcher();
  void watch(Lock& lock, Worker& me);
  void watch_for_stall();
  void look_for_stall(std::uint64_t begun_before);
  void join(Lock& lock, bool all);

  const std::size_t limit_;
  const std::size_t at_once_;  // threads that are started without waiting for a stall
  const std::chrono::milliseconds idle_time_;

  std::mutex mutex_;
  UniqueFunction<void(Task)> after_stall_time_;
  std::deque<Task> queue_;
  std::vector<std::unique_ptr<Worker>> workers_;  // never shrinks; entries are used again
  std::vector<Worker*> idle_;                     // the last one idled last
  std::condition_variable ended_;
  std::size_t running_ = 0;   // threads
  std::uint64_t begun_ = 0;   // tasks handed to a thread
  int quick_in_a_row_ = 0;
  bool stall_timer_ = false;
  bool stopping_ = false;

  asio::io_context* loop_ = nullptr;
  Worker* holder_ = nullptr;       // runs the loop
  Clock::time_point busy_since_;   // when it left the loop to run tasks; zero while it has not
  std::uint64_t busy_count_ = 0;   // how often it did
  bool watcher_wanted_ = false;
  bool watching_ = false;
};

// The pool whose event loop this thread is in.
inline constinit thread_local const WorkerPool* current_loop = nullptr;

// ---- tasks

PARLEY_DECL void WorkerPool::post(Task task) {
  const Lock lock(mutex_);
  if (current_loop == this && tasks_are_quick() && !stopping_) {
    queue_.push_back(std::move(task));
    return;
  }
  if (!idle_.empty()) {
    ++begun_;
    call_idle(std::move(task));
    return;
  }
  queue_.push_back(std::move(task));
  const std::size_t loop_threads = (loop_ != nullptr ? 1u : 0u) + (watching_ ? 1u : 0u);
  if (running_ - std::min(running_, loop_threads) < at_once_) return start_thread();
  watch_for_stall();
}

// Wakes the thread that idled last. False if there is none.
PARLEY_DECL bool WorkerPool::call_idle(Task task) {
  if (idle_.empty()) return false;
  Worker& worker = *idle_.back();
  idle_.pop_back();
  worker.task = std::move(task);
  worker.called = true;
  worker.wake.notify_one();
  return true;
}

PARLEY_DECL void WorkerPool::start_thread() {
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

PARLEY_DECL void WorkerPool::run(Worker& me) {
  Lock lock(mutex_);
  for (;;) {
    if (loop_ != nullptr && holder_ == nullptr) {
      hold_loop(lock, me);
    } else if (watcher_wanted_ && !watching_) {
      watch(lock, me);
    } else if (!queue_.empty()) {
      Task task = std::move(queue_.front());
      queue_.pop_front();
      ++begun_;
      execute(lock, std::move(task));
    } else if (stopping_ || !idle(lock, me)) {
      break;
    }
  }
  me.running = false;
  --running_;
  // An idle thread leaves by itself; one that stop() waits for is joined there.
  if (!stopping_ && me.thread.joinable()) me.thread.detach();
  ended_.notify_all();
}

PARLEY_DECL void WorkerPool::execute(Lock& lock, Task task) {
  lock.unlock();
  const Clock::time_point start = Clock::now();
  task();
  task = nullptr;
  const bool was_quick = Clock::now() - start < quick;
  lock.lock();
  quick_in_a_row_ = was_quick ? std::min(quick_in_a_row_ + 1, quick_enough) : penalty;
}

// False when this thread has had nothing to do for so long that it shall end.
PARLEY_DECL bool WorkerPool::idle(Lock& lock, Worker& me) {
  me.called = false;
  idle_.push_back(&me);
  const auto deadline = Clock::now() + idle_time_;
  if (!me.wake.wait_until(lock, deadline, [&] { return me.called; })) {
    std::erase(idle_, &me);
    return false;
  }
  if (me.task) execute(lock, std::exchange(me.task, nullptr));
  return true;
}

PARLEY_DECL void WorkerPool::watch_for_stall() {
  if (stall_timer_ || running_ >= limit_) return;
  if (!after_stall_time_) return start_thread();
  stall_timer_ = true;
  after_stall_time_([self = shared_from_this(), begun = begun_] { self->look_for_stall(begun); });
}

PARLEY_DECL void WorkerPool::look_for_stall(std::uint64_t begun_before) {
  const Lock lock(mutex_);
  stall_timer_ = false;
  if (queue_.empty()) return;
  if (begun_ == begun_before) {
    const std::size_t more = std::min(queue_.size(), limit_ - std::min(running_, limit_));
    for (std::size_t i = 0; i < more; ++i) start_thread();
  }
  watch_for_stall();
}

// ---- the loop

PARLEY_DECL void WorkerPool::start_loop(asio::io_context& io) {
  const Lock lock(mutex_);
  loop_ = &io;
  start_thread();
}

PARLEY_DECL void WorkerPool::hold_loop(Lock& lock, Worker& me) {
  holder_ = &me;
  asio::io_context& io = *loop_;
  while (holder_ == &me && loop_ != nullptr) {
    lock.unlock();
    current_loop = this;
    const std::size_t handlers = io.run_one();
    current_loop = nullptr;
    lock.lock();
    if (handlers == 0) loop_ = nullptr;  // stopped
    if (queue_.empty() || !tasks_are_quick()) continue;
    busy_since_ = Clock::now();
    ++busy_count_;
    call_watcher();
    while (holder_ == &me && !queue_.empty() && tasks_are_quick()) {
      Task task = std::move(queue_.front());
      queue_.pop_front();
      ++begun_;
      execute(lock, std::move(task));
    }
    if (holder_ != &me) return;
    busy_since_ = {};
    // Slow after all: the rest is for workers.
    if (!queue_.empty() && !call_idle()) start_thread();
  }
  if (holder_ == &me) holder_ = nullptr;
}

PARLEY_DECL void WorkerPool::let_go_of_loop() {
  const Lock lock(mutex_);
  if (holder_ == nullptr || holder_->id != std::this_thread::get_id() || current_loop == this) {
    return;
  }
  quick_in_a_row_ = penalty;
  holder_ = nullptr;
  busy_since_ = {};
  if (!call_idle()) start_thread();
}

PARLEY_DECL void WorkerPool::call_watcher() {
  if (watching_ || watcher_wanted_) return;
  watcher_wanted_ = true;
  if (!call_idle()) start_thread();
}

// Takes the loop over from a holder that does not come back; goes when nothing has happened for a
// while.
PARLEY_DECL void WorkerPool::watch(Lock& lock, Worker& me) {
  constexpr int calm_enough = 20;
  watcher_wanted_ = false;
  watching_ = true;
  std::uint64_t seen = busy_count_;
  const auto busy = [this] { return holder_ != nullptr && busy_since_ != Clock::time_point(); };
  for (int calm = 0; calm < calm_enough && !(stopping_ && !busy());) {
    me.wake.wait_for(lock, patience);
    if (busy() && Clock::now() - busy_since_ >= patience) {
      quick_in_a_row_ = penalty;
      holder_ = nullptr;
      busy_since_ = {};
      // This thread goes on as the holder; what waits behind the slow task is for others.
      for (std::size_t i = queue_.size(); i > 0 && call_idle(); --i) {
      }
      if (!queue_.empty() && idle_.empty() && running_ < at_once_ + 1) start_thread();
      break;
    }
    calm = seen == busy_count_ ? calm + 1 : 0;
    seen = busy_count_;
  }
  watching_ = false;
}

// ---- the end

PARLEY_DECL void WorkerPool::stop() {
  Lock lock(mutex_);
  stopping_ = true;
  while (call_idle()) {
  }
  if (!queue_.empty()) start_thread();
  ended_.wait(lock, [this] {
    const bool holding = holder_ != nullptr && busy_since_ == Clock::time_point();
    return queue_.empty() && running_ == (loop_ != nullptr ? 1u : 0u) &&
           (loop_ == nullptr || holding);
  });
  join(lock, false);
}

PARLEY_DECL void WorkerPool::stop_loop() {
  Lock lock(mutex_);
  if (loop_ == nullptr) return;
  std::exchange(loop_, nullptr)->stop();
  join(lock, true);
}

// Joins the threads that have ended, or all.
PARLEY_DECL void WorkerPool::join(Lock& lock, bool all) {
  for (;;) {
    const auto next = std::find_if(workers_.begin(), workers_.end(), [&](const auto& worker) {
      return worker->thread.joinable() && (all || !worker->running);
    });
    if (next == workers_.end()) return;
    std::thread thread = std::move((*next)->thread);
    lock.unlock();
    thread.join();
    lock.lock();
  }
}

PARLEY_DECL void WorkerPool::forget_timer() {
  const Lock lock(mutex_);
  after_stall_time_ = nullptr;
}

PARLEY_DECL bool WorkerPool::on_worker_thread() {
  const Lock lock(mutex_);
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) {
    return worker->running && worker->id == std::this_thread::get_id();
  });
}

}  // namespace parley::detail
