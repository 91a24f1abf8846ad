// SPDX-License-Identifier: MIT
// MCP content: text, pictures, sound and resources, as tools return them and prompts contain them.
#pragma once

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// Text for a model or a person.
struct TextContent {
  std::string text{};
  std::optional<Annotations> annotations{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("text", self.text, required);
    v("annotations", self.annotations);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const TextContent&, const TextContent&) = default;
};

/// A picture.
struct ImageContent {
  std::string data{};       ///< The bytes in base64.
  std::string mime_type{};  ///< Such as "image/png".
  std::optional<Annotations> annotations{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("data", self.data, required);
    v("mimeType", self.mime_type, required);
    v("annotations", self.annotations);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ImageContent&, const ImageContent&) = default;
};

/// Sound. Since 2025-03-26.
struct AudioContent {
  std::string data{};       ///< The bytes in base64.
  std::string mime_type{};  ///< Such as "audio/wav".
  std::optional<Annotations> annotations{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("data", self.data, required);
    v("mimeType", self.mime_type, required);
    v("annotations", self.annotations);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const AudioContent&, const AudioContent&) = default;
};

/// What a resource contains, when that is text.
struct TextResourceContents {
  std::string uri{};  ///< Which resource this is.
  std::string text{};
  std::optional<std::string> mime_type{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("text", self.text, required);
    v("mimeType", self.mime_type);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const TextResourceContents&, const TextResourceContents&) = default;
};

/// What a resource contains, when that is bytes.
struct BlobResourceContents {
  std::string uri{};   ///< Which resource this is.
  std::string blob{};  ///< The bytes in base64.
  std::optional<std::string> mime_type{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("uri", self.uri, required);
    v("blob", self.blob, required);
    v("mimeType", self.mime_type);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const BlobResourceContents&, const BlobResourceContents&) = default;
};

/// What a resource contains: text if it has a member `text`, bytes if it has a member `blob`.
struct ResourceContents : OneOf<TextResourceContents, BlobResourceContents, Unknown> {
  using OneOf::OneOf;
  static constexpr std::array<std::string_view, 2> keys{"text", "blob"};
};

/// A pointer to a resource that the client can read, not necessarily one that is listed.
/// Since 2025-06-18.
struct ResourceLink {
  std::string uri{};
  std::string name{};                        ///< For programs, and shown when there is no title.
  std::optional<std::string> title{};        ///< For people.
  std::optional<std::string> description{};  ///< What it is; models read this.
  std::optional<std::string> mime_type{};
  std::optional<std::int64_t> size{};  ///< Bytes before any encoding, if known.
  std::vector<Icon> icons{};           ///< Since 2025-11-25.
  std::optional<Annotations> annotations{};
  OptionalJson meta{};  ///< `_meta`
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
  friend bool operator==(const ResourceLink&, const ResourceLink&) = default;
};

/// A resource with its contents, put right into a message.
struct EmbeddedResource {
  ResourceContents resource{};
  std::optional<Annotations> annotations{};
  OptionalJson meta{};  ///< `_meta`. Since 2025-06-18.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("resource", self.resource, required);
    v("annotations", self.annotations);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const EmbeddedResource&, const EmbeddedResource&) = default;
};

/// One piece of content, chosen by its `type`. <parley/mcp/content.hpp> has short ways to make one.
struct ContentBlock
    : OneOf<TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "type";
  static constexpr std::array<std::string_view, 5> tags{"text", "image", "audio", "resource_link",
                                                        "resource"};
};

}  // namespace parley::mcp

#ifndef PARLEY_HEADER_ONLY
namespace parley {
extern template struct OneOf<mcp::TextResourceContents, mcp::BlobResourceContents, Unknown>;
extern template struct OneOf<mcp::TextContent, mcp::ImageContent, mcp::AudioContent,
                             mcp::ResourceLink, mcp::EmbeddedResource, Unknown>;
}  // namespace parley
#endif
