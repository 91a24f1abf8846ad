// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/resources.hpp once.
#include <parley/mcp/types/resources.hpp>

namespace parley {
template struct Codec<mcp::Resource>;
template struct Codec<mcp::ResourceTemplate>;
template struct Codec<mcp::ListResourcesResult>;
template struct Codec<mcp::ListResourceTemplatesResult>;
template struct Codec<mcp::ReadResourceRequestParams>;
template struct Codec<mcp::ReadResourceResult>;
template struct Codec<mcp::SubscribeRequestParams>;
template struct Codec<mcp::UnsubscribeRequestParams>;
template struct Codec<mcp::ResourceUpdatedNotificationParams>;
}  // namespace parley
