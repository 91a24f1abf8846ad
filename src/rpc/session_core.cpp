// SPDX-License-Identifier: MIT
#include <parley/rpc/session_core.hpp>

#include <parley/rpc/impl/session_core.ipp>
