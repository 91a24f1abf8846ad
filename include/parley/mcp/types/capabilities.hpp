// SPDX-License-Identifier: MIT
// MCP capabilities: what each side says it can do when a session starts.
#pragma once

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// A capability that says nothing but that it is there. What a peer adds to it is in `extra`.
struct Capability {
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
  }
  friend bool operator==(const Capability&, const Capability&) = default;
};

/// A capability for a list that may change: roots, prompts, tools.
struct ListCapability {
  bool list_changed = false;  ///< Tells the peer when the list changes.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("listChanged", self.list_changed);
  }
  friend bool operator==(const ListCapability&, const ListCapability&) = default;
};

/// What a client's sampling can do.
struct SamplingCapability {
  std::optional<Capability> context{};  ///< More than `IncludeContext::none`. Since 2025-11-25.
  std::optional<Capability> tools{};    ///< `tools` and `tool_choice`. Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("context", self.context);
    v("tools", self.tools);
  }
  friend bool operator==(const SamplingCapability&, const SamplingCapability&) = default;
};

/// How a client can ask a person. With neither member it can show forms only. Since 2025-06-18.
struct ElicitationCapability {
  std::optional<Capability> form{};  ///< Since 2025-11-25.
  std::optional<Capability> url{};   ///< Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("form", self.form);
    v("url", self.url);
  }
  friend bool operator==(const ElicitationCapability&, const ElicitationCapability&) = default;
};

/// Which elicitation requests a client runs as tasks. Since 2025-11-25.
struct ElicitationTasksCapability {
  std::optional<Capability> create{};  ///< `elicitation/create`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("create", self.create);
  }
  friend bool operator==(const ElicitationTasksCapability&,
                         const ElicitationTasksCapability&) = default;
};

/// Which sampling requests a client runs as tasks. Since 2025-11-25.
struct SamplingTasksCapability {
  std::optional<Capability> create_message{};  ///< `sampling/createMessage`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("createMessage", self.create_message);
  }
  friend bool operator==(const SamplingTasksCapability&, const SamplingTasksCapability&) = default;
};

/// Which requests a client runs as tasks. Since 2025-11-25.
struct ClientTaskRequestsCapability {
  std::optional<ElicitationTasksCapability> elicitation{};
  std::optional<SamplingTasksCapability> sampling{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("elicitation", self.elicitation);
    v("sampling", self.sampling);
  }
  friend bool operator==(const ClientTaskRequestsCapability&,
                         const ClientTaskRequestsCapability&) = default;
};

/// What a client can do with tasks. Since 2025-11-25.
struct ClientTasksCapability {
  std::optional<Capability> list{};    ///< `tasks/list`
  std::optional<Capability> cancel{};  ///< `tasks/cancel`
  std::optional<ClientTaskRequestsCapability> requests{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("list", self.list);
    v("cancel", self.cancel);
    v("requests", self.requests);
  }
  friend bool operator==(const ClientTasksCapability&, const ClientTasksCapability&) = default;
};

/// What a client can do for a server. A server must not ask for anything else.
struct ClientCapabilities {
  OptionalJson experimental{};  ///< By name; each an object.
  std::optional<ListCapability> roots{};
  std::optional<SamplingCapability> sampling{};
  std::optional<ElicitationCapability> elicitation{};  ///< Since 2025-06-18.
  std::optional<ClientTasksCapability> tasks{};        ///< Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("experimental", self.experimental, object);
    v("roots", self.roots);
    v("sampling", self.sampling);
    v("elicitation", self.elicitation);
    v("tasks", self.tasks);
  }
  friend bool operator==(const ClientCapabilities&, const ClientCapabilities&) = default;
};

/// What a server's resources can do.
struct ResourcesCapability {
  bool subscribe = false;     ///< `resources/subscribe`
  bool list_changed = false;  ///< Tells the client when the list changes.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("subscribe", self.subscribe);
    v("listChanged", self.list_changed);
  }
  friend bool operator==(const ResourcesCapability&, const ResourcesCapability&) = default;
};

/// Which tool requests a server runs as tasks. Since 2025-11-25.
struct ToolTasksCapability {
  std::optional<Capability> call{};  ///< `tools/call`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("call", self.call);
  }
  friend bool operator==(const ToolTasksCapability&, const ToolTasksCapability&) = default;
};

/// Which requests a server runs as tasks. Since 2025-11-25.
struct ServerTaskRequestsCapability {
  std::optional<ToolTasksCapability> tools{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("tools", self.tools);
  }
  friend bool operator==(const ServerTaskRequestsCapability&,
                         const ServerTaskRequestsCapability&) = default;
};

/// What a server can do with tasks. Since 2025-11-25.
struct ServerTasksCapability {
  std::optional<Capability> list{};    ///< `tasks/list`
  std::optional<Capability> cancel{};  ///< `tasks/cancel`
  std::optional<ServerTaskRequestsCapability> requests{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("list", self.list);
    v("cancel", self.cancel);
    v("requests", self.requests);
  }
  friend bool operator==(const ServerTasksCapability&, const ServerTasksCapability&) = default;
};

/// What a server offers. A client must not ask for anything else.
struct ServerCapabilities {
  OptionalJson experimental{};  ///< By name; each an object.
  std::optional<Capability> logging{};
  std::optional<Capability> completions{};  ///< Since 2025-03-26.
  std::optional<ListCapability> prompts{};
  std::optional<ResourcesCapability> resources{};
  std::optional<ListCapability> tools{};
  std::optional<ServerTasksCapability> tasks{};  ///< Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("experimental", self.experimental, object);
    v("logging", self.logging);
    v("completions", self.completions);
    v("prompts", self.prompts);
    v("resources", self.resources);
    v("tools", self.tools);
    v("tasks", self.tasks);
  }
  friend bool operator==(const ServerCapabilities&, const ServerCapabilities&) = default;
};

}  // namespace parley::mcp
