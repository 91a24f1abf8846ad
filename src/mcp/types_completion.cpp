// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/completion.hpp once.
#include <parley/mcp/types/completion.hpp>

namespace parley {
template struct Codec<mcp::PromptReference>;
template struct Codec<mcp::ResourceTemplateReference>;
template struct Codec<mcp::CompletionReference>;
template struct Codec<mcp::CompletionArgument>;
template struct Codec<mcp::CompletionContext>;
template struct Codec<mcp::CompleteRequestParams>;
template struct Codec<mcp::Completion>;
template struct Codec<mcp::CompleteResult>;
}  // namespace parley
