// SPDX-License-Identifier: MIT
// What a handler can do for the request it is serving: progress, log, and ask the client.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <parley/json/schema.hpp>
#include <parley/mcp/types/capabilities.hpp>
#include <parley/mcp/types/elicitation.hpp>
#include <parley/mcp/types/logging.hpp>
#include <parley/mcp/types/progress.hpp>
#include <parley/mcp/types/roots.hpp>
#include <parley/mcp/types/sampling.hpp>
#include <parley/rpc/async.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/stop_signal.hpp>

namespace parley::mcp {

class ServerSession;
class ServerSessionState;

/// Given to the handlers of tools, resources, prompts and completions.
///
/// Asking the client (`elicit`, `sample`, `list_roots`) waits for its answer, which may take as
/// long as a person takes; that is what worker threads are for. Inline handlers and coroutines use
/// the `async_` forms. Each fails with `Errc::unsupported_capability` when the client did not say
/// that it can do this.
///
/// Thread safety: as one object. Lifetime: until the request is answered, which is why it cannot be
/// copied; what has to outlive that takes what it needs, such as `stop_token()`.
class RequestContext {
 public:
  RequestContext(std::shared_ptr<ServerSessionState> session, const Json* meta, StopSignal* stop);
  RequestContext(const RequestContext&) = delete;
  RequestContext& operator=(const RequestContext&) = delete;
  RequestContext(RequestContext&&) noexcept = default;
  RequestContext& operator=(RequestContext&&) noexcept = default;
  ~RequestContext() = default;

  /// Tripped when the client cancels the request or leaves. Pass it on, or look at `cancelled()`.
  const std::stop_token& stop_token() const;
  bool cancelled() const { return stop_ != nullptr && stop_->requested(); }
  /// What the session knows of the client.
  std::string protocol_version() const;
  std::optional<Implementation> client_info() const;
  ClientCapabilities client_capabilities() const;
  /// The request's `_meta`, or null.
  const Json* meta() const { return meta_; }

  /// Tells the client how far the work has come, if it asked. Values that do not grow are left
  /// out (MCP A14).
  void progress(double done, std::optional<double> total = {}, std::string message = {});
  /// Logs to the client, if it wants messages of that level.
  void log(LoggingLevel level, std::string_view text, std::string_view logger = {});
  void log(LoggingLevel level, const char* text, std::string_view logger = {}) {
    log(level, std::string_view(text), logger);
  }
  void log(LoggingLevel level, Json data, std::string_view logger = {});

  ElicitResult elicit(const ElicitRequestParams& params, const CallOptions& options = {});
  /// Asks with a form made from a described struct whose members are strings, numbers, booleans
  /// or named enums. Empty when the person declines or cancels.
  template <Described T>
  std::optional<T> elicit(std::string message, const CallOptions& options = {});
  CreateMessageResult sample(const CreateMessageRequestParams& params,
                             const CallOptions& options = {});
  ListRootsResult list_roots(const CallOptions& options = {});
  void ping(const CallOptions& options = {});
  /// The page of a URL elicitation has done its work (2025-11-25).
  void notify_elicitation_complete(std::string elicitation_id);

  template <class Token>
  auto async_elicit(const ElicitRequestParams& params, Token&& token,
                    const CallOptions& options = {}) {
    return parley::detail::async_start<ElicitResult>(
        [session = session_, params, options](auto done) {
          return start_elicit(*session, params, options, std::move(done));
        },
        std::forward<Token>(token));
  }
  template <class Token>
  auto async_sample(const CreateMessageRequestParams& params, Token&& token,
                    const CallOptions& options = {}) {
    return parley::detail::async_start<CreateMessageResult>(
        [session = session_, params, options](auto done) {
          return start_sample(*session, params, options, std::move(done));
        },
        std::forward<Token>(token));
  }
  template <class Token>
  auto async_list_roots(Token&& token, const CallOptions& options = {}) {
    return parley::detail::async_start<ListRootsResult>(
        [session = session_, options](auto done) {
          return start_list_roots(*session, options, std::move(done));
        },
        std::forward<Token>(token));
  }

  /// Tells the log of this side, not the client, why a handler failed.
  void note_failure(std::string_view text) const;

 private:
  template <class Result>
  using Done = UniqueFunction<void(std::exception_ptr, Result)>;
  static CallHandle start_elicit(ServerSessionState& session, const ElicitRequestParams& params,
                                 const CallOptions& options, Done<ElicitResult> done);
  static CallHandle start_sample(ServerSessionState& session,
                                 const CreateMessageRequestParams& params,
                                 const CallOptions& options, Done<CreateMessageResult> done);
  static CallHandle start_list_roots(ServerSessionState& session, const CallOptions& options,
                                     Done<ListRootsResult> done);
  ElicitResult elicit_form(std::string message, const std::string& schema,
                           const CallOptions& options);

  std::shared_ptr<ServerSessionState> session_;
  const Json* meta_;
  StopSignal* stop_;  ///< The request's; null outside of one.
  std::optional<double> last_progress_;
};

template <Described T>
std::optional<T> RequestContext::elicit(std::string message,  // NOLINT: moved on, but in a template
                                        const CallOptions& options) {
  ElicitResult answer = elicit_form(std::move(message), schema_text<T>(), options);
  if (answer.action != ElicitAction::accept || !answer.content) return std::nullopt;
  return Connection::take_result<T>(std::move(*answer.content), "elicitation/create");
}

}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/server_session.hpp>
#endif
