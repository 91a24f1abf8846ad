// SPDX-License-Identifier: MIT
// The method table of MCP: a row for each request and notification up to 2025-11-25.
#pragma once

#include <array>
#include <string_view>

#include <parley/mcp/types/extern.hpp>
#include <parley/mcp/version.hpp>
#include <parley/rpc/method.hpp>

namespace parley::mcp {

/// One type for each method; see `MethodInfo`. The rows only name the types of params and results:
/// a program that uses a row includes <parley/mcp/types.hpp>, or the part of it that it needs. A
/// row whose `until` is set is not part of the versions after 2025-11-25, which have no sessions.
namespace method {

// Requests.

/// Starts a session. Never cancelled, never in a batch.
struct initialize {
  static constexpr MethodInfo info{
      .name = "initialize", .to = "server", .until = version::v2025_11_25};
  using Params = InitializeRequestParams;
  using Result = InitializeResult;
};

/// Is the peer there? Answered at once, even before `initialize`.
struct ping {
  static constexpr MethodInfo info{
      .name = "ping", .to = "both", .until = version::v2025_11_25, .params_optional = true};
  using Params = RequestParams;
  using Result = mcp::Result;
};

/// Which tools there are.
struct tools_list {
  static constexpr MethodInfo info{
      .name = "tools/list", .to = "server", .capability = "tools", .params_optional = true};
  using Params = PaginatedRequestParams;
  using Result = ListToolsResult;
};

/// Runs a tool. With `task` set, the answer is a `CreateTaskResult`.
struct tools_call {
  static constexpr MethodInfo info{.name = "tools/call", .to = "server", .capability = "tools"};
  using Params = CallToolRequestParams;
  using Result = CallToolResult;
};

/// Which resources there are.
struct resources_list {
  static constexpr MethodInfo info{
      .name = "resources/list", .to = "server", .capability = "resources", .params_optional = true};
  using Params = PaginatedRequestParams;
  using Result = ListResourcesResult;
};

/// Which resource templates there are.
struct resources_templates_list {
  static constexpr MethodInfo info{.name = "resources/templates/list",
                                   .to = "server",
                                   .capability = "resources",
                                   .params_optional = true};
  using Params = PaginatedRequestParams;
  using Result = ListResourceTemplatesResult;
};

/// What a resource contains.
struct resources_read {
  static constexpr MethodInfo info{
      .name = "resources/read", .to = "server", .capability = "resources"};
  using Params = ReadResourceRequestParams;
  using Result = ReadResourceResult;
};

/// Watches a resource.
struct resources_subscribe {
  static constexpr MethodInfo info{.name = "resources/subscribe",
                                   .to = "server",
                                   .until = version::v2025_11_25,
                                   .capability = "resources.subscribe"};
  using Params = SubscribeRequestParams;
  using Result = mcp::Result;
};

/// Watches a resource no longer.
struct resources_unsubscribe {
  static constexpr MethodInfo info{.name = "resources/unsubscribe",
                                   .to = "server",
                                   .until = version::v2025_11_25,
                                   .capability = "resources.subscribe"};
  using Params = UnsubscribeRequestParams;
  using Result = mcp::Result;
};

/// Which prompts there are.
struct prompts_list {
  static constexpr MethodInfo info{
      .name = "prompts/list", .to = "server", .capability = "prompts", .params_optional = true};
  using Params = PaginatedRequestParams;
  using Result = ListPromptsResult;
};

/// A prompt with its holes filled.
struct prompts_get {
  static constexpr MethodInfo info{.name = "prompts/get", .to = "server", .capability = "prompts"};
  using Params = GetPromptRequestParams;
  using Result = GetPromptResult;
};

/// Suggestions for an argument. Needs no capability before 2025-03-26, which introduced it.
struct completion_complete {
  static constexpr MethodInfo info{
      .name = "completion/complete", .to = "server", .capability = "completions"};
  using Params = CompleteRequestParams;
  using Result = CompleteResult;
};

/// From which level on the server sends log messages.
struct logging_set_level {
  static constexpr MethodInfo info{.name = "logging/setLevel",
                                   .to = "server",
                                   .until = version::v2025_11_25,
                                   .capability = "logging"};
  using Params = SetLevelRequestParams;
  using Result = mcp::Result;
};

/// Asks the client's model. With `task` set, the answer is a `CreateTaskResult`.
struct sampling_create_message {
  static constexpr MethodInfo info{.name = "sampling/createMessage",
                                   .to = "client",
                                   .until = version::v2025_11_25,
                                   .capability = "sampling"};
  using Params = CreateMessageRequestParams;
  using Result = CreateMessageResult;
};

/// Where the server may work.
struct roots_list {
  static constexpr MethodInfo info{.name = "roots/list",
                                   .to = "client",
                                   .until = version::v2025_11_25,
                                   .capability = "roots",
                                   .params_optional = true};
  using Params = RequestParams;
  using Result = ListRootsResult;
};

/// Asks the person. The URL mode needs `elicitation.url`. With `task` set, the answer is a
/// `CreateTaskResult`.
struct elicitation_create {
  static constexpr MethodInfo info{.name = "elicitation/create",
                                   .to = "client",
                                   .since = version::v2025_06_18,
                                   .until = version::v2025_11_25,
                                   .capability = "elicitation"};
  using Params = ElicitRequestParams;
  using Result = ElicitResult;
};

/// Where a task stands.
struct tasks_get {
  static constexpr MethodInfo info{.name = "tasks/get",
                                   .to = "both",
                                   .since = version::v2025_11_25,
                                   .until = version::v2025_11_25,
                                   .capability = "tasks"};
  using Params = GetTaskRequestParams;
  using Result = Task;
};

/// Waits until a task has ended, and answers as its request would have been answered.
struct tasks_result {
  static constexpr MethodInfo info{.name = "tasks/result",
                                   .to = "both",
                                   .since = version::v2025_11_25,
                                   .until = version::v2025_11_25,
                                   .capability = "tasks"};
  using Params = GetTaskRequestParams;
  using Result = mcp::Result;
};

/// Ends a task.
struct tasks_cancel {
  static constexpr MethodInfo info{.name = "tasks/cancel",
                                   .to = "both",
                                   .since = version::v2025_11_25,
                                   .until = version::v2025_11_25,
                                   .capability = "tasks.cancel"};
  using Params = GetTaskRequestParams;
  using Result = Task;
};

/// Which tasks there are.
struct tasks_list {
  static constexpr MethodInfo info{.name = "tasks/list",
                                   .to = "both",
                                   .since = version::v2025_11_25,
                                   .until = version::v2025_11_25,
                                   .capability = "tasks.list",
                                   .params_optional = true};
  using Params = PaginatedRequestParams;
  using Result = ListTasksResult;
};

// Notifications.

/// The client is ready too.
struct notifications_initialized {
  static constexpr MethodInfo info{.name = "notifications/initialized",
                                   .to = "server",
                                   .until = version::v2025_11_25,
                                   .params_optional = true};
  using Params = NotificationParams;
};

/// The sender no longer waits for one of its requests. Never for `initialize`.
struct notifications_cancelled {
  static constexpr MethodInfo info{.name = "notifications/cancelled", .to = "both"};
  using Params = CancelledNotificationParams;
};

/// How far a request has come that asked for this in its `_meta`.
struct notifications_progress {
  static constexpr MethodInfo info{.name = "notifications/progress", .to = "both"};
  using Params = ProgressNotificationParams;
};

/// A log message.
struct notifications_message {
  static constexpr MethodInfo info{
      .name = "notifications/message", .to = "client", .sender_capability = "logging"};
  using Params = LoggingMessageNotificationParams;
};

/// A watched resource changed. Only to clients that subscribed to it.
struct notifications_resources_updated {
  static constexpr MethodInfo info{.name = "notifications/resources/updated",
                                   .to = "client",
                                   .sender_capability = "resources.subscribe"};
  using Params = ResourceUpdatedNotificationParams;
};

/// Other resources than before.
struct notifications_resources_list_changed {
  static constexpr MethodInfo info{.name = "notifications/resources/list_changed",
                                   .to = "client",
                                   .params_optional = true,
                                   .sender_capability = "resources.listChanged"};
  using Params = NotificationParams;
};

/// Other tools than before.
struct notifications_tools_list_changed {
  static constexpr MethodInfo info{.name = "notifications/tools/list_changed",
                                   .to = "client",
                                   .params_optional = true,
                                   .sender_capability = "tools.listChanged"};
  using Params = NotificationParams;
};

/// Other prompts than before.
struct notifications_prompts_list_changed {
  static constexpr MethodInfo info{.name = "notifications/prompts/list_changed",
                                   .to = "client",
                                   .params_optional = true,
                                   .sender_capability = "prompts.listChanged"};
  using Params = NotificationParams;
};

/// Other roots than before.
struct notifications_roots_list_changed {
  static constexpr MethodInfo info{.name = "notifications/roots/list_changed",
                                   .to = "server",
                                   .until = version::v2025_11_25,
                                   .params_optional = true,
                                   .sender_capability = "roots.listChanged"};
  using Params = NotificationParams;
};

/// The person is done on the web page.
struct notifications_elicitation_complete {
  static constexpr MethodInfo info{.name = "notifications/elicitation/complete",
                                   .to = "client",
                                   .since = version::v2025_11_25,
                                   .until = version::v2025_11_25,
                                   .capability = "elicitation.url"};
  using Params = ElicitationCompleteNotificationParams;
};

/// A task stands differently. Not every change is told.
struct notifications_tasks_status {
  static constexpr MethodInfo info{.name = "notifications/tasks/status",
                                   .to = "both",
                                   .since = version::v2025_11_25,
                                   .until = version::v2025_11_25};
  using Params = Task;
};

/// The `info` of every row.
template <class... Rows>
constexpr std::array<MethodInfo, sizeof...(Rows)> infos_of() {
  return {Rows::info...};
}
inline constexpr auto all =
    infos_of<initialize, ping, tools_list, tools_call, resources_list, resources_templates_list,
             resources_read, resources_subscribe, resources_unsubscribe, prompts_list, prompts_get,
             completion_complete, logging_set_level, sampling_create_message, roots_list,
             elicitation_create, tasks_get, tasks_result, tasks_cancel, tasks_list,
             notifications_initialized, notifications_cancelled, notifications_progress,
             notifications_message, notifications_resources_updated,
             notifications_resources_list_changed, notifications_tools_list_changed,
             notifications_prompts_list_changed, notifications_roots_list_changed,
             notifications_elicitation_complete, notifications_tasks_status>();

/// The row of that name on the wire, or null.
constexpr const MethodInfo* find(std::string_view name) {
  for (const MethodInfo& info : all) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

/// Whether a protocol version has the method.
constexpr bool exists_in(const MethodInfo& info, std::string_view protocol_version) {
  return info.since <= protocol_version && (info.until.empty() || protocol_version <= info.until);
}

}  // namespace method
}  // namespace parley::mcp
