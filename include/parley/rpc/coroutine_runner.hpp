// SPDX-License-Identifier: MIT
// Runs handlers that are coroutines on an event loop.
#pragma once

#include <atomic>

#include <asio/awaitable.hpp>

#include <parley/config.hpp>
#include <parley/rpc/unique_function.hpp>

namespace asio {
class io_context;
}

namespace parley::detail {

/// Runs handlers that are coroutines. What `asio::co_spawn` does for each coroutine costs more than
/// a short handler. On a loop of our own the coroutine that it made for one handler stays, and runs
/// the next one, if no other waits to do so already.
///
/// Thread safety: any thread. Lifetime: the loop outlives it, and if it is our own does not run any
/// more when this goes.
class CoroutineRunner {
 public:
  /// A loop that is not our own would not end while a coroutine waits on it: there none does.
  CoroutineRunner(asio::io_context& io, bool own) : io_(io), own_(own) {}
  ~CoroutineRunner();
  CoroutineRunner(const CoroutineRunner&) = delete;
  CoroutineRunner& operator=(const CoroutineRunner&) = delete;

  /// Runs `work` on the loop; on the loop's thread in place, up to where it suspends. What it
  /// throws is lost.
  void run(asio::awaitable<void> work);

 private:
  struct Waiting {
    UniqueFunction<void()> resume;
    asio::awaitable<void> work;
  };

  struct Wait;

  static void end(Waiting* waiting);
  asio::awaitable<void> run_in_turn(asio::awaitable<void> work);

  asio::io_context& io_;
  const bool own_;
  std::atomic<Waiting*> waiting_ = nullptr;
};

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/coroutine_runner.ipp>
#endif
