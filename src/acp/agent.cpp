// SPDX-License-Identifier: MIT
#include <parley/acp/impl/agent.ipp>
