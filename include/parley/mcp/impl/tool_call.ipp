// SPDX-License-Identifier: MIT
// Bodies of ToolCall: the forms in which a tool's result goes out.
#pragma once

#include <algorithm>
#include <cstdlib>

#include <parley/json/detail/literal.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>
#include <parley/mcp/impl/tool_call_state.hpp>

namespace parley::mcp::detail {

/// A result of one text block, written without building a CallToolResult.
struct TextResult {
  std::string_view text;
  bool is_error = false;
  std::string_view structured = {};
};

inline const Json* member_of(const Json* object, const std::string& name) {
  if (object == nullptr || !object->is_object()) return nullptr;
  const auto found = object->find(name);
  return found == object->end() ? nullptr : &*found;
}

// One step of a JSON pointer into a value and its schema, as far as both are there.
inline void step_into(const std::string& name, const Json*& value, const Json*& schema) {
  if (const Json* either = member_of(schema, "anyOf")) schema = &either->front();
  if (value != nullptr && value->is_array()) {
    const std::size_t index = std::strtoull(name.c_str(), nullptr, 10);
    value = index < value->size() ? &(*value)[index] : nullptr;
    schema = member_of(schema, "items");
    return;
  }
  value = member_of(value, name);
  const Json* named = member_of(member_of(schema, "properties"), name);
  schema = named != nullptr ? named : member_of(schema, "additionalProperties");
}

// Which argument is missing in the object at that place, in the words of the schema validator;
// empty when something else is wrong there.
inline std::string missing_argument(const ToolEntry& tool, const Json& arguments,
                                    const std::string& pointer) {
  Json listed;
  ParseError error;
  if (!parse(tool.listed, listed, error)) return {};
  const Json* value = &arguments;
  const Json* schema = member_of(&listed, "inputSchema");
  for (std::size_t at = 0; at < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    step_into(pointer.substr(at + 1, end - at - 1), value, schema);
    at = end;
  }
  const Json* required = member_of(schema, "required");
  if (value == nullptr || !value->is_object() || required == nullptr) return {};
  for (const Json& name : *required) {
    if (value->contains(name.get_ref<const std::string&>())) continue;
    const Json* type = member_of(member_of(member_of(schema, "properties"), name), "type");
    std::string text = pointer.empty() ? std::string() : pointer + ": ";
    text += "missing required property " + to_text(name);
    if (type != nullptr && type->is_string()) text += ", expected " + type->get<std::string>();
    return text;
  }
  return {};
}

}  // namespace parley::mcp::detail

namespace parley {

template <>
struct Codec<mcp::detail::TextResult> {
  static void write(Writer& writer, const mcp::detail::TextResult& value) {
    detail::append_literal(writer.out, R"({"content":[{"type":"text","text":)");
    writer.string(value.text);
    detail::append_literal(writer.out, "}]");
    if (!value.structured.empty()) {
      detail::append_literal(writer.out, R"(,"structuredContent":)");
      writer.out += value.structured;
    }
    if (value.is_error) detail::append_literal(writer.out, R"(,"isError":true)");
    writer.out += '}';
  }
};

}  // namespace parley

namespace parley::mcp {

PARLEY_DECL ToolCall::ToolCall(std::unique_ptr<State> state) : state_(std::move(state)) {}
PARLEY_DECL ToolCall::ToolCall(ToolCall&&) noexcept = default;
PARLEY_DECL ToolCall& ToolCall::operator=(ToolCall&&) noexcept = default;
PARLEY_DECL ToolCall::~ToolCall() = default;

PARLEY_DECL Json& ToolCall::arguments() { return *state_->arguments; }
PARLEY_DECL RequestContext& ToolCall::context() { return state_->context; }
PARLEY_DECL Runtime& ToolCall::runtime() { return state_->request.runtime(); }

PARLEY_DECL void ToolCall::reply(const CallToolResult& result) {
  if (!state_->request) return;
  const SchemaCheck& check = state_->tool->check_output;
  if (check && !result.is_error) {
    // MCP A16: a server must keep to its own output schema.
    if (!result.structured_content) {
      return state_->request.fail(
          Error(error_code::internal_error, "Tool " + state_->tool->name +
                                                " has an output schema but returned no "
                                                "structured content"));
    }
    if (const std::string wrong = check(*result.structured_content); !wrong.empty()) {
      return state_->request.fail(Error(error_code::internal_error,
                                        "Tool " + state_->tool->name +
                                            " returned structured content that its output schema "
                                            "does not allow: " +
                                            wrong));
    }
  }
  state_->request.reply(result);
}

PARLEY_DECL void ToolCall::reply(const std::vector<ContentBlock>& content) {
  CallToolResult result;
  result.content = content;
  reply(result);
}

PARLEY_DECL void ToolCall::reply(const ContentBlock& content) {
  CallToolResult result;
  result.content.push_back(content);
  reply(result);
}

PARLEY_DECL void ToolCall::reply_text(std::string_view text) {
  if (state_->request) state_->request.reply(detail::TextResult{text});
}

PARLEY_DECL void ToolCall::reply_structured(std::string_view json) {
  if (!state_->request) return;
  // Versions before 2025-06-18 have no place for it, and up to 2025-11-25 it must be an object.
  const bool fits = state_->structured && json.starts_with('{');
  if (state_->tool->check_output) {
    CallToolResult result;
    ParseError error;
    parse(json, result.structured_content.emplace(), error);
    result.content.emplace_back(TextContent{.text = std::string(json)});
    return reply(result);
  }
  state_->request.reply(detail::TextResult{json, false, fits ? json : std::string_view()});
}

PARLEY_DECL void ToolCall::reply_nothing() {
  if (state_->request) state_->request.reply_text(R"({"content":[]})");
}

PARLEY_DECL void ToolCall::reply_error(std::string_view text) {
  if (state_->request) state_->request.reply(detail::TextResult{text, true});
}

PARLEY_DECL void ToolCall::refuse_not_finite() {
  if (!state_->request) return;
  state_->request.fail(Error(error_code::internal_error,
                             "Tool " + state_->tool->name +
                                 " returned NaN or an infinity in its structured content, where "
                                 "JSON has no such number"));
}

PARLEY_DECL void ToolCall::refuse_arguments(const DecodeError& error) {
  std::string wrong = detail::missing_argument(*state_->tool, *state_->arguments, error.pointer);
  if (wrong.empty()) wrong = error.message();
  reply_error("Invalid arguments for tool " + state_->tool->name + ": " + wrong);
}

PARLEY_DECL void ToolCall::fail_with_current_exception() {
  if (!state_->request) return;
  try {
    throw;
  } catch (const ToolError& error) {
    reply_error(error.what());
  } catch (const Error& error) {
    if (!error.is_local()) return state_->request.fail(error);
    // The client lacks something, or went away while it was asked: the tool failed.
    reply_error(error.what());
  } catch (const std::exception& error) {
    state_->context.note_failure("tool " + state_->tool->name + " threw: " + error.what());
    reply_error("Tool " + state_->tool->name + " failed");
  } catch (...) {
    reply_error("Tool " + state_->tool->name + " failed");
  }
}

}  // namespace parley::mcp
