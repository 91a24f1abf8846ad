// SPDX-License-Identifier: MIT
#include <parley/rpc/coroutine_runner.hpp>

#include <parley/rpc/impl/coroutine_runner.ipp>
