// SPDX-License-Identifier: MIT
// Bodies of AgentState.
#pragma once

#include <algorithm>
#include <array>

#include <parley/acp/errors.hpp>
#include <parley/acp/impl/agent_state.hpp>
#include <parley/rpc/router.hpp>

namespace parley::acp {

inline constexpr ProtocolRules agent_rules{.cancel_method = "$/cancel_request",
                                           .cancelled_answer = CancelledAnswer::error_at_once,
                                           .cancelled_code = error_code::request_cancelled,
                                           .answers_when_cancelled = "session/prompt",
                                           .null_id_is_request = true,
                                           .require_version = false,
                                           .omit_unknown_id = false,
                                           .accept_batches = false,
                                           .requests_wait_for_notifications = true};

PARLEY_DECL void AgentState::open(std::unique_ptr<Transport> transport,
                                  std::shared_ptr<Runtime> runtime, ConnectionOptions options) {
  connection_.emplace(std::move(transport), *this, agent_rules, std::move(runtime),
                      std::move(options));
}

PARLEY_DECL ClientCapabilities AgentState::client_capabilities() const {
  const std::lock_guard lock(mutex_);
  return client_capabilities_;
}

// --- dispatch ------------------------------------------------------------------------------------

namespace detail {

inline bool always(const Agent::Definition&) { return true; }
template <auto member>
bool has_handler(const Agent::Definition& agent) {
  return static_cast<bool>(agent.*member);
}

}  // namespace detail

PARLEY_DECL const AgentState::Row* AgentState::find_row(std::string_view method) {
  using S = AgentState;
  using D = Agent::Definition;
  static constexpr auto rows = std::to_array<Row>({
      {"initialize", &S::initialize, &detail::always},
      {"session/prompt", &S::prompt, &detail::always},
      {"session/new", &S::serve<NewSessionRequest, &D::new_session>, &detail::always},
      {"session/load", &S::serve<LoadSessionRequest, &D::load_session>,
       &detail::has_handler<&D::load_session>},
      {"session/resume", &S::serve<ResumeSessionRequest, &D::resume_session>,
       &detail::has_handler<&D::resume_session>},
      {"session/list", &S::serve<ListSessionsRequest, &D::list_sessions>,
       &detail::has_handler<&D::list_sessions>},
      {"session/close", &S::close_session, &detail::has_handler<&D::close_session>},
      {"session/delete", &S::serve<DeleteSessionRequest, &D::delete_session>,
       &detail::has_handler<&D::delete_session>},
      {"session/set_mode", &S::serve<SetSessionModeRequest, &D::set_mode>,
       &detail::has_handler<&D::set_mode>},
      {"session/set_config_option", &S::serve<SetSessionConfigOptionRequest, &D::set_config_option>,
       &detail::has_handler<&D::set_config_option>},
      {"authenticate", &S::serve<AuthenticateRequest, &D::authenticate>,
       &detail::has_handler<&D::authenticate>},
      {"logout", &S::serve<LogoutRequest, &D::logout>, &detail::has_handler<&D::logout>},
  });
  for (const Row& row : rows) {
    if (row.method == method) return &row;
  }
  return nullptr;
}

PARLEY_DECL void AgentState::on_request(IncomingRequest request) {
  const Row* row = find_row(request.method());
  const bool initialized = [this] {
    const std::lock_guard lock(mutex_);
    return initialized_;
  }();
  if (!initialized && request.method() != "initialize") {
    return request.fail(Error(parley::error_code::invalid_request,
                              parley::detail::short_text(request.method()) +
                                  " before initialize: send initialize first"));
  }
  if (row == nullptr || !row->offered(*agent_)) {
    const std::string method = request.method();
    return request.fail(Error(parley::error_code::method_not_found,
                              "Method not found: " + parley::detail::short_text(method)));
  }
  (this->*row->run)(std::move(request));
}

PARLEY_DECL void AgentState::on_notification(IncomingNotification notification) {
  if (notification.method() != "session/cancel") return;
  CancelNotification params;
  parley::detail::DecodeContext context;
  if (Codec<CancelNotification>::decode(notification.params(), params, context, {})) {
    cancel_turn(params.session_id);
  }
}

// --- requests ------------------------------------------------------------------------------------

PARLEY_DECL void AgentState::initialize(IncomingRequest request) {
  InitializeRequest params;
  if (!parley::detail::decode_params(request, params)) return;
  {
    const std::lock_guard lock(mutex_);
    if (initialized_) {
      return request.fail(
          Error(parley::error_code::invalid_request, "This connection is initialized already"));
    }
    initialized_ = true;
    client_capabilities_ = std::move(params.client_capabilities);
  }
  InitializeResponse response;
  response.protocol_version = 1;  // The only one spoken; a client that cannot, leaves (acp A3).
  response.agent_capabilities = agent_->capabilities();
  response.auth_methods = agent_->auth_methods;
  response.agent_info = agent_->info;
  request.reply(response);
}

template <class Request>
void AgentState::check(const Request& request) {
  if constexpr (requires { request.cwd; }) {
    // Optional in session/list.
    const std::string* cwd = nullptr;
    if constexpr (requires { *request.cwd; }) {
      if (request.cwd) cwd = &*request.cwd;
    } else {
      cwd = &request.cwd;
    }
    if (cwd != nullptr && !cwd->starts_with('/')) {
      throw Error(parley::error_code::invalid_params,
                  "cwd must be an absolute path: " + parley::detail::short_text(*cwd));
    }
  }
  if constexpr (std::is_same_v<Request, SetSessionModeRequest> ||
                std::is_same_v<Request, SetSessionConfigOptionRequest>) {
    require_session(request.session_id);
  }
  if constexpr (std::is_same_v<Request, AuthenticateRequest>) {
    const auto& methods = agent_->auth_methods;
    const bool known = std::any_of(methods.begin(), methods.end(), [&](const AuthMethod& method) {
      const auto* plain = std::get_if<AuthMethodAgent>(&method);
      return plain != nullptr && plain->id == request.method_id;
    });
    if (!known) {
      throw Error(parley::error_code::invalid_params,
                  "Unknown auth method: " + parley::detail::short_text(request.method_id));
    }
  }
}

template <class Request, class Response>
void AgentState::note_session(const Request& request, const Response& response) {
  const std::lock_guard lock(mutex_);
  if constexpr (std::is_same_v<Request, NewSessionRequest>) {
    sessions_.insert(response.session_id);
  } else if constexpr (std::is_same_v<Request, LoadSessionRequest> ||
                       std::is_same_v<Request, ResumeSessionRequest>) {
    sessions_.insert(request.session_id);
  } else if constexpr (std::is_same_v<Request, DeleteSessionRequest>) {
    sessions_.erase(request.session_id);
  }
}

template <class Request, auto handler>
void AgentState::serve(IncomingRequest request) {
  std::move(request).post([self = shared_from_this()](IncomingRequest posted) {
    Request params{};
    if (!parley::detail::decode_params(posted, params)) return;
    try {
      self->check(params);
      SessionId session;
      if constexpr (requires { params.session_id; }) session = params.session_id;
      Turn turn(self, std::move(session), posted.stop_token());
      const auto response = ((*self->agent_).*handler)(params, turn);
      self->note_session(params, response);
      posted.reply(response);
    } catch (...) {
      posted.fail_with_current_exception();
    }
  });
}

PARLEY_DECL void AgentState::require_session(const SessionId& session) const {
  const std::lock_guard lock(mutex_);
  if (sessions_.contains(session)) return;
  Json data;
  data["sessionId"] = session;
  throw Error(error_code::resource_not_found,
              "Session not found: " + parley::detail::short_text(session), std::move(data));
}

// --- turns ---------------------------------------------------------------------------------------

PARLEY_DECL void AgentState::prompt(IncomingRequest request) {
  auto params = std::make_shared<PromptRequest>();
  if (!parley::detail::decode_params(request, *params)) return;
  auto turn = std::make_shared<ActiveTurn>();
  try {
    require_session(params->session_id);
    const std::lock_guard lock(mutex_);
    if (!turns_.emplace(params->session_id, turn).second) {
      throw Error(parley::error_code::invalid_request,
                  "Session " + params->session_id + " has a turn already; wait for its end");
    }
  } catch (...) {
    return request.fail_with_current_exception();
  }
  std::move(request).post(
      [self = shared_from_this(), params, turn](IncomingRequest posted) mutable {
        self->run_prompt(posted, *params, turn);
        for (IncomingRequest& close : turn->closing) {
          self->serve<CloseSessionRequest, &Agent::Definition::close_session>(std::move(close));
        }
      });
}

PARLEY_DECL void AgentState::run_prompt(IncomingRequest& request, const PromptRequest& params,
                                        const std::shared_ptr<ActiveTurn>& turn) {
  // Both ways to cancel a turn lead to the one token.
  const std::stop_callback forward(request.stop_token(), [turn] { turn->cancel.request_stop(); });
  PromptResponse response;
  try {
    Turn context(shared_from_this(), params.session_id, turn->cancel.get_token());
    response.stop_reason = agent_->prompt(params, context);
  } catch (...) {
    // acp D12: a turn that was cancelled ends as cancelled, not with the error of what it broke.
    if (!turn->cancel.stop_requested()) {
      end_turn(params.session_id);
      return request.fail_with_current_exception();
    }
  }
  if (turn->cancel.stop_requested()) response.stop_reason = StopReason::cancelled;
  end_turn(params.session_id);
  request.reply(response);
}

PARLEY_DECL void AgentState::end_turn(const SessionId& session) {
  const std::lock_guard lock(mutex_);
  turns_.erase(session);
}

PARLEY_DECL void AgentState::cancel_turn(const SessionId& session) {
  std::shared_ptr<ActiveTurn> turn;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = turns_.find(session); found != turns_.end()) turn = found->second;
  }
  if (turn != nullptr) turn->cancel.request_stop();
}

PARLEY_DECL void AgentState::close_session(IncomingRequest request) {
  const Json* const id = parley::detail::find_member(request.params(), "sessionId");
  if (id != nullptr && id->is_string()) {
    const auto session = id->get<std::string>();
    std::unique_lock lock(mutex_);
    sessions_.erase(session);
    if (const auto found = turns_.find(session); found != turns_.end()) {
      const std::shared_ptr<ActiveTurn> turn = found->second;
      turn->closing.push_back(std::move(request));
      lock.unlock();
      turn->cancel.request_stop();
      return;
    }
  }
  serve<CloseSessionRequest, &Agent::Definition::close_session>(std::move(request));
}

}  // namespace parley::acp
