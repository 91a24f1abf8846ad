// SPDX-License-Identifier: MIT
#include <parley/rpc/replayer.hpp>

#include <parley/rpc/impl/replayer.ipp>
