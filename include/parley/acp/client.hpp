// SPDX-License-Identifier: MIT
// An ACP client: drives one coding agent.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <parley/acp/client_handler.hpp>
#include <parley/acp/methods.hpp>
#include <parley/acp/types.hpp>
#include <parley/rpc/async.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/transport/process.hpp>

namespace parley::acp {

class ClientState;

/// How a client is set up.
struct ClientOptions {
  /// Sent as `clientInfo`.
  std::string name = "parley";
  std::string version = PARLEY_VERSION;
  /// Instead of those that follow from the handler's `supports()`; an empty object announces
  /// nothing (acp 1.1.6).
  std::optional<ClientCapabilities> capabilities{};
  /// For connecting and the handshake together.
  std::chrono::milliseconds initialize_timeout{30'000};
  /// For every call but a prompt, which may take as long as it takes (acp 5.12).
  std::chrono::milliseconds request_timeout{30'000};
  /// How long a handler may take for one request of the agent; unset: as long as a person does.
  std::optional<std::chrono::milliseconds> handler_timeout{};
  /// Requests of the agent that are being handled at once; more are answered with an error.
  std::size_t max_pending_requests = 1024;
  /// The text of a turn that `prompt_text` collects; the rest is cut off between characters.
  std::size_t max_prompt_text_bytes = std::size_t{1} << 20;
  /// Updates kept for a session whose id is not known yet, while one is being made (acp D4).
  std::size_t max_early_updates = 256;
  /// Called before the handler for each update that is handed to it.
  std::function<void(const SessionId&, const SessionUpdate&)> event_listener{};
  ConnectionOptions connection{};
};

/// What `Client::prompt_text` gives: the answer, and the text of its message chunks.
struct PromptText {
  PromptResponse response{};
  std::string text{};
  bool truncated = false;
};

/// A connection to an agent.
///
///     struct Handler : parley::acp::ClientHandler { ... };
///     Handler handler;
///     auto client = parley::acp::Client::spawn({.command = "gemini", .args = {"--acp"}}, handler);
///     auto session = client->new_session("/home/me/project").session_id;
///     auto answer = client->prompt(session, "Fix the failing test");
///
/// Every call has a blocking form, which throws `parley::Error`, and `async_call<Method>` with a
/// callback or an asio completion token. What the protocol forbids, or the agent did not announce,
/// fails here with `Errc::invalid_argument` or `Errc::unsupported_capability`, and nothing is sent.
/// The handlers of all updates of a turn have finished when its prompt returns.
///
/// Thread safety: every member may be called from any thread; not from an inline handler or the
/// event loop, where blocking forms fail with `Errc::would_deadlock`.
/// Lifetime: the handler outlives the client. The destructor ends the connection and the process,
/// and returns when no handler runs any more.
class Client {
 public:
  /// Connects and shakes hands. Throws Error: `init` threw, the deadline passed, the agent speaks
  /// no version that is spoken here, or it answered with an error. The transport is closed then.
  static std::unique_ptr<Client> connect(std::unique_ptr<Transport> transport,
                                         ClientHandler& handler, ClientOptions options = {},
                                         std::shared_ptr<Runtime> runtime = nullptr);
  /// Starts an agent's process and connects to it. Throws std::system_error as well, when it cannot
  /// be started.
  static std::unique_ptr<Client> spawn(ProcessOptions process, ClientHandler& handler,
                                       ClientOptions options = {},
                                       std::shared_ptr<Runtime> runtime = nullptr);
  explicit Client(std::shared_ptr<ClientState> state);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// What the agent said in the handshake.
  const InitializeResponse& agent() const;

  AuthenticateResponse authenticate(const AuthMethodId& method, const CallOptions& options = {});
  LogoutResponse logout(const CallOptions& options = {});

  /// `cwd` and the directories must be absolute paths; they become the roots of the session.
  NewSessionResponse new_session(std::string cwd, std::vector<McpServer> mcp_servers = {},
                                 const CallOptions& options = {});
  LoadSessionResponse load_session(SessionId session, std::string cwd,
                                   std::vector<McpServer> mcp_servers = {},
                                   const CallOptions& options = {});
  ResumeSessionResponse resume_session(SessionId session, std::string cwd,
                                       std::vector<McpServer> mcp_servers = {},
                                       const CallOptions& options = {});
  /// One page; every page.
  ListSessionsResponse list_sessions(std::optional<std::string> cwd = {},
                                     std::optional<std::string> cursor = {},
                                     const CallOptions& options = {});
  std::vector<SessionInfo> all_sessions(const std::optional<std::string>& cwd = {},
                                        const CallOptions& options = {});
  void close_session(const SessionId& session, const CallOptions& options = {});
  void delete_session(const SessionId& session, const CallOptions& options = {});
  /// Closes the session if the agent can do that, and forgets it here in any case (acp 1.2.17).
  void end_session(const SessionId& session, const CallOptions& options = {});
  void set_mode(const SessionId& session, SessionModeId mode, const CallOptions& options = {});
  SetSessionConfigOptionResponse set_config_option(const SessionId& session, SessionConfigId option,
                                                   std::string value,
                                                   const CallOptions& options = {});
  // A literal would become a boolean.
  SetSessionConfigOptionResponse set_config_option(const SessionId& session, SessionConfigId option,
                                                   const char* value,
                                                   const CallOptions& options = {}) {
    return set_config_option(session, std::move(option), std::string(value), options);
  }
  SetSessionConfigOptionResponse set_config_option(const SessionId& session, SessionConfigId option,
                                                   bool value, const CallOptions& options = {});

  /// A turn. Returns when it is over and every update of it was handled.
  PromptResponse prompt(const SessionId& session, std::string text,
                        const CallOptions& options = {});
  PromptResponse prompt(const SessionId& session, std::vector<ContentBlock> blocks,
                        const CallOptions& options = {});
  /// The same, and collects the text. One at a time for a session.
  PromptText prompt_text(const SessionId& session, std::string text,
                         const CallOptions& options = {});
  /// Cancels a session's turn: first every open permission request of the session is answered as
  /// cancelled and every open question is withdrawn, then the agent is told (acp 1.2.11). The
  /// prompt returns by itself, with `cancelled`.
  void cancel(const SessionId& session);

  /// Any request of the method table, checked and typed; with whole params.
  template <RequestMethod M>
  typename M::Result call(const typename M::Params& params, const CallOptions& options = {});
  /// The same; the end is given to a callback `(std::exception_ptr, Result)` or a completion token.
  template <RequestMethod M, class Token>
  auto async_call(const typename M::Params& params, Token&& token, const CallOptions& options = {});
  template <class Token>
  auto async_prompt(const SessionId& session, std::string text, Token&& token,
                    const CallOptions& options = {}) {
    return async_call<method::session_prompt>(prompt_request(session, std::move(text)),
                                              std::forward<Token>(token), options);
  }

  void close();
  bool closed() const;
  /// Waits until the connection is over, and gives the reason.
  Error wait_closed();
  Connection& connection();

 private:
  using RawDone = UniqueFunction<void(Outcome)>;
  static PromptRequest prompt_request(const SessionId& session, std::string text);
  // Checks the params; throws a local error.
  template <class Params>
  static void check(ClientState& state, const Params& params);
  // Sends; `settle` of these params is done before `done` is told.
  template <class Params>
  static CallHandle start(ClientState& state, const MethodInfo& method, const Params& params,
                          CallOptions options, RawDone done, bool direct);
  static Json wait(ClientState& state, const MethodInfo& method,
                   const std::function<void(RawDone)>& begin);

  std::shared_ptr<ClientState> state_;
};

template <RequestMethod M>
typename M::Result Client::call(const typename M::Params& params, const CallOptions& options) {
  check(*state_, params);
  Json result = wait(*state_, M::info, [&](RawDone done) {
    start(*state_, M::info, params, options, std::move(done), true);
  });
  return Connection::take_result<typename M::Result>(std::move(result), M::info.name);
}

template <RequestMethod M, class Token>
auto Client::async_call(const typename M::Params& params, Token&& token,
                        const CallOptions& options) {
  using Result = typename M::Result;
  return parley::detail::async_start<Result>(
      [state = state_, params, options](auto done) -> CallHandle {
        try {
          check(*state, params);
        } catch (const Error&) {
          done(std::current_exception(), Result{});
          return {};
        }
        return start(
            *state, M::info, params, options,
            [done = std::move(done)](Outcome outcome) mutable {
              Connection::finish<Result>(done, std::move(outcome), M::info.name);
            },
            false);
      },
      std::forward<Token>(token));
}

}  // namespace parley::acp

#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/client.ipp>
#endif
