// SPDX-License-Identifier: MIT
// One connection of an MCP client to a server, and everything that can be asked of the server. The
// bodies come with client.hpp in the header-only build.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <parley/config.hpp>
#include <parley/mcp/client_request.hpp>
#include <parley/mcp/methods.hpp>
#include <parley/mcp/request_options.hpp>
#include <parley/mcp/types/completion.hpp>
#include <parley/mcp/types/initialize.hpp>
#include <parley/mcp/types/logging.hpp>
#include <parley/mcp/types/progress.hpp>
#include <parley/mcp/types/prompts.hpp>
#include <parley/mcp/types/resources.hpp>
#include <parley/mcp/types/roots.hpp>
#include <parley/mcp/types/tools.hpp>
#include <parley/rpc/async.hpp>
#include <parley/rpc/connection.hpp>

namespace parley::mcp {

/// Thrown by the forms of `call_tool` that decode the content, when the tool itself failed (a
/// result with `isError`). `what()` is the text of its content.
class ToolFailed : public std::runtime_error {
 public:
  explicit ToolFailed(CallToolResult result);
  const CallToolResult& result() const noexcept { return *result_; }

 private:
  std::shared_ptr<const CallToolResult> result_;
};

/// A session with a server, made by `Client::connect`.
///
///     for (const Tool& tool : session.tools()) show(tool);
///     CallToolResult result = session.call_tool("forecast", {{"city", "Graz"}}, 30s);
///
/// Every request has three forms: the plain function waits and throws; `async_` with a callback
/// `(std::exception_ptr, Result)` calls it on a worker; `async_` with another asio completion token
/// (include <parley/rpc/asio.hpp>) does what the token says, such as `co_await`. Each ends with
/// the result, with the server's `Error`, or with a local one: `unsupported_capability` (the server
/// did not announce what the method needs; nothing was sent), `timeout`, `cancelled`, `closed`,
/// `invalid_result`, ....
///
/// Thread safety: every member may be called from any thread, but moving and destroying. A blocking
/// call where it could never return (an inline handler, the event loop) fails with
/// `Errc::would_deadlock`. Lifetime: destroying the session ends it, fails what is pending with
/// `Errc::closed`, and returns when no handler of it runs any more. The one that a handler is given
/// is the same session, and does not end it.
class ClientSession {
 public:
  /// Not connected: everything but assigning to it and `operator bool` is undefined.
  ClientSession() noexcept = default;
  ClientSession(detail::SessionPtr state, bool owner) noexcept;
  ClientSession(ClientSession&& other) noexcept;
  ClientSession& operator=(ClientSession&& other) noexcept;
  ~ClientSession();
  explicit operator bool() const noexcept { return state_ != nullptr; }

  // --- what the handshake said --------------------------------------------------------------

  const Implementation& server_info() const;
  const ServerCapabilities& server_capabilities() const;
  /// How to use the server; a hint for the model.
  const std::optional<std::string>& instructions() const;
  const std::string& protocol_version() const;

  // --- any method of the table --------------------------------------------------------------

  template <RequestMethod M>
  typename M::Result call(const typename M::Params& params, const RequestOptions& options = {}) {
    Json result = detail::send_request(state_, detail::make_request<M>(*state_, params, options));
    return Connection::take_result<typename M::Result>(std::move(result), M::info.name);
  }
  template <RequestMethod M, class Token>
  auto async_call(const typename M::Params& params, Token&& token,
                  const RequestOptions& options = {}) {
    return parley::detail::async_start<typename M::Result>(
        [state = state_,
         request = detail::make_request<M>(*state_, params, options)](auto done) mutable {
          return detail::start_typed<M>(state, std::move(request), std::move(done));
        },
        std::forward<Token>(token));
  }

  // --- tools --------------------------------------------------------------------------------

  /// One page; the cursor is the `next_cursor` of the page before.
  ListToolsResult list_tools(const std::optional<Cursor>& cursor = {},
                             const RequestOptions& options = {});
  template <class Token>
  auto async_list_tools(Token&& token, const std::optional<Cursor>& cursor = {},
                        const RequestOptions& options = {}) {
    return async_page<method::tools_list>(cursor, std::forward<Token>(token), options);
  }
  /// All pages. The timeout is that of each page. Fails with `Errc::invalid_result` when the server
  /// repeats a cursor or has more pages than `ClientOptions::max_pages` (MCP A15).
  std::vector<Tool> tools(const RequestOptions& options = {});
  template <class Token>
  auto async_tools(Token&& token, const RequestOptions& options = {}) {
    return async_pages<method::tools_list>(std::forward<Token>(token), options);
  }

