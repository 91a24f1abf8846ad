// SPDX-License-Identifier: MIT
#include <parley/acp/impl/agent_state.ipp>
