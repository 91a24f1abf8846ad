// SPDX-License-Identifier: MIT
// Bodies of ToolCall: the forms in which a tool's result goes out.
#pragma once

#include <parley/mcp/impl/tool_call_state.hpp>

namespace parley::mcp::detail {

/// A result of one text block, written without building a CallToolResult.
struct TextResult {
  std::string_view text;
  bool is_error = false;
  std::string_view structured = {};
};

}  // namespace parley::mcp::detail

namespace parley {

template <>
struct Codec<mcp::detail::TextResult> {
  static void write(Writer& writer, const mcp::detail::TextResult& value) {
    writer.out += R"({"content":[{"type":"text","text":)";
    writer.string(value.text);
    writer.out += "}]";
    if (!value.structured.empty()) {
      writer.out += R"(,"structuredContent":)";
      writer.out += value.structured;
    }
    if (value.is_error) writer.out += R"(,"isError":true)";
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

PARLEY_DECL void ToolCall::refuse_arguments(const DecodeError& error) {
  reply_error("Invalid arguments for tool " + state_->tool->name + ": " + error.message());
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
