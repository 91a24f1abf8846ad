// SPDX-License-Identifier: MIT
// The server's half of one session: which request does what.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <parley/mcp/impl/server_state.hpp>
#include <parley/rpc/connection.hpp>

namespace parley::mcp {

/// Kept alive by the session and by the contexts of running handlers.
class ServerSessionState final : public Dispatcher,
                                 public std::enable_shared_from_this<ServerSessionState> {
 public:
  ServerSessionState(std::shared_ptr<Server::State> server, SessionOptions options);

  void open(std::unique_ptr<Transport> transport, std::shared_ptr<Runtime> runtime);
  /// What the hooks of SessionOptions are given.
  void set_session(ServerSession* session) { session_ = session; }

  void on_request(IncomingRequest request) override;
  void on_notification(IncomingNotification notification) override;
  void on_closed(const Error& reason) override;

  Connection& connection() { return *connection_; }
  bool initialized() const { return initialized_.load(std::memory_order_acquire); }
  std::string protocol_version() const;
  std::optional<Implementation> client_info() const;
  ClientCapabilities client_capabilities() const;
  bool subscribed(std::string_view uri) const;
  /// Whether the client was told that there is something of the kind that a `list_changed`
  /// notification is about; only then it may be sent (MCP A7).
  bool was_told_of(std::string_view method) const;
  void log(LoggingLevel level, Json data, std::string_view logger);
  /// Throw `Errc::unsupported_capability` unless the client can do what the request needs.
  void require_elicitation(const ElicitRequestParams& params) const;
  void require_sampling(const CreateMessageRequestParams& params) const;
  void require_roots() const;

 private:
  using Handler = void (ServerSessionState::*)(IncomingRequest&);
  struct Row {
    std::string_view method;
    Handler handle;
    bool before_initialize = false;
  };
  static const Row* find_row(std::string_view method);

  // Decodes params, answers with the result, or with what was thrown.
  template <class Params, auto function>
  void answer(IncomingRequest& request);
  // The same on a worker, for functions that run code of the program.
  template <class Params, auto function>
  void answer_on_worker(IncomingRequest& request);

  InitializeResult initialize(InitializeRequestParams& params, RequestContext& context);
  EmptyResult ping(RequestParams& params, RequestContext& context);
  EmptyResult set_level(SetLevelRequestParams& params, RequestContext& context);
  EmptyResult subscribe(SubscribeRequestParams& params, RequestContext& context);
  EmptyResult unsubscribe(UnsubscribeRequestParams& params, RequestContext& context);
  ReadResourceResult read_resource(ReadResourceRequestParams& params, RequestContext& context);
  GetPromptResult get_prompt(GetPromptRequestParams& params, RequestContext& context);
  CompleteResult complete(CompleteRequestParams& params, RequestContext& context);
  void call_tool(IncomingRequest& request);
  void list_tools(IncomingRequest& request);
  void list_resources(IncomingRequest& request);
  void list_templates(IncomingRequest& request);
  void list_prompts(IncomingRequest& request);
  template <class Entry>
  void list(IncomingRequest& request, const detail::Registry<Entry>& registry,
            std::string_view member);

  // What this session was told of keeps its methods when the last one of the kind is removed.
  struct Announced {
    bool tools = false, resources = false, prompts = false;
  };
  Announced announced() const { return initialized() ? announced_ : Announced(); }
  ServerCapabilities capabilities() const;
  bool offers_tools() const;
  bool offers_resources() const;
  bool offers_prompts() const;
  bool offers(std::string_view method) const;
  RequestContext context_for(const IncomingRequest& request, const Json* meta);

  const std::shared_ptr<Server::State> server_;
  const SessionOptions options_;
  ServerSession* session_ = nullptr;
  std::optional<Connection> connection_;

  std::atomic<bool> initialized_ = false;
  Announced announced_;  // written before initialized_
  mutable std::mutex mutex_;
  std::string protocol_version_;
  std::optional<Implementation> client_info_;
  ClientCapabilities client_capabilities_;
  LoggingLevel log_level_ = LoggingLevel::debug;
  std::set<std::string, std::less<>> subscriptions_;
  std::size_t subscribed_bytes_ = 0;  // the lengths of these
};

}  // namespace parley::mcp
