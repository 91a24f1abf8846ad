// SPDX-License-Identifier: MIT
#include <parley/transport/impl/stream_core.hpp>

#include <parley/transport/impl/stream_core.ipp>
