// SPDX-License-Identifier: MIT
// The compiled form of a Pattern: sets of code points and the instructions of its automaton.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <parley/json/impl/unicode_category.hpp>

namespace parley::detail {

/// Code points `first` to `last`, both included.
struct CodePointRange {
  char32_t first, last;
};

/// A set of code points: `[a-z\d]`, `\s`, `\p{L}`, and their negations.
class CodePointSet {
 public:
  void add(char32_t first, char32_t last) { ranges_.push_back({first, last}); }
  void add_categories(CategoryMask mask) { categories_ |= mask; }
  /// Adds every code point that is in none of `ranges`, which ascend.
  void add_all_but(std::span<const CodePointRange> ranges);
  /// Sorts and merges; required once after the last addition and before what follows.
  void seal();
  /// Makes this the set of all code points not in it.
  void negate();
  bool contains(char32_t c) const {
    if (c < 128) return (ascii_[c / 64] >> (c % 64) & 1) != 0;
    return contains_slowly(c);
  }

 private:
  bool contains_slowly(char32_t c) const;

  std::vector<CodePointRange> ranges_;
  CategoryMask categories_ = 0;
  bool negated_ = false;
  std::array<std::uint64_t, 2> ascii_{};  ///< Answers for the code points below 128.
};

/// What one instruction of the automaton does.
enum class PatternOp : std::uint8_t {
  character,          ///< consumes the code point `x`
  any,                ///< consumes any code point but a line terminator
  set,                ///< consumes a member of set number `x`
  split,              ///< continues at `x` and at `y`
  jump,               ///< continues at `x`
  assert_begin,       ///< `^`
  assert_end,         ///< `$`
  word_boundary,      ///< `\b`
  not_word_boundary,  ///< `\B`
  match,
};

struct PatternInstruction {
  PatternOp op;
  std::uint32_t x = 0, y = 0;
};

struct PatternProgram {
  std::string text;
  std::vector<PatternInstruction> code;  ///< Starts at 0; ends with `match`.
  std::vector<CodePointSet> sets;
  bool anchored = false;  ///< Every match begins at the start of the text.
};

}  // namespace parley::detail
