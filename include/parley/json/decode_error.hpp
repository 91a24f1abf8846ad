// SPDX-License-Identifier: MIT
// Why a JSON value is not what a type expects: where, what was expected, what was there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

/// How forgiving decoding is.
enum class Policy {
  /// Everything must be as the schema says; an unknown tag is an error.
  strict,
  /// What the schema marks as forgiving is forgiven, null is accepted for any optional member, and
  /// an unknown tag is kept. Connections decode this way, so that a newer peer breaks nothing.
  lenient,
};

/// The reason why a decode failed. It never throws and never holds more than a short excerpt.
struct DecodeError {
  std::string pointer;   ///< JSON Pointer (RFC 6901) to the place; empty for the value itself.
  std::string expected;  ///< What should have been there.
  std::string found;     ///< What was there: the type, and at most 64 bytes of the value.

  /// One sentence for a person: `/params/city: expected a string, found a number (12)`.
  std::string message() const;
};

namespace detail {

/// Where decoding is: a stack of names and indices, linked through the call frames, so that it
/// costs nothing until an error has to be told.
struct Path {
  static constexpr std::size_t no_index = static_cast<std::size_t>(-1);
  const Path* parent = nullptr;
  std::string_view key{};
  std::size_t index = no_index;

  std::string pointer() const;
};

/// What a decode carries along.
struct DecodeContext {
  Policy policy = Policy::lenient;
  DecodeError error{};
  /// Copy out of the JSON value instead of moving, because the value is needed if this fails.
  bool preserve = false;
  /// The next array decoded leaves out the items that do not decode.
  bool skip_items = false;
  /// Set by an array that left items out.
  bool skipped = false;
  /// A member that the type around this object has read already: a union's tag.
  std::string_view consumed{};

  /// Each notes the error and returns false.
  PARLEY_COLD bool wrong(const Path& path, std::string_view expected, const Json& found);
  bool missing(const Path& path, std::string_view member);
  bool unknown_tag(const Path& path, std::string_view tag, std::string_view value);
};

}  // namespace detail
}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/decode_error.ipp>
#endif