  /// Calls a tool. `arguments` is an object; null counts as an empty one. A tool that failed is a
  /// result with `is_error`. The structured content is validated against the tool's output schema,
  /// if a list told it (`ClientOptions::validate_output`).
  CallToolResult call_tool(std::string name, Json arguments = {},
                           const RequestOptions& options = {});
  CallToolResult call_tool(const CallToolRequestParams& params, const RequestOptions& options = {});
  template <class Token>
  auto async_call_tool(std::string name, Json arguments, Token&& token,
                       const RequestOptions& options = {}) {
    return async_call<method::tools_call>(tool_params(std::move(name), std::move(arguments)),
                                          std::forward<Token>(token), options);
  }
  template <class Token>
  auto async_call_tool(const CallToolRequestParams& params, Token&& token,
                       const RequestOptions& options = {}) {
    return async_call<method::tools_call>(params, std::forward<Token>(token), options);
  }

  /// Calls a tool and decodes its structured content into a described struct, or, when a server has
  /// none, the JSON in its text. Throws ToolFailed when the tool failed, and
  /// `Errc::invalid_result` when the content does not fit.
  template <Described T>
  T call_tool(std::string name, Json arguments = {}, const RequestOptions& options = {}) {
    return decode_content<T>(call_tool(std::move(name), std::move(arguments), options));
  }
  template <Described T, class Token>
  auto async_call_tool(std::string name, Json arguments, Token&& token,
                       const RequestOptions& options = {}) {
    using M = method::tools_call;
    const CallToolRequestParams params = tool_params(std::move(name), std::move(arguments));
    return parley::detail::async_start<T>(
        [state = state_,
         request = detail::make_request<M>(*state_, params, options)](auto done) mutable {
          return detail::start_typed<M>(state, std::move(request), decoding<T>(std::move(done)));
        },
        std::forward<Token>(token));
  }

  // --- resources ----------------------------------------------------------------------------

  ListResourcesResult list_resources(const std::optional<Cursor>& cursor = {},
                                     const RequestOptions& options = {});
  template <class Token>
  auto async_list_resources(Token&& token, const std::optional<Cursor>& cursor = {},
                            const RequestOptions& options = {}) {
    return async_page<method::resources_list>(cursor, std::forward<Token>(token), options);
  }
  /// All pages, as `tools` does it.
  std::vector<Resource> resources(const RequestOptions& options = {});
  template <class Token>
  auto async_resources(Token&& token, const RequestOptions& options = {}) {
    return async_pages<method::resources_list>(std::forward<Token>(token), options);
  }

  ListResourceTemplatesResult list_resource_templates(const std::optional<Cursor>& cursor = {},
                                                      const RequestOptions& options = {});
  template <class Token>
  auto async_list_resource_templates(Token&& token, const std::optional<Cursor>& cursor = {},
                                     const RequestOptions& options = {}) {
    return async_page<method::resources_templates_list>(cursor, std::forward<Token>(token),
                                                        options);
  }
  /// All pages, as `tools` does it.
  std::vector<ResourceTemplate> resource_templates(const RequestOptions& options = {});
  template <class Token>
  auto async_resource_templates(Token&& token, const RequestOptions& options = {}) {
    return async_pages<method::resources_templates_list>(std::forward<Token>(token), options);
  }

  /// Fails with `error_code::resource_not_found` or `invalid_params` when there is no such one.
  ReadResourceResult read_resource(std::string uri, const RequestOptions& options = {});
  template <class Token>
  auto async_read_resource(std::string uri, Token&& token, const RequestOptions& options = {}) {
    ReadResourceRequestParams params;
    params.uri = std::move(uri);
    return async_call<method::resources_read>(params, std::forward<Token>(token), options);
  }

  /// From now on the server tells when this resource changes: `Client::on_resource_updated`.
  void subscribe(std::string uri, const RequestOptions& options = {});
  template <class Token>
  auto async_subscribe(std::string uri, Token&& token, const RequestOptions& options = {}) {
    SubscribeRequestParams params;
    params.uri = std::move(uri);
    return async_call<method::resources_subscribe>(params, std::forward<Token>(token), options);
  }
  void unsubscribe(std::string uri, const RequestOptions& options = {});
  template <class Token>
  auto async_unsubscribe(std::string uri, Token&& token, const RequestOptions& options = {}) {
    UnsubscribeRequestParams params;
    params.uri = std::move(uri);
    return async_call<method::resources_unsubscribe>(params, std::forward<Token>(token), options);
  }

  // --- prompts and completion ---------------------------------------------------------------

