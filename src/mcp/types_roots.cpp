// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/roots.hpp once.
#include <parley/mcp/types/roots.hpp>

namespace parley {
template struct Codec<mcp::Root>;
template struct Codec<mcp::ListRootsResult>;
}  // namespace parley
