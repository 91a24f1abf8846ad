// SPDX-License-Identifier: MIT
// The threads of a runtime: those that plain handlers run on, and the event loop's. Part of
// runtime.ipp.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>
#include <parley/rpc/impl/send_batch.hpp>
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
// handlers. A watcher looks every millisecond, every four when it never finds the holder in a task;
// if the holder has not come back to the loop since it looked last, the watcher takes the loop
// over, the old holder goes on as a plain worker, and the following tasks are handed to workers
// again until they have proved quick. What several such tasks send is held back for 100 us at most,
// so that the answers to requests that came together leave together.
//
// Thread safety: any thread.
class WorkerPool final : public Executor, public std::enable_shared_from_this<WorkerPool> {
 public:
  // Runs its argument once, 2 ms from now.
  using StallTimer = std::function<void(Task)>;

  explicit WorkerPool(const RuntimeOptions& options)
      : limit_(std::max<std::size_t>(options.max_workers, 1)),
        at_once_(std::min<std::size_t>(std::max(2u, std::thread::hardware_concurrency()), limit_)),
        idle_time_(options.worker_idle_time) {}

  void post(Task task) override;

  // Without a timer the pool grows by a thread whenever a task finds all of them busy.
  void use_timer(StallTimer timer);
  // Runs the event loop on a thread of the pool until stop_loop.
  void start_loop(asio::io_context& io);
  // If the calling thread holds the loop, and runs a task now, another thread takes the loop. If it
  // runs a handler of the loop, other threads get what that handler has posted and will post.
  void let_go_of_loop();

  // Finishes what has been posted and joins the threads, but for the loop's. Not for a thread of
  // the pool.
  void stop();
  // Ends and joins the loop's thread, after stop.
  void stop_loop();
  // True on a thread of this pool, the loop's included.
  bool on_own_thread();

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
    SendBatch batch;
  };

  static constexpr std::chrono::microseconds quick{500};
  static constexpr std::chrono::milliseconds patience{1};
  static constexpr std::chrono::milliseconds most_patience{4};
  static constexpr int quick_enough = 8;  // so many in a row, before the loop's thread runs tasks
  static constexpr int penalty = -16;     // after a task that was not quick
  static constexpr int trusted = 1024;    // so many in a row, before tasks are only sampled

  bool tasks_are_quick() const noexcept { return quick_in_a_row_ >= quick_enough; }
  bool is_holder(std::thread::id id) const noexcept {
    return holder_ != nullptr && holder_->id == id;
  }
  // Threads that run tasks, or wait for them.
  std::size_t workers() const noexcept {
    const std::size_t others = (holder_ != nullptr ? 1u : 0u) + (watching_ ? 1u : 0u);
    return running_ - std::min(running_, others);
  }
  bool enqueue(Task task, Worker*& called);
  void enqueue_loop_tasks(Lock& lock);
  Worker* take_idle();
  void wake_or_start();
  void start_thread();
  void run(Worker& me);
  void execute(Lock& lock, Task& task);
  PARLEY_COLD void measure(Lock& lock, Task& task);
  bool sampled() const noexcept;
  void execute_next(Lock& lock, std::deque<Task>& queue);
  void run_loop_tasks(Lock& lock, Worker& me);
  void run_batch(Lock& lock, Worker& me);
  bool idle(Lock& lock, Worker& me);
  void hold_loop(Lock& lock, Worker& me);
  void call_holder_out();
  void run_turns(std::size_t handlers);
  void lose_loop(Lock& lock);
  void watch(Lock& lock, Worker& me);
  void watch_for_stall(Lock& lock);
  void look_for_stall(std::uint64_t begun_before);
  void join(Lock& lock, bool all);

  const std::size_t limit_;
  const std::size_t at_once_;  // threads that are started without waiting for a stall
  const std::chrono::milliseconds idle_time_;

  std::mutex mutex_;
  std::shared_ptr<StallTimer> timer_;
  std::deque<Task> queue_;
  std::vector<std::unique_ptr<Worker>> entries_;  // never shrinks; entries are used again
  std::vector<Worker*> idle_;                     // the last one idled last
  std::condition_variable changed_;               // for stop
  std::size_t running_ = 0;                       // threads
  std::uint64_t begun_ = 0;                       // tasks handed to a thread
  int quick_in_a_row_ = 0;
  bool stall_timer_set_ = false;
  bool stopping_ = false;

  asio::io_context* loop_ = nullptr;
  Worker* holder_ = nullptr;  // runs the loop
  // Its thread stays in the loop as long as handlers post nothing, where asio keeps memory for
  // operations and coroutines at hand; as long as they do, it comes out after each handler.
  bool turn_by_turn_ = false;
  bool called_out_ = false;      // the loop was stopped so that its thread comes out
  std::deque<Task> loop_tasks_;  // for the holder to run when it comes out of a handler
  bool running_loop_tasks_ = false;
  std::uint64_t rounds_ = 0;  // how often the holder has begun to run tasks
  bool watcher_wanted_ = false;
  bool watching_ = false;
};

