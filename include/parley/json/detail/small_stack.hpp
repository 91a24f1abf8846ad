// SPDX-License-Identifier: MIT
// A stack whose first entries need no allocation, in place of recursion over nested values.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace parley::detail {

/// Holds the first `Inline` items in place and any others on the heap. Not thread-safe.
template <class T, std::size_t Inline>
class SmallStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& back() { return size_ <= Inline ? inline_[size_ - 1] : spilled_.back(); }

  void push_back(const T& item) {
    if (size_ < Inline) {
      inline_[size_] = item;
    } else {
      spilled_.push_back(item);
    }
    ++size_;
  }

  void pop_back() {
    if (size_ > Inline) spilled_.pop_back();
    --size_;
  }

 private:
  std::size_t size_ = 0;
  std::array<T, Inline> inline_;
  std::vector<T> spilled_;
};

}  // namespace parley::detail
