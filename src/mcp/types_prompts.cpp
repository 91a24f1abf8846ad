// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/prompts.hpp once.
#include <parley/mcp/types/prompts.hpp>

namespace parley {
template struct Codec<mcp::PromptArgument>;
template struct Codec<mcp::Prompt>;
template struct Codec<mcp::ListPromptsResult>;
template struct Codec<mcp::GetPromptRequestParams>;
template struct Codec<mcp::PromptMessage>;
template struct Codec<mcp::GetPromptResult>;
}  // namespace parley
