// SPDX-License-Identifier: MIT
// Compiles the bodies of json/pattern.hpp and of its parts once.
#include <parley/json/impl/pattern.ipp>
#include <parley/json/impl/pattern_syntax.ipp>
#include <parley/json/impl/unicode_category.ipp>
#include <parley/json/pattern.hpp>
