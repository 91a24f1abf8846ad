// SPDX-License-Identifier: MIT
// Compiles the bodies of json/parse.hpp.
#include <parley/json/parse.hpp>

#include <parley/json/impl/parse.ipp>
