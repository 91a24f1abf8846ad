// SPDX-License-Identifier: MIT
#include <parley/transport/socket.hpp>

#include <parley/transport/impl/socket.ipp>
