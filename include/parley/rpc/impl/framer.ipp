// SPDX-License-Identifier: MIT
// Bodies of Framer.
#pragma once

#include <algorithm>
#include <new>

#include <parley/rpc/framer.hpp>

namespace parley {

PARLEY_DECL std::span<char> Framer::prepare() {
  release_after_calm();
  // A read should be worth its system call: a quarter of the buffer at least.
  reserve(std::max(capacity_, initial_capacity) / 4);
  return {buffer_.get() + end_, capacity_ - end_};
}

PARLEY_DECL void Framer::reserve(std::size_t bytes) {
  if (capacity_ - end_ >= bytes) return;
  const std::size_t held = end_ - begin_;
  // A line is moved to the front once; from then on begin_ is 0 until it is complete.
  if (begin_ > 0) std::memmove(buffer_.get(), buffer_.get() + begin_, held);
  begin_ = 0;
  end_ = held;
  if (capacity_ - end_ >= bytes) return;
  const std::size_t wanted = std::max({held + bytes, capacity_ * 2, initial_capacity});
  // realloc moves large blocks by remapping their pages: a growing line is hardly ever copied.
  auto* const grown = static_cast<char*>(std::realloc(buffer_.get(), wanted));
  if (grown == nullptr) throw std::bad_alloc();
  static_cast<void>(buffer_.release());
  buffer_.reset(grown);
  capacity_ = wanted;
}

// Fresh pages are dear, so a stream of large messages keeps its buffer; a single one gives it back.
PARLEY_DECL void Framer::release_after_calm() noexcept {
  constexpr std::size_t rounds = 64;
  if (capacity_ <= initial_capacity) return;
  if (begin_ != end_ || ++calm_ < rounds) return;
  buffer_.reset();
  capacity_ = begin_ = end_ = calm_ = 0;
}

PARLEY_DECL std::string_view Framer::trim(std::string_view line) noexcept {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line.find_first_not_of(" \t\r") == std::string_view::npos ? std::string_view() : line;
}

}  // namespace parley
