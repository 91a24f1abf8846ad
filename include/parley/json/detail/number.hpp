// SPDX-License-Identifier: MIT
// Text of a JSON number to a double, in the C locale whatever the program's locale is.
#pragma once

#include <charconv>
#include <cmath>
#include <system_error>
#include <version>

// libc++ before 20 has no from_chars for doubles; the systems it serves have POSIX locales. The
// second way can be tried anywhere with -DPARLEY_TEST_STRTOD.
#if defined(__cpp_lib_to_chars) && !defined(PARLEY_TEST_STRTOD)
#define PARLEY_HAS_FROM_CHARS_DOUBLE 1
#else
#define PARLEY_HAS_FROM_CHARS_DOUBLE 0
#include <locale.h>
#include <stdlib.h>

#include <string>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif
#endif

namespace parley::detail {

#if PARLEY_HAS_FROM_CHARS_DOUBLE

/// For a number other than 0 that no double can hold: whether it is too small rather than too
/// large. `std::from_chars` reports both with one code.
inline bool is_underflow(const char* first, const char* last) {
  long long point = 0;  // The number is 0.ddd * 10^point, its first d not being 0.
  bool leading = true;
  bool fraction = false;
  for (; first != last && *first != 'e' && *first != 'E'; ++first) {
    if (*first == '.') fraction = true;
    if (*first < '0' || *first > '9') continue;
    leading = leading && *first == '0';
    if (leading && fraction) --point;
    if (!leading && !fraction) ++point;
  }
  if (first == last) return point <= 0;
  first += first[1] == '+' ? 2 : 1;
  long long exponent = 0;
  if (std::from_chars(first, last, exponent).ec != std::errc()) return *first == '-';
  return exponent < -point;
}

/// Nearest double of the number [first, last), which has the grammar of RFC 8259. False when its
/// magnitude exceeds the largest double; too small a number becomes zero.
inline bool read_double(const char* first, const char* last, double& value) {
  if (std::from_chars(first, last, value).ec != std::errc()) {
    if (!is_underflow(first, last)) return false;
    value = *first == '-' ? -0.0 : 0.0;
  }
  return std::isfinite(value);
}

#else

inline bool read_double(const char* first, const char* last, double& value) {
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  value = strtod_l(std::string(first, last).c_str(), nullptr, c_locale);
  return std::isfinite(value);
}

#endif

}  // namespace parley::detail
