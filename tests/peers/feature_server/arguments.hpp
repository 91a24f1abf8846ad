// SPDX-License-Identifier: MIT
// The arguments that tools of several parts take.
#pragma once

#include <string>

#include <parley/json/codec.hpp>

namespace parley::mcp::features {

/// A struct with one required field.
#define PARLEY_FEATURE_FIELD(type, name)   \
  type name{};                             \
  template <class V, class Self>           \
  static void describe(V& v, Self& self) { \
    v(#name, self.name, required);         \
  }

struct MessageIn {
  PARLEY_FEATURE_FIELD(std::string, message)
};

struct NameIn {
  PARLEY_FEATURE_FIELD(std::string, name)
};

}  // namespace parley::mcp::features
