// SPDX-License-Identifier: MIT
// Bodies of Client: what this side calls, and what it checks first.
#pragma once

#include <algorithm>
#include <condition_variable>

#include <parley/acp/client.hpp>
#include <parley/acp/impl/client_state.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/client_inbound.ipp>
#include <parley/acp/impl/client_state.ipp>
#endif

namespace parley::acp {
namespace detail {

inline void require(bool able, std::string_view method, std::string_view capability) {
  if (able) return;
  throw Error(
      Errc::unsupported_capability,
      std::string(method) + " was not sent: the agent did not announce " + std::string(capability));
}

inline void require_absolute(const std::string& path, std::string_view what) {
  if (path.starts_with('/')) return;
  throw Error(Errc::invalid_argument,
              std::string(what) + " must be an absolute path, and is \"" + path + "\"");
}

inline void check_servers(const AgentCapabilities& agent, const std::vector<McpServer>& servers) {
  for (const McpServer& server : servers) {
    if (const auto* stdio = std::get_if<McpServerStdio>(&server)) {
      require_absolute(stdio->command, "the command of MCP server " + stdio->name);
    } else if (std::holds_alternative<McpServerHttp>(server)) {
      require(agent.mcp_capabilities.http, "an MCP server of type http", "mcpCapabilities.http");
    } else if (std::holds_alternative<McpServerSse>(server)) {
      require(agent.mcp_capabilities.sse, "an MCP server of type sse", "mcpCapabilities.sse");
    }
  }
}

template <class Params>
std::vector<std::string> roots_of(const Params& params) {
  std::vector<std::string> roots{params.cwd};
  roots.insert(roots.end(), params.additional_directories.begin(),
               params.additional_directories.end());
  return roots;
}

template <class Params>
void check_folders(const AgentCapabilities& agent, const Params& params) {
  require_absolute(params.cwd, "cwd");
  for (const std::string& folder : params.additional_directories) {
    require_absolute(folder, "an additional directory");
  }
  if (!params.additional_directories.empty()) {
    require(agent.session_capabilities.additional_directories.has_value(), "additionalDirectories",
            "sessionCapabilities.additionalDirectories");
  }
  check_servers(agent, params.mcp_servers);
}

inline void check_prompt(const AgentCapabilities& agent, const PromptRequest& params) {
  const PromptCapabilities& able = agent.prompt_capabilities;
  for (const ContentBlock& block : params.prompt) {
    if (std::holds_alternative<ImageContent>(block)) {
      require(able.image, "an image in a prompt", "promptCapabilities.image");
    } else if (std::holds_alternative<AudioContent>(block)) {
      require(able.audio, "audio in a prompt", "promptCapabilities.audio");
    } else if (std::holds_alternative<EmbeddedResource>(block)) {
      require(able.embedded_context, "a resource in a prompt",
              "promptCapabilities.embeddedContext");
    } else if (const auto* unknown = std::get_if<Unknown>(&block)) {
      throw Error(Errc::invalid_argument,
                  "a prompt must not hold content of the unknown type \"" + unknown->tag + "\"");
    }
  }
}

template <class Params>
inline constexpr bool makes_session =
    std::is_same_v<Params, NewSessionRequest> || std::is_same_v<Params, LoadSessionRequest> ||
    std::is_same_v<Params, ResumeSessionRequest>;

template <class Params>
std::optional<SessionId> expected_session(const Params& params) {
  if constexpr (requires { params.session_id; }) {
    return params.session_id;
  } else {
    return std::nullopt;
  }
}

// Books what an answer means before the caller sees it.
template <class Params>
void settle(ClientState& state, const Params& params, Outcome& outcome) {
  // Some agents answer null where an empty object is due (acp A7.13).
  if (outcome && outcome->is_null()) *outcome = Json::object();
  if constexpr (makes_session<Params>) {
    if (outcome) {
      std::optional<SessionId> session = expected_session(params);
      if (const Json* id = parley::detail::find_member(*outcome, "sessionId");
          !session && id != nullptr && id->is_string()) {
        session = id->get<std::string>();
      }
      if (session) state.add_session(*session, roots_of(params));
    }
    state.stop_expecting(expected_session(params));
  } else if constexpr (std::is_same_v<Params, CloseSessionRequest> ||
                       std::is_same_v<Params, DeleteSessionRequest>) {
    if (outcome) state.remove_session(params.session_id);
  }
}

}  // namespace detail

// --- checks --------------------------------------------------------------------------------------

template <class Params>
void Client::check(ClientState& state, const Params& params) {
  state.require_ready();
  const AgentCapabilities& agent = state.agent().agent_capabilities;
  const SessionCapabilities& sessions = agent.session_capabilities;
  if constexpr (std::is_same_v<Params, LogoutRequest>) {
    detail::require(agent.auth.logout.has_value(), "logout", "auth.logout");
  } else if constexpr (std::is_same_v<Params, LoadSessionRequest>) {
    detail::require(agent.load_session, "session/load", "loadSession");
  } else if constexpr (std::is_same_v<Params, ResumeSessionRequest>) {
    detail::require(sessions.resume.has_value(), "session/resume", "sessionCapabilities.resume");
  } else if constexpr (std::is_same_v<Params, ListSessionsRequest>) {
    detail::require(sessions.list.has_value(), "session/list", "sessionCapabilities.list");
  } else if constexpr (std::is_same_v<Params, CloseSessionRequest>) {
    detail::require(sessions.close.has_value(), "session/close", "sessionCapabilities.close");
  } else if constexpr (std::is_same_v<Params, DeleteSessionRequest>) {
    detail::require(sessions.delete_.has_value(), "session/delete", "sessionCapabilities.delete");
  } else if constexpr (std::is_same_v<Params, PromptRequest>) {
    detail::check_prompt(agent, params);
  }
  if constexpr (detail::makes_session<Params>) detail::check_folders(agent, params);
}

template <class Params>
CallHandle Client::start(ClientState& state, const MethodInfo& method, const Params& params,
                         CallOptions options, RawDone done, bool direct) {
  if constexpr (std::is_same_v<Params, PromptRequest>) {
    if (!options.timeout) options.no_timeout = true;
  }
  if constexpr (std::is_same_v<Params, CloseSessionRequest> ||
                std::is_same_v<Params, DeleteSessionRequest>) {
    state.withdraw_questions(params.session_id);
  }
  if constexpr (detail::makes_session<Params>) {
    state.expect_session(detail::expected_session(params));
  }
  CallCompletion completion;
  completion.direct = direct;
  completion.take = [held = state.shared_from_this(), params,
                     done = std::move(done)](Outcome outcome) mutable {
    detail::settle(*held, params, outcome);
    done(std::move(outcome));
  };
  return state.connection().start_call(method.name, to_text(params), options,
                                       std::move(completion));
}

#define PARLEY_ACP_CALL(Params)                                                             \
  template void Client::check<Params>(ClientState&, const Params&);                         \
  template CallHandle Client::start<Params>(ClientState&, const MethodInfo&, const Params&, \
                                            CallOptions, RawDone, bool);
#ifndef PARLEY_HEADER_ONLY
PARLEY_ACP_CALL(AuthenticateRequest)
PARLEY_ACP_CALL(LogoutRequest)
PARLEY_ACP_CALL(NewSessionRequest)
PARLEY_ACP_CALL(LoadSessionRequest)
PARLEY_ACP_CALL(ResumeSessionRequest)
PARLEY_ACP_CALL(ListSessionsRequest)
PARLEY_ACP_CALL(CloseSessionRequest)
PARLEY_ACP_CALL(DeleteSessionRequest)
PARLEY_ACP_CALL(SetSessionModeRequest)
PARLEY_ACP_CALL(SetSessionConfigOptionRequest)
PARLEY_ACP_CALL(PromptRequest)
#endif
#undef PARLEY_ACP_CALL

PARLEY_DECL Json Client::wait(ClientState& state, const MethodInfo& method,
                              const std::function<void(RawDone)>& begin) {
  state.connection().require_blocking_allowed(method.name);
  std::mutex mutex;
  std::condition_variable ready;
  std::optional<Outcome> outcome;
  begin([&](Outcome value) {
    const std::lock_guard lock(mutex);
    outcome.emplace(std::move(value));
    ready.notify_one();
  });
  std::unique_lock lock(mutex);
  ready.wait(lock, [&] { return outcome.has_value(); });
  if (!*outcome) throw std::move(outcome->error());
  return std::move(**outcome);
}

// --- the connection ------------------------------------------------------------------------------

PARLEY_DECL std::unique_ptr<Client> Client::connect(std::unique_ptr<Transport> transport,
                                                    ClientHandler& handler, ClientOptions options,
                                                    std::shared_ptr<Runtime> runtime) {
  if (runtime == nullptr) runtime = std::make_shared<Runtime>();
  auto state = std::make_shared<ClientState>(handler, std::move(options));
  state->open(std::move(transport), std::move(runtime));
  auto client = std::make_unique<Client>(state);
  state->initialize();
  return client;
}

PARLEY_DECL std::unique_ptr<Client> Client::spawn(ProcessOptions process, ClientHandler& handler,
                                                  ClientOptions options,
                                                  std::shared_ptr<Runtime> runtime) {
  if (runtime == nullptr) runtime = std::make_shared<Runtime>();
  auto transport = parley::spawn(runtime, std::move(process));
  return connect(std::move(transport), handler, std::move(options), std::move(runtime));
}

PARLEY_DECL Client::Client(std::shared_ptr<ClientState> state) : state_(std::move(state)) {}
PARLEY_DECL Client::~Client() { state_->connection().shut_down(); }

PARLEY_DECL const InitializeResponse& Client::agent() const { return state_->agent(); }
PARLEY_DECL void Client::close() { state_->connection().close(); }
PARLEY_DECL bool Client::closed() const { return state_->connection().closed(); }
PARLEY_DECL Error Client::wait_closed() { return state_->connection().wait_closed(); }
PARLEY_DECL Connection& Client::connection() { return state_->connection(); }

// --- calls ---------------------------------------------------------------------------------------

PARLEY_DECL AuthenticateResponse Client::authenticate(const AuthMethodId& method,
                                                      const CallOptions& options) {
  AuthenticateRequest params;
  params.method_id = method;
  return call<method::authenticate>(params, options);
}

PARLEY_DECL LogoutResponse Client::logout(const CallOptions& options) {
  return call<method::logout>(LogoutRequest(), options);
}

PARLEY_DECL NewSessionResponse Client::new_session(std::string cwd,
                                                   std::vector<McpServer> mcp_servers,
                                                   const CallOptions& options) {
  NewSessionRequest params;
  params.cwd = std::move(cwd);
  params.mcp_servers = std::move(mcp_servers);
  return call<method::session_new>(params, options);
}

PARLEY_DECL LoadSessionResponse Client::load_session(SessionId session, std::string cwd,
                                                     std::vector<McpServer> mcp_servers,
                                                     const CallOptions& options) {
  LoadSessionRequest params;
  params.session_id = std::move(session);
  params.cwd = std::move(cwd);
  params.mcp_servers = std::move(mcp_servers);
  return call<method::session_load>(params, options);
}

PARLEY_DECL ResumeSessionResponse Client::resume_session(SessionId session, std::string cwd,
                                                         std::vector<McpServer> mcp_servers,
                                                         const CallOptions& options) {
  ResumeSessionRequest params;
  params.session_id = std::move(session);
  params.cwd = std::move(cwd);
  params.mcp_servers = std::move(mcp_servers);
  return call<method::session_resume>(params, options);
}

PARLEY_DECL ListSessionsResponse Client::list_sessions(std::optional<std::string> cwd,
                                                       std::optional<std::string> cursor,
                                                       const CallOptions& options) {
  ListSessionsRequest params;
  params.cwd = std::move(cwd);
  params.cursor = std::move(cursor);
  return call<method::session_list>(params, options);
}

PARLEY_DECL std::vector<SessionInfo> Client::all_sessions(const std::optional<std::string>& cwd,
                                                          const CallOptions& options) {
  constexpr int most_pages = 1000;
  std::vector<SessionInfo> all;
  std::optional<std::string> cursor;
  for (int page = 0; page < most_pages; ++page) {
    ListSessionsResponse response = list_sessions(cwd, cursor, options);
    std::move(response.sessions.begin(), response.sessions.end(), std::back_inserter(all));
    if (!response.next_cursor) return all;
    if (response.next_cursor == cursor) break;
    cursor = std::move(response.next_cursor);
  }
  throw Error(Errc::invalid_result,
              "session/list does not come to an end: the agent gives the "
              "same page again, or too many of them");
}

PARLEY_DECL void Client::close_session(const SessionId& session, const CallOptions& options) {
  CloseSessionRequest params;
  params.session_id = session;
  call<method::session_close>(params, options);
}

PARLEY_DECL void Client::delete_session(const SessionId& session, const CallOptions& options) {
  DeleteSessionRequest params;
  params.session_id = session;
  call<method::session_delete>(params, options);
}

PARLEY_DECL void Client::end_session(const SessionId& session, const CallOptions& options) {
  if (state_->agent().agent_capabilities.session_capabilities.close) {
    return close_session(session, options);
  }
  state_->remove_session(session);
}

PARLEY_DECL void Client::set_mode(const SessionId& session, SessionModeId mode,
                                  const CallOptions& options) {
  SetSessionModeRequest params;
  params.session_id = session;
  params.mode_id = std::move(mode);
  call<method::session_set_mode>(params, options);
}

PARLEY_DECL SetSessionConfigOptionResponse Client::set_config_option(const SessionId& session,
                                                                     SessionConfigId option,
                                                                     std::string value,
                                                                     const CallOptions& options) {
  SetSessionConfigOptionRequest params;
  params.session_id = session;
  params.config_id = std::move(option);
  SessionConfigIdValue chosen;
  chosen.value = std::move(value);
  params.value = std::move(chosen);
  return call<method::session_set_config_option>(params, options);
}

PARLEY_DECL SetSessionConfigOptionResponse Client::set_config_option(const SessionId& session,
                                                                     SessionConfigId option,
                                                                     bool value,
                                                                     const CallOptions& options) {
  SetSessionConfigOptionRequest params;
  params.session_id = session;
  params.config_id = std::move(option);
  SessionConfigBooleanValue chosen;
  chosen.value = value;
  params.value = std::move(chosen);
  return call<method::session_set_config_option>(params, options);
}

PARLEY_DECL PromptRequest Client::prompt_request(const SessionId& session, std::string text) {
  PromptRequest params;
  params.session_id = session;
  TextContent content;
  content.text = std::move(text);
  params.prompt.emplace_back(std::move(content));
  return params;
}

PARLEY_DECL PromptResponse Client::prompt(const SessionId& session, std::string text,
                                          const CallOptions& options) {
  return call<method::session_prompt>(prompt_request(session, std::move(text)), options);
}

PARLEY_DECL PromptResponse Client::prompt(const SessionId& session,
                                          std::vector<ContentBlock> blocks,
                                          const CallOptions& options) {
  PromptRequest params;
  params.session_id = session;
  params.prompt = std::move(blocks);
  return call<method::session_prompt>(params, options);
}

PARLEY_DECL PromptText Client::prompt_text(const SessionId& session, std::string text,
                                           const CallOptions& options) {
  if (!state_->begin_text(session)) {
    throw Error(Errc::invalid_argument,
                "prompt_text is going on in this session already; wait for it");
  }
  try {
    PromptResponse response = prompt(session, std::move(text), options);
    PromptText out = state_->end_text(session);
    out.response = std::move(response);
    return out;
  } catch (...) {
    state_->end_text(session);
    throw;
  }
}

PARLEY_DECL void Client::cancel(const SessionId& session) { state_->cancel(session); }

}  // namespace parley::acp
