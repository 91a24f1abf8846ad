// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/capabilities.hpp once.
#include <parley/mcp/types/capabilities.hpp>

namespace parley {
template struct Codec<mcp::Capability>;
template struct Codec<mcp::ListCapability>;
template struct Codec<mcp::SamplingCapability>;
template struct Codec<mcp::ElicitationCapability>;
template struct Codec<mcp::ElicitationTasksCapability>;
template struct Codec<mcp::SamplingTasksCapability>;
template struct Codec<mcp::ClientTaskRequestsCapability>;
template struct Codec<mcp::ClientTasksCapability>;
template struct Codec<mcp::ClientCapabilities>;
template struct Codec<mcp::ResourcesCapability>;
template struct Codec<mcp::ToolTasksCapability>;
template struct Codec<mcp::ServerTaskRequestsCapability>;
template struct Codec<mcp::ServerTasksCapability>;
template struct Codec<mcp::ServerCapabilities>;
}  // namespace parley
