// SPDX-License-Identifier: MIT
#include <parley/mcp/impl/server_session_state.ipp>
