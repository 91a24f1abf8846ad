// SPDX-License-Identifier: MIT
#include <parley/json/access.hpp>

#include <parley/json/impl/access.ipp>
