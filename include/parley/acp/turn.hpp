// SPDX-License-Identifier: MIT
// What an agent can do while it serves a request: report, and ask the client.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <parley/acp/types.hpp>
#include <parley/rpc/call_options.hpp>

namespace parley::acp {

class AgentState;

/// Given to an agent's handlers. In a prompt's handler it is the turn: what it reports reaches the
/// client before the turn's answer, and `cancelled()` becomes true when the client cancels.
///
/// Asking the client waits for its answer, which may take as long as a person takes. A question
/// fails with `Errc::unsupported_capability` when the client did not announce that it can do this.
///
/// Thread safety: every member from any thread. Lifetime: until the handler returns.
class Turn {
 public:
  Turn(std::shared_ptr<AgentState> agent, SessionId session, std::stop_token stop);

  const SessionId& session_id() const { return session_; }
  const std::stop_token& stop_token() const { return stop_; }
  bool cancelled() const { return stop_.stop_requested(); }
  ClientCapabilities client_capabilities() const;

  /// Sends any update of the session.
  void update(SessionUpdate update);
  /// A piece of the answer; of what the agent thinks.
  void say(std::string text);
  void think(std::string text);

  /// Asks the user. The outcome is `cancelled` when the turn was cancelled meanwhile, and an
  /// option that was not offered counts as that too (acp 1.3.4): only what was offered allows.
  RequestPermissionOutcome request_permission(const ToolCallUpdate& tool_call,
                                              const std::vector<PermissionOption>& options);
  /// The same with the usual options; true when the user allowed it.
  bool ask_permission(const ToolCallUpdate& tool_call);

  /// `line` counts from 1; `limit` is a number of lines.
  std::string read_text_file(std::string path, std::optional<std::uint32_t> line = {},
                             std::optional<std::uint32_t> limit = {});
  void write_text_file(std::string path, std::string content);

  CreateTerminalResponse create_terminal(CreateTerminalRequest request);
  TerminalOutputResponse terminal_output(const TerminalId& terminal);
  WaitForTerminalExitResponse wait_for_terminal_exit(const TerminalId& terminal);
  void kill_terminal(const TerminalId& terminal);
  void release_terminal(const TerminalId& terminal);

  CreateElicitationResponse elicit(const CreateElicitationRequest& request);

 private:
  template <class Result, class Request>
  Result ask(std::string_view method, const Request& request, bool able,
             std::string_view capability);

  std::shared_ptr<AgentState> agent_;
  SessionId session_;
  std::stop_token stop_;
};

}  // namespace parley::acp

#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/agent.hpp>
#endif
