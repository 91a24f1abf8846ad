// SPDX-License-Identifier: MIT
// Bodies of ClientState: handshake, sessions, and what is owed to the agent.
#pragma once

#include <algorithm>

#include <parley/acp/errors.hpp>
#include <parley/acp/impl/client_state.hpp>

namespace parley::acp {

inline constexpr ProtocolRules client_rules{.cancel_method = "$/cancel_request",
                                            .cancelled_answer = CancelledAnswer::error_at_once,
                                            .cancelled_code = error_code::request_cancelled,
                                            .null_id_is_request = true,
                                            .require_version = false,
                                            .omit_unknown_id = false,
                                            .accept_batches = false,
                                            .requests_wait_for_notifications = true};

namespace detail {

inline ClientCapabilities capabilities_of(const HandlerSupport& support) {
  ClientCapabilities out;
  out.fs.read_text_file = support.file_read;
  out.fs.write_text_file = support.file_write;
  out.terminal = support.terminal;
  if (support.form_elicitation) out.elicitation.emplace().form.emplace();
  if (support.url_elicitation) {
    if (!out.elicitation) out.elicitation.emplace();
    out.elicitation->url.emplace();
  }
  if (support.boolean_config_options || support.notices || support.compaction) {
    auto& session = out.session.emplace();
    if (support.boolean_config_options) session.config_options.emplace().boolean.emplace();
    if (support.notices) session.notices.emplace();
    if (support.compaction) session.compaction.emplace();
  }
  return out;
}

}  // namespace detail

PARLEY_DECL ClientState::ClientState(ClientHandler& handler, ClientOptions options)
    : handler_(handler),
      options_(std::move(options)),
      capabilities_(options_.capabilities ? *options_.capabilities
                                          : detail::capabilities_of(handler.supports())) {}

PARLEY_DECL void ClientState::open(std::unique_ptr<Transport> transport,
                                   std::shared_ptr<Runtime> runtime) {
  ConnectionOptions connection = options_.connection;
  if (!connection.call_timeout) connection.call_timeout = options_.request_timeout;
  // Capacity is checked after everything else (acp 1.3.1), so the core must let more through.
  connection.limits.max_in_flight =
      std::max(connection.limits.max_in_flight, 2 * options_.max_pending_requests);
  connection_.emplace(std::move(transport), *this, client_rules, std::move(runtime),
                      std::move(connection));
}

// --- the handshake -------------------------------------------------------------------------------

PARLEY_DECL void ClientState::initialize() {
  handler_.init();
  connection_->start();
  InitializeRequest request;
  request.protocol_version = 1;
  request.client_capabilities = capabilities_;
  Implementation& info = request.client_info.emplace();
  info.name = options_.name;
  info.version = options_.version;
  agent_ = connection_->call<method::initialize>(request, CallOptions(options_.initialize_timeout));
  if (agent_.protocol_version != 1) {
    throw Error(Errc::unsupported_version,
                "the agent speaks ACP version " + std::to_string(agent_.protocol_version) +
                    ", this client speaks version 1; update one of them");
  }
  const std::lock_guard lock(mutex_);
  ready_ = true;
}

PARLEY_DECL void ClientState::require_ready() const {
  const std::lock_guard lock(mutex_);
  if (!ready_) throw Error(Errc::not_ready, "the handshake with the agent is not done");
}

PARLEY_DECL void ClientState::on_closed(const Error& reason) {
  {
    const std::lock_guard lock(mutex_);
    sessions_.clear();
    texts_.clear();
    early_updates_.clear();
  }
  handler_.terminate(reason);
}

// --- sessions ------------------------------------------------------------------------------------

PARLEY_DECL void ClientState::add_session(const SessionId& session,
                                          const std::vector<std::string>& roots) {
  const std::lock_guard lock(mutex_);
  sessions_.insert_or_assign(session, Session{Workspace(roots), roots.front()});
  const bool early = std::any_of(early_updates_.begin(), early_updates_.end(),
                                 [&](const EarlyUpdate& held) { return held.session == session; });
  if (!early) return;
  connection_->post([self = shared_from_this(), session] { self->deliver_early_updates(session); });
}

PARLEY_DECL void ClientState::remove_session(const SessionId& session) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(session);
  texts_.erase(session);
}

