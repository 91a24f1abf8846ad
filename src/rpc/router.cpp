// SPDX-License-Identifier: MIT
#include <parley/rpc/router.hpp>

#include <parley/rpc/impl/router.ipp>
