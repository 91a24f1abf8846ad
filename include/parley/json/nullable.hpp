// SPDX-License-Identifier: MIT
// A member with three states: absent, null, and a value.
#pragma once

#include <optional>
#include <utility>

namespace parley {

/// For members where the protocol gives absent and null different meanings, such as ACP's
/// `session_info_update`: absent keeps what was known, null clears it.
///
///     if (info.title.is_null()) clear(); else if (info.title.has_value()) show(*info.title);
template <class T>
class Nullable {
 public:
  constexpr Nullable() = default;
  constexpr Nullable(std::nullptr_t) : null_(true) {}
  constexpr Nullable(T value) : value_(std::move(value)) {}

  constexpr bool is_absent() const { return !null_ && !value_; }
  constexpr bool is_null() const { return null_; }
  constexpr bool has_value() const { return value_.has_value(); }

  /// The value; undefined unless `has_value()`.
  constexpr const T& operator*() const { return *value_; }
  constexpr T& operator*() { return *value_; }
  constexpr const T* operator->() const { return &*value_; }
  constexpr T* operator->() { return &*value_; }
  constexpr T value_or(T fallback) const { return value_ ? *value_ : std::move(fallback); }

  constexpr void set_null() {
    value_.reset();
    null_ = true;
  }
  constexpr T& emplace() {
    null_ = false;
    return value_.emplace();
  }
  constexpr void reset() {
    value_.reset();
    null_ = false;
  }

  friend bool operator==(const Nullable&, const Nullable&) = default;

 private:
  std::optional<T> value_;
  bool null_ = false;
};

}  // namespace parley