  /// Values by name: of a prompt's arguments, of a template's variables.
  using Values = std::map<std::string, std::string>;

  ListPromptsResult list_prompts(const std::optional<Cursor>& cursor = {},
                                 const RequestOptions& options = {});
  template <class Token>
  auto async_list_prompts(Token&& token, const std::optional<Cursor>& cursor = {},
                          const RequestOptions& options = {}) {
    return async_page<method::prompts_list>(cursor, std::forward<Token>(token), options);
  }
  /// All pages, as `tools` does it.
  std::vector<Prompt> prompts(const RequestOptions& options = {});
  template <class Token>
  auto async_prompts(Token&& token, const RequestOptions& options = {}) {
    return async_pages<method::prompts_list>(std::forward<Token>(token), options);
  }

  GetPromptResult get_prompt(std::string name, Values arguments = {},
                             const RequestOptions& options = {});
  template <class Token>
  auto async_get_prompt(std::string name, Values arguments, Token&& token,
                        const RequestOptions& options = {}) {
    GetPromptRequestParams params;
    params.name = std::move(name);
    params.arguments = std::move(arguments);
    return async_call<method::prompts_get>(params, std::forward<Token>(token), options);
  }

  /// Suggests values for an argument of a prompt, or a variable of a resource template.
  CompleteResult complete(const CompleteRequestParams& params, const RequestOptions& options = {});
  template <class Token>
  auto async_complete(const CompleteRequestParams& params, Token&& token,
                      const RequestOptions& options = {}) {
    return async_call<method::completion_complete>(params, std::forward<Token>(token), options);
  }
  /// `value` is what has been typed so far, `others` what the other arguments are already.
  CompleteResult complete_prompt(std::string prompt, std::string argument, std::string value,
                                 Values others = {}, const RequestOptions& options = {});
  CompleteResult complete_template(std::string uri_template, std::string variable,
                                   std::string value, Values others = {},
                                   const RequestOptions& options = {});

  // --- the rest -----------------------------------------------------------------------------

  /// From which level on the server sends log messages: `Client::on_log`.
  void set_logging_level(LoggingLevel level, const RequestOptions& options = {});
  template <class Token>
  auto async_set_logging_level(LoggingLevel level, Token&& token,
                               const RequestOptions& options = {}) {
    SetLevelRequestParams params;
    params.level = level;
    return async_call<method::logging_set_level>(params, std::forward<Token>(token), options);
  }

  void ping(const RequestOptions& options = {});
  template <class Token>
  auto async_ping(Token&& token, const RequestOptions& options = {}) {
    return async_call<method::ping>(RequestParams{}, std::forward<Token>(token), options);
  }

  /// Changes the roots of this session, and tells the server. Throws `Errc::invalid_argument` when
  /// one is no `file://` URI, or when the client did not announce roots (`Client::set_roots`).
  void set_roots(std::vector<Root> roots);
  /// For a client that answers with `Client::on_list_roots`: tells the server that they changed.
  void notify_roots_changed();

  /// Ends the session; what is pending fails with `Errc::closed`. Returns at once.
  void close();
  bool closed() const;
  /// Waits until the session is over, and gives the reason.
  Error wait_closed();
  Connection& connection() const;

 private:
  template <RequestMethod M, class Token>
  auto async_page(const std::optional<Cursor>& cursor, Token&& token,
                  const RequestOptions& options) {
    PaginatedRequestParams params;
    params.cursor = cursor;
    return async_call<M>(params, std::forward<Token>(token), options);
  }
  template <RequestMethod M, class Token>
  auto async_pages(Token&& token, const RequestOptions& options) {
    return parley::detail::async_start<detail::ItemsOf<M>>(
        [state = state_, options](auto done) {
          return detail::start_pages<M>(state, options, std::move(done));
        },
        std::forward<Token>(token));
  }

  static CallToolRequestParams tool_params(std::string name, Json arguments);
  // The structured content, or what stands in for it; throws ToolFailed or Error.
  static Json content_of(CallToolResult result);
  template <class T>
  static T decode_content(CallToolResult result) {
    return Connection::take_result<T>(content_of(std::move(result)), "tools/call");
  }
  template <class T, class Done>
  static auto decoding(Done done) {
    return [done = std::move(done)](std::exception_ptr error, CallToolResult result) mutable {
      T value{};
      try {
        if (!error) value = decode_content<T>(std::move(result));
      } catch (...) {
        error = std::current_exception();
      }
      done(std::move(error), std::move(value));
    };
  }

  detail::SessionPtr state_;
  bool owner_ = false;
};

}  // namespace parley::mcp
