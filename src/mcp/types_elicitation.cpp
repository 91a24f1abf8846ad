// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/elicitation.hpp once.
#include <parley/mcp/types/elicitation.hpp>

namespace parley {
template struct Codec<mcp::ElicitRequestFormParams>;
template struct Codec<mcp::ElicitRequestURLParams>;
template struct Codec<mcp::ElicitRequestParams>;
template struct Codec<mcp::ElicitResult>;
template struct Codec<mcp::ElicitationCompleteNotificationParams>;
template struct Codec<mcp::URLElicitationRequiredData>;
}  // namespace parley
