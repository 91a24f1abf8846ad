// SPDX-License-Identifier: MIT
// MCP types that every other part of the protocol builds on: roles, ids, icons, bare params,
// results.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <parley/json/request_id.hpp>
#include <parley/json/tagged_union.hpp>
#include <parley/mcp/types/extern.hpp>

/// The types of the Model Context Protocol, under the protocol's own names.
///
/// There is one set of types for all protocol versions: a member says with which version it came
/// when that is not the first one, 2024-11-05. What a peer sends beyond a type is kept in the
/// type's `extra` and written back, so a newer peer breaks nothing and a proxy loses nothing.
/// Every type is an aggregate; the members that a message cannot do without come first.
namespace parley::mcp {

/// Who said something in a conversation.
enum class Role { assistant, user };
constexpr auto enum_names(Role) {
  return EnumNames<Role, 2>{{{"assistant", Role::assistant}, {"user", Role::user}}};
}

/// The id of a request: a string or an integer. `"1"` is not `1`. Never null, unlike the id of
/// JSON-RPC that it is otherwise, and a fraction only where a peer sent one (lenient decoding).
struct RequestId : parley::RequestId {
  using parley::RequestId::RequestId;
  RequestId(parley::RequestId id) : parley::RequestId(std::move(id)) {}
};

/// Ties progress notifications to the request that asked for them in its `_meta`.
using ProgressToken = RequestId;

/// Where the next page of a list starts. Opaque: only the server that made it can read it, and the
/// empty string is a cursor like any other.
using Cursor = std::string;

/// Hints on how a client should use or show something.
struct Annotations {
  std::vector<Role> audience{};      ///< Who it is meant for.
  std::optional<double> priority{};  ///< From 0 (can be left out) to 1 (required).
  /// When it was last changed, ISO 8601. Since 2025-06-18.
  std::optional<std::string> last_modified{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("audience", self.audience, default_on_error | skip_invalid_items);
    v("priority", self.priority, default_on_error);
    v("lastModified", self.last_modified, default_on_error);
  }
  friend bool operator==(const Annotations&, const Annotations&) = default;
};

/// The background that an icon is made for.
enum class IconTheme { dark, light };
constexpr auto enum_names(IconTheme) {
  return EnumNames<IconTheme, 2>{{{"dark", IconTheme::dark}, {"light", IconTheme::light}}};
}

/// A picture to show beside a name. Since 2025-11-25.
///
/// Show only `https:` and `data:` sources, fetch them without credentials and with a size limit.
struct Icon {
  std::string src{};                       ///< An `https:` or `data:` URI.
  std::optional<std::string> mime_type{};  ///< Overrides what the source says its type is.
  std::vector<std::string> sizes{};        ///< Such as "48x48", or "any" when it scales.
  std::optional<IconTheme> theme{};        ///< Unset: fits any background.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("src", self.src, required);
    v("mimeType", self.mime_type);
    v("sizes", self.sizes);
    v("theme", self.theme, default_on_error);
  }
  friend bool operator==(const Icon&, const Icon&) = default;
};

/// A program that speaks MCP: its name and version.
struct Implementation {
  std::string name{};  ///< For programs, and shown when there is no title.
  std::string version{};
  std::optional<std::string> title{};        ///< For people. Since 2025-06-18.
  std::optional<std::string> description{};  ///< What it does. Since 2025-11-25.
  std::vector<Icon> icons{};                 ///< Since 2025-11-25.
  std::optional<std::string> website_url{};  ///< Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("name", self.name, required);
    v("version", self.version, required);
    v("title", self.title);
    v("description", self.description);
    v("icons", self.icons);
    v("websiteUrl", self.website_url);
  }
  friend bool operator==(const Implementation&, const Implementation&) = default;
};

/// The params of a request that asks for nothing more: `ping`, `roots/list`.
struct RequestParams {
  OptionalJson meta{};  ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const RequestParams&, const RequestParams&) = default;
};

/// The params of a notification that says nothing more, such as the `list_changed` ones.
struct NotificationParams {
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const NotificationParams&, const NotificationParams&) = default;
};

/// The params of a request for one page of a list.
struct PaginatedRequestParams {
  std::optional<Cursor>
      cursor{};         ///< From the `next_cursor` of the page before; unset: first page.
  OptionalJson meta{};  ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("cursor", self.cursor);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const PaginatedRequestParams&, const PaginatedRequestParams&) = default;
};

/// A result that says no more than "done", or one that is open to any member.
struct Result {
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};        ///< Every other member.

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const Result&, const Result&) = default;
};

/// The answer to requests that only need to be confirmed.
using EmptyResult = Result;

}  // namespace parley::mcp

template <>
struct parley::Codec<parley::mcp::RequestId> {
  static bool decode(Json& json, mcp::RequestId& out, detail::DecodeContext& context,
                     const detail::Path& path);
  static void write(Writer& writer, const mcp::RequestId& value);
};

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/types/impl/common.ipp>
#endif
