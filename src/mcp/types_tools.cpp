// SPDX-License-Identifier: MIT
// Compiles the codecs of MCP types once: tools and tasks.
#include <parley/mcp/types/tasks.hpp>
#include <parley/mcp/types/tools.hpp>

#include <parley/mcp/types/impl/tools.ipp>

namespace parley {

template struct Codec<mcp::TaskStatus>;
template struct Codec<mcp::TaskMetadata>;
template struct Codec<mcp::RelatedTaskMetadata>;
template struct Codec<mcp::Task>;
template struct Codec<mcp::CreateTaskResult>;
template struct Codec<mcp::GetTaskRequestParams>;
template struct Codec<mcp::ListTasksResult>;
template struct Codec<mcp::ToolAnnotations>;
template struct Codec<mcp::TaskSupport>;
template struct Codec<mcp::ToolExecution>;
template struct Codec<mcp::Tool>;
template struct Codec<mcp::ListToolsResult>;
template struct Codec<mcp::CallToolRequestParams>;
template struct Codec<mcp::CallToolResult>;

}  // namespace parley
