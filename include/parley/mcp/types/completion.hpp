// SPDX-License-Identifier: MIT
// MCP completion: suggestions for an argument while a person types it.
#pragma once

#include <map>

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// Names the prompt whose argument is being typed.
struct PromptReference {
  std::string name{};
  std::optional<std::string> title{};  ///< For people. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, required);
    v("title", self.title);
  }
  friend bool operator==(const PromptReference&, const PromptReference&) = default;
};

/// Names the resource or resource template whose variable is being typed.
struct ResourceTemplateReference {
  std::string uri{};  ///< A URI or a URI template (RFC 6570).
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
  }
  friend bool operator==(const ResourceTemplateReference&,
                         const ResourceTemplateReference&) = default;
};

/// The name that versions before 2025-06-18 have for `ResourceTemplateReference`.
using ResourceReference = ResourceTemplateReference;

/// What is being completed, chosen by its `type`.
struct CompletionReference : OneOf<PromptReference, ResourceTemplateReference, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "type";
  static constexpr std::array<std::string_view, 2> tags{"ref/prompt", "ref/resource"};
};

/// The argument being typed, and how far that has come.
struct CompletionArgument {
  std::string name{};
  std::string value{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, required);
    v("value", self.value, required);
  }
  friend bool operator==(const CompletionArgument&, const CompletionArgument&) = default;
};

/// What has been filled in already. Since 2025-06-18.
struct CompletionContext {
  std::map<std::string, std::string> arguments{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("arguments", self.arguments);
  }
  friend bool operator==(const CompletionContext&, const CompletionContext&) = default;
};

/// The params of `completion/complete`.
struct CompleteRequestParams {
  CompletionReference ref{};
  CompletionArgument argument{};
  std::optional<CompletionContext> context{};  ///< Since 2025-06-18.
  OptionalJson meta{};                         ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("ref", self.ref, required);
    v("argument", self.argument, required);
    v("context", self.context);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CompleteRequestParams&, const CompleteRequestParams&) = default;
};

/// Suggestions.
struct Completion {
  std::vector<std::string> values{};    ///< At most 100, the best first.
  std::optional<std::int64_t> total{};  ///< How many there are, with those that are not here.
  bool has_more = false;                ///< There are more, even if their number is not known.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("values", self.values, required);
    v("total", self.total);
    v("hasMore", self.has_more);
  }
  friend bool operator==(const Completion&, const Completion&) = default;
};

/// The answer to `completion/complete`.
struct CompleteResult {
  Completion completion{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("completion", self.completion, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CompleteResult&, const CompleteResult&) = default;
};

}  // namespace parley::mcp

#ifndef PARLEY_HEADER_ONLY
namespace parley {
extern template struct OneOf<mcp::PromptReference, mcp::ResourceTemplateReference, Unknown>;
}  // namespace parley
#endif
