// SPDX-License-Identifier: MIT
// Bodies of ClientSessionState: the handshake and the requests of this side.
#pragma once

#include <algorithm>

#include <parley/json/access.hpp>
#include <parley/mcp/impl/client_session_state.hpp>
#include <parley/rpc/impl/waiter.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/client_progress.ipp>
#include <parley/mcp/impl/client_requests.ipp>
#include <parley/mcp/impl/client_schemas.ipp>
#endif

namespace parley::mcp {
namespace detail {

/// Whether capabilities, as JSON, have what a dotted path says. What is there counts unless it is
/// false or null.
inline bool announces(const Json& capabilities, std::string_view path) {
  const Json* at = &capabilities;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const auto found = at->find(std::string(path.substr(0, dot)));
    if (found == at->end() || found->is_null() || *found == false) return false;
    at = &*found;
    path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  }
  return true;
}

inline ProtocolRules client_rules() {
  ProtocolRules rules;
  rules.cancel_method = method::notifications_cancelled::info.name;
  // Servers print banners where only messages belong (MCP E8).
  rules.answer_parse_errors = false;
  return rules;
}

}  // namespace detail

PARLEY_DECL ClientSessionState::ClientSessionState(std::shared_ptr<const Client::State> client)
    : client_(std::move(client)), roots_(client_->roots.value_or(std::vector<Root>{})) {}

PARLEY_DECL void ClientSessionState::open(std::unique_ptr<Transport> transport,
                                          std::shared_ptr<Runtime> runtime) {
  ConnectionOptions options = client_->options.connection;
  if (!options.call_timeout) options.call_timeout = client_->options.request_timeout;
  connection_.emplace(std::move(transport), *this, detail::client_rules(), std::move(runtime),
                      std::move(options));
}

// --- the handshake -------------------------------------------------------------------------------

PARLEY_DECL CallHandle
ClientSessionState::shake_hands(UniqueFunction<void(std::exception_ptr)> done) {
  InitializeRequestParams params;
  params.protocol_version = client_->options.protocol_version;
  params.client_info = client_->info;
  params.capabilities = client_->capabilities(params.protocol_version);
  connection_->start();
  // Settled where the answer is read, so that the rules of the version hold for the next frame.
  auto take = [self = shared_from_this(), done = std::move(done)](Outcome outcome) mutable {
    std::exception_ptr error;
    try {
      self->finish_handshake(std::move(outcome));
    } catch (const Error&) {
      error = std::current_exception();
      self->connection_->close();
    }
    done(std::move(error));
  };
  return connection_->start_call(method::initialize::info.name, to_text(params),
                                 CallOptions(client_->options.handshake_timeout),
                                 CallCompletion{std::move(take), /*direct=*/true});
}

PARLEY_DECL void ClientSessionState::finish_handshake(Outcome outcome) {
  if (!outcome) throw std::move(outcome.error());
  hello_ =
      Connection::take_result<InitializeResult>(std::move(*outcome), method::initialize::info.name);
  const std::string& version = hello_.protocol_version;
  if (!version::is_supported(version)) {
    throw Error(Errc::unsupported_version,
                "the server wants to speak version \"" + version + "\" of MCP; parley speaks " +
                    std::string(version::supported.front()) + " to " +
                    std::string(version::latest) + ", so the session was given up");
  }
  announced_ = to_json(hello_.capabilities);
  connection_->update_rules([&](ProtocolRules& rules) {
    rules.accept_batches = version::has_batches(version);
    rules.omit_unknown_id = version::omits_unreadable_ids(version);
  });
  ready_.store(true, std::memory_order_release);
  connection_->notify(method::notifications_initialized::info.name, "");
}

PARLEY_DECL const InitializeResult& ClientSessionState::hello() const {
  static const InitializeResult none;
  return ready() ? hello_ : none;
}

// --- requests of this side -----------------------------------------------------------------------

PARLEY_DECL void ClientSessionState::check(const MethodInfo& method) const {
  if (method.name == method::ping::info.name) return;
  const std::string name(method.name);
  if (!ready()) {
    throw Error(Errc::not_ready,
                name + " was not sent: the session is not initialized yet, or could not be");
  }
  const std::string& version = hello_.protocol_version;
  if (!method::exists_in(method, version)) {
    throw Error(Errc::unsupported_version, name + " was not sent: it is not part of version " +
                                               version + " of MCP, which this session speaks");
  }
  const bool implied = method.name == method::completion_complete::info.name &&
                       !version::has_completions_capability(version);
  if (!implied && !detail::announces(announced_, method.capability)) {
    throw Error(Errc::unsupported_capability,
                name + " was not sent: the server did not announce the capability \"" +
                    std::string(method.capability) + "\"; see server_capabilities()");
  }
}

