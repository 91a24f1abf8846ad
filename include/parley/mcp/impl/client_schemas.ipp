// SPDX-License-Identifier: MIT
// Bodies of OutputSchemas.
#pragma once

#include <parley/mcp/impl/client_schemas.hpp>

namespace parley::mcp::detail {

PARLEY_DECL void OutputSchemas::learn(const Json& list) {
  const auto tools = list.find("tools");
  if (tools == list.end() || !tools->is_array()) return;
  const std::lock_guard lock(mutex_);
  for (const Json& tool : *tools) {
    const auto name = tool.find("name");
    if (name == tool.end() || !name->is_string()) continue;
    const auto schema = tool.find("outputSchema");
    const auto& key = name->get_ref<const std::string&>();
    entries_.erase(key);
    if (schema == tool.end() || !schema->is_object() || entries_.size() >= most) continue;
    entries_.emplace(key, Entry{.schema = *schema});
  }
}

PARLEY_DECL void OutputSchemas::forget() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

PARLEY_DECL void OutputSchemas::compile(Entry& entry) {
  if (entry.validator || !entry.unusable.empty()) return;
  auto compiled = SchemaValidator::compile(std::move(entry.schema));
  if (compiled) {
    entry.validator = std::move(*compiled);
  } else {
    entry.unusable = compiled.error().schema_pointer + ": " + compiled.error().message;
  }
}

PARLEY_DECL std::optional<std::string> OutputSchemas::problem(const std::string& tool,
                                                              const Json& result) {
  const auto failed = result.find("isError");
  if (!result.is_object() || (failed != result.end() && *failed == true)) return std::nullopt;
  std::optional<SchemaValidator> validator;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(tool);
    if (found == entries_.end()) return std::nullopt;
    compile(found->second);
    if (!found->second.validator) {
      return "the output schema of the tool " + tool + " cannot be used (" +
             found->second.unusable +
             "), so its results cannot be validated; ClientOptions::validate_output turns that off";
    }
    validator = found->second.validator;
  }
  const auto content = result.find("structuredContent");
  if (content == result.end()) {
    return "the tool " + tool + " has an output schema, but its result has no structured content";
  }
  const auto fits = validator->validate(*content);
  if (fits) return std::nullopt;
  return "the structured content of the tool " + tool +
         " does not conform to its output schema: " + fits.error().to_text();
}

}  // namespace parley::mcp::detail
