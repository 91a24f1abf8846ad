// SPDX-License-Identifier: MIT
// Bodies of ClientState: what the agent asks and tells, checked in the order of acp 1.3.1.
#pragma once

#include <algorithm>
#include <array>

#include <parley/acp/errors.hpp>
#include <parley/acp/impl/client_state.hpp>
#include <parley/acp/impl/elicitation_rules.hpp>
#include <parley/rpc/runtime.hpp>

namespace parley::acp {
namespace detail {

inline bool announces_read(const ClientCapabilities& c) { return c.fs.read_text_file; }
inline bool announces_write(const ClientCapabilities& c) { return c.fs.write_text_file; }
inline bool announces_terminal(const ClientCapabilities& c) { return c.terminal; }
inline bool announces_elicitation(const ClientCapabilities& c) {
  return c.elicitation && (c.elicitation->form || c.elicitation->url);
}
inline bool announces_always(const ClientCapabilities&) { return true; }

template <class Params>
Params require_params(Json& json) {
  Params params{};
  parley::detail::DecodeContext context;
  // The message stays whole for the handler.
  context.preserve = true;
  static constexpr parley::detail::Path root{nullptr, "params"};
  if (Codec<Params>::decode(json, params, context, root)) return params;
  throw Error(error_code::invalid_params, "Invalid request parameters: " + context.error.message());
}

[[noreturn]] inline void invalid(const std::string& what) {
  throw Error(error_code::invalid_params, "Invalid request parameters: " + what);
}

inline void answer_failure(OwedAnswer& owed, Connection& connection) {
  auto request = owed.take();
  if (!request) return;
  try {
    throw;
  } catch (const Error& error) {
    if (!error.is_local()) return request->fail(error);
    connection.log(Severity::error, request->method() + " failed: " + error.what());
  } catch (const std::exception& error) {
    connection.log(Severity::error, request->method() + " failed: " + error.what());
  } catch (...) {
    connection.log(Severity::error, request->method() + " failed");
  }
  request->fail(Error(error_code::internal_error, "Client handler failed"));
}

template <class Result>
void answer(OwedAnswer& owed, const Result& result) {
  if (auto request = owed.take()) request->reply(result);
}

}  // namespace detail

// --- requests ------------------------------------------------------------------------------------

PARLEY_DECL const ClientState::Row* ClientState::find_row(std::string_view method) {
  using S = ClientState;
  static constexpr auto rows = std::to_array<Row>({
      {"session/request_permission", &detail::announces_always, &S::serve_permission,
       R"({"outcome":{"outcome":"cancelled"}})"},
      {"fs/read_text_file", &detail::announces_read, &S::serve_file_read},
      {"fs/write_text_file", &detail::announces_write, &S::serve_file_write},
      {"terminal/create", &detail::announces_terminal, &S::serve_terminal},
      {"terminal/output", &detail::announces_terminal, &S::serve_terminal},
      {"terminal/release", &detail::announces_terminal, &S::serve_terminal},
      {"terminal/wait_for_exit", &detail::announces_terminal, &S::serve_terminal},
      {"terminal/kill", &detail::announces_terminal, &S::serve_terminal},
      {"elicitation/create", &detail::announces_elicitation, &S::serve_elicitation,
       R"({"action":"cancel"})"},
  });
  for (const Row& row : rows) {
    if (row.method == method) return &row;
  }
  return nullptr;
}

PARLEY_DECL void ClientState::on_request(IncomingRequest request) {
  const Row* row = find_row(request.method());
  const std::string method = request.method();
  if (row == nullptr) {
    return request.fail(Error(error_code::method_not_found,
                              "Method not found: " + parley::detail::short_text(method)));
  }
  if (!row->announced(capabilities_)) {
    return request.fail(Error(error_code::method_not_found, "Method not supported: " + method));
  }
  serve_on_worker(*row, std::move(request));
}

PARLEY_DECL void ClientState::serve_on_worker(const Row& row, IncomingRequest request) {
  const auto owed = register_owed(row, std::move(request));
  if (options_.handler_timeout) start_timeout(owed);
  connection_->post([self = shared_from_this(), serve = row.serve, owed] {
    self->serve_owed(serve, owed);
    if (owed->timer != 0) self->timers().cancel(owed->timer);
    const std::lock_guard lock(self->mutex_);
    self->owed_.erase(owed);
  });
}

// From its arrival on a request counts, and is cancelled with its session.
PARLEY_DECL std::shared_ptr<OwedAnswer> ClientState::register_owed(const Row& row,
                                                                   IncomingRequest request) {
  auto owed = std::make_shared<OwedAnswer>(std::move(request));
  owed->cancelled_result = row.cancelled_result;
  const Json* session = parley::detail::find_member(owed->params(), "sessionId");
  if (session != nullptr && session->is_string()) owed->session = session->get<std::string>();
  const std::lock_guard lock(mutex_);
  owed->over_capacity = owed_.size() >= options_.max_pending_requests;
  owed_.insert(owed);
  return owed;
}

PARLEY_DECL TimerService& ClientState::timers() const {
  if (options_.connection.timers != nullptr) return *options_.connection.timers;
  return connection_->runtime().timers();
}

PARLEY_DECL void ClientState::start_timeout(const std::shared_ptr<OwedAnswer>& owed) {
  TimerService& service = timers();
  owed->timer =
      service.schedule(service.now() + *options_.handler_timeout, [weak = std::weak_ptr(owed)] {
        const auto late = weak.lock();
        if (late == nullptr) return;
        if (auto taken = late->take()) {
          taken->fail(Error(error_code::internal_error, "Client handler timed out"));
        }
        late->withdraw();
      });
}

PARLEY_DECL void ClientState::serve_owed(Serve serve, const std::shared_ptr<OwedAnswer>& owed) {
  try {
    // Nobody is asked what nobody wants to know any more.
    if (owed->stop_token().stop_requested()) {
      throw Error(error_code::request_cancelled, "Request cancelled");
    }
    (this->*serve)(owed);
  } catch (...) {
    detail::answer_failure(*owed, *connection_);
  }
}

PARLEY_DECL void ClientState::require_capacity(const OwedAnswer& owed) const {
  if (!owed.over_capacity) return;
  Json data;
  data["limit"] = options_.max_pending_requests;
  throw Error(error_code::internal_error, "Too many pending requests", std::move(data));
}

PARLEY_DECL void ClientState::serve_permission(const std::shared_ptr<OwedAnswer>& owed) {
  const auto params = detail::require_params<RequestPermissionRequest>(owed->params());
  if (params.tool_call.tool_call_id.empty()) {
    detail::invalid("/params/toolCall/toolCallId must not be empty");
  }
  for (const PermissionOption& option : params.options) {
    if (option.option_id.empty()) detail::invalid("an option's optionId must not be empty");
    if (option.name.empty()) detail::invalid("an option's name must not be empty");
  }
  require_session(params.session_id);
  require_capacity(*owed);
  RequestPermissionResponse response;
  response.outcome = handler_.handle_permission_request(
      params.session_id, params.tool_call, params.options,
      InboundMessage{owed->message, owed->id, owed->stop_token()});
  if (const auto* selected = std::get_if<SelectedPermissionOutcome>(&response.outcome)) {
    const bool offered =
        std::any_of(params.options.begin(), params.options.end(),
                    [&](const PermissionOption& o) { return o.option_id == selected->option_id; });
    if (!offered) {
      connection_->log(Severity::error,
                       "handle_permission_request selected an option that was "
                       "not offered: " +
                           selected->option_id);
      throw Error(error_code::internal_error, "Client handler returned an invalid result");
    }
  } else if (std::holds_alternative<Unknown>(response.outcome)) {
    throw Error(error_code::internal_error, "Client handler returned an invalid result");
  }
  detail::answer(*owed, response);
}

PARLEY_DECL void ClientState::serve_file_read(const std::shared_ptr<OwedAnswer>& owed) {
  const auto params = detail::require_params<ReadTextFileRequest>(owed->params());
  if (params.line && *params.line == 0) detail::invalid("/params/line counts from 1");
  const Session session = require_session(params.session_id);
  const std::string path = require_path(session, params.path);
  require_capacity(*owed);
  ReadTextFileResponse response;
  response.content = handler_.handle_file_read(params.session_id, path,
                                               FileReadOptions{params.line, params.limit});
  detail::answer(*owed, response);
}

PARLEY_DECL void ClientState::serve_file_write(const std::shared_ptr<OwedAnswer>& owed) {
  const auto params = detail::require_params<WriteTextFileRequest>(owed->params());
  const Session session = require_session(params.session_id);
  const std::string path = require_path(session, params.path);
  require_capacity(*owed);
  handler_.handle_file_write(params.session_id, path, params.content);
  detail::answer(*owed, WriteTextFileResponse{});
}

PARLEY_DECL void ClientState::serve_terminal(const std::shared_ptr<OwedAnswer>& owed) {
  const std::string& method = owed->method;
  Json params = owed->params();
  SessionId session_id;
  if (method == "terminal/create") {
    const auto decoded = detail::require_params<CreateTerminalRequest>(params);
    if (decoded.command.empty()) detail::invalid("/params/command must not be empty");
    if (decoded.cwd && !decoded.cwd->starts_with('/')) {
      detail::invalid("/params/cwd must be an absolute path");
    }
    session_id = decoded.session_id;
    const Session session = require_session(session_id);
    params["cwd"] = decoded.cwd ? require_path(session, *decoded.cwd) : session.cwd;
  } else {
    const auto decoded = detail::require_params<TerminalOutputRequest>(params);
    if (decoded.terminal_id.empty()) detail::invalid("/params/terminalId must not be empty");
    session_id = decoded.session_id;
    require_session(session_id);
  }
  require_capacity(*owed);
  Json result = handler_.handle_terminal_request(
      method, params, InboundMessage{owed->message, owed->id, owed->stop_token()});
  if (result.is_null()) result = Json::object();
  if (!result.is_object()) {
    throw Error(error_code::internal_error, "Client handler returned an invalid result");
  }
  if (method == "terminal/output" && !result.contains("truncated")) result["truncated"] = false;
  detail::answer(*owed, result);
}

PARLEY_DECL void ClientState::serve_elicitation(const std::shared_ptr<OwedAnswer>& owed) {
  Json& json = owed->params();
  const auto& announced = *capabilities_.elicitation;
  for (const auto& [mode, able] : {std::pair("form", announced.form.has_value()),
                                   std::pair("url", announced.url.has_value())}) {
    const Json* chosen = parley::detail::find_member(json, "mode");
    if (able || chosen == nullptr || *chosen != mode) continue;
    throw Error(error_code::method_not_found,
                std::string("Method not supported: elicitation/create with mode ") + mode);
  }
  const detail::Question question = detail::check_question(json);
  if (question.session) {
    require_session(*question.session);
  } else if (!question.request.integer() || !connection_->is_pending(*question.request.integer())) {
    detail::invalid("/params/requestId names no request that is pending");
  }
  require_capacity(*owed);
  const auto params = detail::require_params<CreateElicitationRequest>(json);
  const InboundMessage inbound{owed->message, owed->id, owed->stop_token()};
  const CreateElicitationResponse response =
      question.is_url ? handler_.handle_url_elicitation(params, inbound)
                      : handler_.handle_form_elicitation(params, inbound);
  if (std::holds_alternative<Unknown>(response.action)) {
    throw Error(error_code::internal_error, "Invalid elicitation response");
  }
  detail::answer(*owed, response);
}

// --- notifications -------------------------------------------------------------------------------

PARLEY_DECL void ClientState::on_notification(IncomingNotification notification) {
  const std::string& method = notification.method();
  if (method == "session/update") {
    return std::move(notification).post([self = shared_from_this()](IncomingNotification& update) {
      self->take_update(update.message());
    });
  }
  if (method == "elicitation/complete" && capabilities_.elicitation &&
      capabilities_.elicitation->url) {
    std::move(notification).post([self = shared_from_this()](IncomingNotification& complete) {
      const auto params =
          detail::require_params<CompleteElicitationNotification>(complete.params());
      self->handler_.handle_elicitation_complete(params.elicitation_id);
    });
  }
}

PARLEY_DECL void ClientState::take_update(Json message) {
  Json* const params = parley::detail::find_member(message, "params");
  SessionNotification notification;
  parley::detail::DecodeContext context;
  context.preserve = true;
  static constexpr parley::detail::Path root{nullptr, "params"};
  static Json missing;
  if (!Codec<SessionNotification>::decode(params == nullptr ? missing : *params, notification,
                                          context, root)) {
    connection_->log(Severity::warning, "dropped an update: " + context.error.message());
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    const SessionId& session = notification.session_id;
    if (!sessions_.contains(session) && !expecting_.contains(session)) {
      if (expecting_new_ > 0 && early_updates_.size() < options_.max_early_updates) {
        early_updates_.push_back({session, std::move(message)});
      } else {
        connection_->log(Severity::warning, "dropped an update of an unknown session");
      }
      return;
    }
  }
  deliver_early_updates(notification.session_id);
  const std::lock_guard in_order(update_mutex_);
  deliver_update(notification, message);
}

PARLEY_DECL void ClientState::deliver_early_updates(const SessionId& session) {
  const std::lock_guard in_order(update_mutex_);
  for (;;) {
    Json message;
    {
      const std::lock_guard lock(mutex_);
      const auto found =
          std::find_if(early_updates_.begin(), early_updates_.end(),
                       [&](const EarlyUpdate& held) { return held.session == session; });
      if (found == early_updates_.end()) return;
      message = std::move(found->message);
      early_updates_.erase(found);
    }
    const auto notification = detail::require_params<SessionNotification>(message["params"]);
    deliver_update(notification, message);
  }
}

PARLEY_DECL void ClientState::deliver_update(const SessionNotification& notification,
                                             const Json& message) {
  static const RequestId no_id;
  collect_text(notification.session_id, notification.update);
  try {
    if (options_.event_listener) {
      options_.event_listener(notification.session_id, notification.update);
    }
    handler_.handle_session_update(notification.session_id, notification.update,
                                   InboundMessage{message, no_id});
  } catch (const std::exception& error) {
    connection_->log(Severity::error, std::string("handle_session_update threw: ") + error.what());
  }
}

}  // namespace parley::acp
