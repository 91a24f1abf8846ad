// SPDX-License-Identifier: MIT
// Compiles the codecs of MCP types once: sampling.
#include <parley/mcp/types/sampling.hpp>

#include <parley/mcp/types/impl/sampling.ipp>

namespace parley {

template struct Codec<mcp::ToolUseContent>;
template struct Codec<mcp::ToolResultContent>;
template struct Codec<mcp::SamplingMessageContentBlock>;
template struct Codec<mcp::SamplingMessage>;
template struct Codec<mcp::ModelHint>;
template struct Codec<mcp::ModelPreferences>;
template struct Codec<mcp::IncludeContext>;
template struct Codec<mcp::ToolChoiceMode>;
template struct Codec<mcp::ToolChoice>;
template struct Codec<mcp::CreateMessageRequestParams>;
template struct Codec<mcp::StopReason>;
template struct Codec<mcp::CreateMessageResult>;
template struct OneOf<mcp::TextContent, mcp::ImageContent, mcp::AudioContent, mcp::ToolUseContent,
                      mcp::ToolResultContent, Unknown>;

}  // namespace parley
