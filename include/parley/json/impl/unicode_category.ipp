// SPDX-License-Identifier: MIT
// Bodies of unicode_category.hpp.
#pragma once

#include <algorithm>
#include <iterator>

#include <parley/json/impl/unicode_category.hpp>
#include <parley/json/impl/unicode_category_table.hpp>

namespace parley::detail {

struct CategoryName {
  std::string_view shorter, longer;
  CategoryMask mask;
};

constexpr CategoryMask categories(unsigned first, unsigned count) {
  return ((CategoryMask{1} << count) - 1) << first;
}

// UAX #44, table 12, in the order of the generated table's kinds; then the groups.
inline constexpr CategoryName category_names[] = {
    {"Lu", "Uppercase_Letter", categories(0, 1)},
    {"Ll", "Lowercase_Letter", categories(1, 1)},
    {"Lt", "Titlecase_Letter", categories(2, 1)},
    {"Lm", "Modifier_Letter", categories(3, 1)},
    {"Lo", "Other_Letter", categories(4, 1)},
    {"Mn", "Nonspacing_Mark", categories(5, 1)},
    {"Mc", "Spacing_Mark", categories(6, 1)},
    {"Me", "Enclosing_Mark", categories(7, 1)},
    {"Nd", "Decimal_Number", categories(8, 1)},
    {"Nl", "Letter_Number", categories(9, 1)},
    {"No", "Other_Number", categories(10, 1)},
    {"Pc", "Connector_Punctuation", categories(11, 1)},
    {"Pd", "Dash_Punctuation", categories(12, 1)},
    {"Ps", "Open_Punctuation", categories(13, 1)},
    {"Pe", "Close_Punctuation", categories(14, 1)},
    {"Pi", "Initial_Punctuation", categories(15, 1)},
    {"Pf", "Final_Punctuation", categories(16, 1)},
    {"Po", "Other_Punctuation", categories(17, 1)},
    {"Sm", "Math_Symbol", categories(18, 1)},
    {"Sc", "Currency_Symbol", categories(19, 1)},
    {"Sk", "Modifier_Symbol", categories(20, 1)},
    {"So", "Other_Symbol", categories(21, 1)},
    {"Zs", "Space_Separator", categories(22, 1)},
    {"Zl", "Line_Separator", categories(23, 1)},
    {"Zp", "Paragraph_Separator", categories(24, 1)},
    {"Cc", "Control", categories(25, 1)},
    {"Cf", "Format", categories(26, 1)},
    {"Cs", "Surrogate", categories(27, 1)},
    {"Co", "Private_Use", categories(28, 1)},
    {"Cn", "Unassigned", categories(29, 1)},
    {"LC", "Cased_Letter", categories(0, 3)},
    {"L", "Letter", categories(0, 5)},
    {"M", "Mark", categories(5, 3)},
    {"N", "Number", categories(8, 3)},
    {"P", "Punctuation", categories(11, 7)},
    {"S", "Symbol", categories(18, 4)},
    {"Z", "Separator", categories(22, 3)},
    {"C", "Other", categories(25, 5)},
    {"cntrl", "cntrl", categories(25, 1)},
    {"digit", "digit", categories(8, 1)},
    {"punct", "punct", categories(11, 7)},
    {"Combining_Mark", "Combining_Mark", categories(5, 3)},
    {"Any", "Any", all_categories},
};

PARLEY_DECL CategoryMask category_of(char32_t code_point) {
  constexpr std::uint32_t upper_first = 30;
  const auto key = static_cast<std::uint32_t>(std::min<char32_t>(code_point, 0x110000)) << 5 | 31;
  const auto* run = std::prev(
      std::upper_bound(std::begin(unicode_category_runs), std::end(unicode_category_runs), key));
  std::uint32_t kind = *run & 31;
  if (kind >= upper_first) {
    kind = (kind - upper_first) ^ ((static_cast<std::uint32_t>(code_point) - (*run >> 5)) & 1);
  }
  return CategoryMask{1} << kind;
}

PARLEY_DECL std::optional<CategoryMask> categories_named(std::string_view name) {
  for (const auto& entry : category_names) {
    if (name == entry.shorter || name == entry.longer) return entry.mask;
  }
  return std::nullopt;
}

}  // namespace parley::detail
