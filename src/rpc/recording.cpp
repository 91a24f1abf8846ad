// SPDX-License-Identifier: MIT
#include <parley/rpc/recording.hpp>

#include <parley/rpc/impl/recording.ipp>
