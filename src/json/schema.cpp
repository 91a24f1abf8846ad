// SPDX-License-Identifier: MIT
#include <parley/json/schema.hpp>

#include <parley/json/impl/schema.ipp>
