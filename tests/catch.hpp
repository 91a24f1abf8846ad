// SPDX-License-Identifier: MIT
// One spelling of Catch2 for the tests, whether version 2 or 3 is installed.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
namespace Catch::Matchers {
/// Version 3's name for version 2's `Contains`.
inline auto ContainsSubstring(const std::string& text) { return Catch::Matchers::Contains(text); }
}  // namespace Catch::Matchers
namespace Catch {
using Detail::Approx;
}
#endif
