// SPDX-License-Identifier: MIT
#include <parley/acp/impl/client_inbound.ipp>
