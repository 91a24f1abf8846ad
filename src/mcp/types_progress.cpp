// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/progress.hpp once.
#include <parley/mcp/types/impl/progress.ipp>
#include <parley/mcp/types/progress.hpp>

namespace parley {
template struct Codec<mcp::ProgressNotificationParams>;
template struct Codec<mcp::CancelledNotificationParams>;
}  // namespace parley
