// SPDX-License-Identifier: MIT
// A request whose typed answer is still owed.
#pragma once

#include <stop_token>
#include <utility>

#include <parley/rpc/incoming.hpp>

namespace parley {

/// Answers a request later, from any thread, once. A handler that takes one as its last parameter
/// returns at once and keeps it:
///
///     router.on<ask>([](AskParams p, Responder<AskResult> r) { queue.push({p, std::move(r)}); });
///
/// Destroying it unanswered answers with an internal error. Lifetime: may outlive the connection.
template <class Result>
class Responder {
 public:
  explicit Responder(IncomingRequest request) : request_(std::move(request)) {}

  void operator()(const Result& result) { request_.reply(result); }
  void fail(const Error& error) { request_.fail(error); }
  /// Inside a catch block: answers with what was thrown.
  void fail_with_current_exception() { request_.fail_with_current_exception(); }
  std::stop_token stop_token() const { return request_.stop_token(); }
  const RequestId& id() const { return request_.id(); }
  explicit operator bool() const { return static_cast<bool>(request_); }

 private:
  IncomingRequest request_;
};

}  // namespace parley
