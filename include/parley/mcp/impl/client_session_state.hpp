// SPDX-License-Identifier: MIT
// The client's half of one session: what is sent, and what the server may ask.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include <parley/mcp/impl/client_progress.hpp>
#include <parley/mcp/impl/client_schemas.hpp>
#include <parley/mcp/impl/client_state.hpp>
#include <parley/rpc/connection.hpp>

namespace parley::mcp {

/// Kept alive by the session, by requests that wait, and by the contexts of running handlers.
class ClientSessionState final : public Dispatcher,
                                 public std::enable_shared_from_this<ClientSessionState> {
 public:
  explicit ClientSessionState(std::shared_ptr<const Client::State> client);

  void open(std::unique_ptr<Transport> transport, std::shared_ptr<Runtime> runtime);
  /// Starts the connection and the handshake. `done` runs where the answer is read; it must return
  /// at once. Only when it is given no error may anything else be sent.
  CallHandle shake_hands(UniqueFunction<void(std::exception_ptr)> done);

  void on_request(IncomingRequest request) override;
  void on_notification(IncomingNotification notification) override;
  void on_closed(const Error& reason) override;

  CallHandle start(detail::ClientRequest request, CallCompletion completion);
  Json call(detail::ClientRequest request);
  std::int64_t new_progress_token() { return progress_.new_token(); }
  void set_roots(std::vector<Root> roots);
  void notify_roots_changed();

  Connection& connection() { return *connection_; }
  const Client::State& client() const { return *client_; }
  bool ready() const { return ready_.load(std::memory_order_acquire); }
  /// The server's half of the handshake; empty before.
  const InitializeResult& hello() const;

 private:
  void finish_handshake(Outcome outcome);
  void check(const MethodInfo& method) const;
  // Learns from the result, and turns it into an error if it breaks what was learnt.
  void review(const MethodInfo& method, const std::string& tool, Outcome& outcome);
  CallHandle send(detail::ClientRequest& request, CallCompletion completion);
  TimerService& timers() const;
  std::chrono::milliseconds timeout_of(const RequestOptions& options) const;

  // The requests of the server.
  void answer_sampling(IncomingRequest request);
  void answer_elicitation(IncomingRequest request);
  void answer_form(IncomingRequest request);
  void answer_url(IncomingRequest request);
  void answer_roots(IncomingRequest request);
  template <class Result>
  void answer(const detail::RequestHandler<Result>& handler, IncomingRequest request,
              detail::BeforeReply<Result> before_reply = {});
  detail::ContextPtr context_for(IncomingRequest& request);

  void on_progress(IncomingNotification notification);

  const std::shared_ptr<const Client::State> client_;
  detail::ProgressTable progress_;
  detail::OutputSchemas schemas_;
  InitializeResult hello_;
  Json announced_;  // The server's capabilities, to look paths up.
  std::atomic<bool> ready_ = false;
  std::mutex mutex_;
  std::vector<Root> roots_;
  // Last, so that it is over before what its handlers use is gone.
  std::optional<Connection> connection_;
};

}  // namespace parley::mcp
