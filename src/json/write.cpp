// SPDX-License-Identifier: MIT
// Compiles the bodies of json/write.hpp.
#include <parley/json/write.hpp>

#include <parley/json/impl/write.ipp>
