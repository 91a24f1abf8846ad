// SPDX-License-Identifier: MIT
#include <parley/mcp/client.hpp>

#include <parley/mcp/impl/client_session_state.ipp>
