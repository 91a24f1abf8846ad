// SPDX-License-Identifier: MIT
// Bodies of ClientSession and ClientContext.
#pragma once

#include <parley/mcp/impl/client_session_state.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/client_session_state.ipp>
#endif

namespace parley::mcp {
namespace detail {

PARLEY_DECL CallHandle start_request(const SessionPtr& session, ClientRequest request,
                                     UniqueFunction<void(Outcome)> done) {
  return session->start(std::move(request), CallCompletion{std::move(done), /*direct=*/false});
}

PARLEY_DECL Json send_request(const SessionPtr& session, ClientRequest request) {
  return session->call(std::move(request));
}

PARLEY_DECL std::int64_t add_meta(ClientSessionState& session, OptionalJson& meta,
                                  const RequestOptions& options) {
  if (options.meta && !options.meta->is_object()) {
    throw Error(Errc::invalid_argument, "RequestOptions::meta must be a JSON object");
  }
  if (!meta) meta = Json::object();
  if (options.meta) meta->update(*options.meta);
  if (!options.wants_progress()) return 0;
  const std::int64_t token = session.new_progress_token();
  set_progress_token(meta, ProgressToken(token));
  return token;
}

PARLEY_DECL std::size_t max_pages(const ClientSessionState& session) {
  return session.client().options.max_pages;
}

PARLEY_DECL bool PageGuard::follow(const std::optional<Cursor>& cursor) {
  if (!cursor) return false;
  if (!seen_.insert(*cursor).second) {
    throw Error(Errc::invalid_result, std::string(method_) + " gave the cursor \"" + *cursor +
                                          "\" a second time; its pages go round in a circle");
  }
  if (seen_.size() >= most_) {
    throw Error(Errc::invalid_result,
                std::string(method_) + " has more than " + std::to_string(most_) +
                    " pages; raise ClientOptions::max_pages, or ask for single pages");
  }
  return true;
}

template <RequestMethod M>
void call_for_nothing(const SessionPtr& session, const typename M::Params& params,
                      const RequestOptions& options) {
  Connection::take_result<typename M::Result>(
      send_request(session, make_request<M>(*session, params, options)), M::info.name);
}

}  // namespace detail

PARLEY_DECL ToolFailed::ToolFailed(CallToolResult result)
    : std::runtime_error([&] {
        std::string text;
        for (const ContentBlock& block : result.content) {
          const auto* part = std::get_if<TextContent>(&block);
          if (part == nullptr) continue;
          if (!text.empty()) text += '\n';
          text += part->text;
        }
        return text.empty() ? std::string("the tool failed and did not say why") : text;
      }()),
      result_(std::make_shared<const CallToolResult>(std::move(result))) {}

// --- ClientContext -------------------------------------------------------------------------------

PARLEY_DECL ClientContext::ClientContext(detail::SessionPtr session, const Json* meta,
                                         std::stop_token stop)
    : session_(std::move(session), /*owner=*/false), stop_(std::move(stop)) {
  if (meta != nullptr) token_ = progress_token_of(*meta);
}

PARLEY_DECL void ClientContext::progress(double done, std::optional<double> total,
                                         std::string message) {
  if (!token_ || cancelled() || (last_progress_ && done <= *last_progress_)) return;
  last_progress_ = done;
  ProgressNotificationParams params;
  params.progress_token = *token_;
  params.progress = done;
  params.total = total;
  if (!message.empty()) params.message = std::move(message);
  session_.connection().notify<method::notifications_progress>(params);
}

// --- ClientSession -------------------------------------------------------------------------------

PARLEY_DECL ClientSession::ClientSession(detail::SessionPtr state, bool owner) noexcept
    : state_(std::move(state)), owner_(owner) {}

PARLEY_DECL ClientSession::ClientSession(ClientSession&& other) noexcept
    : state_(std::move(other.state_)), owner_(std::exchange(other.owner_, false)) {}

PARLEY_DECL ClientSession& ClientSession::operator=(ClientSession&& other) noexcept {
  std::swap(state_, other.state_);
  std::swap(owner_, other.owner_);
  return *this;
}

PARLEY_DECL ClientSession::~ClientSession() {
  if (owner_) state_->connection().shut_down();
}

PARLEY_DECL const Implementation& ClientSession::server_info() const {
  return state_->hello().server_info;
}
PARLEY_DECL const ServerCapabilities& ClientSession::server_capabilities() const {
  return state_->hello().capabilities;
}
PARLEY_DECL const std::optional<std::string>& ClientSession::instructions() const {
  return state_->hello().instructions;
}
PARLEY_DECL const std::string& ClientSession::protocol_version() const {
  return state_->hello().protocol_version;
}

// --- lists ---------------------------------------------------------------------------------------

PARLEY_DECL ListToolsResult ClientSession::list_tools(const std::optional<Cursor>& cursor,
                                                      const RequestOptions& options) {
  return call<method::tools_list>(PaginatedRequestParams{.cursor = cursor}, options);
}
PARLEY_DECL std::vector<Tool> ClientSession::tools(const RequestOptions& options) {
  return detail::fetch_pages<method::tools_list>(state_, options);
}
PARLEY_DECL ListResourcesResult ClientSession::list_resources(const std::optional<Cursor>& cursor,
                                                              const RequestOptions& options) {
  return call<method::resources_list>(PaginatedRequestParams{.cursor = cursor}, options);
}
PARLEY_DECL std::vector<Resource> ClientSession::resources(const RequestOptions& options) {
  return detail::fetch_pages<method::resources_list>(state_, options);
}
PARLEY_DECL ListResourceTemplatesResult ClientSession::list_resource_templates(
    const std::optional<Cursor>& cursor, const RequestOptions& options) {
  return call<method::resources_templates_list>(PaginatedRequestParams{.cursor = cursor}, options);
}
PARLEY_DECL std::vector<ResourceTemplate> ClientSession::resource_templates(
    const RequestOptions& options) {
  return detail::fetch_pages<method::resources_templates_list>(state_, options);
}
PARLEY_DECL ListPromptsResult ClientSession::list_prompts(const std::optional<Cursor>& cursor,
                                                          const RequestOptions& options) {
  return call<method::prompts_list>(PaginatedRequestParams{.cursor = cursor}, options);
}
PARLEY_DECL std::vector<Prompt> ClientSession::prompts(const RequestOptions& options) {
  return detail::fetch_pages<method::prompts_list>(state_, options);
}

// --- tools ---------------------------------------------------------------------------------------

PARLEY_DECL CallToolRequestParams ClientSession::tool_params(std::string name, Json arguments) {
  CallToolRequestParams params;
  params.name = std::move(name);
  params.arguments = arguments.is_null() ? Json::object() : std::move(arguments);
  return params;
}
PARLEY_DECL CallToolResult ClientSession::call_tool(std::string name, Json arguments,
                                                    const RequestOptions& options) {
  return call<method::tools_call>(tool_params(std::move(name), std::move(arguments)), options);
}
PARLEY_DECL CallToolResult ClientSession::call_tool(const CallToolRequestParams& params,
                                                    const RequestOptions& options) {
  return call<method::tools_call>(params, options);
}

PARLEY_DECL Json ClientSession::content_of(CallToolResult result) {
  if (result.is_error) throw ToolFailed(std::move(result));
  if (result.structured_content) return std::move(*result.structured_content);
  // Servers before 2025-06-18 have nothing else.
  if (result.content.size() == 1) {
    if (const auto* text = std::get_if<TextContent>(&result.content.front())) {
      if (auto json = parse(text->text)) return std::move(*json);
    }
  }
  throw Error(Errc::invalid_result,
              "the tool's result has neither structured content nor JSON as its only text");
}

// --- resources, prompts, completion --------------------------------------------------------------

PARLEY_DECL ReadResourceResult ClientSession::read_resource(std::string uri,
                                                            const RequestOptions& options) {
  return call<method::resources_read>(ReadResourceRequestParams{.uri = std::move(uri)}, options);
}
PARLEY_DECL void ClientSession::subscribe(std::string uri, const RequestOptions& options) {
  detail::call_for_nothing<method::resources_subscribe>(
      state_, SubscribeRequestParams{.uri = std::move(uri)}, options);
}
PARLEY_DECL void ClientSession::unsubscribe(std::string uri, const RequestOptions& options) {
  detail::call_for_nothing<method::resources_unsubscribe>(
      state_, UnsubscribeRequestParams{.uri = std::move(uri)}, options);
}
PARLEY_DECL GetPromptResult ClientSession::get_prompt(std::string name, Values arguments,
                                                      const RequestOptions& options) {
  GetPromptRequestParams params;
  params.name = std::move(name);
  params.arguments = std::move(arguments);
  return call<method::prompts_get>(params, options);
}
PARLEY_DECL CompleteResult ClientSession::complete(const CompleteRequestParams& params,
                                                   const RequestOptions& options) {
  return call<method::completion_complete>(params, options);
}
PARLEY_DECL CompleteResult ClientSession::complete_prompt(std::string prompt, std::string argument,
                                                          std::string value, Values others,
                                                          const RequestOptions& options) {
  CompleteRequestParams params;
  params.ref = PromptReference{.name = std::move(prompt)};
  params.argument = {.name = std::move(argument), .value = std::move(value)};
  if (!others.empty()) params.context.emplace().arguments = std::move(others);
  return complete(params, options);
}
PARLEY_DECL CompleteResult ClientSession::complete_template(std::string uri_template,
                                                            std::string variable, std::string value,
                                                            Values others,
                                                            const RequestOptions& options) {
  CompleteRequestParams params;
  params.ref = ResourceTemplateReference{.uri = std::move(uri_template)};
  params.argument = {.name = std::move(variable), .value = std::move(value)};
  if (!others.empty()) params.context.emplace().arguments = std::move(others);
  return complete(params, options);
}

// --- the rest ------------------------------------------------------------------------------------

PARLEY_DECL void ClientSession::set_logging_level(LoggingLevel level,
                                                  const RequestOptions& options) {
  detail::call_for_nothing<method::logging_set_level>(state_, SetLevelRequestParams{.level = level},
                                                      options);
}
PARLEY_DECL void ClientSession::ping(const RequestOptions& options) {
  detail::call_for_nothing<method::ping>(state_, RequestParams{}, options);
}
PARLEY_DECL void ClientSession::set_roots(std::vector<Root> roots) {
  state_->set_roots(std::move(roots));
}
PARLEY_DECL void ClientSession::notify_roots_changed() { state_->notify_roots_changed(); }
PARLEY_DECL void ClientSession::close() { state_->connection().close(); }
PARLEY_DECL bool ClientSession::closed() const { return state_->connection().closed(); }
PARLEY_DECL Error ClientSession::wait_closed() { return state_->connection().wait_closed(); }
PARLEY_DECL Connection& ClientSession::connection() const { return state_->connection(); }

}  // namespace parley::mcp
