// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/content.hpp once.
#include <parley/mcp/types/content.hpp>

namespace parley {
template struct Codec<mcp::TextContent>;
template struct Codec<mcp::ImageContent>;
template struct Codec<mcp::AudioContent>;
template struct Codec<mcp::TextResourceContents>;
template struct Codec<mcp::BlobResourceContents>;
template struct Codec<mcp::ResourceContents>;
template struct Codec<mcp::ResourceLink>;
template struct Codec<mcp::EmbeddedResource>;
template struct Codec<mcp::ContentBlock>;
}  // namespace parley
