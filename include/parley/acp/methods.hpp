// SPDX-License-Identifier: MIT
// The method table of ACP v1: a row for each request and notification.
#pragma once

#include <string_view>

#include <parley/acp/types/fwd.hpp>
#include <parley/rpc/method.hpp>

namespace parley::acp {
inline namespace v1 {
/// One type for each method; see `MethodInfo`. A program that uses a row includes the types of its
/// subject. Methods outside of the protocol start with `_` and have rows of their owners.
namespace method {

// Requests to the agent.

/// The handshake; comes first, and once.
struct initialize {
  static constexpr MethodInfo info{.name = "initialize", .to = "agent"};
  using Params = InitializeRequest;
  using Result = InitializeResponse;
};

/// Signs in with one of the agent's methods, except those of type terminal.
struct authenticate {
  static constexpr MethodInfo info{.name = "authenticate", .to = "agent"};
  using Params = AuthenticateRequest;
  using Result = AuthenticateResponse;
};

/// Forgets what `authenticate` brought.
struct logout {
  static constexpr MethodInfo info{
      .name = "logout", .to = "agent", .capability = "auth.logout", .params_optional = true};
  using Params = LogoutRequest;
  using Result = LogoutResponse;
};

/// Starts a session.
struct session_new {
  static constexpr MethodInfo info{.name = "session/new", .to = "agent"};
  using Params = NewSessionRequest;
  using Result = NewSessionResponse;
};

/// Goes on with an old session; its history comes as updates before the answer.
struct session_load {
  static constexpr MethodInfo info{
      .name = "session/load", .to = "agent", .capability = "loadSession"};
  using Params = LoadSessionRequest;
  using Result = LoadSessionResponse;
};

/// Goes on with an old session without its history.
struct session_resume {
  static constexpr MethodInfo info{
      .name = "session/resume", .to = "agent", .capability = "sessionCapabilities.resume"};
  using Params = ResumeSessionRequest;
  using Result = ResumeSessionResponse;
};

/// A page of the sessions that can be loaded or resumed.
struct session_list {
  static constexpr MethodInfo info{.name = "session/list",
                                   .to = "agent",
                                   .capability = "sessionCapabilities.list",
                                   .params_optional = true};
  using Params = ListSessionsRequest;
  using Result = ListSessionsResponse;
};

/// Ends what the session is doing and frees it.
struct session_close {
  static constexpr MethodInfo info{
      .name = "session/close", .to = "agent", .capability = "sessionCapabilities.close"};
  using Params = CloseSessionRequest;
  using Result = CloseSessionResponse;
};

/// Removes a session from the list. One that is not there is no error.
struct session_delete {
  static constexpr MethodInfo info{
      .name = "session/delete", .to = "agent", .capability = "sessionCapabilities.delete"};
  using Params = DeleteSessionRequest;
  using Result = DeleteSessionResponse;
};

/// Switches to one of the modes that the session came with.
struct session_set_mode {
  static constexpr MethodInfo info{.name = "session/set_mode", .to = "agent"};
  using Params = SetSessionModeRequest;
  using Result = SetSessionModeResponse;
};

/// Sets one of the options that the session came with; all of them come back.
struct session_set_config_option {
  static constexpr MethodInfo info{.name = "session/set_config_option", .to = "agent"};
  using Params = SetSessionConfigOptionRequest;
  using Result = SetSessionConfigOptionResponse;
};

/// A turn: answered when it is over, after all its updates.
struct session_prompt {
  static constexpr MethodInfo info{.name = "session/prompt", .to = "agent"};
  using Params = PromptRequest;
  using Result = PromptResponse;
};

// Requests to the client.

/// Asks the user before a tool runs.
struct session_request_permission {
  static constexpr MethodInfo info{.name = "session/request_permission", .to = "client"};
  using Params = RequestPermissionRequest;
  using Result = RequestPermissionResponse;
};

/// Reads a text file, unsaved changes included.
struct fs_read_text_file {
  static constexpr MethodInfo info{
      .name = "fs/read_text_file", .to = "client", .capability = "fs.readTextFile"};
  using Params = ReadTextFileRequest;
  using Result = ReadTextFileResponse;
};

/// Writes a text file, and creates it if need be.
struct fs_write_text_file {
  static constexpr MethodInfo info{
      .name = "fs/write_text_file", .to = "client", .capability = "fs.writeTextFile"};
  using Params = WriteTextFileRequest;
  using Result = WriteTextFileResponse;
};

/// Starts a command; answered at once.
struct terminal_create {
  static constexpr MethodInfo info{
      .name = "terminal/create", .to = "client", .capability = "terminal"};
  using Params = CreateTerminalRequest;
  using Result = CreateTerminalResponse;
};

/// What a command has printed so far.
struct terminal_output {
  static constexpr MethodInfo info{
      .name = "terminal/output", .to = "client", .capability = "terminal"};
  using Params = TerminalOutputRequest;
  using Result = TerminalOutputResponse;
};

/// Answered when the command ends.
struct terminal_wait_for_exit {
  static constexpr MethodInfo info{
      .name = "terminal/wait_for_exit", .to = "client", .capability = "terminal"};
  using Params = WaitForTerminalExitRequest;
  using Result = WaitForTerminalExitResponse;
};

/// Ends the command; the terminal stays valid.
struct terminal_kill {
  static constexpr MethodInfo info{
      .name = "terminal/kill", .to = "client", .capability = "terminal"};
  using Params = KillTerminalRequest;
  using Result = KillTerminalResponse;
};

/// Ends the command, if it runs, and the terminal.
struct terminal_release {
  static constexpr MethodInfo info{
      .name = "terminal/release", .to = "client", .capability = "terminal"};
  using Params = ReleaseTerminalRequest;
  using Result = ReleaseTerminalResponse;
};

/// Asks the user for input. The client announces each mode: `elicitation.form`,
/// `elicitation.url`.
struct elicitation_create {
  static constexpr MethodInfo info{
      .name = "elicitation/create", .to = "client", .capability = "elicitation"};
  using Params = CreateElicitationRequest;
  using Result = CreateElicitationResponse;
};

// Notifications.

/// Stops the turn; its prompt is answered with stop reason `cancelled`.
struct session_cancel {
  static constexpr MethodInfo info{.name = "session/cancel", .to = "agent"};
  using Params = CancelNotification;
};

/// Something happened in a session.
struct session_update {
  static constexpr MethodInfo info{.name = "session/update", .to = "client"};
  using Params = SessionNotification;
};

/// The user is done on the web page.
struct elicitation_complete {
  static constexpr MethodInfo info{
      .name = "elicitation/complete", .to = "client", .capability = "elicitation.url"};
  using Params = CompleteElicitationNotification;
};

/// The sender no longer needs the answer to its request, which comes all the same.
struct cancel_request {
  static constexpr MethodInfo info{.name = "$/cancel_request", .to = "both"};
  using Params = CancelRequestNotification;
};

/// All rows.
using table =
    MethodTable<initialize, authenticate, logout, session_new, session_load, session_resume,
                session_list, session_close, session_delete, session_set_mode,
                session_set_config_option, session_prompt, session_request_permission,
                fs_read_text_file, fs_write_text_file, terminal_create, terminal_output,
                terminal_wait_for_exit, terminal_kill, terminal_release, elicitation_create,
                session_cancel, session_update, elicitation_complete, cancel_request>;

/// The `info` of every row.
inline constexpr const auto& all = table::infos;

/// The row of that name on the wire, or null.
constexpr const MethodInfo* find(std::string_view name) { return table::find(name); }

}  // namespace method
}  // namespace v1
}  // namespace parley::acp
