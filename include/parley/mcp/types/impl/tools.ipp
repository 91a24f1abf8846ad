// SPDX-License-Identifier: MIT
// The schema of a tool that takes nothing.
#pragma once

#include <parley/mcp/types/tools.hpp>

namespace parley::mcp {

PARLEY_DECL Json empty_object_schema() {
  Json schema = Json::object();
  schema["type"] = "object";
  return schema;
}

}  // namespace parley::mcp
