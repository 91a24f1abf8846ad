// SPDX-License-Identifier: MIT
// Compiles the codecs of MCP types once: content, and what servers offer beside tools.
#include <parley/mcp/types/completion.hpp>
#include <parley/mcp/types/content.hpp>
#include <parley/mcp/types/prompts.hpp>
#include <parley/mcp/types/resources.hpp>

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
template struct OneOf<mcp::TextResourceContents, mcp::BlobResourceContents, Unknown>;
template struct OneOf<mcp::TextContent, mcp::ImageContent, mcp::AudioContent, mcp::ResourceLink,
                      mcp::EmbeddedResource, Unknown>;
template struct Codec<mcp::Resource>;
template struct Codec<mcp::ResourceTemplate>;
template struct Codec<mcp::ListResourcesResult>;
template struct Codec<mcp::ListResourceTemplatesResult>;
template struct Codec<mcp::ReadResourceRequestParams>;
template struct Codec<mcp::ReadResourceResult>;
template struct Codec<mcp::SubscribeRequestParams>;
template struct Codec<mcp::UnsubscribeRequestParams>;
template struct Codec<mcp::ResourceUpdatedNotificationParams>;
template struct Codec<mcp::PromptArgument>;
template struct Codec<mcp::Prompt>;
template struct Codec<mcp::ListPromptsResult>;
template struct Codec<mcp::GetPromptRequestParams>;
template struct Codec<mcp::PromptMessage>;
template struct Codec<mcp::GetPromptResult>;
template struct Codec<mcp::PromptReference>;
template struct Codec<mcp::ResourceTemplateReference>;
template struct Codec<mcp::CompletionReference>;
template struct Codec<mcp::CompletionArgument>;
template struct Codec<mcp::CompletionContext>;
template struct Codec<mcp::CompleteRequestParams>;
template struct Codec<mcp::Completion>;
template struct Codec<mcp::CompleteResult>;
template struct OneOf<mcp::PromptReference, mcp::ResourceTemplateReference, Unknown>;

}  // namespace parley
