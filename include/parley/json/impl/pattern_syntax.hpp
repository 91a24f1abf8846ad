// SPDX-License-Identifier: MIT
// From the text of a pattern to its syntax tree.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <parley/json/impl/pattern_program.hpp>
#include <parley/json/pattern.hpp>

namespace parley::detail {

/// A node of the syntax tree. Children are indices, so that a tree is a vector and needs no
/// destructor.
struct PatternNode {
  enum class Kind : std::uint8_t { leaf, sequence, choice, repeat };
  static constexpr std::uint32_t unbounded = 0xFFFFFFFF;

  Kind kind = Kind::sequence;  ///< An empty sequence matches the empty text.
  PatternInstruction leaf{PatternOp::match};
  std::uint32_t min = 0, max = 0;  ///< Of a repeat.
  std::vector<std::uint32_t> children;
};

struct PatternTree {
  std::vector<PatternNode> nodes;
  std::vector<CodePointSet> sets;  ///< Sealed; `leaf.x` of a set leaf is an index here.
  std::uint32_t root = 0;
};

expected<PatternTree, PatternError> parse_pattern(std::string_view text,
                                                  const PatternLimits& limits);

/// Decodes the code point of `text` that begins at `at` and moves `at` behind it. A byte that
/// begins no well-formed UTF-8 sequence is U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& at);

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/pattern_syntax.ipp>
#endif
