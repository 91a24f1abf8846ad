// SPDX-License-Identifier: MIT
#include <parley/json/optional_json.hpp>

#include <parley/json/impl/optional_json.ipp>
