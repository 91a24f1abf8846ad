// SPDX-License-Identifier: MIT
#include <parley/json/decode_error.hpp>

#include <parley/json/impl/decode_error.ipp>
