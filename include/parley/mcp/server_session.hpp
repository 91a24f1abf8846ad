// SPDX-License-Identifier: MIT
// One client's session with an MCP server, seen from the server.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <parley/config.hpp>
#include <parley/mcp/request_context.hpp>
#include <parley/mcp/types/initialize.hpp>
#include <parley/rpc/connection.hpp>

namespace parley::mcp {

class ServerSession;

/// What a server says about itself beside what it offers.
struct ServerOptions {
  /// How to use the server; a hint for the model.
  std::string instructions{};
  /// Most items of one page of a list; clients follow the cursor.
  std::size_t page_size = 1000;
  /// Announce these even while nothing of the kind is offered yet, because it will be later.
  bool expect_tools = false;
  bool expect_resources = false;
  bool expect_prompts = false;
  /// Announce `logging`; without it `RequestContext::log` sends nothing.
  bool logging = true;
};

/// How one session is set up.
struct SessionOptions {
  ConnectionOptions connection{};
  /// After the client has said that it is initialized; may ask the client something.
  std::function<void(ServerSession&)> on_initialized{};
  /// The client's roots changed; ask for them if they matter.
  std::function<void(ServerSession&)> on_roots_changed{};
  /// The session is over. Called once.
  std::function<void(const Error& reason)> on_closed{};
};

/// A session. Destroying it ends it, and returns when no handler runs any more.
///
/// Thread safety: every member may be called from any thread.
class ServerSession {
 public:
  explicit ServerSession(std::shared_ptr<ServerSessionState> state);
  ~ServerSession();
  ServerSession(const ServerSession&) = delete;
  ServerSession& operator=(const ServerSession&) = delete;

  /// What the client said of itself in `initialize`; empty before.
  std::optional<Implementation> client_info() const;
  ClientCapabilities client_capabilities() const;
  /// Empty before `initialize`.
  std::string protocol_version() const;

  void log(LoggingLevel level, Json data, std::string_view logger = {});
  ElicitResult elicit(const ElicitRequestParams& params, const CallOptions& options = {});
  CreateMessageResult sample(const CreateMessageRequestParams& params,
                             const CallOptions& options = {});
  ListRootsResult list_roots(const CallOptions& options = {});
  void ping(const CallOptions& options = {});
  /// The page of a URL elicitation has done its work (2025-11-25).
  void notify_elicitation_complete(std::string elicitation_id);

  void close();
  bool closed() const;
  /// Waits until the session is over, and gives the reason.
  Error wait_closed();
  Connection& connection();

 private:
  std::shared_ptr<ServerSessionState> state_;
};

}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/server.hpp>
#endif
