// SPDX-License-Identifier: MIT
// Bodies of ServerSessionState: the requests of a client, one function each.
#pragma once

#include <array>

#include <parley/json/detail/literal.hpp>
#include <parley/mcp/errors.hpp>
#include <parley/mcp/impl/server_session_state.hpp>
#include <parley/mcp/impl/tool_call_state.hpp>
#include <parley/mcp/version.hpp>
#include <parley/rpc/router.hpp>

namespace parley::mcp {

inline constexpr ProtocolRules mcp_rules{.cancel_method = "notifications/cancelled",
                                         .cancelled_answer = CancelledAnswer::none,
                                         .null_id_is_request = false,
                                         .require_version = true,
                                         .omit_unknown_id = true};

PARLEY_DECL ServerSessionState::ServerSessionState(std::shared_ptr<Server::State> server,
                                                   SessionOptions options)
    : server_(std::move(server)), options_(std::move(options)) {}

PARLEY_DECL void ServerSessionState::open(std::unique_ptr<Transport> transport,
                                          std::shared_ptr<Runtime> runtime) {
  connection_.emplace(std::move(transport), *this, mcp_rules, std::move(runtime),
                      options_.connection);
  server_->add_session(shared_from_this());
}

// --- dispatch ------------------------------------------------------------------------------------

template <class Params, auto function>
void ServerSessionState::answer(IncomingRequest& request) {
  Params params{};
  if (!parley::detail::decode_params(request, params)) return;
  try {
    RequestContext context =
        context_for(request, parley::detail::find_member(request.params(), "_meta"));
    request.reply((this->*function)(params, context));
  } catch (...) {
    request.fail_with_current_exception();
  }
}

template <class Params, auto function>
void ServerSessionState::answer_on_worker(IncomingRequest& request) {
  std::move(request).post([self = shared_from_this()](IncomingRequest posted) {
    self->answer<Params, function>(posted);
  });
}

PARLEY_DECL const ServerSessionState::Row* ServerSessionState::find_row(std::string_view method) {
  using S = ServerSessionState;
  static constexpr auto rows = std::to_array<Row>({
      {"tools/call", &S::call_tool},
      {"tools/list", &S::list_tools},
      {"resources/read", &S::answer_on_worker<ReadResourceRequestParams, &S::read_resource>},
      {"resources/list", &S::list_resources},
      {"resources/templates/list", &S::list_templates},
      {"resources/subscribe", &S::answer<SubscribeRequestParams, &S::subscribe>},
      {"resources/unsubscribe", &S::answer<UnsubscribeRequestParams, &S::unsubscribe>},
      {"prompts/get", &S::answer_on_worker<GetPromptRequestParams, &S::get_prompt>},
      {"prompts/list", &S::list_prompts},
      {"completion/complete", &S::answer_on_worker<CompleteRequestParams, &S::complete>},
      {"logging/setLevel", &S::answer<SetLevelRequestParams, &S::set_level>},
      {"initialize", &S::answer<InitializeRequestParams, &S::initialize>, true},
      {"ping", &S::answer<RequestParams, &S::ping>, true},
  });
  for (const Row& row : rows) {
    if (row.method == method) return &row;
  }
  return nullptr;
}

PARLEY_DECL void ServerSessionState::on_request(IncomingRequest request) {
  const Row* row = find_row(request.method());
  if (row == nullptr || !offers(row->method)) {
    const std::string& name = request.method();
    return request.fail(Error(error_code::method_not_found,
                              "Method not found: " + parley::detail::short_text(name)));
  }
  if (!row->before_initialize && !initialized()) {
    return request.fail(Error(error_code::invalid_request,
                              parley::detail::short_text(request.method()) +
                                  " before initialize: send an initialize request first"));
  }
  (this->*row->handle)(request);
}

PARLEY_DECL void ServerSessionState::on_notification(IncomingNotification notification) {
  const std::function<void(ServerSession&)>* hook = nullptr;
  if (notification.method() == "notifications/initialized") hook = &options_.on_initialized;
  if (notification.method() == "notifications/roots/list_changed") {
    hook = &options_.on_roots_changed;
  }
  if (hook == nullptr || !*hook) return;
  std::move(notification).post([self = shared_from_this(), hook](IncomingNotification&) {
    (*hook)(*self->session_);
  });
}

PARLEY_DECL void ServerSessionState::on_closed(const Error& reason) {
  if (options_.on_closed) options_.on_closed(reason);
}

PARLEY_DECL RequestContext ServerSessionState::context_for(const IncomingRequest& request,
                                                           const Json* meta) {
  return {shared_from_this(), meta, &request.stop_signal()};
}

// --- the session ---------------------------------------------------------------------------------

PARLEY_DECL InitializeResult ServerSessionState::initialize(InitializeRequestParams& params,
                                                            RequestContext&) {
  InitializeResult result;
  result.protocol_version = version::negotiate(params.protocol_version);
  {
    const std::lock_guard lock(mutex_);
    if (client_info_) {
      throw Error(error_code::invalid_request,
                  "This session is initialized already; open another connection");
    }
    client_info_ = std::move(params.client_info);
    client_capabilities_ = std::move(params.capabilities);
    protocol_version_ = result.protocol_version;
  }
  connection_->update_rules([&](ProtocolRules& rules) {
    rules.accept_batches = version::has_batches(result.protocol_version);
    rules.omit_unknown_id = version::omits_unreadable_ids(result.protocol_version);
  });
  result.capabilities = capabilities();
  announced_ = {result.capabilities.tools.has_value(), result.capabilities.resources.has_value(),
                result.capabilities.prompts.has_value()};
  initialized_.store(true, std::memory_order_release);
  result.server_info = server_->info;
  if (!server_->options.instructions.empty()) result.instructions = server_->options.instructions;
  return result;
}

PARLEY_DECL EmptyResult ServerSessionState::ping(RequestParams&, RequestContext&) { return {}; }

PARLEY_DECL bool ServerSessionState::offers_tools() const {
  return server_->options.expect_tools || announced().tools || !server_->tools.empty();
}

PARLEY_DECL bool ServerSessionState::offers_resources() const {
  return server_->options.expect_resources || announced().resources ||
         !server_->resources.empty() || !server_->templates.empty();
}

PARLEY_DECL bool ServerSessionState::offers_prompts() const {
  return server_->options.expect_prompts || announced().prompts || !server_->prompts.empty();
}

PARLEY_DECL bool ServerSessionState::was_told_of(std::string_view method) const {
  const Announced told = announced();
  return (method.starts_with("notifications/tools/") && told.tools) ||
         (method.starts_with("notifications/resources/") && told.resources) ||
         (method.starts_with("notifications/prompts/") && told.prompts);
}

PARLEY_DECL bool ServerSessionState::offers(std::string_view method) const {
  if (method.starts_with("tools/")) return offers_tools();
  if (method.starts_with("resources/")) return offers_resources();
  if (method.starts_with("prompts/")) return offers_prompts();
  if (method.starts_with("completion/")) return !server_->completions.empty();
  if (method.starts_with("logging/")) return server_->options.logging;
  return true;
}

PARLEY_DECL ServerCapabilities ServerSessionState::capabilities() const {
  ServerCapabilities out;
  if (offers_tools()) out.tools.emplace().list_changed = true;
  if (offers_resources()) {
    out.resources.emplace().list_changed = true;
    out.resources->subscribe = true;
  }
  if (offers_prompts()) out.prompts.emplace().list_changed = true;
  if (!server_->completions.empty()) out.completions.emplace();
  if (server_->options.logging) out.logging.emplace();
  return out;
}

PARLEY_DECL std::string ServerSessionState::protocol_version() const {
  const std::lock_guard lock(mutex_);
  return protocol_version_;
}

PARLEY_DECL std::optional<Implementation> ServerSessionState::client_info() const {
  const std::lock_guard lock(mutex_);
  return client_info_;
}

PARLEY_DECL ClientCapabilities ServerSessionState::client_capabilities() const {
  const std::lock_guard lock(mutex_);
  return client_capabilities_;
}

// --- logging -------------------------------------------------------------------------------------

PARLEY_DECL EmptyResult ServerSessionState::set_level(SetLevelRequestParams& params,
                                                      RequestContext&) {
  const std::lock_guard lock(mutex_);
  log_level_ = params.level;
  return {};
}

PARLEY_DECL void ServerSessionState::log(LoggingLevel level, Json data, std::string_view logger) {
  {
    const std::lock_guard lock(mutex_);
    if (!server_->options.logging || level < log_level_ || !initialized()) return;
  }
  LoggingMessageNotificationParams params;
  params.level = level;
  params.data = std::move(data);
  if (!logger.empty()) params.logger = std::string(logger);
  connection_->notify("notifications/message", to_text(params));
}

// --- lists ---------------------------------------------------------------------------------------

template <class Entry>
void ServerSessionState::list(IncomingRequest& request, const detail::Registry<Entry>& registry,
                              std::string_view member) {
  PaginatedRequestParams params;
  if (!parley::detail::decode_params(request, params)) return;
  try {
    const auto page = registry.page(member, params.cursor, server_->options.page_size);
    std::string text = "{\"" + std::string(member) + "\":[";
    for (const auto& entry : page.entries) {
      if (text.back() != '[') text += ',';
      text += entry->listed;
    }
    text += ']';
    if (page.next_cursor) text += R"(,"nextCursor":")" + *page.next_cursor + '"';
    text += '}';
    request.reply_text(text);
  } catch (...) {
    request.fail_with_current_exception();
  }
}

