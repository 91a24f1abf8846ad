// SPDX-License-Identifier: MIT
// parley::expected: a value, or the error that explains why there is none.
#pragma once

#include <tl/expected.hpp>

namespace parley {

/// One fixed type whatever the language standard of the program, so that libraries built with
/// different `-std` flags link together. Semantics are those of C++23 `std::expected`.
template <class T, class E>
using expected = tl::expected<T, E>;

/// Wraps an error for returning from a function whose result is an `expected`.
template <class E>
using unexpected = tl::unexpected<E>;

}  // namespace parley
