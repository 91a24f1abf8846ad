// SPDX-License-Identifier: MIT
#include <parley/rpc/runtime.hpp>

#include <parley/rpc/impl/runtime.ipp>
