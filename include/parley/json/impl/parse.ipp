// SPDX-License-Identifier: MIT
// Bodies of json/parse.hpp: the entry points and the error texts.
#pragma once

#include <utility>

#include <parley/json/impl/parser.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>

namespace parley {
namespace detail {

/// "byte 0x7B ('{')": printable bytes are shown, too.
inline std::string describe_byte(int byte) {
  if (byte < 0) return "the end of the text";
  constexpr const char* digits = "0123456789ABCDEF";
  std::string text = "byte 0x";
  text += digits[byte >> 4 & 0xF];
  text += digits[byte & 0xF];
  if (byte > 0x20 && byte < 0x7F) {
    text += " ('";
    text += static_cast<char>(byte);
    text += "')";
  }
  return text;
}

}  // namespace detail

PARLEY_DECL const char* ParseError::what() const {
  switch (code) {
    case ParseErrorCode::unexpected_end:
      return "the text ends too early; send the complete value";
    case ParseErrorCode::unexpected_character:
      return "this byte cannot stand here; check commas, colons, quotes and brackets before it";
    case ParseErrorCode::trailing_characters:
      return "something follows the value; send one value per message";
    case ParseErrorCode::byte_order_mark:
      return "the text starts with a byte order mark; remove it";
    case ParseErrorCode::invalid_literal:
      return "not a JSON literal; use true, false or null, or quote the string";
    case ParseErrorCode::invalid_number:
      return "not a JSON number; use digits without leading zeros, and digits around the point";
    case ParseErrorCode::number_out_of_range:
      return "the number is beyond the range of a double; send it as a string";
    case ParseErrorCode::control_character:
      return "unescaped control character in a string; escape it (\\n, \\t, \\u00XX) or close the "
             "string";
    case ParseErrorCode::invalid_escape:
      return R"(invalid escape in a string; use \" \\ \/ \b \f \n \r \t or \uXXXX)";
    case ParseErrorCode::unpaired_surrogate:
      return "half of a surrogate pair in a string; escape both halves, high one first";
    case ParseErrorCode::invalid_utf8:
      return "the string is not UTF-8; encode the text as UTF-8, or binary data as base64";
    case ParseErrorCode::duplicate_key:
      return "the object has this name already; make names unique";
    case ParseErrorCode::too_deep:
      return "nested too deeply; flatten the value or raise ParseLimits::max_depth";
    case ParseErrorCode::too_large:
      return "the text is too long; split it or raise ParseLimits::max_bytes";
    case ParseErrorCode::too_many_values:
      return "too many values; split the text or raise ParseLimits::max_values";
  }
  return "unknown error code";
}

PARLEY_DECL std::string ParseError::message() const {
  std::string text = "invalid JSON at offset ";
  text += std::to_string(offset);
  text += ", ";
  text += detail::describe_byte(found);
  text += ": ";
  text += what();
  return text;
}

PARLEY_DECL bool parse(std::string_view text, Json& out, ParseError& error,
                       const ParseLimits& limits) {
  // `text` may lie in `out`, so `out` changes last.
  Json root;
  detail::JsonParser parser(text, limits);
  const bool success = parser.run(root);
  if (!success) {
    error = parser.error();
    root = nullptr;
  }
  out = std::move(root);
  return success;
}

PARLEY_DECL expected<Json, ParseError> parse(std::string_view text, const ParseLimits& limits) {
  expected<Json, ParseError> result;
  ParseError error;
  if (!parse(text, *result, error, limits)) result = unexpected<ParseError>(error);
  return result;
}

}  // namespace parley
