// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/logging.hpp once.
#include <parley/mcp/types/logging.hpp>

namespace parley {
template struct Codec<mcp::SetLevelRequestParams>;
template struct Codec<mcp::LoggingMessageNotificationParams>;
}  // namespace parley
