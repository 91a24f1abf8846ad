// SPDX-License-Identifier: MIT
#include <parley/rpc/message.hpp>

#include <parley/rpc/impl/message.ipp>
