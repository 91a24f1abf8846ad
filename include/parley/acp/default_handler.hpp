// SPDX-License-Identifier: MIT
// A handler for programs without a person in front of them: keeps what happened, decides by itself.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

#include <parley/acp/client_handler.hpp>
#include <parley/json/optional_json.hpp>

namespace parley::acp {

/// How a DefaultHandler behaves. A bound of 0 stands for its default.
struct DefaultHandlerOptions {
  /// Updates that are kept.
  std::size_t max_events = 1000;
  /// All of them together, counted as JSON text.
  std::size_t max_event_bytes = std::size_t{1} << 20;
  /// Allows what the agent asks for, with whatever options it offers. For trusted agents in
  /// folders that can be lost; otherwise everything is rejected.
  bool auto_approve_permissions = false;
};

/// Keeps the newest updates and answers permission requests without asking anybody (acp 1.4.15).
/// It gives no access to files or terminals, and declines questions.
///
/// Thread safety: every member may be called from any thread.
class DefaultHandler : public ClientHandler {
 public:
  /// An update that was kept. `update` has its `sessionUpdate` member and all others.
  struct Event {
    SessionId session;
    OptionalJson update;
  };

  explicit DefaultHandler(const DefaultHandlerOptions& options = {});

  /// What is kept, the newest first. An update that alone is over the bound is never kept; those
  /// before it stay.
  std::vector<Event> events() const;
  void clear();

  using ClientHandler::handle_permission_request;
  using ClientHandler::handle_session_update;
  void handle_session_update(const SessionId& session, const SessionUpdate& update) override;
  /// Rejecting: the first option that rejects, else cancelled. Approving: the first option that
  /// allows, else the first one there is.
  RequestPermissionOutcome handle_permission_request(
      const SessionId& session, const ToolCallUpdate& tool_call,
      const std::vector<PermissionOption>& options) override;

 private:
  struct Kept {
    Event event;
    std::size_t bytes = 0;
  };

  const DefaultHandlerOptions options_;
  mutable std::mutex mutex_;
  std::deque<Kept> kept_;
  std::size_t bytes_ = 0;
};

}  // namespace parley::acp

#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/default_handler.ipp>
#endif
