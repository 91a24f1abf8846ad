// SPDX-License-Identifier: MIT
// Base64 of RFC 4648, encoding and strict decoding, in the standard and the URL alphabet.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>

namespace parley {

/// The two alphabets of RFC 4648, each with the padding rule its users expect.
enum class Base64Alphabet {
  standard,  ///< `+` and `/`, padded with `=` to a multiple of four (section 4).
  url,       ///< `-` and `_`, never padded (section 5, as JWT and PKCE use it).
};

/// Why a text is not the base64 form of any bytes.
struct Base64Error {
  std::size_t offset =
      0;                ///< Index of the first offending character; the length if text ends early.
  std::string message;  ///< What is wrong there, for a person to read.
};

/// Encodes bytes. The result has 4 characters for every 3 bytes; memory is the only bound.
std::string base64_encode(std::span<const std::byte> bytes,
                          Base64Alphabet alphabet = Base64Alphabet::standard);

/// Encodes the bytes of a string (which need not be text).
std::string base64_encode(std::string_view bytes,
                          Base64Alphabet alphabet = Base64Alphabet::standard);

/// Decodes into a string of bytes. Strict: no whitespace, no character of the other alphabet,
/// exactly the padding the alphabet asks for, and unused trailing bits zero, so that two different
/// texts never decode to the same bytes (RFC 4648, sections 3.2 to 3.5).
expected<std::string, Base64Error> base64_decode(
    std::string_view text, Base64Alphabet alphabet = Base64Alphabet::standard);

/// As `base64_decode`, into a vector of bytes.
expected<std::vector<std::byte>, Base64Error> base64_decode_bytes(
    std::string_view text, Base64Alphabet alphabet = Base64Alphabet::standard);

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/base64.ipp>
#endif
