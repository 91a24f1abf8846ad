// SPDX-License-Identifier: MIT
#include <parley/mcp/elicitation.hpp>

#include <parley/mcp/impl/elicitation.ipp>
