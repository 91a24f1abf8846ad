// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/tasks.hpp once.
#include <parley/mcp/types/tasks.hpp>

namespace parley {
template struct Codec<mcp::TaskMetadata>;
template struct Codec<mcp::RelatedTaskMetadata>;
template struct Codec<mcp::Task>;
template struct Codec<mcp::CreateTaskResult>;
template struct Codec<mcp::GetTaskRequestParams>;
template struct Codec<mcp::ListTasksResult>;
}  // namespace parley
