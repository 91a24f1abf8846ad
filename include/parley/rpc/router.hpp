// SPDX-License-Identifier: MIT
// Which handler answers which method, typed by the rows of a method table.
#pragma once

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <parley/config.hpp>
#include <parley/json/convert.hpp>
#include <parley/rpc/async.hpp>
#include <parley/rpc/incoming.hpp>
#include <parley/rpc/method.hpp>
#include <parley/rpc/responder.hpp>
#include <parley/rpc/run.hpp>

namespace parley {

/// Maps method names to handlers and hands requests and notifications to them.
///
///     Router router;
///     router.on<ask>([](const AskParams& p) { return AskResult{...}; });
///     router.on<told>([](const ToldParams& p) { ... });
///
/// A handler of a request returns the result, or takes a `Responder<Result>` as its last parameter
/// and answers later, or is a coroutine (`asio::awaitable<Result>`, with <parley/rpc/asio.hpp>).
/// What it throws is the answer: an Error as it is, anything else as an internal error. Params that
/// do not decode are answered with -32602 before the handler is called; requests for other methods
/// with -32601; other notifications are ignored.
///
/// Thread safety: register everything before the connection starts; dispatch is then safe from any
/// thread. Handlers of requests may run concurrently, handlers of notifications run one at a time.
class Router : public Dispatcher {
 public:
  using RawRequest = std::function<void(IncomingRequest)>;
  using RawNotification = std::function<void(IncomingNotification&)>;

  template <RequestMethod M, class F>
  Router& on(F handler, Run run = Run::worker);
  template <NotificationMethod M, class F>
  Router& on(F handler, Run run = Run::worker);

  /// Handlers of extension methods, which take the message undecoded.
  Router& on_request(std::string method, RawRequest handler, Run run = Run::worker);
  Router& on_notification(std::string method, RawNotification handler, Run run = Run::worker);
  /// Handles the requests that no other handler takes, instead of answering -32601.
  Router& on_other_requests(RawRequest handler, Run run = Run::worker);

  void on_request(IncomingRequest request) override;
  void on_notification(IncomingNotification notification) override;

 private:
  struct RequestEntry {
    RawRequest handler;
    Run run = Run::worker;
  };
  struct NotificationEntry {
    RawNotification handler;
    Run run = Run::worker;
  };

  std::map<std::string, RequestEntry, std::less<>> requests_;
  std::map<std::string, NotificationEntry, std::less<>> notifications_;
  RequestEntry other_;
};

namespace detail {

/// Answers -32602 with the place of the error; false when the params do not decode.
template <class Params>
bool decode_params(IncomingRequest& request, Params& params) {
  DecodeContext context;
  static constexpr Path root{nullptr, "params"};
  if (Codec<Params>::decode(request.params(), params, context, root)) return true;
  request.fail(Error(error_code::invalid_params, "Invalid params: " + context.error.message()));
  return false;
}

template <class Result>
void settle_awaited(IncomingRequest& request, const std::exception_ptr& error, Result& result,
                    const BeforeReply<Result>& before_reply) {
  try {
    if (error) std::rethrow_exception(error);
    if (before_reply) before_reply(result);
    request.reply(result);
  } catch (...) {
    request.fail_with_current_exception();
  }
}

/// Calls a request handler of any of the allowed forms and answers with what it gives. `owner`
/// keeps the handler, whose captures a coroutine uses to its end: that may be after the router's.
template <class Params, class Result, class F>
void answer_with(F& handler, IncomingRequest request, BeforeReply<Result> before_reply = {},
                 const std::shared_ptr<const void>& owner = {}) {
  // The params of a coroutine must live as long as it does.
  auto params = std::make_unique<Params>();
  if (!decode_params(request, *params)) return;
  try {
    if constexpr (std::is_invocable_v<F&, Params&&, Responder<Result>>) {
      handler(std::move(*params), Responder<Result>(std::move(request), std::move(before_reply)));
    } else {
      using Returned = std::invoke_result_t<F&, Params&&>;
      if constexpr (Awaitable<Returned>::value) {
        Runtime& runtime = request.runtime();
        // Called here: `handler` itself may be gone when the event loop gets to it.
        auto start = [work = handler(std::move(*params))]() mutable { return std::move(work); };
        spawn_awaitable(Type<Result>{}, runtime, std::move(start),
                        [owner, request = std::move(request), params = std::move(params),
                         before_reply = std::move(before_reply)](std::exception_ptr error,
                                                                 Result result) mutable {
                          settle_awaited(request, error, result, before_reply);
                        });
      } else if constexpr (std::is_void_v<Returned>) {
        handler(std::move(*params));
        Result result{};
        if (before_reply) before_reply(result);
        request.reply(result);
      } else {
        static_assert(std::is_convertible_v<Returned, Result>,
                      "the handler does not return the result type of its method");
        Result result = handler(std::move(*params));
        if (before_reply) before_reply(result);
        request.reply(result);
      }
    }
  } catch (...) {
    if (request) request.fail_with_current_exception();
  }
}

template <class Params, class F>
void notify_with(F& handler, IncomingNotification& notification) {
  static_assert(!Awaitable<std::invoke_result_t<F&, Params&&>>::value,
                "a notification's handler is a plain function; it may co_spawn a coroutine itself");
  Params params{};
  DecodeContext context;
  static constexpr Path root{nullptr, "params"};
  try {
    if (!Codec<Params>::decode(notification.params(), params, context, root)) {
      throw Error(error_code::invalid_params, context.error.message());
    }
    handler(std::move(params));
  } catch (...) {
    notification.log_current_exception();
  }
}

}  // namespace detail

template <RequestMethod M, class F>
Router& Router::on(F handler, Run run) {
  auto shared = std::make_shared<F>(std::move(handler));
  return on_request(
      std::string(M::info.name),
      [shared](IncomingRequest request) {
        detail::answer_with<typename M::Params, typename M::Result>(*shared, std::move(request), {},
                                                                    shared);
      },
      run);
}

template <NotificationMethod M, class F>
Router& Router::on(F handler, Run run) {
  auto shared = std::make_shared<F>(std::move(handler));
  return on_notification(
      std::string(M::info.name),
      [shared](IncomingNotification& notification) {
        detail::notify_with<typename M::Params>(*shared, notification);
      },
      run);
}

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/router.ipp>
#endif
