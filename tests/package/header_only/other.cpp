// SPDX-License-Identifier: MIT
// The other half: a second translation unit, so that a body defined twice fails to link.
#include <cstddef>
#include <string_view>

#include <parley/json/value.hpp>
#include <parley/rpc/framer.hpp>

std::size_t frames_seen_by_the_other_half(std::string_view bytes) {
  parley::Framer framer(100);
  std::size_t count = 0;
  framer.feed(
      bytes, [&](std::string_view) { ++count; }, [](std::size_t) {});
  return count;
}
