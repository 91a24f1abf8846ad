// SPDX-License-Identifier: MIT
#include <parley/acp/impl/default_handler.ipp>
