// SPDX-License-Identifier: MIT
// Posts handlers for a connection, which waits for them when it is shut down. The bodies come with
// connection.hpp in the header-only build.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <parley/rpc/executor.hpp>

namespace parley {

class ConnectionState;

namespace detail {

/// The connection waits for one more handler.
void count_handler(ConnectionState& connection);
/// Runs a handler that was counted: calls `run(handler)`, and logs what that throws.
void run_counted_handler(ConnectionState& connection, void* handler, void (*run)(void*));

/// Posts a handler that was counted. A template, so that a small handler takes no allocation.
template <class F>
void post_counted_handler(std::shared_ptr<ConnectionState> connection, Executor& executor,
                          F handler) {
  executor.post([connection = std::move(connection),
                 handler = std::optional<F>(std::move(handler))]() mutable {
    run_counted_handler(*connection, &handler, [](void* place) {
      // What the handler owns goes while the connection knows that this thread runs it.
      struct Holder {
        std::optional<F>& handler;
        ~Holder() { handler.reset(); }
      } holder{*static_cast<std::optional<F>*>(place)};
      (*holder.handler)();
    });
  });
}

/// Counts and posts a handler.
template <class F>
void post_handler(std::shared_ptr<ConnectionState> connection, Executor& executor, F handler) {
  count_handler(*connection);
  post_counted_handler(std::move(connection), executor, std::move(handler));
}

}  // namespace detail
}  // namespace parley
