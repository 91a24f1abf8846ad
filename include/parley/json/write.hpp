// SPDX-License-Identifier: MIT
// JSON value to text, and the primitives for writing JSON text without building a value.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

/// Appends `value` as compact JSON to `out`. The text is one line of valid UTF-8 without control
/// characters, so it can be a frame of a newline-delimited protocol as it is.
///
/// Strings follow `write_string`, numbers `write_number`. Values nested to any depth are written
/// without recursion; whether the receiver takes them is its decision (see ParseLimits). A binary
/// value becomes `{"bytes":[...],"subtype":...}` as in nlohmann, a discarded one `null`. Throws
/// nothing but `std::bad_alloc` and `std::length_error`, after which `out` holds an unspecified
/// part of the text. Safe to call from any number of threads with distinct `out`.
void write(const Json& value, std::string& out);

/// `write` into a new string.
std::string to_text(const Json& value);

/// Appends `text` as a JSON string, quotes included. Escapes only what RFC 8259 demands: `"`, `\`
/// and bytes below 0x20. Everything else, U+2028 and U+2029 too, is copied. Text that is not UTF-8
/// would make the whole message invalid, so each maximal ill-formed part of it is replaced by
/// U+FFFD: the reader sees that something was lost, and where.
///
/// `text` must not be a part of `out`.
void write_string(std::string_view text, std::string& out);

/// Appends an integer.
void write_number(std::int64_t value, std::string& out);
void write_number(std::uint64_t value, std::string& out);

/// Appends the shortest text that reads back as the same double, in the form nlohmann uses: with
/// `.0` if it has neither fraction nor exponent, so that it stays a double, and with an exponent
/// below 1e-4 and from 1e15. NaN and infinities, which JSON does not have, become `null`.
void write_number(double value, std::string& out);

/// Any other integer type.
template <std::integral Integer>
  requires(!std::same_as<Integer, bool>)
void write_number(Integer value, std::string& out) {
  if constexpr (std::is_signed_v<Integer>) {
    write_number(static_cast<std::int64_t>(value), out);
  } else {
    write_number(static_cast<std::uint64_t>(value), out);
  }
}

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/write.ipp>
#endif
