// SPDX-License-Identifier: MIT
// The agent's half of one connection: phases, sessions, turns.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <parley/acp/agent.hpp>
#include <parley/rpc/connection.hpp>

namespace parley::acp {

struct Agent::Definition {
  Implementation info;
  PromptCapabilities prompt_capabilities;
  McpCapabilities mcp_capabilities;
  std::vector<AuthMethod> auth_methods;
  Handler<PromptRequest, StopReason> prompt;
  Handler<NewSessionRequest, NewSessionResponse> new_session;
  Handler<LoadSessionRequest, LoadSessionResponse> load_session;
  Handler<ResumeSessionRequest, ResumeSessionResponse> resume_session;
  Handler<ListSessionsRequest, ListSessionsResponse> list_sessions;
  Handler<CloseSessionRequest, CloseSessionResponse> close_session;
  Handler<DeleteSessionRequest, DeleteSessionResponse> delete_session;
  Handler<SetSessionModeRequest, SetSessionModeResponse> set_mode;
  Handler<SetSessionConfigOptionRequest, SetSessionConfigOptionResponse> set_config_option;
  Handler<AuthenticateRequest, AuthenticateResponse> authenticate;
  Handler<LogoutRequest, LogoutResponse> logout;

  AgentCapabilities capabilities() const;
};

/// Kept alive by the session and by the turns of running handlers.
class AgentState final : public Dispatcher, public std::enable_shared_from_this<AgentState> {
 public:
  explicit AgentState(std::shared_ptr<const Agent::Definition> agent) : agent_(std::move(agent)) {}

  void open(std::unique_ptr<Transport> transport, std::shared_ptr<Runtime> runtime,
            ConnectionOptions options);
  void on_request(IncomingRequest request) override;
  void on_notification(IncomingNotification notification) override;

  Connection& connection() { return *connection_; }
  ClientCapabilities client_capabilities() const;

 private:
  using Run = void (AgentState::*)(IncomingRequest);
  struct Row {
    std::string_view method;
    Run run;
    bool (*offered)(const Agent::Definition&);
  };
  // A prompt that is being handled. It is registered by the thread that reads, so that a cancel
  // that follows it on the wire finds it, and one that went before does not (acp 4.6.4).
  struct ActiveTurn {
    std::stop_source cancel;
    // Requests to close the session, which wait for the turn's answer. Others reach them through
    // turns_ only.
    std::vector<IncomingRequest> closing;
  };

  static const Row* find_row(std::string_view method);
  template <class Request, auto handler>
  void serve(IncomingRequest request);
  template <class Request>
  void check(const Request& request);
  template <class Request, class Response>
  void note_session(const Request& request, const Response& response);

  void initialize(IncomingRequest request);
  void prompt(IncomingRequest request);
  void run_prompt(IncomingRequest& request, const PromptRequest& params,
                  const std::shared_ptr<ActiveTurn>& turn);
  void end_turn(const SessionId& session);
  void cancel_turn(const SessionId& session);
  void close_session(IncomingRequest request);
  void require_session(const SessionId& session) const;

  const std::shared_ptr<const Agent::Definition> agent_;
  std::optional<Connection> connection_;
  mutable std::mutex mutex_;
  bool initialized_ = false;
  ClientCapabilities client_capabilities_;
  std::set<SessionId> sessions_;
  std::map<SessionId, std::shared_ptr<ActiveTurn>> turns_;
};

}  // namespace parley::acp
