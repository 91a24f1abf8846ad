// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/tools.hpp once.
#include <parley/mcp/types/impl/tools.ipp>
#include <parley/mcp/types/tools.hpp>

namespace parley {
template struct Codec<mcp::ToolAnnotations>;
template struct Codec<mcp::ToolExecution>;
template struct Codec<mcp::Tool>;
template struct Codec<mcp::ListToolsResult>;
template struct Codec<mcp::CallToolRequestParams>;
template struct Codec<mcp::CallToolResult>;
}  // namespace parley
