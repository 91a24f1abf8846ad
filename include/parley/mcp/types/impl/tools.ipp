// SPDX-License-Identifier: MIT
// The schema of a tool that takes nothing.
#pragma once

#include <parley/json/value.hpp>
#include <parley/mcp/types/tools.hpp>

namespace parley::mcp {

PARLEY_DECL OptionalJson empty_object_schema() {
  Json schema = Json::object();
  schema["type"] = "object";
  return OptionalJson(std::move(schema));
}

}  // namespace parley::mcp