// ---- tasks

PARLEY_DECL void WorkerPool::post(Task task) {
  Lock lock(mutex_);
  if (tasks_are_quick() && is_holder(std::this_thread::get_id()) && !stopping_ &&
      workers() < limit_) {
    loop_tasks_.push_back(std::move(task));
    return call_holder_out();
  }
  Worker* called = nullptr;
  if (!enqueue(std::move(task), called)) return watch_for_stall(lock);
  lock.unlock();
  // The pool owns the entry: it is there even if its thread has ended meanwhile.
  if (called != nullptr) called->wake.notify_one();
}

// Gives the task to an idle thread, which the caller then wakes, or queues it. False if all threads
// are busy and none was started.
PARLEY_DECL bool WorkerPool::enqueue(Task task, Worker*& called) {
  called = take_idle();
  if (called != nullptr) {
    called->task = std::move(task);
    ++begun_;
    return true;
  }
  queue_.push_back(std::move(task));
  if (workers() >= at_once_) return false;
  start_thread();
  return true;
}

PARLEY_DECL WorkerPool::Worker* WorkerPool::take_idle() {
  if (idle_.empty()) return nullptr;
  Worker* const worker = idle_.back();
  idle_.pop_back();
  worker->called = true;
  return worker;
}

// Some thread shall look what there is to do.
PARLEY_DECL void WorkerPool::wake_or_start() {
  if (Worker* const worker = take_idle()) return worker->wake.notify_one();
  start_thread();
}

PARLEY_DECL void WorkerPool::start_thread() {
  auto free = std::find_if(entries_.begin(), entries_.end(), [](const auto& worker) {
    return !worker->running && !worker->thread.joinable();
  });
  if (free == entries_.end()) {
    entries_.push_back(std::make_unique<Worker>());
    free = std::prev(entries_.end());
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
      execute_next(lock, queue_);
    } else if (stopping_ || !idle(lock, me)) {
      break;
    }
  }
  me.running = false;
  --running_;
  // An idle thread leaves by itself; one that stop() waits for is joined there.
  if (!stopping_) me.thread.detach();
  changed_.notify_all();
}

PARLEY_DECL void WorkerPool::execute_next(Lock& lock, std::deque<Task>& queue) {
  Task task = std::move(queue.front());
  queue.pop_front();
  ++begun_;
  execute(lock, task);
}

PARLEY_DECL void WorkerPool::execute(Lock& lock, Task& task) {
  if (quick_in_a_row_ < trusted || sampled()) return measure(lock, task);
  lock.unlock();
  task();
  task = nullptr;
  lock.lock();
}

PARLEY_DECL void WorkerPool::measure(Lock& lock, Task& task) {
  lock.unlock();
  const auto start = Clock::now();
  task();
  task = nullptr;
  const bool was_quick = Clock::now() - start < quick;
  lock.lock();
  quick_in_a_row_ = was_quick ? std::min(quick_in_a_row_ + 1, trusted) : penalty;
}

