// SPDX-License-Identifier: MIT
#include <parley/json/codec.hpp>

#include <parley/json/impl/codec.ipp>
