// SPDX-License-Identifier: MIT
// The client's half of one connection: sessions, what the agent asks, what is still owed to it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <parley/acp/client.hpp>
#include <parley/acp/impl/owed_answer.hpp>
#include <parley/acp/workspace.hpp>

namespace parley::acp {

/// Kept alive by the client and by the handlers that run.
class ClientState final : public Dispatcher, public std::enable_shared_from_this<ClientState> {
 public:
  ClientState(ClientHandler& handler, ClientOptions options);

  void open(std::unique_ptr<Transport> transport, std::shared_ptr<Runtime> runtime);
  /// Shakes hands; throws.
  void initialize();

  void on_request(IncomingRequest request) override;
  void on_notification(IncomingNotification notification) override;
  void on_closed(const Error& reason) override;

  Connection& connection() { return *connection_; }
  const ClientOptions& options() const { return options_; }
  const InitializeResponse& agent() const { return agent_; }
  const ClientCapabilities& capabilities() const { return capabilities_; }
  void require_ready() const;

  // --- sessions ----------------------------------------------------------------------------

  void add_session(const SessionId& session, const std::vector<std::string>& roots);
  void remove_session(const SessionId& session);
  /// A session is being made or loaded: updates may come before the answer that names it.
  void expect_session(const std::optional<SessionId>& session);
  void stop_expecting(const std::optional<SessionId>& session);
  void cancel(const SessionId& session);
  /// Answers what the agent asks the user in this session as cancelled.
  void withdraw_questions(const SessionId& session);
  /// False when the text of this session's turn is being collected already.
  bool begin_text(const SessionId& session);
  PromptText end_text(const SessionId& session);

 private:
  struct Session {
    Workspace workspace;
    std::string cwd;
  };
  struct EarlyUpdate {
    SessionId session;
    Json message;
  };
  using Serve = void (ClientState::*)(const std::shared_ptr<OwedAnswer>&);
  struct Row {
    std::string_view method;
    bool (*announced)(const ClientCapabilities&);
    Serve serve;
    std::string_view cancelled_result{};
  };

  static const Row* find_row(std::string_view method);
  void serve_on_worker(const Row& row, IncomingRequest request);
  std::optional<Session> find_session(const SessionId& session) const;
  Session require_session(const SessionId& session) const;
  std::string require_path(const Session& session, const std::string& path) const;
  std::shared_ptr<OwedAnswer> register_owed(const Row& row, IncomingRequest request);
  void start_timeout(const std::shared_ptr<OwedAnswer>& owed);
  void serve_owed(Serve serve, const std::shared_ptr<OwedAnswer>& owed);
  TimerService& timers() const;

  void serve_permission(const std::shared_ptr<OwedAnswer>& owed);
  void serve_file_read(const std::shared_ptr<OwedAnswer>& owed);
  void serve_file_write(const std::shared_ptr<OwedAnswer>& owed);
  void serve_terminal(const std::shared_ptr<OwedAnswer>& owed);
  void serve_elicitation(const std::shared_ptr<OwedAnswer>& owed);
  void require_capacity(const OwedAnswer& owed) const;

  void take_update(Json message);
  void deliver_update(const SessionNotification& notification, const Json& message);
  void deliver_early_updates(const SessionId& session);
  void collect_text(const SessionId& session, const SessionUpdate& update);

  ClientHandler& handler_;
  const ClientOptions options_;
  ClientCapabilities capabilities_;
  InitializeResponse agent_;
  std::optional<Connection> connection_;

  mutable std::mutex mutex_;
  bool ready_ = false;
  std::map<SessionId, Session> sessions_;
  int expecting_new_ = 0;
  std::multiset<SessionId> expecting_;
  std::deque<EarlyUpdate> early_updates_;
  std::map<SessionId, PromptText> texts_;
  std::set<std::shared_ptr<OwedAnswer>> owed_;
  // Held while an update's handler runs, so that early updates and later ones keep their order.
  std::mutex update_mutex_;
};

}  // namespace parley::acp
