// SPDX-License-Identifier: MIT
// An MCP client: what it is, what it can do for servers, and how it connects to them.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/optional_json.hpp>
#include <parley/mcp/client_handler.hpp>
#include <parley/mcp/client_session.hpp>
#include <parley/mcp/errors.hpp>
#include <parley/mcp/types/elicitation.hpp>
#include <parley/mcp/types/sampling.hpp>
#include <parley/mcp/version.hpp>
#include <parley/rpc/async.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/run.hpp>

namespace parley {
struct ProcessOptions;
}

namespace parley::mcp {

/// How a client behaves. The defaults are those of the official SDKs where those have any.
struct ClientOptions {
  /// The version that the client asks for; any that parley speaks is accepted as the answer.
  std::string protocol_version{version::latest};
  /// How long `initialize` may take, from the start of the connection.
  std::chrono::milliseconds handshake_timeout{60'000};
  /// How long other requests may take that name no timeout. `ConnectionOptions::call_timeout` wins.
  std::chrono::milliseconds request_timeout{60'000};
  /// Most pages that a list is collected from, at least 1; more are an error.
  std::size_t max_pages = 64;
  /// Validate the structured content of tools whose output schema a list told. What does not
  /// conform, is missing, or cannot be validated fails the call with `Errc::invalid_result`.
  bool validate_output = true;
  /// Put the defaults of a form's fields into an accepted answer that leaves them out.
  bool fill_form_defaults = false;
  /// The sampling handler lets the model use tools; announces `sampling.tools`.
  bool sampling_tools = false;
  /// The sampling handler heeds `include_context`; announces `sampling.context`.
  bool sampling_context = false;
  /// What is announced under `experimental`: an object whose members are objects.
  OptionalJson experimental{};
  /// What sessions run on; unset: a runtime of the client's own.
  std::shared_ptr<Runtime> runtime{};
  ConnectionOptions connection{};
};

/// A client: its name, its handlers and its options. It makes sessions, one for each server.
///
///     Client client("editor", "1.0");
///     client.on_log([](const LoggingMessageNotificationParams& m) { show(m); });
///     ProcessOptions server;
///     server.command = "some-mcp-server";
///     ClientSession session = client.spawn(std::move(server));
///
/// Handlers of requests take the params, and, if they want, a `ClientContext&`. They return the
/// result, or they take a `Responder<Result>` as their last parameter and answer later, or they are
/// coroutines (`asio::awaitable<Result>`, with <parley/rpc/asio.hpp>). What they throw is the
/// answer: an Error as it is, anything else as an internal error. Several may run at once.
/// Handlers of notifications take the params, the `ClientSession&`, both in this order, or nothing;
/// they run one at a time in wire order, and answers wait for those before them. Plain handlers run
/// on the worker pool and may block, `Run::inline_` ones on the reading thread; coroutines run on
/// the event loop. The capabilities that are announced follow from the handlers (MCP A7).
///
/// Thread safety: distinct objects are independent; one object must be set up by one thread at a
/// time. Lifetime: a session keeps the configuration that it was made with; later changes do not
/// reach it, and the client may go first.
class Client {
 public:
  Client(std::string name, std::string version);
  explicit Client(Implementation info, ClientOptions options = {});
  ~Client();
  Client(const Client& other);
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  // --- what servers may ask for -------------------------------------------------------------

  /// Asks a model: `CreateMessageRequestParams` to `CreateMessageResult`. Show the person what is
  /// asked and what is answered; refuse with `Error(error_code::user_rejected, ...)`.
  template <class F>
  Client& on_sampling(F handler, Run run = Run::worker) {
    using M = method::sampling_create_message;
    set_sampling(detail::erase_handler<M::Params, M::Result>(std::move(handler), run));
    return *this;
  }
  /// Shows a form: `ElicitRequestFormParams` to `ElicitResult`. An accepted content is validated
  /// against the form before it is sent; see <parley/mcp/elicitation.hpp> to do it earlier.
  template <class F>
  Client& on_elicitation(F handler, Run run = Run::worker) {
    set_form(detail::erase_handler<ElicitRequestFormParams, ElicitResult>(std::move(handler), run));
    return *this;
  }
  /// Asks to open a page: `ElicitRequestURLParams` to `ElicitResult`. Show the whole URL, do not
  /// fetch it, and open it only when the person agrees.
  template <class F>
  Client& on_url_elicitation(F handler, Run run = Run::worker) {
    set_url(detail::erase_handler<ElicitRequestURLParams, ElicitResult>(std::move(handler), run));
    return *this;
  }
  /// Where servers may work; announces `roots`, also when there are none. Sessions start with
  /// these and go their own way: `ClientSession::set_roots`. Throws Error as that does.
  Client& set_roots(std::vector<Root> roots);
  /// Answers `roots/list` by a function, `RequestParams` to `ListRootsResult`, instead.
  template <class F>
  Client& on_list_roots(F handler, Run run = Run::worker) {
    set_list_roots(detail::erase_handler<RequestParams, ListRootsResult>(std::move(handler), run));
    return *this;
  }

  // --- what servers tell --------------------------------------------------------------------

  template <class F>
  Client& on_log(F handler, Run run = Run::worker) {
    return on<method::notifications_message>(std::move(handler), run);
  }
  template <class F>
  Client& on_tools_changed(F handler, Run run = Run::worker) {
    return on<method::notifications_tools_list_changed>(std::move(handler), run);
  }
  template <class F>
  Client& on_resources_changed(F handler, Run run = Run::worker) {
    return on<method::notifications_resources_list_changed>(std::move(handler), run);
  }
  template <class F>
  Client& on_prompts_changed(F handler, Run run = Run::worker) {
    return on<method::notifications_prompts_list_changed>(std::move(handler), run);
  }
  /// A resource that a session subscribed to has changed, or a part of it.
  template <class F>
  Client& on_resource_updated(F handler, Run run = Run::worker) {
    return on<method::notifications_resources_updated>(std::move(handler), run);
  }
  /// The page of a URL elicitation has done its work.
  template <class F>
  Client& on_elicitation_complete(F handler, Run run = Run::worker) {
    return on<method::notifications_elicitation_complete>(std::move(handler), run);
  }
  /// Any notification of the table.
  template <NotificationMethod M, class F>
  Client& on(F handler, Run run = Run::worker) {
    return on_notification(std::string(M::info.name),
                           detail::erase_notification<typename M::Params>(std::move(handler)), run);
  }

  // --- extensions, and the end --------------------------------------------------------------

  /// Handlers of methods that the table does not have; they take the message undecoded.
  using RawRequest = std::function<void(ClientContext&, IncomingRequest)>;
  using RawNotification = std::function<void(ClientSession&, IncomingNotification&)>;
  Client& on_request(std::string method, RawRequest handler, Run run = Run::worker);
  Client& on_notification(std::string method, RawNotification handler, Run run = Run::worker);
  /// A session is over, whoever ended it. Called once for each, on a worker; not for connections
  /// whose handshake failed.
  Client& on_closed(std::function<void(ClientSession&, const Error& reason)> handler);

  // --- connecting ---------------------------------------------------------------------------

  /// What sessions run on when `connect` names nothing else. Transports need it, too.
  const std::shared_ptr<Runtime>& runtime() const;

  /// Connects and shakes hands: `initialize`, then `notifications/initialized` (MCP A8). Throws
  /// Error: the server's, `unsupported_version`, `timeout`, `closed` with what the transport says,
  /// such as the end of the server's standard error.
  ClientSession connect(std::unique_ptr<Transport> transport,
                        std::shared_ptr<Runtime> runtime = nullptr) const;
  /// Starts a server as a child process and connects to it. Throws std::system_error as well, when
  /// it cannot be started. Include <parley/transport/process.hpp>.
  ClientSession spawn(ProcessOptions server) const;
  /// `connect` without waiting; the result is the session.
  template <class Token>
  auto async_connect(std::unique_ptr<Transport> transport, Token&& token,
                     std::shared_ptr<Runtime> runtime = nullptr) const {
    return parley::detail::async_start<ClientSession>(
        [opening = open(std::move(transport), std::move(runtime))](auto done) {
          return shake_hands(opening, std::move(done));
        },
        std::forward<Token>(token));
  }

  struct State;

 private:
  void set_sampling(detail::RequestHandler<CreateMessageResult> handler);
  void set_form(detail::RequestHandler<ElicitResult> handler);
  void set_url(detail::RequestHandler<ElicitResult> handler);
  void set_list_roots(detail::RequestHandler<ListRootsResult> handler);

  detail::SessionPtr open(std::unique_ptr<Transport> transport,
                          std::shared_ptr<Runtime> runtime) const;
  static CallHandle shake_hands(const detail::SessionPtr& session,
                                UniqueFunction<void(std::exception_ptr, ClientSession)> done);

  std::unique_ptr<State> state_;
};

}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/client.ipp>
#endif
