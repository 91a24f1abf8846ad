// SPDX-License-Identifier: MIT
// MCP resources: data that a server lets clients list, read and watch.
#pragma once

#include <parley/mcp/types/content.hpp>

namespace parley::mcp {

/// A resource that a client can read.
struct Resource {
  std::string uri{};                         ///< RFC 3986; what a read names.
  std::string name{};                        ///< For programs, and shown when there is no title.
  std::optional<std::string> title{};        ///< For people. Since 2025-06-18.
  std::optional<std::string> description{};  ///< What it is; models read this.
  std::optional<std::string> mime_type{};
  std::optional<std::int64_t> size{};  ///< Bytes before any encoding, if known.
  std::vector<Icon> icons{};           ///< Since 2025-11-25.
  std::optional<Annotations> annotations{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("name", self.name, required);
    v("title", self.title);
    v("description", self.description);
    v("mimeType", self.mime_type);
    v("size", self.size);
    v("icons", self.icons);
    v("annotations", self.annotations);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const Resource&, const Resource&) = default;
};

/// A family of resources: a URI with holes.
struct ResourceTemplate {
  std::string uri_template{};                ///< RFC 6570, such as `file:///{path}`.
  std::string name{};                        ///< For programs, and shown when there is no title.
  std::optional<std::string> title{};        ///< For people. Since 2025-06-18.
  std::optional<std::string> description{};  ///< What it is; models read this.
  std::optional<std::string> mime_type{};    ///< Only if all of them have the same.
  std::vector<Icon> icons{};                 ///< Since 2025-11-25.
  std::optional<Annotations> annotations{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uriTemplate", self.uri_template, required);
    v("name", self.name, required);
    v("title", self.title);
    v("description", self.description);
    v("mimeType", self.mime_type);
    v("icons", self.icons);
    v("annotations", self.annotations);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ResourceTemplate&, const ResourceTemplate&) = default;
};

/// The answer to `resources/list`.
struct ListResourcesResult {
  std::vector<Resource> resources{};
  std::optional<Cursor> next_cursor{};  ///< Set when there are more.
  OptionalJson meta{};                  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("resources", self.resources, required);
    v("nextCursor", self.next_cursor);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ListResourcesResult&, const ListResourcesResult&) = default;
};

/// The answer to `resources/templates/list`.
struct ListResourceTemplatesResult {
  std::vector<ResourceTemplate> resource_templates{};
  std::optional<Cursor> next_cursor{};  ///< Set when there are more.
  OptionalJson meta{};                  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("resourceTemplates", self.resource_templates, required);
    v("nextCursor", self.next_cursor);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ListResourceTemplatesResult&,
                         const ListResourceTemplatesResult&) = default;
};

/// The params of `resources/read`: which resource.
struct ReadResourceRequestParams {
  std::string uri{};
  OptionalJson meta{};  ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ReadResourceRequestParams&,
                         const ReadResourceRequestParams&) = default;
};

/// What a resource contains. One read may give several parts, such as the files of a directory.
struct ReadResourceResult {
  std::vector<ResourceContents> contents{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("contents", self.contents, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ReadResourceResult&, const ReadResourceResult&) = default;
};

/// The params of `resources/subscribe`: which resource to watch.
struct SubscribeRequestParams {
  std::string uri{};
  OptionalJson meta{};  ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const SubscribeRequestParams&, const SubscribeRequestParams&) = default;
};

/// The params of `resources/unsubscribe`: which resource to watch no longer.
struct UnsubscribeRequestParams {
  std::string uri{};
  OptionalJson meta{};  ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const UnsubscribeRequestParams&,
                         const UnsubscribeRequestParams&) = default;
};

/// The params of `notifications/resources/updated`: a watched resource may have changed.
struct ResourceUpdatedNotificationParams {
  std::string uri{};    ///< May be a part of the resource that was subscribed to.
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ResourceUpdatedNotificationParams&,
                         const ResourceUpdatedNotificationParams&) = default;
};

}  // namespace parley::mcp
