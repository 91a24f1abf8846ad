// SPDX-License-Identifier: MIT
#include <parley/mcp/impl/tool_call.ipp>
