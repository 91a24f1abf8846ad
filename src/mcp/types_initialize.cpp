// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/initialize.hpp once.
#include <parley/mcp/types/initialize.hpp>

namespace parley {
template struct Codec<mcp::InitializeRequestParams>;
template struct Codec<mcp::InitializeResult>;
}  // namespace parley
