// SPDX-License-Identifier: MIT
// Compiles the codecs of MCP types once: what starts and accompanies a session.
#include <parley/mcp/types/capabilities.hpp>
#include <parley/mcp/types/common.hpp>
#include <parley/mcp/types/initialize.hpp>
#include <parley/mcp/types/logging.hpp>
#include <parley/mcp/types/progress.hpp>
#include <parley/mcp/types/roots.hpp>

#include <parley/mcp/types/impl/common.ipp>
#include <parley/mcp/types/impl/progress.ipp>

namespace parley {

template struct Codec<mcp::Role>;
template struct Codec<mcp::Annotations>;
template struct Codec<mcp::IconTheme>;
template struct Codec<mcp::Icon>;
template struct Codec<mcp::Implementation>;
template struct Codec<mcp::RequestParams>;
template struct Codec<mcp::NotificationParams>;
template struct Codec<mcp::PaginatedRequestParams>;
template struct Codec<mcp::Result>;
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
template struct Codec<mcp::InitializeRequestParams>;
template struct Codec<mcp::InitializeResult>;
template struct Codec<mcp::LoggingLevel>;
template struct Codec<mcp::SetLevelRequestParams>;
template struct Codec<mcp::LoggingMessageNotificationParams>;
template struct Codec<mcp::ProgressNotificationParams>;
template struct Codec<mcp::CancelledNotificationParams>;
template struct Codec<mcp::Root>;
template struct Codec<mcp::ListRootsResult>;

}  // namespace parley
