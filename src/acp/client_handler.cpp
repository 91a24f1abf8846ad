// SPDX-License-Identifier: MIT
#include <parley/acp/impl/client_handler.ipp>
