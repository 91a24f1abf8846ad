// SPDX-License-Identifier: MIT
// Bodies of Client.
#pragma once

#include <parley/mcp/client.hpp>
#include <parley/mcp/impl/client_session_state.hpp>
#include <parley/rpc/impl/waiter.hpp>
#include <parley/rpc/transport.hpp>
#include <parley/transport/process.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/client_session.ipp>
#endif

namespace parley::mcp {

namespace detail {

PARLEY_DECL void require_file_roots(const std::vector<Root>& roots) {
  for (const Root& root : roots) {
    if (root.uri.starts_with("file://")) continue;
    throw Error(Errc::invalid_argument,
                "the root \"" + root.uri + "\" is no file:// URI; MCP has no other roots");
  }
}

}  // namespace detail

PARLEY_DECL ClientCapabilities Client::State::capabilities(std::string_view version) const {
  ClientCapabilities out;
  out.experimental = options.experimental;
  if (has_roots()) out.roots.emplace().list_changed = true;
  if (sampling) {
    out.sampling.emplace();
    if (options.sampling_tools && version::has_sampling_tools(version)) {
      out.sampling->tools.emplace();
    }
    if (options.sampling_context) out.sampling->context.emplace();
  }
  const bool modes = version::has_url_elicitation(version);
  if (version::has_elicitation(version) && (form || (url && modes))) {
    out.elicitation.emplace();
    if (form && modes) out.elicitation->form.emplace();
    if (url && modes) out.elicitation->url.emplace();
  }
  return out;
}

PARLEY_DECL Client::Client(std::string name, std::string version)
    : Client(Implementation{.name = std::move(name), .version = std::move(version)}) {}

PARLEY_DECL Client::Client(Implementation info, ClientOptions options)
    : state_(std::make_unique<State>()) {
  state_->info = std::move(info);
  state_->options = std::move(options);
  if (state_->options.runtime == nullptr) state_->options.runtime = std::make_shared<Runtime>();
}

PARLEY_DECL Client::~Client() = default;
PARLEY_DECL Client::Client(const Client& other) : state_(std::make_unique<State>(*other.state_)) {}
PARLEY_DECL Client::Client(Client&&) noexcept = default;
PARLEY_DECL Client& Client::operator=(Client&&) noexcept = default;

PARLEY_DECL void Client::set_sampling(detail::RequestHandler<CreateMessageResult> handler) {
  state_->sampling = std::move(handler);
}
PARLEY_DECL void Client::set_form(detail::RequestHandler<ElicitResult> handler) {
  state_->form = std::move(handler);
}
PARLEY_DECL void Client::set_url(detail::RequestHandler<ElicitResult> handler) {
  state_->url = std::move(handler);
}
PARLEY_DECL void Client::set_list_roots(detail::RequestHandler<ListRootsResult> handler) {
  state_->list_roots = std::move(handler);
}

PARLEY_DECL Client& Client::set_roots(std::vector<Root> roots) {
  detail::require_file_roots(roots);
  state_->roots = std::move(roots);
  return *this;
}

PARLEY_DECL Client& Client::on_request(std::string method, RawRequest handler, Run run) {
  state_->requests.insert_or_assign(std::move(method),
                                    State::Entry<RawRequest>{std::move(handler), run});
  return *this;
}

PARLEY_DECL Client& Client::on_notification(std::string method, RawNotification handler, Run run) {
  state_->notifications.insert_or_assign(std::move(method),
                                         State::Entry<RawNotification>{std::move(handler), run});
  return *this;
}

PARLEY_DECL Client& Client::on_closed(
    std::function<void(ClientSession&, const Error& reason)> handler) {
  state_->on_closed = std::move(handler);
  return *this;
}

// --- connecting ----------------------------------------------------------------------------------

PARLEY_DECL const std::shared_ptr<Runtime>& Client::runtime() const {
  return state_->options.runtime;
}

PARLEY_DECL detail::SessionPtr Client::open(std::unique_ptr<Transport> transport,
                                            std::shared_ptr<Runtime> runtime) const {
  auto session = std::make_shared<ClientSessionState>(std::make_shared<const State>(*state_));
  session->open(std::move(transport), runtime ? std::move(runtime) : state_->options.runtime);
  return session;
}

PARLEY_DECL ClientSession Client::connect(std::unique_ptr<Transport> transport,
                                          std::shared_ptr<Runtime> runtime) const {
  const auto state = open(std::move(transport), std::move(runtime));
  ClientSession session(state, /*owner=*/true);
  state->connection().require_blocking_allowed("connect");
  parley::detail::Waiter<std::exception_ptr> waiter;
  state->shake_hands([&](std::exception_ptr error) { waiter.put(std::move(error)); });
  if (const std::exception_ptr error = waiter.take()) std::rethrow_exception(error);
  return session;
}

PARLEY_DECL ClientSession Client::spawn(ProcessOptions server) const {
  return connect(parley::spawn(runtime(), std::move(server)));
}

PARLEY_DECL CallHandle
Client::shake_hands(const detail::SessionPtr& session,
                    UniqueFunction<void(std::exception_ptr, ClientSession)> done) {
  return session->shake_hands([session, done = std::move(done)](std::exception_ptr error) mutable {
    session->connection().post(
        [session, error = std::move(error), done = std::move(done)]() mutable {
          if (!error) return done(nullptr, ClientSession(session, /*owner=*/true));
          // A session that failed is closed; it goes after what is still queued for it.
          session->connection().post([session] {});
          done(std::move(error), ClientSession{});
        });
  });
}

}  // namespace parley::mcp
