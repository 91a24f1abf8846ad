// SPDX-License-Identifier: MIT
// The output schemas of the tools that a session has seen listed.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <parley/json/schema_validator.hpp>
#include <parley/json/value.hpp>

namespace parley::mcp::detail {

/// Remembers output schemas, and holds results of tools against them (MCP A16).
///
/// Thread safety: every member may be called from any thread.
class OutputSchemas {
 public:
  /// Takes over what a result of `tools/list` says.
  void learn(const Json& list);
  void forget();
  /// What is wrong with the result of a tool, if something is.
  std::optional<std::string> problem(const std::string& tool, const Json& result);

 private:
  static constexpr std::size_t most = 10'000;

  struct Entry {
    Json schema;
    // Compiled when the tool is called: most tools of a long list never are.
    std::optional<SchemaValidator> validator{};
    std::string unusable{};
  };
  static void compile(Entry& entry);

  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace parley::mcp::detail
