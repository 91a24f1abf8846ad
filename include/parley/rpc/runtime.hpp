// SPDX-License-Identifier: MIT
// The threads behind connections: an event loop for I/O and timers, and a pool for handlers.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include <parley/config.hpp>
#include <parley/rpc/executor.hpp>
#include <parley/rpc/timer_service.hpp>

namespace asio {
class io_context;
}

namespace parley {

namespace detail {
class CoroutineRunner;
}

/// Bounds of a runtime's worker pool.
struct RuntimeOptions {
  /// Most handler threads at once, at least 1. Threads are started when all others are busy and end
  /// after being idle, so that handlers which block (a person is asked) never starve the rest: as
  /// many as the machine has cores at once, further ones when nothing has moved for 2 ms. Handlers
  /// that have been quick run on the event loop's own thread, which saves waking another one; when
  /// one of them blocks after all, another thread takes the loop over.
  std::size_t max_workers = 64;
  /// How long an idle worker thread is kept.
  std::chrono::milliseconds worker_idle_time{10'000};
};

/// What connections run on. One runtime serves any number of them; a program that names none gets
/// one of its own per client or server.
///
///     auto runtime = std::make_shared<Runtime>();              // own event-loop thread
///     asio::io_context io; auto runtime = std::make_shared<Runtime>(io);  // yours; you call run()
///
/// Threads are started when they are first needed.
///
/// Thread safety: every member may be called from any thread.
/// Lifetime: connections hold it by shared_ptr. The destructor stops the loop, lets the workers
/// finish what was posted to them, and joins its threads; if the last owner lets go on one of those
/// threads, that thread is detached from the wait and finishes by itself.
class Runtime {
 public:
  explicit Runtime(RuntimeOptions options = {});
  /// Uses `io` for I/O and timers; it must outlive the runtime, and the program runs it.
  explicit Runtime(asio::io_context& io, RuntimeOptions options = {});
  /// Made of parts that outlive it: with `ManualExecutor` and `ManualTimers` a test steps through
  /// everything on one thread. Only a transport that does real I/O starts a thread then.
  Runtime(Executor& workers, TimerService& timers);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// The event loop, for transports and for asio code of yours.
  asio::io_context& io();
  /// The pool that plain handlers run on.
  Executor& workers();
  TimerService& timers();
  /// True inside the event loop: on a thread that is running `io()`, in one of its handlers.
  bool on_loop_thread() const noexcept;
  /// A task of `workers()` is about to wait for something that the loop has to bring. Waiting works
  /// without it, but may then take 2 ms longer: short tasks run on the loop's own thread, and this
  /// makes another thread take the loop at once. A handler of the loop that is about to wait for
  /// tasks that it posted has to call this, or they may run only after it.
  void about_to_block();
  /// What runs handlers that are coroutines; see <parley/rpc/asio.hpp>.
  detail::CoroutineRunner& coroutines();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/runtime.ipp>
#endif