PARLEY_DECL void ServerSessionState::list_tools(IncomingRequest& request) {
  list(request, server_->tools, "tools");
}
PARLEY_DECL void ServerSessionState::list_resources(IncomingRequest& request) {
  list(request, server_->resources, "resources");
}
PARLEY_DECL void ServerSessionState::list_templates(IncomingRequest& request) {
  list(request, server_->templates, "resourceTemplates");
}
PARLEY_DECL void ServerSessionState::list_prompts(IncomingRequest& request) {
  list(request, server_->prompts, "prompts");
}

// --- tools ---------------------------------------------------------------------------------------

namespace detail {

// The parameters of `tools/call`, found in one pass.
struct CallToolMembers {
  explicit CallToolMembers(Json& params) {
    if (auto* const members = params.get_ptr<Json::object_t*>()) {
      for (auto& [member, value] : *members) take(member, value);
    }
  }

  const std::string* name = nullptr;
  Json* arguments = nullptr;
  const Json* meta = nullptr;

 private:
  void take(std::string_view member, Json& value) {
    using parley::detail::is_literal;
    if (is_literal(member, "name")) {
      name = parley::detail::string_in(value);
    } else if (is_literal(member, "arguments")) {
      arguments = &value;
    } else if (is_literal(member, "_meta")) {
      meta = &value;
    }
  }
};

}  // namespace detail

