// SPDX-License-Identifier: MIT
// Compares with and appends literals whose length is known when compiling; the standard library
// counts it anew each time.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace parley::detail {

/// `text == literal`.
template <std::size_t N>
bool is_literal(std::string_view text, const char (&literal)[N]) noexcept {
  return text.size() == N - 1 && std::memcmp(text.data(), literal, N - 1) == 0;
}

/// `out += literal`.
template <std::size_t N>
void append_literal(std::string& out, const char (&literal)[N]) {
  out.append(literal, N - 1);
}

}  // namespace parley::detail
