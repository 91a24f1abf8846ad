// SPDX-License-Identifier: MIT
// A request whose typed answer is still owed.
#pragma once

#include <functional>
#include <stop_token>
#include <utility>

#include <parley/rpc/incoming.hpp>

namespace parley {

namespace detail {

/// What a protocol does with the result of a handler before it is sent: completes it, or throws the
/// Error that is the answer instead. It lives as long as the handler is at work.
template <class Result>
using BeforeReply = std::function<void(Result&)>;

}  // namespace detail

/// Answers a request later, from any thread, once. A handler that takes one as its last parameter
/// returns at once and keeps it:
///
///     router.on<ask>([](AskParams p, Responder<AskResult> r) { queue.push({p, std::move(r)}); });
///
/// Destroying it unanswered answers with an internal error. Lifetime: may outlive the connection.
template <class Result>
class Responder {
 public:
  explicit Responder(IncomingRequest request, detail::BeforeReply<Result> before_reply = {})
      : request_(std::move(request)), before_reply_(std::move(before_reply)) {}

  void operator()(const Result& result) {
    if (!before_reply_) return request_.reply(result);
    try {
      Result checked = result;
      before_reply_(checked);
      request_.reply(checked);
    } catch (...) {
      request_.fail_with_current_exception();
    }
  }
  void fail(const Error& error) { request_.fail(error); }
  /// Inside a catch block: answers with what was thrown.
  void fail_with_current_exception() { request_.fail_with_current_exception(); }
  std::stop_token stop_token() const { return request_.stop_token(); }
  const RequestId& id() const { return request_.id(); }
  explicit operator bool() const { return static_cast<bool>(request_); }

 private:
  IncomingRequest request_;
  detail::BeforeReply<Result> before_reply_;
};

}  // namespace parley
