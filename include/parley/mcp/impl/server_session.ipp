// SPDX-License-Identifier: MIT
// Bodies of ServerSession and RequestContext.
#pragma once

#include <parley/json/schema_validator.hpp>
#include <parley/mcp/impl/server_session_state.hpp>
#include <parley/mcp/request_context.hpp>
#include <parley/mcp/server_session.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/server_session_state.ipp>
#endif

namespace parley::mcp {
namespace detail {

template <class Result>
Result ask(Connection& connection, std::string_view method, std::string_view params,
           const CallOptions& options) {
  return Connection::take_result<Result>(connection.call(method, params, options), method);
}

template <class Result>
CallHandle start_asking(Connection& connection, std::string_view method, std::string_view params,
                        const CallOptions& options,
                        UniqueFunction<void(std::exception_ptr, Result)> done) {
  return connection.start_call(
      method, params, options,
      UniqueFunction<void(Outcome)>([done = std::move(done), method](Outcome outcome) mutable {
        Connection::finish<Result>(done, std::move(outcome), method);
      }));
}

// A failed precondition is an outcome like any other.
template <class Result, class Check>
bool refused(const Check& check, UniqueFunction<void(std::exception_ptr, Result)>& done) {
  try {
    check();
    return false;
  } catch (const Error&) {
    done(std::current_exception(), Result{});
    return true;
  }
}

// MCP A17: what a person filled in is checked on both sides.
inline void require_fitting(const ElicitResult& answer, const Json& schema) {
  if (answer.action != ElicitAction::accept || !answer.content) return;
  SchemaOptions options;
  options.assert_formats = true;
  const auto compiled = SchemaValidator::compile(schema, std::move(options));
  if (!compiled) return;  // The client had to understand it, not this side.
  if (const auto valid = compiled->validate(*answer.content); !valid) {
    throw Error(Errc::invalid_result,
                "the client's answer to elicitation/create does not fit the requested schema: " +
                    valid.error().to_text());
  }
}

inline std::optional<Json> requested_schema(const ElicitRequestParams& params) {
  const auto* form = std::get_if<ElicitRequestFormParams>(&params);
  if (form == nullptr) return std::nullopt;
  return to_json(form->requested_schema);
}

}  // namespace detail

// --- RequestContext ------------------------------------------------------------------------------

PARLEY_DECL RequestContext::RequestContext(std::shared_ptr<ServerSessionState> session,
                                           const Json* meta, StopSignal* stop)
    : session_(std::move(session)), meta_(meta), stop_(stop) {}

PARLEY_DECL const std::stop_token& RequestContext::stop_token() const {
  static const std::stop_token never;
  return stop_ != nullptr ? stop_->token() : never;
}

PARLEY_DECL std::string RequestContext::protocol_version() const {
  return session_->protocol_version();
}

PARLEY_DECL std::optional<Implementation> RequestContext::client_info() const {
  return session_->client_info();
}

PARLEY_DECL ClientCapabilities RequestContext::client_capabilities() const {
  return session_->client_capabilities();
}

PARLEY_DECL void RequestContext::progress(double done, std::optional<double> total,
                                          std::string message) {
  if (meta_ == nullptr || cancelled()) return;
  const auto token = progress_token_of(*meta_);
  if (!token || (last_progress_ && done <= *last_progress_)) return;
  last_progress_ = done;
  ProgressNotificationParams params;
  params.progress_token = *token;
  params.progress = done;
  params.total = total;
  if (!message.empty()) params.message = std::move(message);
  session_->connection().notify("notifications/progress", to_text(params));
}

PARLEY_DECL void RequestContext::log(LoggingLevel level, std::string_view text,
                                     std::string_view logger) {
  session_->log(level, Json(std::string(text)), logger);
}

PARLEY_DECL void RequestContext::log(LoggingLevel level, Json data, std::string_view logger) {
  session_->log(level, std::move(data), logger);
}

PARLEY_DECL void RequestContext::note_failure(std::string_view text) const {
  session_->connection().log(Severity::error, text);
}

PARLEY_DECL ElicitResult RequestContext::elicit(const ElicitRequestParams& params,
                                                const CallOptions& options) {
  session_->require_elicitation(params);
  auto answer = detail::ask<ElicitResult>(session_->connection(), "elicitation/create",
                                          to_text(params), options);
  if (const auto schema = detail::requested_schema(params)) {
    detail::require_fitting(answer, *schema);
  }
  return answer;
}

PARLEY_DECL ElicitResult RequestContext::elicit_form(std::string message, const std::string& schema,
                                                     const CallOptions& options) {
  session_->require_elicitation(ElicitRequestParams(ElicitRequestFormParams{}));
  std::string params = "{\"message\":" + to_text(message) + ",\"requestedSchema\":" + schema + "}";
  auto answer =
      detail::ask<ElicitResult>(session_->connection(), "elicitation/create", params, options);
  Json parsed;
  ParseError error;
  parse(schema, parsed, error);
  detail::require_fitting(answer, parsed);
  return answer;
}

PARLEY_DECL CreateMessageResult RequestContext::sample(const CreateMessageRequestParams& params,
                                                       const CallOptions& options) {
  session_->require_sampling(params);
  return detail::ask<CreateMessageResult>(session_->connection(), "sampling/createMessage",
                                          to_text(params), options);
}

PARLEY_DECL ListRootsResult RequestContext::list_roots(const CallOptions& options) {
  session_->require_roots();
  return detail::ask<ListRootsResult>(session_->connection(), "roots/list", "", options);
}

PARLEY_DECL void RequestContext::ping(const CallOptions& options) {
  detail::ask<EmptyResult>(session_->connection(), "ping", "", options);
}

PARLEY_DECL void RequestContext::notify_elicitation_complete(std::string elicitation_id) {
  ElicitationCompleteNotificationParams params;
  params.elicitation_id = std::move(elicitation_id);
  session_->connection().notify("notifications/elicitation/complete", to_text(params));
}

PARLEY_DECL CallHandle RequestContext::start_elicit(ServerSessionState& session,
                                                    const ElicitRequestParams& params,
                                                    const CallOptions& options,
                                                    Done<ElicitResult> done) {
  if (detail::refused<ElicitResult>([&] { session.require_elicitation(params); }, done)) return {};
  auto checked = [done = std::move(done), schema = detail::requested_schema(params)](
                     std::exception_ptr error, ElicitResult answer) mutable {
    try {
      if (!error && schema) detail::require_fitting(answer, *schema);
    } catch (const Error&) {
      error = std::current_exception();
    }
    done(std::move(error), std::move(answer));
  };
  return detail::start_asking<ElicitResult>(session.connection(), "elicitation/create",
                                            to_text(params), options, std::move(checked));
}

PARLEY_DECL CallHandle RequestContext::start_sample(ServerSessionState& session,
                                                    const CreateMessageRequestParams& params,
                                                    const CallOptions& options,
                                                    Done<CreateMessageResult> done) {
  const auto check = [&] { session.require_sampling(params); };
  if (detail::refused<CreateMessageResult>(check, done)) return {};
  return detail::start_asking<CreateMessageResult>(session.connection(), "sampling/createMessage",
                                                   to_text(params), options, std::move(done));
}

PARLEY_DECL CallHandle RequestContext::start_list_roots(ServerSessionState& session,
                                                        const CallOptions& options,
                                                        Done<ListRootsResult> done) {
  if (detail::refused<ListRootsResult>([&] { session.require_roots(); }, done)) return {};
  return detail::start_asking<ListRootsResult>(session.connection(), "roots/list", "", options,
                                               std::move(done));
}

// --- ServerSession -------------------------------------------------------------------------------

PARLEY_DECL ServerSession::ServerSession(std::shared_ptr<ServerSessionState> state)
    : state_(std::move(state)) {}

PARLEY_DECL ServerSession::~ServerSession() { state_->connection().shut_down(); }

PARLEY_DECL std::optional<Implementation> ServerSession::client_info() const {
  return state_->client_info();
}
PARLEY_DECL ClientCapabilities ServerSession::client_capabilities() const {
  return state_->client_capabilities();
}
PARLEY_DECL std::string ServerSession::protocol_version() const {
  return state_->protocol_version();
}
PARLEY_DECL void ServerSession::log(LoggingLevel level, Json data, std::string_view logger) {
  state_->log(level, std::move(data), logger);
}
PARLEY_DECL ElicitResult ServerSession::elicit(const ElicitRequestParams& params,
                                               const CallOptions& options) {
  return RequestContext(state_, nullptr, nullptr).elicit(params, options);
}
PARLEY_DECL CreateMessageResult ServerSession::sample(const CreateMessageRequestParams& params,
                                                      const CallOptions& options) {
  return RequestContext(state_, nullptr, nullptr).sample(params, options);
}
PARLEY_DECL ListRootsResult ServerSession::list_roots(const CallOptions& options) {
  return RequestContext(state_, nullptr, nullptr).list_roots(options);
}
PARLEY_DECL void ServerSession::ping(const CallOptions& options) {
  RequestContext(state_, nullptr, nullptr).ping(options);
}
PARLEY_DECL void ServerSession::notify_elicitation_complete(std::string elicitation_id) {
  RequestContext(state_, nullptr, nullptr).notify_elicitation_complete(std::move(elicitation_id));
}
PARLEY_DECL void ServerSession::close() { state_->connection().close(); }
PARLEY_DECL bool ServerSession::closed() const { return state_->connection().closed(); }
PARLEY_DECL Error ServerSession::wait_closed() { return state_->connection().wait_closed(); }
PARLEY_DECL Connection& ServerSession::connection() { return state_->connection(); }

}  // namespace parley::mcp
