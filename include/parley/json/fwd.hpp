// SPDX-License-Identifier: MIT
// Forward declaration of the JSON value type, for headers that only pass it by reference.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace parley {

/// The JSON value that users see: nlohmann's `json`, with int64 and uint64 kept exactly.
/// This declaration is enough to pass references; include <parley/json/value.hpp> to use one.
using Json = nlohmann::json;

}  // namespace parley