PARLEY_DECL void ServerSessionState::call_tool(IncomingRequest& request) {
  Json& params = request.params();
  const detail::CallToolMembers members(params);
  const std::string* const tool_name = members.name;
  if (tool_name == nullptr) {
    return request.fail(
        Error(error_code::invalid_params, "Invalid params: /params/name must be a string"));
  }
  auto tool = server_->tools.find(*tool_name);
  if (tool == nullptr) {
    return request.fail(Error(error_code::invalid_params,
                              "Unknown tool: " + parley::detail::short_text(*tool_name)));
  }
  Json& arguments = members.arguments != nullptr ? *members.arguments : params["arguments"];
  if (arguments.is_null()) arguments = Json::object();
  if (!arguments.is_object()) {
    return request.fail(
        Error(error_code::invalid_params, "Invalid params: /params/arguments must be an object"));
  }
  if (tool->check_input) {
    if (const std::string wrong = tool->check_input(arguments); !wrong.empty()) {
      const std::string text = "Invalid arguments for tool " + tool->name + ": " + wrong;
      return request.reply(
          CallToolResult{.content = {TextContent{.text = text}}, .is_error = true});
    }
  }
  const detail::ToolEntry& entry = *tool;
  RequestContext context = context_for(request, members.meta);
  // Needs no lock: written once, before initialized_ was set.
  const bool structured = version::has_structured_content(protocol_version_);
  auto state = std::make_unique<ToolCall::State>(ToolCall::State{
      std::move(request), std::move(context), std::move(tool), &arguments, structured});
  if (entry.run == Run::inline_) return entry.handler(ToolCall(std::move(state)));
  connection_->post([state = std::move(state)]() mutable {
    const auto held = state->tool;
    held->handler(ToolCall(std::move(state)));
  });
}

// --- resources -----------------------------------------------------------------------------------

PARLEY_DECL ReadResourceResult ServerSessionState::read_resource(ReadResourceRequestParams& params,
                                                                 RequestContext& context) {
  if (const auto resource = server_->resources.find(params.uri)) {
    return resource->read(params.uri, context);
  }
  for (const auto& entry : server_->templates.all()) {
    if (const auto variables = entry->match(params.uri)) {
      return entry->read(params.uri, *variables, context);
    }
  }
  const std::string text = "Resource not found: " + parley::detail::short_text(params.uri);
  // Told back whole only where that costs little: a peer that does not read would pile them up.
  constexpr std::size_t most = 4096;
  if (params.uri.size() > most) throw Error(error_code::resource_not_found, text);
  Json data;
  data["uri"] = std::move(params.uri);
  throw Error(error_code::resource_not_found, text, std::move(data));
}

