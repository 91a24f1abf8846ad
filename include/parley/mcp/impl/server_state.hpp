// SPDX-License-Identifier: MIT
// What a server offers, as its sessions see it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/schema_check.hpp>
#include <parley/mcp/impl/registry.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/mcp/types/completion.hpp>
#include <parley/mcp/types/prompts.hpp>
#include <parley/mcp/types/resources.hpp>
#include <parley/mcp/types/tools.hpp>

namespace parley::mcp {
namespace detail {

// What `list` says of an entry is encoded once, when it is added.
struct ToolEntry {
  std::string name;
  std::string listed;
  ToolHandler handler;
  Run run = Run::worker;
  // What decoding the arguments does not check; empty for nothing.
  SchemaCheck check_input{};
  // Not for a described type without constraints, which conforms by construction.
  SchemaCheck check_output{};
};

struct ResourceEntry {
  std::string listed;
  Server::ResourceReader read;
};

struct TemplateEntry {
  std::string listed;
  std::function<std::optional<Server::Variables>(const std::string& uri)> match;
  Server::TemplateReader read;
};

struct PromptEntry {
  std::string listed;
  Prompt prompt;
  Server::PromptWriter write;
};

struct CompletionEntry {
  Server::Completer complete;
};

}  // namespace detail

struct Server::State {
  Implementation info;
  ServerOptions options;
  detail::Registry<detail::ToolEntry> tools;
  detail::Registry<detail::ResourceEntry> resources;
  detail::Registry<detail::TemplateEntry> templates;
  detail::Registry<detail::PromptEntry> prompts;
  // Keyed by kind, name and argument.
  detail::Registry<detail::CompletionEntry> completions;

  void add_session(const std::shared_ptr<ServerSessionState>& session);
  /// `compile_own` compiles the schemas that the tool brings itself; null when it brings none.
  void put_tool(Tool tool, detail::ErasedTool erased, SchemaCheckCompiler* compile_own);
  /// Sends a `list_changed` notification to the sessions that are under way.
  void announce(std::string_view method);
  std::vector<std::shared_ptr<ServerSessionState>> open_sessions();

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<ServerSessionState>> sessions_;
};

}  // namespace parley::mcp
