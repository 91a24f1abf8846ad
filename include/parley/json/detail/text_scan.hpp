// SPDX-License-Identifier: MIT
// Finds the bytes of a JSON string that need attention, and steps over UTF-8 sequences.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define PARLEY_HAS_SSE2 1
#else
#define PARLEY_HAS_SSE2 0
#endif

namespace parley::detail {

/// True for a byte that stands for itself in a JSON string and needs no UTF-8 check.
constexpr bool is_plain(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code >= 0x20 && code < 0x80 && code != '"' && code != '\\';
}

/// True when one of the eight bytes of `word` is not plain, in either byte order.
constexpr bool has_special(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t tops = 0x8080808080808080U;
  const std::uint64_t quotes = word ^ (ones * '"');
  const std::uint64_t escapes = word ^ (ones * '\\');
  // Subtraction borrows from the top bit of a byte that is below the subtrahend. Bytes with the
  // top bit set are special anyway, so its false positives for those do not matter.
  return (((quotes - ones) | (escapes - ones) | (word - ones * 0x20) | word) & tops) != 0;
}

template <class Word>
Word load(const char* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

/// True when [first, last), of at least 4 and at most 16 bytes, is plain. The two words overlap.
inline bool is_plain(const char* first, const char* last) {
  if (last - first < 8) {
    const auto head = std::uint64_t{load<std::uint32_t>(first)};
    return !has_special(head | std::uint64_t{load<std::uint32_t>(last - 4)} << 32);
  }
  return !has_special(load<std::uint64_t>(first)) && !has_special(load<std::uint64_t>(last - 8));
}

#if PARLEY_HAS_SSE2
/// One bit for each of the 16 bytes at `first`, set if that byte is not plain.
inline unsigned special_mask(const char* first) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(first));
  // Signed: one comparison finds control characters and everything that is not ASCII.
  const __m128i control = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
  const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i escape = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  const __m128i special = _mm_or_si128(control, _mm_or_si128(quote, escape));
  return static_cast<unsigned>(_mm_movemask_epi8(special));
}
#endif

/// First byte of [first, last) that is not plain, or `last`. Reads no byte outside the range.
inline const char* find_special(const char* first, const char* last) {
#if PARLEY_HAS_SSE2
  for (; last - first >= 16; first += 16) {
    const unsigned mask = special_mask(first);
    if (mask != 0) return first + std::countr_zero(mask);
  }
#else
  while (last - first >= 16 && is_plain(first, first + 16)) first += 16;
#endif
  if (last - first >= 4 && last - first <= 16 && is_plain(first, last)) return last;
  while (first != last && is_plain(*first)) ++first;
  return first;
}

/// The same for the end of a text that begins at `begin`: its last bytes are looked at together
/// with those before them.
inline const char* find_special_at_end(const char* begin, const char* first, const char* last) {
#if PARLEY_HAS_SSE2
  if (last - first < 16 && last - begin >= 16) {
    const unsigned mask = special_mask(last - 16) >> (16 - (last - first));
    return mask != 0 ? first + std::countr_zero(mask) : last;
  }
#endif
  static_cast<void>(begin);
  return find_special(first, last);
}

/// What stands at one place of a text that should be UTF-8.
struct Utf8Step {
  std::size_t length;  ///< Bytes to step over, at least 1.
  bool valid;          ///< False for a maximal ill-formed part (Unicode 3.9, D93b).
};

/// Examines the sequence that starts at `first`, a byte of 0x80 or above. Follows table 3-7 of the
/// Unicode standard: no overlong form, no surrogate, nothing above U+10FFFF.
inline Utf8Step utf8_step(const char* first, const char* last) {
  const auto lead = static_cast<unsigned char>(*first);
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const std::size_t needed = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t length = 1; length < needed; ++length) {
    if (first + length == last) return {length, false};
    const auto byte = static_cast<unsigned char>(first[length]);
    if (byte < low || byte > high) return {length, false};
    low = 0x80;
    high = 0xBF;
  }
  return {needed, true};
}

/// Appends the UTF-8 form of `code`, which must be a Unicode scalar value.
inline void append_utf8(std::uint32_t code, std::string& out) {
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto put_tail = [&](unsigned shift) { put(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put_tail(0);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put_tail(6);
    put_tail(0);
  } else {
    put(0xF0 | code >> 18);
    put_tail(12);
    put_tail(6);
    put_tail(0);
  }
}

}  // namespace parley::detail
