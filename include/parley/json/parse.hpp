// SPDX-License-Identifier: MIT
// Text to JSON value: a strict, bounded and fast parser.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

/// What the parser refuses although the grammar allows it.
struct ParseLimits {
  /// Deepest nesting of arrays and objects; `[[1]]` has depth 2. The parser itself does not recurse
  /// and takes any value. The default protects what comes after it: copying, comparing and decoding
  /// a value recurse, a few hundred bytes of stack a level, and handlers may run on small stacks.
  /// Protocol messages stay below 20, JSON Schemas written by people below 50.
  std::size_t max_depth = 256;

  /// Longest text in bytes. The value built from it may take 40 times as much memory in the worst
  /// case (a text of empty objects), unless `max_values` is lower. Framing has a limit of its own.
  std::size_t max_bytes = std::size_t{64} << 20;

  /// Most values within the outermost one: members and items, at all depths. One takes 16 to 160
  /// bytes of memory, however short its text.
  std::size_t max_values = static_cast<std::size_t>(-1);

  /// RFC 8259 section 4 says that names within an object SHOULD be unique and leaves the rest open.
  /// By default the last of several members with one name wins, as in nlohmann, JavaScript and
  /// Python. True makes them an error, for input where two readers must not disagree.
  bool reject_duplicate_keys = false;
};

/// Why a text was refused.
enum class ParseErrorCode {
  unexpected_end,        ///< The text ends inside a value, or is empty.
  unexpected_character,  ///< A byte that cannot stand there; also NUL outside of strings.
  trailing_characters,   ///< Something other than white space follows the value.
  byte_order_mark,       ///< The text starts with U+FEFF (RFC 8259 8.1); a framer may strip it.
  invalid_literal,       ///< Neither `true`, `false` nor `null`.
  invalid_number,        ///< A number that breaks the grammar: `01`, `1.`, `-`, `.5`, `+1`.
  number_out_of_range,   ///< Its magnitude exceeds the largest double: `1e999`.
  control_character,     ///< An unescaped byte below 0x20 in a string.
  invalid_escape,        ///< A backslash followed by something that RFC 8259 does not list.
  unpaired_surrogate,    ///< `\uD800` to `\uDFFF` that is not part of a pair.
  invalid_utf8,          ///< A string that is not UTF-8.
  duplicate_key,         ///< Only with ParseLimits::reject_duplicate_keys.
  too_deep,              ///< Nesting exceeds ParseLimits::max_depth.
  too_large,             ///< The text exceeds ParseLimits::max_bytes.
  too_many_values,       ///< The values exceed ParseLimits::max_values.
};

/// Where parsing stopped and why.
struct ParseError {
  ParseErrorCode code = ParseErrorCode::unexpected_end;
  std::size_t offset = 0;  ///< Bytes before the place of the error.
  int found = -1;          ///< The byte there, 0 to 255, or -1 at the end of the text.

  /// What was wrong and what to do about it, without the place. The text is a constant.
  const char* what() const;

  /// One line for logs and for JSON-RPC error messages: place, byte found, and `what()`. Quotes one
  /// byte of the input at most.
  std::string message() const;
};

/// Parses `text`, one JSON value with optional white space around it, into `out`. Returns whether
/// it succeeded; if not, `error` says why and `out` is null.
///
/// Strict RFC 8259 in strict UTF-8: no comments, trailing commas, NaN, BOM, unpaired surrogates or
/// overlong forms. Integers from -2^63 to 2^64-1 are exact: those below zero, and `-0`, become
/// signed, the others unsigned. Integers beyond and all numbers with a fraction or exponent become
/// the nearest double; too small ones become zero, too large ones are an error.
///
/// `text` may be a part of `out`. Throws nothing but `std::bad_alloc`. Safe to call from any number
/// of threads with distinct `out`.
bool parse(std::string_view text, Json& out, ParseError& error, const ParseLimits& limits = {});

/// As above, with the value or the error as the result. Callers include <parley/json/value.hpp>.
expected<Json, ParseError> parse(std::string_view text, const ParseLimits& limits = {});

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/parse.ipp>
#endif
