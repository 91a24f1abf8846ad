// SPDX-License-Identifier: MIT
// A JSON-RPC connection: runs a session core on a transport, for any number of threads.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <parley/config.hpp>
#include <parley/json/convert.hpp>
#include <parley/rpc/call_options.hpp>
#include <parley/rpc/handler.hpp>
#include <parley/rpc/incoming.hpp>
#include <parley/rpc/limits.hpp>
#include <parley/rpc/method.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/rpc/session_core.hpp>
#include <parley/rpc/trace.hpp>
#include <parley/rpc/transport.hpp>

namespace parley {

/// How a connection is set up.
struct ConnectionOptions {
  Limits limits{};
  /// Timeout of calls that name none; none by default.
  std::optional<std::chrono::milliseconds> call_timeout{};
  TraceHook trace{};
  LogHook log{};
  /// Where handlers and callbacks run, and where timeouts come from. By default the runtime's.
  Executor* executor = nullptr;
  TimerService* timers = nullptr;
};

/// A call that may still be going on. Cheap to copy; outlives the connection safely.
class CallHandle {
 public:
  CallHandle() = default;
  CallHandle(std::weak_ptr<ConnectionState> connection, CallId call)
      : connection_(std::move(connection)), call_(call) {}

  /// The id on the wire, or 0 when nothing was sent.
  CallId id() const { return call_; }
  /// Tells the peer that the answer is not wanted any more; the call ends at once with
  /// `Errc::cancelled`. Does nothing when it has ended.
  void cancel() const;
  /// The peer showed progress: from now on the call may take this long.
  void extend(std::chrono::milliseconds timeout) const;

 private:
  std::weak_ptr<ConnectionState> connection_;
  CallId call_ = 0;
};

/// One end of a JSON-RPC connection: both ends may call and notify.
///
///     Connection connection(std::move(transport), dispatcher, rules, runtime);
///     connection.start();
///     Json result = connection.call("ping", "");
///
/// Thread safety: every member may be called from any thread. A blocking call made where it could
/// never return (an inline handler, the event loop's thread) fails with `Errc::would_deadlock`.
/// Lifetime: the destructor closes, ends what is pending with `Errc::closed`, and returns when no
/// handler of this connection runs any more, coroutines excepted: they see their stop token
/// tripped, may go on later on the event loop, and keep the runtime until they end
/// (docs/threads.md). The dispatcher outlives the connection.
class Connection {
 public:
  Connection(std::unique_ptr<Transport> transport, Dispatcher& dispatcher,
             const ProtocolRules& rules, std::shared_ptr<Runtime> runtime,
             ConnectionOptions options = {});
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Begins to read. Called once, when the dispatcher is ready.
  void start();

  // --- calls, untyped: params and results as JSON ------------------------------------------

  /// Calls and waits. Throws Error: the peer's, or a local one.
  Json call(std::string_view method, std::string_view params, const CallOptions& options = {});
  /// Calls; `done` takes the outcome once, on the executor, after the handlers of all
  /// notifications before the answer. Local failures are outcomes too.
  CallHandle start_call(std::string_view method, std::string_view params,
                        const CallOptions& options, UniqueFunction<void(Outcome)> done);
  /// As start_call, but `completion.take` may be asked to run on the reading thread.
  CallHandle start_call(std::string_view method, std::string_view params,
                        const CallOptions& options, CallCompletion completion);
  /// Sends a notification; `params` is a JSON text or empty. Throws Error when nothing was sent.
  void notify(std::string_view method, std::string_view params);

  // --- calls, typed by a row of a method table ---------------------------------------------

  template <RequestMethod M>
  typename M::Result call(const typename M::Params& params, const CallOptions& options = {}) {
    Json result = call(M::info.name, to_text(params), options);
    return take_result<typename M::Result>(std::move(result), M::info.name);
  }

  /// `done(std::exception_ptr, Result)` is called once, with either an error or a result.
  template <RequestMethod M, class Done>
  CallHandle start_call(const typename M::Params& params, const CallOptions& options, Done done) {
    using Result = typename M::Result;
    return start_call(
        M::info.name, to_text(params), options,
        UniqueFunction<void(Outcome)>([done = std::move(done)](Outcome outcome) mutable {
          finish<Result>(done, std::move(outcome), M::info.name);
        }));
  }

  template <NotificationMethod M>
  void notify(const typename M::Params& params) {
    notify(M::info.name, to_text(params));
  }

  // --- the connection itself ---------------------------------------------------------------

  /// Ends the connection once what was sent has been taken. Idempotent; returns at once.
  void close();
  /// What the destructor does: closes, and waits for the handlers. Idempotent.
  void shut_down();
  bool closed() const;
  /// Waits until the connection is over, and gives the reason.
  Error wait_closed();
  /// Protocol versions differ at the JSON-RPC level; a handshake settles it.
  void update_rules(const std::function<void(ProtocolRules&)>& change);
  void log(Severity severity, std::string_view text) const;
  /// Runs a handler on the executor; the destructor waits for it. What it throws is logged.
  template <class F>
  void post(F handler) const {
    detail::post_handler(state_, executor(), std::move(handler));
  }
  Executor& executor() const;
  Runtime& runtime() const;
  /// True where a blocking call could never return.
  static bool on_reading_thread() noexcept;
  /// Throws `Errc::would_deadlock` where a blocking call could never return.
  void require_blocking_allowed(std::string_view method) const;
  /// Whether a call of this side waits for its answer.
  bool is_pending(CallId call) const;

  /// Decodes a result, or throws `Errc::invalid_result` that says what was wrong with it.
  template <class Result>
  static Result take_result(Json result, std::string_view method) {
    auto decoded = decode<Result>(std::move(result));
    if (decoded) return std::move(*decoded);
    throw_invalid_result(method, decoded.error());
  }

  template <class Result, class Done>
  static void finish(Done& done, Outcome outcome, std::string_view method) {
    if (!outcome) return done(std::make_exception_ptr(std::move(outcome.error())), Result{});
    std::exception_ptr error;
    Result result{};
    try {
      result = take_result<Result>(std::move(*outcome), method);
    } catch (const Error&) {
      error = std::current_exception();
    }
    done(std::move(error), std::move(result));
  }

 private:
  [[noreturn]] static void throw_invalid_result(std::string_view method, const DecodeError& error);

  std::shared_ptr<ConnectionState> state_;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/connection.ipp>
#endif
