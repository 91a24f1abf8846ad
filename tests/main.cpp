// SPDX-License-Identifier: MIT
// Entry point of the tests under Catch2 version 2; version 3 brings its own.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
