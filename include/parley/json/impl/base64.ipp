// SPDX-License-Identifier: MIT
// Bodies of json/base64.hpp.
#pragma once

#include <array>
#include <cstdint>

#include <parley/json/base64.hpp>

namespace parley {
namespace detail {

inline constexpr std::string_view base64_standard_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::string_view base64_url_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Value of a character that is no digit. Its top bit survives an OR of several digit values.
inline constexpr std::uint8_t base64_bad = 0x80;

constexpr std::array<std::uint8_t, 256> base64_values(std::string_view digits) {
  std::array<std::uint8_t, 256> values{};
  values.fill(base64_bad);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    values[static_cast<unsigned char>(digits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}

inline constexpr auto base64_standard_values = base64_values(base64_standard_digits);
inline constexpr auto base64_url_values = base64_values(base64_url_digits);

inline std::uint32_t base64_octet(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// Length of `text` without its padding, or the error when the padding cannot be right.
inline expected<std::size_t, Base64Error> base64_digit_count(std::string_view text,
                                                             Base64Alphabet alphabet) {
  std::size_t count = text.size();
  if (alphabet == Base64Alphabet::standard) {
    if (count % 4 != 0) {
      return unexpected<Base64Error>(
          Base64Error{count, "base64 text must be padded with '=' to a multiple of 4 characters"});
    }
    for (int pad = 0; pad < 2 && count > 0 && text[count - 1] == '='; ++pad) --count;
  } else if (count % 4 == 1) {
    return unexpected<Base64Error>(
        Base64Error{count, "base64url text is cut short: one digit cannot hold a byte"});
  }
  return count;
}

inline Base64Error base64_bad_digit(std::string_view text,
                                    const std::array<std::uint8_t, 256>& values) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (values[static_cast<unsigned char>(text[i])] == base64_bad) {
      return {i, text[i] == '=' ? "padding '=' is not allowed here"
                                : "this character is not in the base64 alphabet"};
    }
  }
  return {text.size(), "base64 text is malformed"};
}

/// Decodes the last, short group: 2 or 3 digits. Returns the digits' OR, so that the caller can see
/// a bad one, and sets `stray` when bits that no byte uses are not zero.
template <class Byte>
std::uint32_t base64_decode_tail(const std::uint32_t (&digit)[3], std::size_t count, Byte* out,
                                 bool& stray) {
  out[0] = static_cast<Byte>((digit[0] << 2 | digit[1] >> 4) & 0xFF);
  stray = (count == 2 ? digit[1] & 0x0F : digit[2] & 0x03) != 0;
  if (count == 3) out[1] = static_cast<Byte>((digit[1] << 4 | digit[2] >> 2) & 0xFF);
  return digit[0] | digit[1] | digit[2];
}

template <class Bytes>
expected<Bytes, Base64Error> base64_decode_into(std::string_view text, Base64Alphabet alphabet) {
  using Byte = typename Bytes::value_type;
  const auto& values =
      alphabet == Base64Alphabet::standard ? base64_standard_values : base64_url_values;
  const auto count = base64_digit_count(text, alphabet);
  if (!count) return unexpected<Base64Error>(count.error());
  const std::string_view digits = text.substr(0, *count);
  const auto value = [&](std::size_t at) -> std::uint32_t {
    return values[static_cast<unsigned char>(digits[at])];
  };

  Bytes bytes(digits.size() / 4 * 3 + (digits.size() % 4 == 0 ? 0 : digits.size() % 4 - 1), Byte{});
  Byte* out = bytes.data();
  std::uint32_t seen = 0;
  std::size_t i = 0;
  for (; i + 4 <= digits.size(); i += 4, out += 3) {
    const std::uint32_t a = value(i), b = value(i + 1), c = value(i + 2), d = value(i + 3);
    seen |= a | b | c | d;
    out[0] = static_cast<Byte>((a << 2 | b >> 4) & 0xFF);
    out[1] = static_cast<Byte>((b << 4 | c >> 2) & 0xFF);
    out[2] = static_cast<Byte>((c << 6 | d) & 0xFF);
  }
  bool stray = false;
  if (const std::size_t rest = digits.size() - i; rest != 0) {
    const std::uint32_t last[3] = {value(i), value(i + 1), rest == 3 ? value(i + 2) : 0};
    seen |= base64_decode_tail(last, rest, out, stray);
  }
  if ((seen & base64_bad) != 0) return unexpected<Base64Error>(base64_bad_digit(digits, values));
  if (stray) {
    return unexpected<Base64Error>(Base64Error{
        digits.size() - 1, "the last base64 digit has bits set that belong to no byte"});
  }
  return bytes;
}

}  // namespace detail

PARLEY_DECL std::string base64_encode(std::string_view bytes, Base64Alphabet alphabet) {
  const bool padded = alphabet == Base64Alphabet::standard;
  const std::string_view digits =
      padded ? detail::base64_standard_digits : detail::base64_url_digits;
  const std::size_t rest = bytes.size() % 3;
  std::string text(bytes.size() / 3 * 4 + (rest == 0 ? 0 : padded ? 4 : rest + 1), '=');
  char* out = text.data();
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3, out += 4) {
    const std::uint32_t group = detail::base64_octet(bytes, i) << 16 |
                                detail::base64_octet(bytes, i + 1) << 8 |
                                detail::base64_octet(bytes, i + 2);
    out[0] = digits[group >> 18];
    out[1] = digits[group >> 12 & 63];
    out[2] = digits[group >> 6 & 63];
    out[3] = digits[group & 63];
  }
  if (rest != 0) {
    const std::uint32_t group = detail::base64_octet(bytes, i) << 16 |
                                (rest == 2 ? detail::base64_octet(bytes, i + 1) << 8 : 0);
    out[0] = digits[group >> 18];
    out[1] = digits[group >> 12 & 63];
    if (rest == 2) out[2] = digits[group >> 6 & 63];
  }
  return text;
}

PARLEY_DECL std::string base64_encode(std::span<const std::byte> bytes, Base64Alphabet alphabet) {
  return base64_encode(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                       alphabet);
}

PARLEY_DECL expected<std::string, Base64Error> base64_decode(std::string_view text,
                                                             Base64Alphabet alphabet) {
  return detail::base64_decode_into<std::string>(text, alphabet);
}

PARLEY_DECL expected<std::vector<std::byte>, Base64Error> base64_decode_bytes(
    std::string_view text, Base64Alphabet alphabet) {
  return detail::base64_decode_into<std::vector<std::byte>>(text, alphabet);
}

}  // namespace parley
