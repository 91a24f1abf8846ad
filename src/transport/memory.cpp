// SPDX-License-Identifier: MIT
#include <parley/transport/memory.hpp>

#include <parley/transport/impl/memory.ipp>
