// SPDX-License-Identifier: MIT
// Coroutines and completion tokens: include this to `co_await` parley's operations.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <asio/any_io_executor.hpp>
#include <asio/associated_cancellation_slot.hpp>
#include <asio/associated_executor.hpp>
#include <asio/async_result.hpp>
#include <asio/awaitable.hpp>
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/dispatch.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/use_awaitable.hpp>

#include <parley/rpc/async.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/coroutine_runner.hpp>
#include <parley/rpc/runtime.hpp>

namespace parley {

/// `co_await session.async_ping(parley::use_awaitable)`.
///
/// Name the arguments first: GCC 12 destroys braced temporaries inside a `co_await` expression
/// twice and refuses JSON initialiser lists there.
///
///     Json arguments = {{"city", "Paris"}};
///     auto result = co_await session.async_call_tool("forecast", arguments, use_awaitable);
using asio::use_awaitable;

namespace detail {

/// Carries an outcome to the executor of an asio handler.
template <class Handler, class Result>
class AsioCompletion {
 public:
  explicit AsioCompletion(Handler handler)
      : work_(asio::get_associated_executor(handler)), handler_(std::move(handler)) {}

  void operator()(std::exception_ptr error, Result result) {
    asio::get_associated_cancellation_slot(handler_).clear();
    asio::dispatch(work_.get_executor(), [handler = std::move(handler_), error = std::move(error),
                                          result = std::move(result)]() mutable {
      std::move(handler)(std::move(error), std::move(result));
    });
    work_.reset();
  }

 private:
  asio::executor_work_guard<asio::associated_executor_t<Handler>> work_;
  Handler handler_;
};

template <class Result, class Start, class Token>
auto asio_initiate(Type<Result>, Start start, Token&& token) {
  return asio::async_initiate<Token, void(std::exception_ptr, Result)>(
      [](auto handler, Start begin) {
        using Handler = decltype(handler);
        using Handle = std::invoke_result_t<Start&, AsioCompletion<Handler, Result>>;
        auto slot = asio::get_associated_cancellation_slot(handler);
        // The answer may come, and the handler be gone, before the slot is known to lead here.
        auto call = std::make_shared<Handle>();
        if (slot.is_connected()) {
          slot.assign([call](asio::cancellation_type) { call->cancel(); });
        }
        *call = begin(AsioCompletion<Handler, Result>(std::move(handler)));
      },
      token, std::move(start));
}

template <class T, class Executor>
struct Awaitable<asio::awaitable<T, Executor>> : std::true_type {
  using Result = T;
};

// A handler is mostly a lambda, and where several sources are compiled as one GCC warns of a frame
// that holds one.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

/// Calls a coroutine handler, `start()`, and tells `done` what becomes of it. Both live as long as
/// the handler runs, and so does what they own.
template <class Executor, class T, class Start, class Done>
asio::awaitable<void, Executor> run_handler(Type<T>, Start start, Done done) {
  std::exception_ptr error;
  if constexpr (std::is_void_v<T>) {
    try {
      co_await start();
    } catch (...) {
      error = std::current_exception();
    }
    done(std::move(error));
  } else {
    std::optional<T> result;
    try {
      auto value = co_await start();
      result.emplace(std::move(value));
    } catch (...) {
      error = std::current_exception();
    }
    done(std::move(error), result ? std::move(*result) : T());
  }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Calls a coroutine handler, `start()`, and runs what it returns, on the event loop;
/// `done(std::exception_ptr, T)` follows, or `done(std::exception_ptr)` for `awaitable<void>`.
/// The first argument makes the name known to argument-dependent lookup.
template <class T, class Start, class Done>
void spawn_awaitable(Type<T> type, Runtime& runtime, Start&& start, Done&& done) {
  using Executor = typename std::invoke_result_t<std::decay_t<Start>&>::executor_type;
  auto work = run_handler<Executor, T, std::decay_t<Start>, std::decay_t<Done>>(
      type, std::forward<Start>(start), std::forward<Done>(done));
  if constexpr (std::is_same_v<Executor, asio::any_io_executor>) {
    runtime.coroutines().run(std::move(work));
  } else {
    asio::co_spawn(runtime.io().get_executor(), std::move(work), asio::detached);
  }
}

}  // namespace detail
}  // namespace parley
