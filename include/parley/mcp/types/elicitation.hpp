// SPDX-License-Identifier: MIT
// MCP elicitation: a server asks the person at the client something, in a form or on a web page.
#pragma once

#include <parley/mcp/types/elicitation_schema.hpp>
#include <parley/mcp/types/tasks.hpp>

namespace parley::mcp {

/// The mode that a form may name.
enum class FormMode { form };
constexpr auto enum_names(FormMode) { return EnumNames<FormMode, 1>{{{"form", FormMode::form}}}; }

/// Asks with a form. Never for secrets. Since 2025-06-18.
struct ElicitRequestFormParams {
  std::string message{};                     ///< What to show above the form.
  ElicitRequestedSchema requested_schema{};  ///< The form.
  std::optional<FormMode> mode{};            ///< Unset counts as form. Since 2025-11-25.
  std::optional<TaskMetadata> task{};        ///< Run it as a task. Since 2025-11-25.
  OptionalJson meta{};                       ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("message", self.message, required);
    v("requestedSchema", self.requested_schema, required);
    v("mode", self.mode);
    v("task", self.task);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ElicitRequestFormParams&, const ElicitRequestFormParams&) = default;
};

/// The mode that a request to open a web page names.
enum class UrlMode { url };
constexpr auto enum_names(UrlMode) { return EnumNames<UrlMode, 1>{{{"url", UrlMode::url}}}; }

/// Asks to open a web page. The client must show the whole URL, get consent, and neither fetch nor
/// open it before. Since 2025-11-25.
struct ElicitRequestURLParams {
  std::string message{};  ///< Why.
  std::string url{};
  std::string elicitation_id{};  ///< Ties `notifications/elicitation/complete` to this.
  UrlMode mode = UrlMode::url;
  std::optional<TaskMetadata> task{};  ///< Run it as a task.
  OptionalJson meta{};                 ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("message", self.message, required);
    v("url", self.url, required);
    v("elicitationId", self.elicitation_id, required);
    v("mode", self.mode, required);
    v("task", self.task);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ElicitRequestURLParams&, const ElicitRequestURLParams&) = default;
};

/// The params of `elicitation/create`, chosen by `mode`; without one it is a form.
struct ElicitRequestParams : OneOf<ElicitRequestFormParams, ElicitRequestURLParams, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "mode";
  static constexpr std::array<std::string_view, 2> tags{"form", "url"};
  static constexpr std::size_t untagged = 0;
  static constexpr bool tag_in_payload = true;
};

/// What the person did. Since 2025-06-18.
enum class ElicitAction {
  accept,   ///< Filled in the form, or agreed to open the page; not that they are done there.
  decline,  ///< Said no.
  cancel,   ///< Went away without an answer.
};
constexpr auto enum_names(ElicitAction) {
  return EnumNames<ElicitAction, 3>{{{"accept", ElicitAction::accept},
                                     {"decline", ElicitAction::decline},
                                     {"cancel", ElicitAction::cancel}}};
}

/// The answer to `elicitation/create`. Since 2025-06-18.
struct ElicitResult {
  ElicitAction action = ElicitAction::cancel;
  /// What the form was filled with: an object whose values are strings, numbers, booleans or
  /// arrays of strings. Only with `accept`, and only for forms.
  OptionalJson content{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("action", self.action, required);
    v("content", self.content, object);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ElicitResult&, const ElicitResult&) = default;
};

/// The params of `notifications/elicitation/complete`: the person is done there. Since 2025-11-25.
struct ElicitationCompleteNotificationParams {
  std::string elicitation_id{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("elicitationId", self.elicitation_id, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ElicitationCompleteNotificationParams&,
                         const ElicitationCompleteNotificationParams&) = default;
};

/// The `data` of the error `error_code::url_elicitation_required`: the pages to open before the
/// request can succeed. Since 2025-11-25.
struct URLElicitationRequiredData {
  std::vector<ElicitRequestURLParams> elicitations{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("elicitations", self.elicitations, required);
  }
  friend bool operator==(const URLElicitationRequiredData&,
                         const URLElicitationRequiredData&) = default;
};

}  // namespace parley::mcp

#ifndef PARLEY_HEADER_ONLY
namespace parley {
extern template struct OneOf<mcp::ElicitRequestFormParams, mcp::ElicitRequestURLParams, Unknown>;
}  // namespace parley
#endif
