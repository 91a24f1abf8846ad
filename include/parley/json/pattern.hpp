// SPDX-License-Identifier: MIT
// Regular expressions for JSON Schema: an ECMA-262 subset matched in linear time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>

namespace parley {

namespace detail {
struct PatternProgram;
}

/// Bounds on what one pattern may cost to compile. Patterns come from peers, and `(a{999}){999}` is
/// short.
struct PatternLimits {
  std::size_t max_length = 8192;         ///< Bytes of pattern text.
  std::size_t max_instructions = 16384;  ///< Size of the compiled program, 12 bytes each.
  std::size_t max_nesting = 100;         ///< Depth of parentheses.
};

/// Why a pattern cannot be used.
struct PatternError {
  std::size_t offset = 0;  ///< Byte of the pattern text where reading stopped.
  std::string message;     ///< What is wrong there and, where there is one, the way out.
};

/// A compiled regular expression of ECMA-262 with Unicode semantics (the `u` flag), as JSON Schema
/// 2020-12 asks (core, section 6.4): text is matched by code points, and a match may begin
/// anywhere.
///
/// Supported: `| ( ) (?: ) (?<name> ) [ ] [^ ] . ^ $ \b \B`, all quantifiers (lazy ones match the
/// same texts as greedy ones), `\d \D \w \W \s \S`, `\t \n \v \f \r \0 \cX \xHH \uHHHH \u{H...}`,
/// general categories such as `\p{L} \P{Lu} \p{Letter} \p{gc=Nd}`, and escaped punctuation. A `{`,
/// `}` or `]` that cannot be anything else is an ordinary character, as in browsers.
///
/// Not supported, and a compile error: lookahead, lookbehind, backreferences, scripts and other
/// properties. They have no linear-time match, or no table here.
///
/// The match simulates all threads of the automaton at once, so it costs at most text length times
/// program size, whatever the pattern.
///
/// Thread safety: a Pattern is immutable; copies share it, and any threads may use it at once.
class Pattern {
 public:
  /// Compiles `text` (UTF-8). Costs O(size of the program).
  static expected<Pattern, PatternError> compile(std::string_view text,
                                                 const PatternLimits& limits = {});

  /// Whether some part of `text` (UTF-8; a byte that is not is matched as U+FFFD) matches.
  /// Subtracts the work done from `budget`, one unit for each automaton state visited, about 5 ns;
  /// when it is used up the result is empty and `budget` is 0.
  std::optional<bool> search(std::string_view text, std::uint64_t& budget) const;

  /// As above with a budget of its own that depends on the text's length only, large enough to
  /// finish.
  bool search(std::string_view text) const;

  /// Number of instructions: what one code point of text can cost at most, within a factor of two.
  std::size_t size() const;

  /// The pattern as it was given.
  const std::string& text() const;

 private:
  explicit Pattern(std::shared_ptr<const detail::PatternProgram> program);

  std::shared_ptr<const detail::PatternProgram> program_;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/pattern.ipp>
#endif
