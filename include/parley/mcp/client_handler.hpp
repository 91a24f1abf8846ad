// SPDX-License-Identifier: MIT
// The forms that a client's handlers may have, erased to one. Not for programs.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include <parley/config.hpp>
#include <parley/mcp/client_context.hpp>
#include <parley/mcp/client_session.hpp>
#include <parley/rpc/async.hpp>
#include <parley/rpc/incoming.hpp>
#include <parley/rpc/responder.hpp>
#include <parley/rpc/router.hpp>
#include <parley/rpc/run.hpp>

namespace parley::mcp::detail {

using ContextPtr = std::shared_ptr<ClientContext>;
template <class Result>
using BeforeReply = parley::detail::BeforeReply<Result>;

/// Answers one kind of request; called concurrently.
template <class Result>
struct RequestHandler {
  std::function<void(ContextPtr, IncomingRequest, BeforeReply<Result>)> answer;
  Run run = Run::worker;

  explicit operator bool() const { return static_cast<bool>(answer); }
};

template <class Params, class Result, class F>
void answer_with_context(const std::shared_ptr<F>& owner, const ContextPtr& context,
                         IncomingRequest request, BeforeReply<Result> before_reply) {
  using Respond = Responder<Result>;
  F& handler = *owner;
  // Both live as long as the handler is at work, which may be after this function, and even after
  // the client's end.
  BeforeReply<Result> held = [owner, context,
                              before_reply = std::move(before_reply)](Result& result) {
    if (before_reply) before_reply(result);
  };
  const auto answer = [&](auto bound) {
    parley::detail::answer_with<Params, Result>(bound, std::move(request), std::move(held));
  };
  if constexpr (std::is_invocable_v<F&, Params&&, ClientContext&, Respond>) {
    answer([&](Params&& params, Respond respond) {
      handler(std::move(params), *context, std::move(respond));
    });
  } else if constexpr (std::is_invocable_v<F&, Params&&, ClientContext&>) {
    answer([&](Params&& params) { return handler(std::move(params), *context); });
  } else {
    static_assert(std::is_invocable_v<F&, Params&&, Respond> || std::is_invocable_v<F&, Params&&>,
                  "the handler takes neither (params), (params, ClientContext&), nor one of these "
                  "with a Responder<Result> at the end");
    parley::detail::answer_with<Params, Result>(handler, std::move(request), std::move(held));
  }
}

template <class Params, class Result, class F>
RequestHandler<Result> erase_handler(F handler, Run run) {
  auto shared = std::make_shared<F>(std::move(handler));
  return {[shared](const ContextPtr& context, IncomingRequest request,
                   BeforeReply<Result> before_reply) {
            answer_with_context<Params, Result>(shared, context, std::move(request),
                                                std::move(before_reply));
          },
          run};
}

template <class F, class Params>
decltype(auto) call_notified(F& handler, Params&& params, ClientSession& session) {
  if constexpr (std::is_invocable_v<F&, Params&&, ClientSession&>) {
    return handler(std::forward<Params>(params), session);
  } else if constexpr (std::is_invocable_v<F&, Params&&>) {
    return handler(std::forward<Params>(params));
  } else if constexpr (std::is_invocable_v<F&, ClientSession&>) {
    return handler(session);
  } else {
    static_assert(std::is_invocable_v<F&>,
                  "the handler takes neither (params, ClientSession&), (params), (ClientSession&), "
                  "nor ()");
    return handler();
  }
}

template <class Params, class F>
std::function<void(ClientSession&, IncomingNotification&)> erase_notification(F handler) {
  return [shared = std::make_shared<F>(std::move(handler))](ClientSession& session,
                                                            IncomingNotification& notification) {
    const auto bound = [&](Params&& params) {
      return call_notified(*shared, std::move(params), session);
    };
    parley::detail::notify_with<Params>(bound, notification);
  };
}

}  // namespace parley::mcp::detail
