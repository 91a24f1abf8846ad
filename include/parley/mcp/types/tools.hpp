// SPDX-License-Identifier: MIT
// MCP tools: what a server offers to do, and the call.
#pragma once

#include <parley/mcp/types/content.hpp>
#include <parley/mcp/types/tasks.hpp>

namespace parley::mcp {

/// Hints on what a tool does. A client must not trust them unless it trusts the server.
/// Since 2025-03-26.
struct ToolAnnotations {
  std::optional<std::string> title{};
  std::optional<bool> read_only_hint{};    ///< Changes nothing. Unset counts as false.
  std::optional<bool> destructive_hint{};  ///< May destroy, not only add. Unset counts as true.
  std::optional<bool> idempotent_hint{};  ///< Calling again changes no more. Unset counts as false.
  std::optional<bool> open_world_hint{};  ///< Reaches out of its own domain. Unset counts as true.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("title", self.title);
    v("readOnlyHint", self.read_only_hint);
    v("destructiveHint", self.destructive_hint);
    v("idempotentHint", self.idempotent_hint);
    v("openWorldHint", self.open_world_hint);
  }
  friend bool operator==(const ToolAnnotations&, const ToolAnnotations&) = default;
};

/// Whether a call of a tool may, or must, run as a task. Since 2025-11-25.
enum class TaskSupport { forbidden, optional, required };
constexpr auto enum_names(TaskSupport) {
  return EnumNames<TaskSupport, 3>{{{"forbidden", TaskSupport::forbidden},
                                    {"optional", TaskSupport::optional},
                                    {"required", TaskSupport::required}}};
}

/// How a tool is run. Since 2025-11-25.
struct ToolExecution {
  std::optional<TaskSupport> task_support{};  ///< Unset counts as forbidden.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("taskSupport", self.task_support, default_on_error);
  }
  friend bool operator==(const ToolExecution&, const ToolExecution&) = default;
};

/// The schema of a tool without arguments: `{"type":"object"}`.
OptionalJson empty_object_schema();

/// A tool that a client can call.
struct Tool {
  std::string name{};  ///< 1 to 128 of `[A-Za-z0-9_.-]`; what a call names.
  OptionalJson input_schema =
      empty_object_schema();                 ///< JSON Schema of the arguments; rooted in an object.
  std::optional<std::string> title{};        ///< For people. Since 2025-06-18.
  std::optional<std::string> description{};  ///< What it does; models read this.
  /// JSON Schema of `CallToolResult::structured_content`; rooted in an object. Since 2025-06-18.
  OptionalJson output_schema{};
  std::optional<ToolAnnotations> annotations{};  ///< Since 2025-03-26.
  std::optional<ToolExecution> execution{};      ///< Since 2025-11-25.
  std::vector<Icon> icons{};                     ///< Since 2025-11-25.
  OptionalJson meta{};                           ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, required);
    v("inputSchema", self.input_schema, required | object);
    v("title", self.title);
    v("description", self.description);
    v("outputSchema", self.output_schema, object);
    v("annotations", self.annotations);
    v("execution", self.execution);
    v("icons", self.icons);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const Tool&, const Tool&) = default;
};

/// The answer to `tools/list`.
struct ListToolsResult {
  std::vector<Tool> tools{};
  std::optional<Cursor> next_cursor{};  ///< Set when there are more.
  OptionalJson meta{};                  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("tools", self.tools, required);
    v("nextCursor", self.next_cursor);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ListToolsResult&, const ListToolsResult&) = default;
};

/// The params of `tools/call`.
struct CallToolRequestParams {
  std::string name{};                  ///< Which tool.
  OptionalJson arguments{};            ///< An object that conforms to the tool's input schema.
  std::optional<TaskMetadata> task{};  ///< Run it as a task. Since 2025-11-25.
  OptionalJson meta{};                 ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, required);
    v("arguments", self.arguments, object);
    v("task", self.task);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CallToolRequestParams&, const CallToolRequestParams&) = default;
};

/// What a tool returned. A tool that failed says so here, where the model can read it, and not with
/// a protocol error; that is for calls that could not be made at all.
struct CallToolResult {
  std::vector<ContentBlock>
      content{};  ///< May be empty. Some peers leave it out; that is forgiven.
  /// The result as a JSON value that conforms to the tool's output schema. Since 2025-06-18.
  OptionalJson structured_content{};
  bool is_error = false;  ///< The tool failed; the content says how.
  OptionalJson meta{};    ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("content", self.content, required | default_on_missing);
    v("structuredContent", self.structured_content);
    v("isError", self.is_error);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CallToolResult&, const CallToolResult&) = default;
};

}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/types/impl/tools.ipp>
#endif
