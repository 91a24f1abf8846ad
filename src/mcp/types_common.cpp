// SPDX-License-Identifier: MIT
// Compiles the codecs of mcp/types/common.hpp once.
#include <parley/mcp/types/common.hpp>
#include <parley/mcp/types/impl/common.ipp>

namespace parley {
template struct Codec<mcp::Annotations>;
template struct Codec<mcp::Icon>;
template struct Codec<mcp::Implementation>;
template struct Codec<mcp::RequestParams>;
template struct Codec<mcp::NotificationParams>;
template struct Codec<mcp::PaginatedRequestParams>;
template struct Codec<mcp::Result>;
}  // namespace parley
