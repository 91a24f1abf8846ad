// SPDX-License-Identifier: MIT
// Short ways to make content: mcp::text("..."), mcp::image(...), and so on.
#pragma once

#include <string>
#include <utility>

#include <parley/mcp/types/content.hpp>

// These are functions, not aggregates to fill in, so that they can stand inside a co_await
// expression (g++ 12 destroys aggregate temporaries twice there).
namespace parley::mcp {

/// Text.
inline TextContent text(std::string text) { return {.text = std::move(text)}; }

/// A picture, as base64 (see json/base64.hpp) and a type such as "image/png".
inline ImageContent image(std::string base64, std::string mime_type) {
  return {.data = std::move(base64), .mime_type = std::move(mime_type)};
}

/// Sound, as base64 (see json/base64.hpp) and a type such as "audio/wav".
inline AudioContent audio(std::string base64, std::string mime_type) {
  return {.data = std::move(base64), .mime_type = std::move(mime_type)};
}

/// What a text resource contains.
inline TextResourceContents text_resource(std::string uri, std::string text,
                                          std::string mime_type = "text/plain") {
  return {.uri = std::move(uri), .text = std::move(text), .mime_type = std::move(mime_type)};
}

/// What a binary resource contains, as base64 (see json/base64.hpp).
inline BlobResourceContents blob_resource(std::string uri, std::string base64,
                                          std::string mime_type = "application/octet-stream") {
  return {.uri = std::move(uri), .blob = std::move(base64), .mime_type = std::move(mime_type)};
}

/// A resource inside a message.
inline EmbeddedResource embedded(ResourceContents contents) {
  return {.resource = std::move(contents)};
}

/// A pointer to a resource.
inline ResourceLink link(std::string uri, std::string name) {
  return {.uri = std::move(uri), .name = std::move(name)};
}

}  // namespace parley::mcp
