// SPDX-License-Identifier: MIT
// An answer that the agent waits for, and that several may want to give.
#pragma once

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <parley/acp/types/common.hpp>
#include <parley/json/value.hpp>
#include <parley/rpc/incoming.hpp>

namespace parley::acp {

/// The handler, a timeout, the cancellation of the turn: who comes first gives the answer, and the
/// others find that it is given (acp 1.3.10, 1.3.12, D13).
class OwedAnswer {
 public:
  explicit OwedAnswer(IncomingRequest request)
      : id(request.id()),
        method(request.method()),
        message(request.message()),
        request_(std::move(request)),
        forward_(request_.stop_token(), StopRequest{&withdrawn_}) {}

  // A copy, because whoever answers first takes the request with everything in it.
  const RequestId id;
  const std::string method;
  Json message;
  Json& params() {
    Json& params = message["params"];
    if (params.is_null()) params = Json::object();
    return params;
  }

  /// Tripped when the answer is not wanted any more.
  std::stop_token stop_token() const { return withdrawn_.get_token(); }

  /// The right to answer, once.
  std::optional<IncomingRequest> take() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(owed_, false)) return std::nullopt;
    return std::move(request_);
  }
  bool owed() const {
    const std::lock_guard lock(mutex_);
    return owed_;
  }
  void withdraw() { withdrawn_.request_stop(); }

  // Set before others see this object.

  SessionId session;
  /// What the session's cancellation answers with; empty for requests that go on.
  std::string_view cancelled_result;
  /// Too many were there when it came.
  bool over_capacity = false;
  std::uint64_t timer = 0;

 private:
  struct StopRequest {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };

  mutable std::mutex mutex_;
  IncomingRequest request_;
  bool owed_ = true;
  std::stop_source withdrawn_;
  std::stop_callback<StopRequest> forward_;
};

}  // namespace parley::acp
