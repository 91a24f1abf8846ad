// SPDX-License-Identifier: MIT
// General categories of Unicode: names and lookup.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <parley/config.hpp>

namespace parley::detail {

/// A set of general categories, one bit each, in the order of the table's kinds.
using CategoryMask = std::uint32_t;

/// All 30 categories: every code point has exactly one.
inline constexpr CategoryMask all_categories = (CategoryMask{1} << 30) - 1;

/// The bit of the one category that `code_point` has; that of `Cn` above U+10FFFF.
CategoryMask category_of(char32_t code_point);

/// The categories that a name stands for: `Lu`, `L`, `Letter`, `Uppercase_Letter`, `punct`, `Any`,
/// … Empty when there is no such name.
std::optional<CategoryMask> categories_named(std::string_view name);

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/unicode_category.ipp>
#endif
