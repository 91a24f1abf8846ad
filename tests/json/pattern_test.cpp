// SPDX-License-Identifier: MIT
// Patterns: ECMA-262 syntax by hand-worked examples, compile errors, and the linear-time promise.
#include <cstdint>
#include <string>

#include <parley/json/pattern.hpp>

#include "catch.hpp"

namespace {

using parley::Pattern;

bool matches(std::string_view pattern, std::string_view text) {
  const auto compiled = Pattern::compile(pattern);
  INFO(pattern);
  if (!compiled) FAIL(compiled.error().message);
  return compiled->search(text);
}

std::string error_of(std::string_view pattern) {
  const auto compiled = Pattern::compile(pattern);
  return compiled ? "(it compiled)"
                  : std::to_string(compiled.error().offset) + ": " + compiled.error().message;
}

/// Budget units that one search takes.
std::uint64_t cost(std::string_view pattern, const std::string& text) {
  std::uint64_t budget = UINT64_MAX;
  REQUIRE(Pattern::compile(pattern)->search(text, budget).has_value());
  return UINT64_MAX - budget;
}

}  // namespace

TEST_CASE("pattern: matches anywhere unless anchored") {
  CHECK(matches("b", "abc"));
  CHECK(matches("", ""));
  CHECK(matches("", "abc"));
  CHECK_FALSE(matches("^b", "abc"));
  CHECK_FALSE(matches("b$", "abc"));
  CHECK(matches("^abc$", "abc"));
  CHECK_FALSE(matches("^abc$", "abc\n"));
  CHECK(matches("^$", ""));
  CHECK(matches("a|^b|c$", "xc"));
  CHECK_FALSE(matches("a^", "aa"));
}

TEST_CASE("pattern: alternation, groups and quantifiers") {
  CHECK(matches("^(?:a|bc)+$", "abcabc"));
  CHECK_FALSE(matches("^(?:a|bc)+$", "abb"));
  CHECK(matches("^(?<year>[0-9]{4})-(0[1-9]|1[0-2])$", "2026-11"));
  CHECK_FALSE(matches("^(?<year>[0-9]{4})-(0[1-9]|1[0-2])$", "2026-13"));
  CHECK(matches("^a{2,3}$", "aa"));
  CHECK(matches("^a{2,3}$", "aaa"));
  CHECK_FALSE(matches("^a{2,3}$", "a"));
  CHECK_FALSE(matches("^a{2,3}$", "aaaa"));
  CHECK(matches("^a{2,}$", "aaaaa"));
  CHECK(matches("^a{0}$", ""));
  CHECK_FALSE(matches("^a{0}$", "a"));
  CHECK(matches("^a*?b+?c??$", "aabb"));
  CHECK(matches("^(a*)*$", "aaaa"));
  CHECK(matches("^(|a)+$", "aaaa"));
  CHECK(matches("^()$", ""));
  CHECK(matches("^(a|)$", ""));
}

TEST_CASE("pattern: classes and escapes") {
  CHECK(matches("^[a-c_\\-\\]]+$", "a-]_c"));
  CHECK(matches("^[^a-c]$", "d"));
  CHECK_FALSE(matches("^[^a-c]$", "b"));
  CHECK(matches("^[]$|^[^]$", "\n"));
  CHECK_FALSE(matches("[]", "a"));
  CHECK(matches("^[\\d\\s]+$", "1 2"));
  CHECK(matches("^[\\D]$", "x"));
  CHECK_FALSE(matches("^[^\\D]$", "x"));
  CHECK(matches("^[\\W\\d]+$", "1-"));
  CHECK_FALSE(matches("^[\\W\\d]+$", "a"));
  CHECK(matches("^[-a]+$", "-a"));
  CHECK(matches("^[a-]+$", "-a"));
  CHECK(matches("^\\x41\\u0042\\u{43}\\cJ\\t\\0$", std::string("ABC\n\t\0", 6)));
  CHECK(matches("^[\\b]$", "\b"));
  CHECK(matches("^\\/\\.\\$\\-$", "/.$-"));
  CHECK(
      matches("^a{,2}]}$", "a{,2}]}"));  // Annex B of ECMA-262: no quantifier, so plain characters
  CHECK(matches("^.$", "x"));
  CHECK_FALSE(matches("^.$", "\n"));
  CHECK_FALSE(matches("^.$", "\xE2\x80\xA8"));
}

TEST_CASE("pattern: word boundaries") {
  CHECK(matches("\\bcat\\b", "a cat!"));
  CHECK_FALSE(matches("\\bcat\\b", "concat"));
  CHECK(matches("\\Bcat", "concat"));
  CHECK(matches("^\\b", "a"));
  CHECK_FALSE(matches("^\\b", ""));
  CHECK(matches("\\B", ""));
}

TEST_CASE("pattern: text is code points, not bytes") {
  CHECK(matches("^.$", "\xF0\x9F\x98\x80"));
  CHECK(matches("^\\uD83D\\uDE00$", "\xF0\x9F\x98\x80"));
  CHECK(matches("^[\xF0\x9F\x98\x80-\xF0\x9F\x98\x82]$", "\xF0\x9F\x98\x81"));
  CHECK(matches("^\xC3\xA9{2}$", "\xC3\xA9\xC3\xA9"));
  CHECK(matches("^.{2}$", "\xC3\xFF"));          // two bytes that are no UTF-8
  CHECK(matches("^\\uFFFD+$", "\xED\xA0\x80"));  // a surrogate in UTF-8 is three bad bytes
  CHECK_FALSE(matches("^\\d$", "\xDF\x80"));     // NKO digit zero
  CHECK(matches("^\\s$", "\xE2\x80\x83"));
  CHECK(matches("^\\S$", "\xC3\xA9"));
}

