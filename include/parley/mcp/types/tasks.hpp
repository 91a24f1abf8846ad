// SPDX-License-Identifier: MIT
// MCP tasks of version 2025-11-25: requests whose result is fetched later. Experimental there.
#pragma once

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// Where a task stands. It ends in `completed`, `failed` or `cancelled`. Since 2025-11-25.
enum class TaskStatus { working, input_required, completed, failed, cancelled };
constexpr auto enum_names(TaskStatus) {
  return EnumNames<TaskStatus, 5>{{{"working", TaskStatus::working},
                                   {"input_required", TaskStatus::input_required},
                                   {"completed", TaskStatus::completed},
                                   {"failed", TaskStatus::failed},
                                   {"cancelled", TaskStatus::cancelled}}};
}

/// In a request's params: run this as a task. Since 2025-11-25.
struct TaskMetadata {
  std::optional<std::int64_t> ttl{};  ///< For how long to keep it, in milliseconds.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("ttl", self.ttl);
  }
  friend bool operator==(const TaskMetadata&, const TaskMetadata&) = default;
};

/// In `_meta` under `related_task_key`: the task that a message belongs to. Since 2025-11-25.
struct RelatedTaskMetadata {
  std::string task_id{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("taskId", self.task_id, required);
  }
  friend bool operator==(const RelatedTaskMetadata&, const RelatedTaskMetadata&) = default;
};

/// The `_meta` key of a `RelatedTaskMetadata`.
inline constexpr std::string_view related_task_key = "io.modelcontextprotocol/related-task";

/// A request that runs on after it was answered. Since 2025-11-25.
struct Task {
  std::string task_id{};
  TaskStatus status = TaskStatus::working;
  std::string created_at{};       ///< ISO 8601.
  std::string last_updated_at{};  ///< ISO 8601.
  /// Milliseconds from creation after which it may be deleted; null: never.
  Nullable<std::int64_t> ttl{nullptr};
  std::optional<std::int64_t> poll_interval{};  ///< Suggested milliseconds between polls.
  std::optional<std::string> status_message{};  ///< For people.
  OptionalJson meta{};                          ///< `_meta`, when the task is a result or params.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("taskId", self.task_id, required);
    v("status", self.status, required);
    v("createdAt", self.created_at, required);
    v("lastUpdatedAt", self.last_updated_at, required);
    v("ttl", self.ttl, required);
    v("pollInterval", self.poll_interval);
    v("statusMessage", self.status_message);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const Task&, const Task&) = default;
};

/// The answer to a request that runs as a task. Since 2025-11-25.
struct CreateTaskResult {
  Task task{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("task", self.task, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CreateTaskResult&, const CreateTaskResult&) = default;
};

/// The params of `tasks/get`: which task. Since 2025-11-25.
struct GetTaskRequestParams {
  std::string task_id{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("taskId", self.task_id, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const GetTaskRequestParams&, const GetTaskRequestParams&) = default;
};

/// The params of `tasks/result`: which task. Since 2025-11-25.
using GetTaskPayloadRequestParams = GetTaskRequestParams;
/// The params of `tasks/cancel`: which task. Since 2025-11-25.
using CancelTaskRequestParams = GetTaskRequestParams;

/// The answer to `tasks/get`. Since 2025-11-25.
using GetTaskResult = Task;
/// The answer to `tasks/cancel`. Since 2025-11-25.
using CancelTaskResult = Task;
/// The params of `notifications/tasks/status`. Since 2025-11-25.
using TaskStatusNotificationParams = Task;
/// The answer to `tasks/result`: whatever the request would have been answered with, in `extra`.
/// Since 2025-11-25.
using GetTaskPayloadResult = Result;

/// The answer to `tasks/list`. Since 2025-11-25.
struct ListTasksResult {
  std::vector<Task> tasks{};
  std::optional<Cursor> next_cursor{};  ///< Set when there are more.
  OptionalJson meta{};                  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("tasks", self.tasks, required);
    v("nextCursor", self.next_cursor);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ListTasksResult&, const ListTasksResult&) = default;
};

}  // namespace parley::mcp
