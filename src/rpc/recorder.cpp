// SPDX-License-Identifier: MIT
#include <parley/rpc/recorder.hpp>

#include <parley/rpc/impl/recorder.ipp>
