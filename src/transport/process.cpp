// SPDX-License-Identifier: MIT
#include <parley/transport/process.hpp>

#include <parley/transport/impl/process.ipp>
