// SPDX-License-Identifier: MIT
#include <parley/rpc/connection.hpp>

#include <parley/rpc/impl/connection_state.ipp>
