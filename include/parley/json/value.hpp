// SPDX-License-Identifier: MIT
// The JSON value type, complete. This is the one place that names the DOM.
#pragma once

#include <nlohmann/json.hpp>

#include <parley/json/fwd.hpp>
