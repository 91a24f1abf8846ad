// SPDX-License-Identifier: MIT
// MCP prompts: message templates that a server offers to people.
#pragma once

#include <map>

#include <parley/mcp/types/content.hpp>

namespace parley::mcp {

/// A hole in a prompt. The value that fills it is always a string.
struct PromptArgument {
  std::string name{};
  std::optional<std::string> title{};  ///< For people. Since 2025-06-18.
  std::optional<std::string> description{};
  bool required = false;  ///< Getting the prompt without it is an error.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, parley::required);
    v("title", self.title);
    v("description", self.description);
    v("required", self.required);
  }
  friend bool operator==(const PromptArgument&, const PromptArgument&) = default;
};

/// A prompt, or a prompt template, that a client can get.
struct Prompt {
  std::string name{};                  ///< What a request for it names.
  std::optional<std::string> title{};  ///< For people. Since 2025-06-18.
  std::optional<std::string> description{};
  std::vector<PromptArgument> arguments{};
  std::vector<Icon> icons{};  ///< Since 2025-11-25.
  OptionalJson meta{};        ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, required);
    v("title", self.title);
    v("description", self.description);
    v("arguments", self.arguments);
    v("icons", self.icons);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const Prompt&, const Prompt&) = default;
};

/// The answer to `prompts/list`.
struct ListPromptsResult {
  std::vector<Prompt> prompts{};
  std::optional<Cursor> next_cursor{};  ///< Set when there are more.
  OptionalJson meta{};                  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("prompts", self.prompts, required);
    v("nextCursor", self.next_cursor);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ListPromptsResult&, const ListPromptsResult&) = default;
};

/// The params of `prompts/get`.
struct GetPromptRequestParams {
  std::string name{};                              ///< Which prompt.
  std::map<std::string, std::string> arguments{};  ///< What to fill its holes with.
  OptionalJson meta{};                             ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, required);
    v("arguments", self.arguments);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const GetPromptRequestParams&, const GetPromptRequestParams&) = default;
};

/// One message of a prompt.
struct PromptMessage {
  Role role = Role::user;
  ContentBlock content{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("role", self.role, required);
    v("content", self.content, required);
  }
  friend bool operator==(const PromptMessage&, const PromptMessage&) = default;
};

/// A prompt with its holes filled.
struct GetPromptResult {
  std::vector<PromptMessage> messages{};
  std::optional<std::string> description{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("messages", self.messages, required);
    v("description", self.description);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const GetPromptResult&, const GetPromptResult&) = default;
};

}  // namespace parley::mcp