PARLEY_DECL TimerService& ClientSessionState::timers() const {
  TimerService* const own = client_->options.connection.timers;
  return own != nullptr ? *own : connection_->runtime().timers();
}

// 0 stands for none.
PARLEY_DECL std::chrono::milliseconds ClientSessionState::timeout_of(
    const RequestOptions& options) const {
  const auto most = options.max_total_timeout;
  if (options.no_timeout) return most.value_or(std::chrono::milliseconds(0));
  const ClientOptions& defaults = client_->options;
  const auto timeout =
      options.timeout.value_or(defaults.connection.call_timeout.value_or(defaults.request_timeout));
  return most ? std::min(timeout, *most) : timeout;
}

PARLEY_DECL CallHandle ClientSessionState::send(detail::ClientRequest& request,
                                                CallCompletion completion) {
  CallOptions options(request.options);
  const std::chrono::milliseconds timeout = timeout_of(request.options);
  options.no_timeout = timeout.count() == 0 && request.options.no_timeout;
  options.timeout = timeout;
  const std::int64_t token = request.progress_token;
  if (token != 0) progress_.add(token, request.options, timers().now());
  const CallHandle call =
      connection_->start_call(request.info->name, request.params, options, std::move(completion));
  if (token != 0) progress_.started(token, call, timeout);
  return call;
}

PARLEY_DECL CallHandle ClientSessionState::start(detail::ClientRequest request,
                                                 CallCompletion completion) {
  try {
    check(*request.info);
  } catch (const Error& error) {
    connection_->post([completion = std::move(completion), error]() mutable {
      completion.take(unexpected<Error>(error));
    });
    return {};
  }
  completion.take = [self = shared_from_this(), method = request.info, tool = request.tool,
                     token = request.progress_token,
                     take = std::move(completion.take)](Outcome outcome) mutable {
    if (token != 0) self->progress_.end(token);
    self->review(*method, tool, outcome);
    take(std::move(outcome));
  };
  return send(request, std::move(completion));
}

PARLEY_DECL Json ClientSessionState::call(detail::ClientRequest request) {
  connection_->require_blocking_allowed(request.info->name);
  check(*request.info);
  parley::detail::Waiter<Outcome> waiter;
  send(request, CallCompletion{[&waiter](Outcome outcome) { waiter.put(std::move(outcome)); },
                               /*direct=*/true});
  Outcome outcome = waiter.take();
  // Here and not in the completion, which must not wait for the handler.
  if (request.progress_token != 0) progress_.end(request.progress_token);
  review(*request.info, request.tool, outcome);
  if (!outcome) throw std::move(outcome.error());
  return std::move(*outcome);
}

PARLEY_DECL void ClientSessionState::review(const MethodInfo& method, const std::string& tool,
                                            Outcome& outcome) {
  const bool structured = version::has_structured_content(hello().protocol_version);
  if (!outcome || !structured || !client_->options.validate_output) return;
  if (method.name == method::tools_list::info.name) return schemas_.learn(*outcome);
  if (tool.empty()) return;
  if (auto problem = schemas_.problem(tool, *outcome)) {
    outcome = unexpected<Error>(Error(Errc::invalid_result, *problem));
  }
}

// --- roots ---------------------------------------------------------------------------------------

PARLEY_DECL void ClientSessionState::set_roots(std::vector<Root> roots) {
  if (!client_->roots || client_->list_roots) {
    throw Error(Errc::invalid_argument,
                "this client did not announce roots, or answers roots/list by a handler of its "
                "own; call Client::set_roots before connecting, with no roots if there are none");
  }
  detail::require_file_roots(roots);
  {
    const std::lock_guard lock(mutex_);
    roots_ = std::move(roots);
  }
  notify_roots_changed();
}

PARLEY_DECL void ClientSessionState::notify_roots_changed() {
  if (!client_->has_roots()) {
    throw Error(Errc::unsupported_capability,
                "notifications/roots/list_changed was not sent: this client did not announce "
                "roots; call Client::set_roots or Client::on_list_roots before connecting");
  }
  connection_->notify(method::notifications_roots_list_changed::info.name, "");
}

}  // namespace parley::mcp
