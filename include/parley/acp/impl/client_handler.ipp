// SPDX-License-Identifier: MIT
// Default behaviour of ClientHandler, and outcomes.
#pragma once

#include <parley/acp/client_handler.hpp>
#include <parley/acp/errors.hpp>
#include <parley/json/value.hpp>

namespace parley::acp {

PARLEY_DECL void ClientHandler::handle_session_update(const SessionId&, const SessionUpdate&) {}

PARLEY_DECL void ClientHandler::handle_session_update(const SessionId& session,
                                                      const SessionUpdate& update,
                                                      const InboundMessage&) {
  handle_session_update(session, update);
}

PARLEY_DECL RequestPermissionOutcome ClientHandler::handle_permission_request(
    const SessionId&, const ToolCallUpdate&, const std::vector<PermissionOption>& options) {
  return reject_permission(options);
}

PARLEY_DECL RequestPermissionOutcome ClientHandler::handle_permission_request(
    const SessionId& session, const ToolCallUpdate& tool_call,
    const std::vector<PermissionOption>& options, const InboundMessage&) {
  return handle_permission_request(session, tool_call, options);
}

namespace detail {

[[noreturn]] inline void throw_unsupported(std::string_view method) {
  throw Error(error_code::method_not_found, "Method not supported: " + std::string(method));
}

}  // namespace detail

PARLEY_DECL std::string ClientHandler::handle_file_read(const SessionId&, const std::string&,
                                                        const FileReadOptions&) {
  detail::throw_unsupported("fs/read_text_file");
}

PARLEY_DECL void ClientHandler::handle_file_write(const SessionId&, const std::string&,
                                                  const std::string&) {
  detail::throw_unsupported("fs/write_text_file");
}

PARLEY_DECL Json ClientHandler::handle_terminal_request(std::string_view method, const Json&,
                                                        const InboundMessage&) {
  detail::throw_unsupported(method);
}

PARLEY_DECL CreateElicitationResponse
ClientHandler::handle_form_elicitation(const CreateElicitationRequest&, const InboundMessage&) {
  return elicitation_declined();
}

PARLEY_DECL CreateElicitationResponse
ClientHandler::handle_url_elicitation(const CreateElicitationRequest&, const InboundMessage&) {
  return elicitation_declined();
}

PARLEY_DECL void ClientHandler::handle_elicitation_complete(const ElicitationId&) {}
PARLEY_DECL void ClientHandler::terminate(const Error&) {}

PARLEY_DECL std::string slice_lines(std::string_view text, const FileReadOptions& options) {
  const auto skip = [](std::string_view& rest, std::uint32_t lines) {
    for (; lines != 0 && !rest.empty(); --lines) {
      const std::size_t end = rest.find('\n');
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  };
  std::string_view rest = text;
  skip(rest, options.line.value_or(1) - 1);
  if (!options.limit) return std::string(rest);
  std::string_view after = rest;
  skip(after, *options.limit);
  return std::string(rest.substr(0, rest.size() - after.size()));
}

PARLEY_DECL RequestPermissionOutcome permission_selected(PermissionOptionId option) {
  SelectedPermissionOutcome selected;
  selected.option_id = std::move(option);
  return selected;
}

PARLEY_DECL RequestPermissionOutcome permission_cancelled() { return CancelledPermissionOutcome{}; }

PARLEY_DECL RequestPermissionOutcome choose_permission(
    const std::vector<PermissionOption>& options, const std::vector<PermissionOptionKind>& kinds) {
  for (const PermissionOptionKind kind : kinds) {
    for (const PermissionOption& option : options) {
      if (option.kind == kind) return permission_selected(option.option_id);
    }
  }
  return permission_cancelled();
}

PARLEY_DECL RequestPermissionOutcome
allow_permission(const std::vector<PermissionOption>& options) {
  return choose_permission(options,
                           {PermissionOptionKind::allow_once, PermissionOptionKind::allow_always});
}

PARLEY_DECL RequestPermissionOutcome
reject_permission(const std::vector<PermissionOption>& options) {
  return choose_permission(
      options, {PermissionOptionKind::reject_once, PermissionOptionKind::reject_always});
}

namespace detail {

template <class Action>
CreateElicitationResponse elicitation_response(Action action) {
  CreateElicitationResponse response;
  response.action = std::move(action);
  return response;
}

}  // namespace detail

PARLEY_DECL CreateElicitationResponse elicitation_declined() {
  return detail::elicitation_response(ElicitationDeclineAction{});
}
PARLEY_DECL CreateElicitationResponse elicitation_cancelled() {
  return detail::elicitation_response(ElicitationCancelAction{});
}
PARLEY_DECL CreateElicitationResponse
elicitation_accepted(std::optional<std::map<std::string, ElicitationContentValue>> content) {
  ElicitationAcceptAction action;
  action.content = std::move(content);
  return detail::elicitation_response(std::move(action));
}

}  // namespace parley::acp