PARLEY_DECL void ClientState::expect_session(const std::optional<SessionId>& session) {
  const std::lock_guard lock(mutex_);
  if (session) {
    expecting_.insert(*session);
  } else {
    ++expecting_new_;
  }
}

PARLEY_DECL void ClientState::stop_expecting(const std::optional<SessionId>& session) {
  const std::lock_guard lock(mutex_);
  if (session) {
    if (const auto found = expecting_.find(*session); found != expecting_.end()) {
      expecting_.erase(found);
    }
    return;
  }
  // What is left over once nothing more is expected belongs to no session of ours.
  if (--expecting_new_ != 0) return;
  std::erase_if(early_updates_,
                [this](const EarlyUpdate& held) { return !sessions_.contains(held.session); });
}

PARLEY_DECL std::optional<ClientState::Session> ClientState::find_session(
    const SessionId& session) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(session);
  if (found == sessions_.end()) return std::nullopt;
  return found->second;
}

PARLEY_DECL ClientState::Session ClientState::require_session(const SessionId& session) const {
  if (auto found = find_session(session)) return std::move(*found);
  throw Error(error_code::invalid_params, "Unknown session");
}

PARLEY_DECL std::string ClientState::require_path(const Session& session,
                                                  const std::string& path) const {
  if (!path.starts_with('/')) {
    throw Error(error_code::invalid_params,
                "Invalid request parameters: /params/path must be an absolute path");
  }
  if (auto real = session.workspace.resolve(path)) return std::move(*real);
  throw Error(error_code::invalid_params, "Path is outside the session workspace");
}

// --- text of a turn ------------------------------------------------------------------------------

PARLEY_DECL bool ClientState::begin_text(const SessionId& session) {
  const std::lock_guard lock(mutex_);
  return texts_.try_emplace(session).second;
}

PARLEY_DECL PromptText ClientState::end_text(const SessionId& session) {
  const std::lock_guard lock(mutex_);
  auto node = texts_.extract(session);
  return node.empty() ? PromptText{} : std::move(node.mapped());
}

PARLEY_DECL void ClientState::collect_text(const SessionId& session, const SessionUpdate& update) {
  const auto* chunk = std::get_if<AgentMessageChunk>(&update);
  const auto* content = chunk == nullptr ? nullptr : std::get_if<TextContent>(&chunk->content);
  if (content == nullptr) return;
  const std::lock_guard lock(mutex_);
  const auto found = texts_.find(session);
  if (found == texts_.end() || found->second.truncated) return;
  std::string& text = found->second.text;
  std::size_t room = options_.max_prompt_text_bytes - text.size();
  if (content->text.size() > room) {
    found->second.truncated = true;
    while (room > 0 && (static_cast<unsigned char>(content->text[room]) & 0xC0U) == 0x80U) --room;
  }
  text.append(content->text, 0, room);
}

// --- what is owed --------------------------------------------------------------------------------

PARLEY_DECL void ClientState::withdraw_questions(const SessionId& session) {
  std::vector<std::shared_ptr<OwedAnswer>> withdrawn;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& owed : owed_) {
      if (owed->session == session && !owed->cancelled_result.empty()) withdrawn.push_back(owed);
    }
  }
  for (const auto& owed : withdrawn) {
    if (auto request = owed->take()) request->reply_text(owed->cancelled_result);
    owed->withdraw();
  }
}

PARLEY_DECL void ClientState::cancel(const SessionId& session) {
  require_ready();
  withdraw_questions(session);
  CancelNotification params;
  params.session_id = session;
  connection_->notify<method::session_cancel>(params);
}

}  // namespace parley::acp
