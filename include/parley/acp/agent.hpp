// SPDX-License-Identifier: MIT
// An ACP agent: what it does for clients.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <parley/acp/turn.hpp>
#include <parley/acp/types.hpp>
#include <parley/config.hpp>
#include <parley/rpc/connection.hpp>

namespace parley::acp {

class AgentSession;

/// An agent: one handler for each request of a client. The capabilities that it announces follow
/// from the handlers that it has (acp 1.7.2).
///
///     parley::acp::Agent agent("echo", "1.0");
///     agent.on_prompt([](const PromptRequest& request, Turn& turn) {
///       turn.say("You said something.");
///       return StopReason::end_turn;
///     });
///     return parley::acp::serve_stdio(agent);
///
/// Handlers run on the worker pool and may block. A `parley::Error` that one throws is the answer;
/// anything else becomes an internal error, and its text goes to the log only.
///
/// The library keeps the protocol: nothing is done before `initialize`, a session has one turn at a
/// time (acp 5.9), a cancelled turn ends with `cancelled` whatever its handler does (acp 1.7.10),
/// and every request gets exactly one answer.
///
/// Thread safety: set it up on one thread; connections may then be opened from any.
class Agent {
 public:
  Agent(std::string name, std::string version);
  ~Agent();
  Agent(Agent&&) noexcept;
  Agent& operator=(Agent&&) noexcept;

  template <class Request, class Response>
  using Handler = std::function<Response(const Request&, Turn&)>;

  /// Required: the turn. Gives why it ended.
  Agent& on_prompt(Handler<PromptRequest, StopReason> handler);
  /// The default makes sessions with random ids.
  Agent& on_new_session(Handler<NewSessionRequest, NewSessionResponse> handler);
  /// Replays the history with `turn.update` before it returns (acp A4).
  Agent& on_load_session(Handler<LoadSessionRequest, LoadSessionResponse> handler);
  Agent& on_resume_session(Handler<ResumeSessionRequest, ResumeSessionResponse> handler);
  Agent& on_list_sessions(Handler<ListSessionsRequest, ListSessionsResponse> handler);
  /// Called after the session's turn was cancelled and has ended.
  Agent& on_close_session(Handler<CloseSessionRequest, CloseSessionResponse> handler);
  Agent& on_delete_session(Handler<DeleteSessionRequest, DeleteSessionResponse> handler);
  Agent& on_set_mode(Handler<SetSessionModeRequest, SetSessionModeResponse> handler);
  Agent& on_set_config_option(
      Handler<SetSessionConfigOptionRequest, SetSessionConfigOptionResponse> handler);
  /// The ways to sign in, and what does it.
  Agent& on_authenticate(std::vector<AuthMethod> methods,
                         Handler<AuthenticateRequest, AuthenticateResponse> handler);
  Agent& on_logout(Handler<LogoutRequest, LogoutResponse> handler);
  /// What prompts may contain beyond text and resource links, and which MCP servers it can use.
  Agent& with_prompt_capabilities(PromptCapabilities capabilities);
  Agent& with_mcp_capabilities(McpCapabilities capabilities);

  /// Serves one client. Returns at once; the session lives until it is destroyed.
  std::unique_ptr<AgentSession> attach(std::unique_ptr<Transport> transport,
                                       std::shared_ptr<Runtime> runtime,
                                       ConnectionOptions options = {}) const;

  struct Definition;

 private:
  std::shared_ptr<Definition> definition_;
};

/// One client's connection to an agent. Destroying it ends it, and returns when no handler runs
/// any more. Thread safety: every member from any thread.
class AgentSession {
 public:
  explicit AgentSession(std::shared_ptr<AgentState> state);
  ~AgentSession();
  AgentSession(const AgentSession&) = delete;
  AgentSession& operator=(const AgentSession&) = delete;

  /// A context to report and ask outside of a turn.
  Turn session(SessionId session);
  void close();
  Error wait_closed();
  Connection& connection();

 private:
  std::shared_ptr<AgentState> state_;
};

/// Serves one client on this process's standard input and output until it leaves. Gives the exit
/// code for `main`. What the program prints meanwhile goes to standard error.
int serve_stdio(const Agent& agent);

}  // namespace parley::acp

#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/agent.ipp>
#endif
