// SPDX-License-Identifier: MIT
#include <parley/acp/impl/elicitation_rules.ipp>
