// SPDX-License-Identifier: MIT
#include <parley/transport/stdio.hpp>

#include <parley/transport/impl/stdio.ipp>
