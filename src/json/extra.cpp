// SPDX-License-Identifier: MIT
#include <parley/json/extra.hpp>

#include <parley/json/impl/extra.ipp>