PARLEY_DECL EmptyResult ServerSessionState::subscribe(SubscribeRequestParams& params,
                                                      RequestContext&) {
  constexpr std::size_t most = 10'000;
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  const std::lock_guard lock(mutex_);
  if (subscriptions_.contains(params.uri)) return {};
  const std::size_t bytes = params.uri.size();
  if (subscriptions_.size() >= most || bytes > most_bytes - subscribed_bytes_) {
    throw Error(error_code::internal_error,
                "Too many subscriptions in this session; unsubscribe from some");
  }
  // A copy: what was received can have far more room than it needs.
  subscriptions_.emplace(std::string_view(params.uri));
  subscribed_bytes_ += bytes;
  return {};
}

PARLEY_DECL EmptyResult ServerSessionState::unsubscribe(UnsubscribeRequestParams& params,
                                                        RequestContext&) {
  const std::lock_guard lock(mutex_);
  subscribed_bytes_ -= params.uri.size() * subscriptions_.erase(params.uri);
  return {};
}

PARLEY_DECL bool ServerSessionState::subscribed(std::string_view uri) const {
  const std::lock_guard lock(mutex_);
  return subscriptions_.contains(uri);
}

// --- prompts and completion ----------------------------------------------------------------------

PARLEY_DECL GetPromptResult ServerSessionState::get_prompt(GetPromptRequestParams& params,
                                                           RequestContext& context) {
  const auto entry = server_->prompts.find(params.name);
  if (entry == nullptr)
    throw Error(error_code::invalid_params,
                "Unknown prompt: " + parley::detail::short_text(params.name));
  for (const PromptArgument& argument : entry->prompt.arguments) {
    if (argument.required && !params.arguments.contains(argument.name)) {
      throw Error(error_code::invalid_params,
                  "Prompt " + params.name + " needs the argument \"" + argument.name + "\"");
    }
  }
  return entry->write(params, context);
}

PARLEY_DECL CompleteResult ServerSessionState::complete(CompleteRequestParams& params,
                                                        RequestContext& context) {
  std::string key;
  if (const auto* prompt = std::get_if<PromptReference>(&params.ref)) {
    if (server_->prompts.find(prompt->name) == nullptr) {
      throw Error(error_code::invalid_params,
                  "Unknown prompt: " + parley::detail::short_text(prompt->name));
    }
    key = "prompt\n" + prompt->name + "\n" + params.argument.name;
  } else if (const auto* resource = std::get_if<ResourceTemplateReference>(&params.ref)) {
    if (server_->templates.find(resource->uri) == nullptr &&
        server_->resources.find(resource->uri) == nullptr) {
      throw Error(error_code::invalid_params,
                  "Unknown resource template: " + parley::detail::short_text(resource->uri));
    }
    key = "template\n" + resource->uri + "\n" + params.argument.name;
  } else {
    throw Error(error_code::invalid_params,
                "Unknown reference: /params/ref/type must be ref/prompt or ref/resource");
  }
  CompleteResult result;
  if (const auto entry = server_->completions.find(key)) {
    result.completion = entry->complete(params, context);
  }
  constexpr std::size_t most = 100;  // MCP A16
  auto& completion = result.completion;
  if (completion.values.size() > most) {
    if (!completion.total) completion.total = static_cast<std::int64_t>(completion.values.size());
    completion.values.resize(most);
    completion.has_more = true;
  }
  return result;
}

// --- asking the client ---------------------------------------------------------------------------

PARLEY_DECL void ServerSessionState::require_elicitation(const ElicitRequestParams& params) const {
  const ClientCapabilities client = client_capabilities();
  const bool url = std::holds_alternative<ElicitRequestURLParams>(params);
  // `elicitation: {}` means forms only (MCP A7).
  const bool able = client.elicitation &&
                    (url ? client.elicitation->url.has_value()
                         : client.elicitation->form.has_value() || !client.elicitation->url);
  if (able) return;
  throw Error(Errc::unsupported_capability,
              std::string("the client cannot ask its user (it did not announce elicitation") +
                  (url ? ".url)" : ")"));
}

PARLEY_DECL void ServerSessionState::require_sampling(
    const CreateMessageRequestParams& params) const {
  const ClientCapabilities client = client_capabilities();
  if (!client.sampling) {
    throw Error(Errc::unsupported_capability,
                "the client cannot ask a model (it did not announce sampling)");
  }
  if ((!params.tools.empty() || params.tool_choice) && !client.sampling->tools) {
    throw Error(Errc::unsupported_capability,
                "the client cannot sample with tools (it did not announce sampling.tools)");
  }
}

PARLEY_DECL void ServerSessionState::require_roots() const {
  if (client_capabilities().roots) return;
  throw Error(Errc::unsupported_capability, "the client has no roots (it did not announce roots)");
}

}  // namespace parley::mcp
