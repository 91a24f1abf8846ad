// SPDX-License-Identifier: MIT
// Bodies of Server: what is offered, and starting sessions.
#pragma once

#include <algorithm>

#include <parley/json/convert.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/mcp/impl/server_session_state.hpp>
#include <parley/mcp/impl/server_state.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/uri_template.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/stdio.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/server_session.ipp>
#include <parley/mcp/impl/tool_call.ipp>
#endif

namespace parley::mcp {

// --- State ---------------------------------------------------------------------------------------

PARLEY_DECL void Server::State::add_session(const std::shared_ptr<ServerSessionState>& session) {
  const std::lock_guard lock(mutex_);
  std::erase_if(sessions_, [](const auto& held) { return held.expired(); });
  sessions_.push_back(session);
}

PARLEY_DECL std::vector<std::shared_ptr<ServerSessionState>> Server::State::open_sessions() {
  std::vector<std::shared_ptr<ServerSessionState>> out;
  const std::lock_guard lock(mutex_);
  for (const auto& held : sessions_) {
    if (auto session = held.lock(); session && session->initialized()) {
      out.push_back(std::move(session));
    }
  }
  return out;
}

namespace detail {

// A session that has just ended is no reason for an error where something is offered.
inline void notify_quietly(ServerSessionState& session, std::string_view method,
                           std::string_view params) {
  try {
    session.connection().notify(method, params);
  } catch (const Error& error) {
    session.connection().log(Severity::debug, error.what());
  }
}

inline SchemaCheck compile_check(SchemaCheckCompiler* compile, const Json& schema,
                                 const std::string& what) {
  auto compiled = compile(schema);
  if (compiled) return std::move(*compiled);
  throw Error(Errc::invalid_argument,
              what + " is no valid JSON Schema: " + compiled.error().schema_pointer + ": " +
                  compiled.error().message);
}

inline Json parse_schema(std::string_view text) {
  Json schema;
  ParseError error;
  parse(text, schema, error);
  return schema;
}

// Arguments are an object, and clients refuse the whole list for one tool that does not say so. The
// schema of an optional says nothing, for example.
inline Json parse_input_schema(std::string_view text, const std::string& tool) {
  Json schema = parse_schema(text);
  Json& type = schema["type"];
  if (type.is_null()) type = "object";
  if (type == "object") return schema;
  throw Error(Errc::invalid_argument,
              "the handler of the tool " + tool + " takes a JSON value of type " + to_text(type) +
                  "; a tool's arguments are an object: put it into a described struct");
}

}  // namespace detail

PARLEY_DECL void Server::State::announce(std::string_view method) {
  for (const auto& session : open_sessions()) {
    if (session->was_told_of(method)) detail::notify_quietly(*session, method, "");
  }
}

// --- Server --------------------------------------------------------------------------------------

PARLEY_DECL Server::Server(Implementation info, ServerOptions options)
    : state_(std::make_shared<State>()) {
  state_->info = std::move(info);
  state_->options = std::move(options);
  state_->options.page_size = std::max<std::size_t>(state_->options.page_size, 1);
}

PARLEY_DECL Server::Server(Implementation info) : Server(std::move(info), ServerOptions()) {}

PARLEY_DECL Server::Server(std::string name, std::string version)
    : Server(Implementation{.name = std::move(name), .version = std::move(version)}) {}

PARLEY_DECL Server::~Server() = default;
PARLEY_DECL Server::Server(Server&&) noexcept = default;
PARLEY_DECL Server& Server::operator=(Server&&) noexcept = default;

PARLEY_DECL void Server::State::put_tool(Tool tool, detail::ErasedTool erased,
                                         SchemaCheckCompiler* compile_own) {
  bool generated = false;
  if (!tool.input_schema) tool.input_schema = empty_object_schema();
  if (tool.input_schema != empty_object_schema()) {
    erased.input.check = compile_own;
  } else if (!erased.input.text.empty()) {
    tool.input_schema = detail::parse_input_schema(erased.input.text, tool.name);
    generated = true;
  }
  auto entry = std::make_shared<detail::ToolEntry>();
  if (erased.input.check != nullptr) {
    entry->check_input =
        detail::compile_check(erased.input.check, *tool.input_schema, tool.name + ".inputSchema");
  }
  if (generated) {
    // What a union may be: at the top of a tool's schema many models' interfaces refuse it, and
    // with it the whole list. It is checked all the same.
    tool.input_schema->erase("anyOf");
    tool.input_schema->erase("allOf");
  }
  if (tool.output_schema) {
    entry->check_output =
        detail::compile_check(compile_own, *tool.output_schema, tool.name + ".outputSchema");
  } else if (!erased.output.text.empty()) {
    tool.output_schema = detail::parse_schema(erased.output.text);
    if (erased.output.check != nullptr) {
      entry->check_output = detail::compile_check(erased.output.check, *tool.output_schema,
                                                  tool.name + ".outputSchema");
    }
  }
  entry->name = tool.name;
  entry->listed = to_text(tool);
  entry->handler = std::move(erased.handler);
  entry->run = erased.run;
  tools.put(std::move(tool.name), std::move(entry));
  announce("notifications/tools/list_changed");
}

// Has no schemas of its own, and so names no validator: see compile_schema_check.
PARLEY_DECL void Server::add_erased_tool(std::string name, std::string description,
                                         detail::ErasedTool erased) {
  Tool tool;
  tool.name = std::move(name);
  if (!description.empty()) tool.description = std::move(description);
  state_->put_tool(std::move(tool), std::move(erased), nullptr);
}

PARLEY_DECL void Server::add_erased_tool(const Tool& tool, detail::ErasedTool erased) {
  state_->put_tool(tool, std::move(erased), &compile_schema_check);
}

PARLEY_DECL bool Server::remove_tool(std::string_view name) {
  const bool removed = state_->tools.remove(name);
  if (removed) state_->announce("notifications/tools/list_changed");
  return removed;
}

PARLEY_DECL Server& Server::add_resource(Resource resource, ResourceReader read) {
  auto entry = std::make_shared<detail::ResourceEntry>();
  entry->listed = to_text(resource);
  entry->read = std::move(read);
  state_->resources.put(std::move(resource.uri), std::move(entry));
  state_->announce("notifications/resources/list_changed");
  return *this;
}

PARLEY_DECL Server& Server::add_text_resource(std::string uri, std::string name, std::string text,
                                              std::string mime_type) {
  Resource resource;
  resource.uri = std::move(uri);
  resource.name = std::move(name);
  resource.mime_type = mime_type;
  auto read = [text = std::move(text), mime_type = std::move(mime_type)](const std::string& where,
                                                                         RequestContext&) {
    ReadResourceResult result;
    result.contents.emplace_back(
        TextResourceContents{.uri = where, .text = text, .mime_type = mime_type});
    return result;
  };
  return add_resource(std::move(resource), std::move(read));
}

PARLEY_DECL bool Server::remove_resource(std::string_view uri) {
  const bool removed = state_->resources.remove(uri);
  if (removed) state_->announce("notifications/resources/list_changed");
  return removed;
}

PARLEY_DECL Server& Server::add_resource_template(ResourceTemplate resource, TemplateReader read) {
  auto parsed = UriTemplate::compile(resource.uri_template);
  if (!parsed) {
    throw Error(Errc::invalid_argument, "the URI template " + resource.uri_template +
                                            " is not RFC 6570: " + parsed.error().message);
  }
  auto match = [compiled = std::move(*parsed)](const std::string& uri) {
    std::optional<Variables> variables;
    if (const auto found = compiled.match(uri)) {
      variables.emplace();
      for (const UriVariable& variable : *found) {
        const auto [held, added] = variables->emplace(variable.name, variable.value);
        if (!added) held->second += ',' + variable.value;
      }
    }
    return variables;
  };
  auto entry = std::make_shared<detail::TemplateEntry>(
      detail::TemplateEntry{to_text(resource), std::move(match), std::move(read)});
  state_->templates.put(std::move(resource.uri_template), std::move(entry));
  state_->announce("notifications/resources/list_changed");
  return *this;
}

PARLEY_DECL bool Server::remove_resource_template(std::string_view uri_template) {
  const bool removed = state_->templates.remove(uri_template);
  if (removed) state_->announce("notifications/resources/list_changed");
  return removed;
}

PARLEY_DECL void Server::notify_resource_updated(std::string_view uri) {
  ResourceUpdatedNotificationParams params;
  params.uri = std::string(uri);
  const std::string text = to_text(params);
  for (const auto& session : state_->open_sessions()) {
    if (session->subscribed(uri)) {
      detail::notify_quietly(*session, "notifications/resources/updated", text);
    }
  }
}

PARLEY_DECL Server& Server::add_prompt(Prompt prompt, PromptWriter write) {
  auto entry = std::make_shared<detail::PromptEntry>(
      detail::PromptEntry{to_text(prompt), prompt, std::move(write)});
  state_->prompts.put(std::move(prompt.name), std::move(entry));
  state_->announce("notifications/prompts/list_changed");
  return *this;
}

PARLEY_DECL bool Server::remove_prompt(std::string_view name) {
  const bool removed = state_->prompts.remove(name);
  if (removed) state_->announce("notifications/prompts/list_changed");
  return removed;
}

PARLEY_DECL Server& Server::add_prompt_completion(const std::string& prompt,
                                                  const std::string& argument, Completer complete) {
  auto entry = std::make_shared<detail::CompletionEntry>(std::move(complete));
  state_->completions.put("prompt\n" + prompt + "\n" + argument, std::move(entry));
  return *this;
}

PARLEY_DECL Server& Server::add_template_completion(const std::string& uri_template,
                                                    const std::string& variable,
                                                    Completer complete) {
  auto entry = std::make_shared<detail::CompletionEntry>(std::move(complete));
  state_->completions.put("template\n" + uri_template + "\n" + variable, std::move(entry));
  return *this;
}

PARLEY_DECL std::unique_ptr<ServerSession> Server::attach(std::unique_ptr<Transport> transport,
                                                          std::shared_ptr<Runtime> runtime) const {
  return attach(std::move(transport), std::move(runtime), SessionOptions());
}

PARLEY_DECL std::unique_ptr<ServerSession> Server::attach(std::unique_ptr<Transport> transport,
                                                          std::shared_ptr<Runtime> runtime,
                                                          SessionOptions options) const {
  auto state = std::make_shared<ServerSessionState>(state_, std::move(options));
  state->open(std::move(transport), std::move(runtime));
  auto session = std::make_unique<ServerSession>(state);
  state->set_session(session.get());
  state->connection().start();
  return session;
}

PARLEY_DECL int serve_stdio(const Server& server) {
  auto runtime = std::make_shared<Runtime>();
  const auto session = server.attach(stdio_transport(runtime), runtime);
  session->wait_closed();
  return 0;
}

}  // namespace parley::mcp
