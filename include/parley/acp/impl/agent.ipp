// SPDX-License-Identifier: MIT
// Bodies of Agent, AgentSession and Turn.
#pragma once

#include <algorithm>
#include <array>
#include <random>

#include <parley/acp/agent.hpp>
#include <parley/acp/errors.hpp>
#include <parley/acp/impl/agent_state.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/stdio.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/agent_state.ipp>
#endif

namespace parley::acp {

// --- Agent ---------------------------------------------------------------------------------------

namespace detail {

inline std::string random_session_id() {
  std::random_device device;
  std::string id = "sess_";
  for (int i = 0; i < 4; ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::uint32_t bits = device();
    for (int n = 0; n < 8; ++n, bits >>= 4) id += digits[bits & 15U];
  }
  return id;
}

}  // namespace detail

PARLEY_DECL AgentCapabilities Agent::Definition::capabilities() const {
  AgentCapabilities out;
  out.load_session = static_cast<bool>(load_session);
  out.prompt_capabilities = prompt_capabilities;
  out.mcp_capabilities = mcp_capabilities;
  if (list_sessions) out.session_capabilities.list.emplace();
  if (resume_session) out.session_capabilities.resume.emplace();
  if (close_session) out.session_capabilities.close.emplace();
  if (delete_session) out.session_capabilities.delete_.emplace();
  if (logout) out.auth.logout.emplace();
  return out;
}

PARLEY_DECL Agent::Agent(std::string name, std::string version)
    : definition_(std::make_shared<Definition>()) {
  definition_->info.name = std::move(name);
  definition_->info.version = std::move(version);
  definition_->new_session = [](const NewSessionRequest&, Turn&) {
    NewSessionResponse response;
    response.session_id = detail::random_session_id();
    return response;
  };
  definition_->prompt = [](const PromptRequest&, Turn&) { return StopReason::refusal; };
}

PARLEY_DECL Agent::~Agent() = default;
PARLEY_DECL Agent::Agent(Agent&&) noexcept = default;
PARLEY_DECL Agent& Agent::operator=(Agent&&) noexcept = default;

#define PARLEY_AGENT_HANDLER(name, member, Request, Response)          \
  PARLEY_DECL Agent& Agent::name(Handler<Request, Response> handler) { \
    definition_->member = std::move(handler);                          \
    return *this;                                                      \
  }
PARLEY_AGENT_HANDLER(on_prompt, prompt, PromptRequest, StopReason)
PARLEY_AGENT_HANDLER(on_new_session, new_session, NewSessionRequest, NewSessionResponse)
PARLEY_AGENT_HANDLER(on_load_session, load_session, LoadSessionRequest, LoadSessionResponse)
PARLEY_AGENT_HANDLER(on_resume_session, resume_session, ResumeSessionRequest, ResumeSessionResponse)
PARLEY_AGENT_HANDLER(on_list_sessions, list_sessions, ListSessionsRequest, ListSessionsResponse)
PARLEY_AGENT_HANDLER(on_close_session, close_session, CloseSessionRequest, CloseSessionResponse)
PARLEY_AGENT_HANDLER(on_delete_session, delete_session, DeleteSessionRequest, DeleteSessionResponse)
PARLEY_AGENT_HANDLER(on_set_mode, set_mode, SetSessionModeRequest, SetSessionModeResponse)
PARLEY_AGENT_HANDLER(on_set_config_option, set_config_option, SetSessionConfigOptionRequest,
                     SetSessionConfigOptionResponse)
PARLEY_AGENT_HANDLER(on_logout, logout, LogoutRequest, LogoutResponse)
#undef PARLEY_AGENT_HANDLER

PARLEY_DECL Agent& Agent::on_authenticate(
    std::vector<AuthMethod> methods, Handler<AuthenticateRequest, AuthenticateResponse> handler) {
  definition_->auth_methods = std::move(methods);
  definition_->authenticate = std::move(handler);
  return *this;
}

PARLEY_DECL Agent& Agent::with_prompt_capabilities(PromptCapabilities capabilities) {
  definition_->prompt_capabilities = std::move(capabilities);
  return *this;
}

PARLEY_DECL Agent& Agent::with_mcp_capabilities(McpCapabilities capabilities) {
  definition_->mcp_capabilities = std::move(capabilities);
  return *this;
}

PARLEY_DECL std::unique_ptr<AgentSession> Agent::attach(std::unique_ptr<Transport> transport,
                                                        std::shared_ptr<Runtime> runtime,
                                                        ConnectionOptions options) const {
  // A copy, so that a handler added later is not half seen.
  auto state = std::make_shared<AgentState>(std::make_shared<const Definition>(*definition_));
  state->open(std::move(transport), std::move(runtime), std::move(options));
  auto session = std::make_unique<AgentSession>(state);
  state->connection().start();
  return session;
}

PARLEY_DECL int serve_stdio(const Agent& agent) {
  auto runtime = std::make_shared<Runtime>();
  const auto session = agent.attach(stdio_transport(runtime), runtime);
  session->wait_closed();
  return 0;
}

// --- AgentSession --------------------------------------------------------------------------------

PARLEY_DECL AgentSession::AgentSession(std::shared_ptr<AgentState> state)
    : state_(std::move(state)) {}
PARLEY_DECL AgentSession::~AgentSession() { state_->connection().shut_down(); }
PARLEY_DECL Turn AgentSession::session(SessionId session) {
  return {state_, std::move(session), {}};
}
PARLEY_DECL void AgentSession::close() { state_->connection().close(); }
PARLEY_DECL Error AgentSession::wait_closed() { return state_->connection().wait_closed(); }
PARLEY_DECL Connection& AgentSession::connection() { return state_->connection(); }

// --- Turn ----------------------------------------------------------------------------------------

PARLEY_DECL Turn::Turn(std::shared_ptr<AgentState> agent, SessionId session, std::stop_token stop)
    : agent_(std::move(agent)), session_(std::move(session)), stop_(std::move(stop)) {}

PARLEY_DECL ClientCapabilities Turn::client_capabilities() const {
  return agent_->client_capabilities();
}

PARLEY_DECL void Turn::update(SessionUpdate update) {
  SessionNotification notification;
  notification.session_id = session_;
  notification.update = std::move(update);
  agent_->connection().notify("session/update", to_text(notification));
}

namespace detail {

template <class Chunk>
SessionUpdate text_chunk(std::string text) {
  TextContent content;
  content.text = std::move(text);
  Chunk chunk;
  chunk.content = std::move(content);
  return chunk;
}

inline PermissionOption permission_option(std::string id, std::string name,
                                          PermissionOptionKind kind) {
  PermissionOption option;
  option.option_id = std::move(id);
  option.name = std::move(name);
  option.kind = kind;
  return option;
}

}  // namespace detail

PARLEY_DECL void Turn::say(std::string text) {
  update(detail::text_chunk<AgentMessageChunk>(std::move(text)));
}

PARLEY_DECL void Turn::think(std::string text) {
  update(detail::text_chunk<AgentThoughtChunk>(std::move(text)));
}

template <class Result, class Request>
Result Turn::ask(std::string_view method, const Request& request, bool able,
                 std::string_view capability) {
  if (!able) {
    throw Error(Errc::unsupported_capability,
                std::string(method) + ": the client did not announce " + std::string(capability));
  }
  CallOptions options;
  options.stop = stop_;
  return Connection::take_result<Result>(
      agent_->connection().call(method, to_text(request), options), method);
}

PARLEY_DECL RequestPermissionOutcome Turn::request_permission(
    const ToolCallUpdate& tool_call, const std::vector<PermissionOption>& options) {
  RequestPermissionRequest request;
  request.session_id = session_;
  request.tool_call = tool_call;
  request.options = options;
  RequestPermissionOutcome cancelled = CancelledPermissionOutcome{};
  try {
    const auto response =
        ask<RequestPermissionResponse>("session/request_permission", request, true, "");
    const auto* selected = std::get_if<SelectedPermissionOutcome>(&response.outcome);
    const bool offered =
        selected != nullptr &&
        std::any_of(options.begin(), options.end(), [&](const PermissionOption& option) {
          return option.option_id == selected->option_id;
        });
    return offered ? response.outcome : cancelled;
  } catch (const Error& error) {
    // acp A7.3: the client may answer a cancelled turn's question with an error.
    if (error.is(Errc::cancelled) || error.code() == error_code::request_cancelled) {
      return cancelled;
    }
    throw;
  }
}

PARLEY_DECL bool Turn::ask_permission(const ToolCallUpdate& tool_call) {
  const std::vector<PermissionOption> options{
      detail::permission_option("allow", "Allow", PermissionOptionKind::allow_once),
      detail::permission_option("reject", "Reject", PermissionOptionKind::reject_once)};
  const RequestPermissionOutcome outcome = request_permission(tool_call, options);
  const auto* selected = std::get_if<SelectedPermissionOutcome>(&outcome);
  return selected != nullptr && selected->option_id == "allow";
}

PARLEY_DECL std::string Turn::read_text_file(std::string path, std::optional<std::uint32_t> line,
                                             std::optional<std::uint32_t> limit) {
  ReadTextFileRequest request;
  request.session_id = session_;
  request.path = std::move(path);
  request.line = line;
  request.limit = limit;
  return ask<ReadTextFileResponse>("fs/read_text_file", request,
                                   client_capabilities().fs.read_text_file, "fs.readTextFile")
      .content;
}

PARLEY_DECL void Turn::write_text_file(std::string path, std::string content) {
  WriteTextFileRequest request;
  request.session_id = session_;
  request.path = std::move(path);
  request.content = std::move(content);
  ask<std::optional<WriteTextFileResponse>>(
      "fs/write_text_file", request, client_capabilities().fs.write_text_file, "fs.writeTextFile");
}

PARLEY_DECL CreateTerminalResponse Turn::create_terminal(CreateTerminalRequest request) {
  request.session_id = session_;
  return ask<CreateTerminalResponse>("terminal/create", request, client_capabilities().terminal,
                                     "terminal");
}

namespace detail {

template <class Request>
Request terminal_request(const SessionId& session, const TerminalId& terminal) {
  Request request;
  request.session_id = session;
  request.terminal_id = terminal;
  return request;
}

}  // namespace detail

PARLEY_DECL TerminalOutputResponse Turn::terminal_output(const TerminalId& terminal) {
  return ask<TerminalOutputResponse>(
      "terminal/output", detail::terminal_request<TerminalOutputRequest>(session_, terminal),
      client_capabilities().terminal, "terminal");
}

PARLEY_DECL WaitForTerminalExitResponse Turn::wait_for_terminal_exit(const TerminalId& terminal) {
  return ask<WaitForTerminalExitResponse>(
      "terminal/wait_for_exit",
      detail::terminal_request<WaitForTerminalExitRequest>(session_, terminal),
      client_capabilities().terminal, "terminal");
}

PARLEY_DECL void Turn::kill_terminal(const TerminalId& terminal) {
  ask<std::optional<KillTerminalResponse>>(
      "terminal/kill", detail::terminal_request<KillTerminalRequest>(session_, terminal),
      client_capabilities().terminal, "terminal");
}

PARLEY_DECL void Turn::release_terminal(const TerminalId& terminal) {
  ask<std::optional<ReleaseTerminalResponse>>(
      "terminal/release", detail::terminal_request<ReleaseTerminalRequest>(session_, terminal),
      client_capabilities().terminal, "terminal");
}

PARLEY_DECL CreateElicitationResponse Turn::elicit(const CreateElicitationRequest& request) {
  return ask<CreateElicitationResponse>(
      "elicitation/create", request, client_capabilities().elicitation.has_value(), "elicitation");
}

}  // namespace parley::acp
