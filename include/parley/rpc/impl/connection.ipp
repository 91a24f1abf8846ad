// SPDX-License-Identifier: MIT
// Bodies of Connection, IncomingRequest and IncomingNotification.
#pragma once

#include <parley/json/detail/literal.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/impl/connection_state.hpp>
#include <parley/rpc/impl/waiter.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/connection_state.ipp>
#endif

namespace parley {
namespace detail {

struct CancelOnStop {
  std::weak_ptr<ConnectionState> connection;
  CallId call;
  void operator()() const {
    if (auto state = connection.lock()) {
      state->cancel(call, Error(Errc::cancelled, "the caller cancelled the call"));
    }
  }
};

// Frames are built in one buffer a thread; a large one is given back.
inline std::string& frame_buffer() {
  thread_local std::string buffer;
  if (buffer.capacity() > (std::size_t{256} << 10)) std::string().swap(buffer);
  buffer.clear();
  return buffer;
}

inline Json& params_of(Message& message) {
  if (!message.params) message.params = Json::object();
  return *message.params;
}

}  // namespace detail

// --- IncomingRequest -----------------------------------------------------------------------------

PARLEY_DECL IncomingRequest::IncomingRequest(std::shared_ptr<ConnectionState> connection,
                                             std::shared_ptr<InFlight> request)
    : connection_(std::move(connection)), request_(std::move(request)) {}

PARLEY_DECL IncomingRequest& IncomingRequest::operator=(IncomingRequest&& other) noexcept {
  std::swap(connection_, other.connection_);
  std::swap(request_, other.request_);
  return *this;
}

PARLEY_DECL IncomingRequest::~IncomingRequest() {
  if (request_ == nullptr) return;
  connection_->log(Severity::error, "a handler did not answer " + method());
  fail(Error(error_code::internal_error, "Internal error"));
}

PARLEY_DECL const RequestId& IncomingRequest::id() const { return request_->message.id; }
PARLEY_DECL const std::string& IncomingRequest::method() const { return request_->message.method; }
PARLEY_DECL Json& IncomingRequest::params() { return detail::params_of(request_->message); }
PARLEY_DECL Json IncomingRequest::message() const { return request_->message.to_json(); }
PARLEY_DECL std::stop_token IncomingRequest::stop_token() const { return request_->stop.token(); }
PARLEY_DECL StopSignal& IncomingRequest::stop_signal() const { return request_->stop; }

PARLEY_DECL std::string& IncomingRequest::begin_reply() const {
  std::string& frame = detail::frame_buffer();
  detail::append_literal(frame, R"({"jsonrpc":"2.0","id":)");
  id().write(frame);
  detail::append_literal(frame, R"(,"result":)");
  return frame;
}

PARLEY_DECL void IncomingRequest::end_reply(std::string& frame) {
  frame += '}';
  const auto request = std::move(request_);
  std::move(connection_)->answer(*request, frame);
}

PARLEY_DECL void IncomingRequest::reply_text(std::string_view result) {
  std::string& frame = begin_reply();
  frame += result;
  end_reply(frame);
}

PARLEY_DECL void IncomingRequest::fail(const Error& error) {
  if (error.is_local()) {
    connection_->log(Severity::error, method() + " failed: " + error.what());
  }
  std::string& frame = detail::frame_buffer();
  write_error(&id(), error.to_text(), frame);
  const auto request = std::move(request_);
  std::move(connection_)->answer(*request, frame);
}

PARLEY_DECL void IncomingRequest::fail_with_current_exception() {
  try {
    throw;
  } catch (const Error& error) {
    fail(error);
  } catch (const std::exception& error) {
    connection_->log(Severity::error, "the handler of " + method() + " threw: " + error.what());
    fail(Error(error_code::internal_error, "Internal error"));
  } catch (...) {
    connection_->log(Severity::error, "the handler of " + method() + " threw");
    fail(Error(error_code::internal_error, "Internal error"));
  }
}

PARLEY_DECL void IncomingRequest::post(UniqueFunction<void(IncomingRequest)> handler) && {
  ConnectionState& connection = *connection_;
  connection.post([request = std::move(*this), handler = std::move(handler)]() mutable {
    handler(std::move(request));
  });
}

PARLEY_DECL Runtime& IncomingRequest::runtime() const { return connection_->runtime(); }

// --- IncomingNotification ------------------------------------------------------------------------

PARLEY_DECL IncomingNotification::IncomingNotification(std::shared_ptr<ConnectionState> connection,
                                                       std::shared_ptr<Message> message)
    : connection_(std::move(connection)), message_(std::move(message)) {}

PARLEY_DECL IncomingNotification::~IncomingNotification() {
  if (message_ != nullptr) connection_->notification_done();
}

PARLEY_DECL const std::string& IncomingNotification::method() const { return message_->method; }
PARLEY_DECL Json& IncomingNotification::params() { return detail::params_of(*message_); }
PARLEY_DECL Json IncomingNotification::message() const { return message_->to_json(); }

PARLEY_DECL void IncomingNotification::post(
    UniqueFunction<void(IncomingNotification&)> handler) && {
  ConnectionState& connection = *connection_;
  connection.post([notification = std::move(*this), handler = std::move(handler)]() mutable {
    notification.run([&] { handler(notification); });
  });
}

PARLEY_DECL Runtime& IncomingNotification::runtime() const { return connection_->runtime(); }

PARLEY_DECL void IncomingNotification::log_current_exception() const {
  try {
    throw;
  } catch (const std::exception& error) {
    connection_->log(Severity::error, "the handler of " + method() + " threw: " + error.what());
  } catch (...) {
    connection_->log(Severity::error, "the handler of " + method() + " threw");
  }
}

PARLEY_DECL IncomingNotification::Scope::Scope(const IncomingNotification& notification)
    : outer_(std::exchange(ConnectionState::delivering, notification.connection_.get())) {}
PARLEY_DECL IncomingNotification::Scope::~Scope() { ConnectionState::delivering = outer_; }

// --- Connection ----------------------------------------------------------------------------------

PARLEY_DECL Connection::Connection(std::unique_ptr<Transport> transport, Dispatcher& dispatcher,
                                   const ProtocolRules& rules, std::shared_ptr<Runtime> runtime,
                                   ConnectionOptions options)
    : state_(std::make_shared<ConnectionState>(std::move(transport), dispatcher, rules,
                                               std::move(runtime), std::move(options))) {}

PARLEY_DECL Connection::~Connection() { state_->shut_down(); }

PARLEY_DECL void Connection::shut_down() { state_->shut_down(); }

PARLEY_DECL void Connection::start() { state_->start(); }

PARLEY_DECL Json Connection::call(std::string_view method, std::string_view params,
                                  const CallOptions& options) {
  state_->require_blocking_allowed(method);
  detail::Waiter<Outcome> waiter;
  const CallId call = state_->start_call(
      method, params, options,
      CallCompletion{[&waiter](Outcome outcome) { waiter.put(std::move(outcome)); },
                     /*direct=*/true});
  const std::stop_callback cancel(options.stop, detail::CancelOnStop{state_, call});
  Outcome outcome = waiter.take();
  if (!outcome) throw std::move(outcome.error());
  return std::move(*outcome);
}

PARLEY_DECL CallHandle Connection::start_call(std::string_view method, std::string_view params,
                                              const CallOptions& options,
                                              UniqueFunction<void(Outcome)> done) {
  return start_call(method, params, options, CallCompletion{std::move(done), false});
}

PARLEY_DECL CallHandle Connection::start_call(std::string_view method, std::string_view params,
                                              const CallOptions& options,
                                              CallCompletion completion) {
  if (!options.stop.stop_possible()) {
    return {state_, state_->start_call(method, params, options, std::move(completion))};
  }
  // The callback lives as long as the call is pending, and is registered once its number is known.
  using Cancel = std::stop_callback<detail::CancelOnStop>;
  auto link = std::make_shared<std::optional<Cancel>>();
  const bool direct = completion.direct;
  const CallId call =
      state_->start_call(method, params, options,
                         CallCompletion{[link, take = std::move(completion.take)](
                                            Outcome outcome) mutable { take(std::move(outcome)); },
                                        direct});
  if (call != 0) link->emplace(options.stop, detail::CancelOnStop{state_, call});
  return {state_, call};
}

PARLEY_DECL void CallHandle::cancel() const { detail::CancelOnStop{connection_, call_}(); }

PARLEY_DECL void CallHandle::extend(std::chrono::milliseconds timeout) const {
  if (auto state = connection_.lock()) state->extend(call_, timeout);
}

PARLEY_DECL void Connection::notify(std::string_view method, std::string_view params) {
  state_->notify(method, params);
}

PARLEY_DECL void Connection::close() {
  state_->close(Error(Errc::closed, "this side closed the connection"));
}

PARLEY_DECL bool Connection::closed() const { return state_->closed(); }
PARLEY_DECL Error Connection::wait_closed() { return state_->wait_closed(); }
PARLEY_DECL void Connection::update_rules(const std::function<void(ProtocolRules&)>& change) {
  state_->update_rules(change);
}
PARLEY_DECL void Connection::log(Severity severity, std::string_view text) const {
  state_->log(severity, text);
}
PARLEY_DECL Executor& Connection::executor() const { return state_->executor(); }
PARLEY_DECL Runtime& Connection::runtime() const { return state_->runtime(); }
PARLEY_DECL bool Connection::on_reading_thread() noexcept {
  return ConnectionState::reading_depth > 0;
}

PARLEY_DECL void Connection::require_blocking_allowed(std::string_view method) const {
  state_->require_blocking_allowed(method);
}

PARLEY_DECL bool Connection::is_pending(CallId call) const { return state_->is_pending(call); }

PARLEY_DECL void Connection::throw_invalid_result(std::string_view method,
                                                  const DecodeError& error) {
  throw Error(Errc::invalid_result, "the result of " + std::string(method) +
                                        " is not what the protocol says: " + error.message());
}

}  // namespace parley
