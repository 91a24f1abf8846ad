// SPDX-License-Identifier: MIT
#include <parley/rpc/framer.hpp>

#include <parley/rpc/impl/framer.ipp>
