// SPDX-License-Identifier: MIT
// Bodies of Runtime.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <parley/rpc/coroutine_runner.hpp>
#include <parley/rpc/impl/timer_queue.ipp>
#include <parley/rpc/impl/worker_pool.ipp>
#include <parley/rpc/runtime.hpp>

namespace parley {
namespace detail {

// An event loop of our own.
struct OwnLoop {
  // The hint: one thread at a time runs the loop, so asio need not wake a second one. Posting from
  // anywhere stays safe.
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
};

}  // namespace detail

struct Runtime::State {
  explicit State(const RuntimeOptions& options)
      : pool(std::make_shared<detail::WorkerPool>(options)) {}

  ~State() {
    if (!pool) return;
    pool->stop();
    if (queue) queue->stop();
    pool->use_timer(nullptr);
    pool->stop_loop();
    pool->stop();   // what the loop has posted meanwhile
    queue.reset();  // holds a timer of the loop, so it goes first
  }

  asio::io_context& io() {
    if (asio::io_context* const known = context.load(std::memory_order_acquire)) return *known;
    const std::lock_guard lock(starting);
    if (!loop) {
      loop.emplace();
      queue = std::make_shared<detail::TimerQueue>(loop->io, false);
      coroutines.emplace(loop->io, true);
      context.store(&loop->io, std::memory_order_release);
      pool->start_loop(loop->io);
    }
    return loop->io;
  }

  TimerService& timers() {
    if (given_timers != nullptr) return *given_timers;
    io();
    return *queue;
  }

  static void in_2_ms(TimerService& timers, Task task) {
    timers.schedule(TimerService::Clock::now() + std::chrono::milliseconds(2), std::move(task));
  }

  std::mutex starting;
  std::atomic<asio::io_context*> context = nullptr;
  std::optional<detail::OwnLoop> loop;
  std::shared_ptr<detail::TimerQueue> queue;
  std::optional<detail::CoroutineRunner> coroutines;
  std::shared_ptr<detail::WorkerPool> pool;
  Executor* given_workers = nullptr;
  TimerService* given_timers = nullptr;
};

PARLEY_DECL Runtime::Runtime(RuntimeOptions options) : state_(std::make_unique<State>(options)) {
  state_->pool->use_timer(
      [state = state_.get()](Task task) { State::in_2_ms(state->timers(), std::move(task)); });
}

PARLEY_DECL Runtime::Runtime(asio::io_context& io, RuntimeOptions options)
    : state_(std::make_unique<State>(options)) {
  state_->queue = std::make_shared<detail::TimerQueue>(io, true);
  state_->coroutines.emplace(io, false);
  state_->context = &io;
  state_->pool->use_timer(
      [queue = state_->queue](Task task) { State::in_2_ms(*queue, std::move(task)); });
}

PARLEY_DECL Runtime::Runtime(Executor& workers, TimerService& timers)
    : state_(std::make_unique<State>(RuntimeOptions())) {
  state_->given_workers = &workers;
  state_->given_timers = &timers;
}

PARLEY_DECL Runtime::~Runtime() {
  if (!on_loop_thread() && !state_->pool->on_own_thread()) return;
  // A thread cannot wait for its own end, so another one does. It must not touch a loop that was
  // only lent to us.
  if (!state_->loop && state_->queue) {
    state_->pool->use_timer(nullptr);
    state_->queue->stop();
    std::thread([pool = std::move(state_->pool)] { pool->stop(); }).detach();
  } else {
    std::thread([state = std::move(state_)]() mutable { state.reset(); }).detach();
  }
}

PARLEY_DECL asio::io_context& Runtime::io() { return state_->io(); }

PARLEY_DECL Executor& Runtime::workers() {
  return state_->given_workers != nullptr ? *state_->given_workers : *state_->pool;
}

PARLEY_DECL TimerService& Runtime::timers() { return state_->timers(); }

PARLEY_DECL detail::CoroutineRunner& Runtime::coroutines() {
  state_->io();
  return *state_->coroutines;
}

PARLEY_DECL bool Runtime::on_loop_thread() const noexcept {
  asio::io_context* const io = state_->context.load(std::memory_order_acquire);
  return io != nullptr && io->get_executor().running_in_this_thread();
}

PARLEY_DECL void Runtime::about_to_block() {
  if (state_->pool != nullptr) state_->pool->let_go_of_loop();
}

}  // namespace parley
