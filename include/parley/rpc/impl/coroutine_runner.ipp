// SPDX-License-Identifier: MIT
// Bodies of CoroutineRunner.
#pragma once

#include <utility>

#include <asio/async_result.hpp>
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/this_coro.hpp>
#include <asio/use_awaitable.hpp>

#include <parley/rpc/coroutine_runner.hpp>

namespace parley::detail {

PARLEY_DECL CoroutineRunner::~CoroutineRunner() { end(waiting_.exchange(nullptr)); }

// `waiting` is a part of the coroutine, which is taken apart where its handler goes.
PARLEY_DECL void CoroutineRunner::end(Waiting* waiting) {
  if (waiting == nullptr) return;
  const UniqueFunction<void()> handler = std::move(waiting->resume);
}

PARLEY_DECL void CoroutineRunner::run(asio::awaitable<void> work) {
  if (own_ && !io_.get_executor().running_in_this_thread()) {
    return asio::post(io_, [this, work = std::move(work)]() mutable { run(std::move(work)); });
  }
  if (Waiting* const waiting = waiting_.exchange(nullptr)) {
    waiting->work = std::move(work);
    UniqueFunction<void()> resume = std::move(waiting->resume);
    return resume();
  }
  asio::co_spawn(io_, own_ ? run_in_turn(std::move(work)) : std::move(work), asio::detached);
}

// Begins to wait. A type with a name, because the coroutine's frame has one of it.
struct CoroutineRunner::Wait {
  CoroutineRunner& runner;
  Waiting& waiting;

  template <class Handler>
  void operator()(Handler handler) const {
    waiting.resume = std::move(handler);
    end(runner.waiting_.exchange(&waiting));
  }
};

PARLEY_DECL asio::awaitable<void> CoroutineRunner::run_in_turn(asio::awaitable<void> work) {
  Waiting self;
  self.work = std::move(work);
  const Wait wait{*this, self};
  for (;;) {
    co_await std::move(self.work);
    if (waiting_.load() != nullptr) co_return;
    // As the next one may expect it, whatever the last one has changed.
    co_await asio::this_coro::reset_cancellation_state();
    co_await asio::this_coro::throw_if_cancelled(true);
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(wait, asio::use_awaitable);
  }
}

}  // namespace parley::detail
