// SPDX-License-Identifier: MIT
// Bodies of schema_node.hpp: from the address of a value to its JSON Pointer.
#pragma once

#include <utility>

#include <parley/json/impl/schema_node.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

PARLEY_DECL void append_pointer_token(std::string& pointer, std::string_view token) {
  pointer += '/';
  for (const char c : token) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

/// Appends to `pointer` the way from `root` to `wanted`; false when it is not in there. A
/// depth-first search with a stack of its own: documents may nest deeply where no schemas are.
inline bool find_value(const Json& root, const Json& wanted, std::string& pointer) {
  struct Step {
    const Json* parent;
    Json::const_iterator child;
  };
  if (&root == &wanted) return true;
  std::vector<Step> path;
  if (root.is_structured()) path.push_back({&root, root.begin()});
  while (!path.empty()) {
    const auto [parent, child] = path.back();
    if (child == parent->end()) {
      path.pop_back();
      if (!path.empty()) ++path.back().child;
    } else if (&*child == &wanted) {
      break;
    } else if (child->is_structured()) {
      path.push_back({&*child, child->begin()});
    } else {
      ++path.back().child;
    }
  }
  for (const auto& [parent, child] : path) {
    append_pointer_token(
        pointer, parent->is_object() ? child.key() : std::to_string(child - parent->begin()));
  }
  return !path.empty();
}

PARLEY_DECL std::string CompiledSchema::location_of(const Json& value) const {
  for (const auto& document : documents) {
    std::string pointer = document.uri.empty() ? "" : document.uri + "#";
    if (find_value(*document.json, value, pointer)) return pointer;
  }
  return {};
}

}  // namespace parley::detail::schema
