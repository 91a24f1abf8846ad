// SPDX-License-Identifier: MIT
// The members of a JSON object that its C++ type has no place for.
#pragma once

#include <cstddef>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

/// Keeps what a message carried beyond its type, so that it survives a round trip where it stood:
/// members of a newer protocol version or an extension, and the exact spelling of known members
/// where the type cannot tell the difference (an explicit null, an explicit default, a value that
/// lenient decoding passed over). A member that the program sets itself wins over one kept here.
///
/// Costs one pointer while empty. Thread safety: as a plain value.
class Extra {
 public:
  Extra() noexcept = default;
  Extra(const Extra& other);
  Extra(Extra&& other) noexcept;
  Extra& operator=(const Extra& other);
  Extra& operator=(Extra&& other) noexcept;
  ~Extra();

  bool empty() const noexcept { return members_ == nullptr; }
  std::size_t size() const noexcept;
  /// The member of that name, or null. Include <parley/json/value.hpp> to use it.
  const Json* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// Adds or replaces a member.
  void set(std::string_view name, Json value);
  void erase(std::string_view name);
  /// All members as one JSON object.
  const Json& object() const;

  friend bool operator==(const Extra& a, const Extra& b) { return equal(a, b); }

 private:
  static bool equal(const Extra& a, const Extra& b);
  Json* members_ = nullptr;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/extra.ipp>
#endif
