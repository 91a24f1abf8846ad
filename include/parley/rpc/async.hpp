// SPDX-License-Identifier: MIT
// The seam between parley's operations and completion tokens. Programs that use coroutines or
// other asio tokens include <parley/rpc/asio.hpp>; nobody else needs it.
#pragma once

#include <exception>
#include <type_traits>
#include <utility>

namespace parley::detail {

template <class T>
struct Type {
  using type = T;
};

/// Starts an operation whose end is `void(std::exception_ptr, Result)`. `start(done)` begins it
/// and gives a CallHandle, or something else that has a `cancel()`. A callback is taken as it is;
/// any other token is asio's business: `asio_initiate` is found when <parley/rpc/asio.hpp> is
/// included.
template <class Result, class Start, class Token>
auto async_start(Start start, Token&& token) {
  if constexpr (std::is_invocable_v<std::decay_t<Token>&, std::exception_ptr, Result>) {
    return start(std::forward<Token>(token));
  } else {
    return asio_initiate(Type<Result>{}, std::move(start), std::forward<Token>(token));
  }
}

/// True for coroutine return types that a handler may have; asio.hpp specialises it.
template <class T>
struct Awaitable : std::false_type {
  using Result = T;
};

}  // namespace parley::detail
