// SPDX-License-Identifier: MIT
// How violations are worded: short excerpts of values, lists of names, counts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <parley/json/impl/schema_node.hpp>

namespace parley::detail::schema {

/// The value as a reader would call it, in at most about 50 bytes: `"Paris"`, `42`, `an array of 3
/// items`.
std::string excerpt(const Json& value);

/// A string in quotes, control characters shown as `\u00XX`, cut after about 40 bytes.
std::string quote(std::string_view text);

/// "integer or null": what a type mask allows.
std::string type_names(TypeMask types);

/// The most specific JSON Schema type of a value.
std::string_view type_name(const Json& value);

/// "1 item", "3 items".
std::string counted(std::size_t count, std::string_view noun);

/// The allowed values of an enum, or the first few of them.
std::string allowed_values(const ValueRules& rules);

/// "; known: a, b, c" for the names of `properties`, or the first few of them; empty when there are
/// none.
std::string known_properties(const ObjectRules& rules);

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_wording.ipp>
#endif
