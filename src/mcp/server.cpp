// SPDX-License-Identifier: MIT
#include <parley/mcp/impl/server.ipp>
