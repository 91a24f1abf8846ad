// SPDX-License-Identifier: MIT
// Compiles the codecs of MCP types once: sampling.
#include <parley/mcp/types/impl/sampling.ipp>
#include <parley/mcp/types/sampling.hpp>

namespace parley {
template struct Codec<mcp::ToolUseContent>;
template struct Codec<mcp::ToolResultContent>;
template struct Codec<mcp::SamplingMessageContentBlock>;
template struct Codec<mcp::SamplingMessage>;
template struct Codec<mcp::ModelHint>;
template struct Codec<mcp::ModelPreferences>;
template struct Codec<mcp::ToolChoice>;
template struct Codec<mcp::CreateMessageRequestParams>;
template struct Codec<mcp::CreateMessageResult>;
}  // namespace parley
