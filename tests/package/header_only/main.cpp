// SPDX-License-Identifier: MIT
// One half of a program that uses parley; other.cpp includes the same headers.
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include <parley/json/value.hpp>
#include <parley/rpc/framer.hpp>

std::size_t frames_seen_by_the_other_half(std::string_view bytes);

int main() {
  const std::string_view bytes = "{\"id\":1}\r\n\n[2]\n";
  parley::Framer framer(100);
  parley::Json frames = parley::Json::array();
  framer.feed(
      bytes, [&](std::string_view frame) { frames.push_back(frame); }, [](std::size_t) {});
  const bool same = frames.size() == frames_seen_by_the_other_half(bytes) && frames.size() == 2;
  return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
