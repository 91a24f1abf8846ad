// SPDX-License-Identifier: MIT
// MCP roots: the directories that a client lets a server work in.
#pragma once

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// A directory or file that the server may work in.
struct Root {
  std::string uri{};                  ///< A `file://` URI.
  std::optional<std::string> name{};  ///< For people.
  OptionalJson meta{};                ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("name", self.name);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const Root&, const Root&) = default;
};

/// The answer to `roots/list`.
struct ListRootsResult {
  std::vector<Root> roots{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("roots", self.roots, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ListRootsResult&, const ListRootsResult&) = default;
};

}  // namespace parley::mcp