TEST_CASE("pattern: general categories") {
  CHECK(matches("^\\p{Letter}cole",
                "\xC3\xA9"
                "cole"));
  CHECK(matches("^\\p{Lu}\\p{Ll}+$", "\xC3\x89t\xC3\xA9"));
  CHECK_FALSE(matches("^\\p{Lu}$", "\xC3\xA9"));
  CHECK(matches("^[\\p{L}\\p{gc=Nd}' -]+$", "Zo\xC3\xAB O'Brien 7"));
  CHECK(matches("^\\P{L}$", "7"));
  CHECK_FALSE(matches("^\\P{L}$", "k"));
  CHECK(matches("^[^\\P{L}]$", "k"));
  CHECK(matches("^\\p{Sc}\\p{General_Category=Decimal_Number}$",
                "\xE2\x82\xAC"
                "5"));
  CHECK(matches("^\\p{Any}$", "\n"));
  CHECK(matches("^\\p{Cn}$", "\xF4\x8F\xBF\xBF"));
}

TEST_CASE("pattern: what is not supported or not well formed is refused, with the place") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(error_of("ab(?=c)"), ContainsSubstring("4: lookahead"));
  CHECK_THAT(error_of("(?!c)"), ContainsSubstring("lookahead"));
  CHECK_THAT(error_of("(?<=c)"), ContainsSubstring("lookbehind"));
  CHECK_THAT(error_of("(?<!c)"), ContainsSubstring("lookbehind"));
  CHECK_THAT(error_of("(a)\\1"), ContainsSubstring("3: backreferences"));
  CHECK_THAT(error_of("(?i)a"), ContainsSubstring("flags"));
  CHECK_THAT(error_of("\\p{Script=Greek}"), ContainsSubstring("2: only general categories"));
  CHECK_THAT(error_of("\\p{L"), ContainsSubstring("{category}"));
  CHECK_THAT(error_of("\\Z"), ContainsSubstring("0: a backslash"));
  CHECK_THAT(error_of("\\a"), ContainsSubstring("0: a backslash"));
  CHECK_THAT(error_of("x\\"), ContainsSubstring("1: a backslash"));
  CHECK_THAT(error_of("(ab"), ContainsSubstring("3: this group"));
  CHECK_THAT(error_of("ab)"), ContainsSubstring("2: ')'"));
  CHECK_THAT(error_of("[ab"), ContainsSubstring("3: this character class"));
  CHECK_THAT(error_of("[b-a]"), ContainsSubstring("out of order"));
  CHECK_THAT(error_of("[\\d-z]"), ContainsSubstring("range"));
  CHECK_THAT(error_of("[a-\\d]"), ContainsSubstring("range"));
  CHECK_THAT(error_of("a{3,2}"), ContainsSubstring("out of order"));
  CHECK_THAT(error_of("*a"), ContainsSubstring("nothing to repeat"));
  CHECK_THAT(error_of("a**"), ContainsSubstring("nothing to repeat"));
  CHECK_THAT(error_of("^*"), ContainsSubstring("assertion"));
  CHECK_THAT(error_of("\\u{110000}"), ContainsSubstring("hexadecimal"));
  CHECK_THAT(error_of("\\xZZ"), ContainsSubstring("hexadecimal"));
  CHECK_THAT(error_of("(?<>a)"), ContainsSubstring("group name"));
}

TEST_CASE("pattern: what would be large to compile is refused quickly") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(error_of("(a{999}){999}"), ContainsSubstring("repetitions"));
  CHECK_THAT(error_of("a{999999999999}"), ContainsSubstring("repetitions"));
  CHECK_THAT(error_of("(((){99999}){99999}){99999}"), ContainsSubstring("repetitions"));
  CHECK_THAT(error_of(std::string(9000, 'a')), ContainsSubstring("longer"));
  CHECK_THAT(error_of(std::string(4000, '(')), ContainsSubstring("nested"));
}

TEST_CASE("pattern: work is linear in the text, also for patterns that make backtrackers explode") {
  for (const auto* pattern :
       {"^(a+)+$", "^(a|a)*$", "^(a*)*b", "(.*)(.*)(.*)x", "^(([a-z])+.)+[A-Z]$"}) {
    CAPTURE(pattern);
    const auto bound = 4 * Pattern::compile(pattern)->size();
    for (const std::size_t length : {1000u, 20000u}) {
      CHECK(cost(pattern, std::string(length, 'a') + "!") < bound * (length + 2));
    }
  }
}

TEST_CASE("pattern: a used-up budget is told from a mismatch") {
  const auto pattern = Pattern::compile("^(a|b)*$");
  std::uint64_t budget = 50;
  CHECK_FALSE(pattern->search(std::string(100, 'a'), budget).has_value());
  CHECK(budget == 0);
  budget = 5000;
  CHECK(pattern->search(std::string(100, 'a'), budget) == true);
  CHECK(budget < 5000);
}
