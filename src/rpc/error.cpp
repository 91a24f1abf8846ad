// SPDX-License-Identifier: MIT
#include <parley/rpc/error.hpp>

#include <parley/rpc/impl/error.ipp>