// One in eight tasks: reading the clock twice costs 0.15 us. Whatever rhythm the tasks have, the
// multiples of the golden ratio do not fall in with it.
PARLEY_DECL bool WorkerPool::sampled() const noexcept {
  return (begun_ * 0x9E37'79B9'7F4A'7C15U) >> 61U == 0;
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
  if (me.task) {
    Task task = std::move(me.task);
    execute(lock, task);
  }
  return true;
}

PARLEY_DECL void WorkerPool::use_timer(StallTimer timer) {
  const Lock lock(mutex_);
  timer_ = timer ? std::make_shared<StallTimer>(std::move(timer)) : nullptr;
}

PARLEY_DECL void WorkerPool::watch_for_stall(Lock& lock) {
  if (stall_timer_set_ || workers() >= limit_) return;
  const auto timer = timer_;
  if (timer == nullptr) return start_thread();
  stall_timer_set_ = true;
  const std::uint64_t begun = begun_;
  lock.unlock();
  (*timer)([self = shared_from_this(), begun] { self->look_for_stall(begun); });
  lock.lock();
}

PARLEY_DECL void WorkerPool::look_for_stall(std::uint64_t begun_before) {
  Lock lock(mutex_);
  stall_timer_set_ = false;
  if (queue_.empty()) return;
  if (begun_ == begun_before) {
    const std::size_t more = std::min(queue_.size(), limit_ - std::min(workers(), limit_));
    for (std::size_t i = 0; i < more; ++i) start_thread();
  }
  watch_for_stall(lock);
}

// ---- the loop

PARLEY_DECL void WorkerPool::start_loop(asio::io_context& io) {
  const Lock lock(mutex_);
  loop_ = &io;
  start_thread();
}

PARLEY_DECL void WorkerPool::hold_loop(Lock& lock, Worker& me) {
  holder_ = &me;
  // This thread may be the one that was called to watch.
  if (watcher_wanted_ && !watching_) wake_or_start();
  asio::io_context& io = *loop_;
  while (holder_ == &me && loop_ != nullptr) {
    if (stopping_) changed_.notify_all();
    lock.unlock();
    const std::size_t handlers = turn_by_turn_ ? io.run_one() : io.run();
    lock.lock();
    run_turns(handlers);
    if (!loop_tasks_.empty()) run_loop_tasks(lock, me);
  }
  if (holder_ == &me) holder_ = nullptr;
}

// The loop's thread shall come out of the loop after the handler that it is running.
PARLEY_DECL void WorkerPool::call_holder_out() {
  const bool comes_out = running_loop_tasks_ || turn_by_turn_ || loop_ == nullptr;
  if (!comes_out && !std::exchange(called_out_, true)) loop_->stop();
}

// The loop's thread has come out: does it go in again, and for how long?
PARLEY_DECL void WorkerPool::run_turns(std::size_t handlers) {
  const bool goes_on = turn_by_turn_ ? handlers > 0 : std::exchange(called_out_, false);
  if (!goes_on) loop_ = nullptr;  // stopped
  if (loop_ != nullptr && !turn_by_turn_) loop_->restart();
  turn_by_turn_ = !loop_tasks_.empty();
}

PARLEY_DECL void WorkerPool::run_loop_tasks(Lock& lock, Worker& me) {
  running_loop_tasks_ = true;
  ++rounds_;
  if (!watching_ && !std::exchange(watcher_wanted_, true)) wake_or_start();
  while (holder_ == &me && !loop_tasks_.empty() && tasks_are_quick()) {
    if (loop_tasks_.size() == 1) {
      execute_next(lock, loop_tasks_);
    } else {
      run_batch(lock, me);
    }
  }
  if (holder_ != &me) return;
  running_loop_tasks_ = false;
  if (!loop_tasks_.empty()) enqueue_loop_tasks(lock);  // slow after all
}

PARLEY_DECL void WorkerPool::run_batch(Lock& lock, Worker& me) {
  constexpr std::chrono::microseconds held_back(100);
  me.batch.open();
  current_batch = &me.batch;
  auto flush_at = Clock::now() + held_back;
  while (holder_ == &me && !loop_tasks_.empty() && tasks_are_quick()) {
    execute_next(lock, loop_tasks_);
    if (Clock::now() < flush_at) continue;
    flush_at += held_back;
    lock.unlock();
    me.batch.flush();
    lock.lock();
  }
  current_batch = nullptr;
  lock.unlock();
  me.batch.close();
  lock.lock();
}

PARLEY_DECL void WorkerPool::enqueue_loop_tasks(Lock& lock) {
  while (!loop_tasks_.empty()) {
    Task task = std::move(loop_tasks_.front());
    loop_tasks_.pop_front();
    Worker* called = nullptr;
    if (!enqueue(std::move(task), called)) watch_for_stall(lock);
    if (called != nullptr) called->wake.notify_one();
  }
}

// The holder becomes a plain worker.
PARLEY_DECL void WorkerPool::lose_loop(Lock& lock) {
  SendBatch& batch = holder_->batch;
  quick_in_a_row_ = penalty;
  holder_ = nullptr;
  running_loop_tasks_ = false;
  enqueue_loop_tasks(lock);
  lock.unlock();
  batch.close();
  lock.lock();
}

PARLEY_DECL void WorkerPool::let_go_of_loop() {
  Lock lock(mutex_);
  if (!is_holder(std::this_thread::get_id())) return;
  if (!running_loop_tasks_) {
    quick_in_a_row_ = penalty;
    return enqueue_loop_tasks(lock);
  }
  lose_loop(lock);
  if (holder_ == nullptr) wake_or_start();
}

// Takes the loop over from a holder that does not come back to it; goes when nothing has happened
// for a while.
PARLEY_DECL void WorkerPool::watch(Lock& lock, Worker& me) {
  constexpr int calm_enough = 4;
  watcher_wanted_ = false;
  watching_ = true;
  std::uint64_t seen = 0;
  auto pause = patience;
  for (int calm = 0; calm < calm_enough && (running_loop_tasks_ || !stopping_);) {
    me.wake.wait_for(lock, pause);
    const bool moved = std::exchange(seen, rounds_) != rounds_;
    if (running_loop_tasks_ && !moved) {
      watching_ =
          false;  // First: losing the loop leaves the lock, and its next holder may want one.
      return lose_loop(lock);
    }
    calm = moved ? 0 : calm + 1;
    pause = moved && !running_loop_tasks_ ? std::min(2 * pause, most_patience) : patience;
  }
  watching_ = false;
}

// ---- the end

PARLEY_DECL void WorkerPool::stop() {
  Lock lock(mutex_);
  stopping_ = true;
  while (Worker* const worker = take_idle()) worker->wake.notify_one();
  if (!queue_.empty()) start_thread();
  changed_.wait(lock, [this] {
    const bool loop_only = loop_ != nullptr && holder_ != nullptr && running_ == 1;
    return queue_.empty() && loop_tasks_.empty() && !running_loop_tasks_ &&
           (running_ == 0 || loop_only);
  });
  join(lock, false);
}

PARLEY_DECL void WorkerPool::stop_loop() {
  Lock lock(mutex_);
  if (loop_ != nullptr) std::exchange(loop_, nullptr)->stop();
  join(lock, true);
}

// Joins the threads that have ended, or all.
PARLEY_DECL void WorkerPool::join(Lock& lock, bool all) {
  for (;;) {
    const auto next = std::find_if(entries_.begin(), entries_.end(), [&](const auto& worker) {
      return worker->thread.joinable() && (all || !worker->running);
    });
    if (next == entries_.end()) return;
    std::thread thread = std::move((*next)->thread);
    lock.unlock();
    thread.join();
    lock.lock();
  }
}

PARLEY_DECL bool WorkerPool::on_own_thread() {
  const Lock lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(), [](const auto& worker) {
    return worker->running && worker->id == std::this_thread::get_id();
  });
}

}  // namespace parley::detail
