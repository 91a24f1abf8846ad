// SPDX-License-Identifier: MIT
// The parser: what RFC 8259 allows, what it forbids, the limits, and agreement with nlohmann.
#include "catch.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <sstream>
#include <string>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>

using parley::Json;
using parley::ParseError;
using parley::ParseErrorCode;
using parley::ParseLimits;

namespace {

Json parsed(std::string_view text, const ParseLimits& limits = {}) {
  auto result = parley::parse(text, limits);
  if (!result) FAIL(result.error().message() << " in " << text.substr(0, 200));
  return std::move(*result);
}

ParseError refused(std::string_view text, const ParseLimits& limits = {}) {
  auto result = parley::parse(text, limits);
  if (result) FAIL("accepted: " << text.substr(0, 200));
  return result.error();
}

void check_refused(std::string_view text, ParseErrorCode code, std::size_t offset) {
  const ParseError error = refused(text);
  INFO(text.substr(0, 200) << " gave " << error.message());
  CHECK(error.code == code);
  CHECK(error.offset == offset);
  CHECK(error.found == (offset < text.size() ? static_cast<unsigned char>(text[offset]) : -1));
}

std::string nested(std::size_t depth, const char* open, const char* close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

/// What nlohmann makes of the same text; discarded when it refuses.
Json reference(std::string_view text) { return Json::parse(text, nullptr, false); }

void check_text_like_nlohmann(std::string_view text) {
  INFO(text);
  const Json expected = reference(text);
  const auto actual = parley::parse(text);
  CHECK(actual.has_value() == !expected.is_discarded());
  if (!actual || expected.is_discarded()) return;
  CHECK(*actual == expected);
  CHECK(actual->type() == expected.type());
}

/// Checks each of several texts, which are separated by white space.
void check_like_nlohmann(const std::string& texts) {
  std::istringstream words(texts);
  for (std::string word; words >> word;) check_text_like_nlohmann(word);
}

}  // namespace

TEST_CASE("parse: literals and white space") {
  CHECK(parsed("null") == Json(nullptr));
  CHECK(parsed("true") == Json(true));
  CHECK(parsed("false") == Json(false));
  CHECK(parsed(" \t\r\n null \t\r\n ") == Json(nullptr));
  CHECK(parsed("[ ]") == Json::array());
  CHECK(parsed("{ }") == Json::object());
  CHECK(parsed(" { \"a\" : [ 1 , 2 ] , \"b\" : { } } ").dump() == R"({"a":[1,2],"b":{}})");
}

TEST_CASE("parse: white space is only the four characters of RFC 8259") {
  for (const char* text : {"\v1", "\f1", "\b1",
                           "\xC2\xA0"
                           "1",
                           "\xE2\x80\xA8"
                           "1"}) {
    check_refused(text, ParseErrorCode::unexpected_character, 0);
  }
}

TEST_CASE("parse: bad literals are refused at the byte that differs") {
  check_refused("nul1", ParseErrorCode::invalid_literal, 3);
  check_refused("tRue", ParseErrorCode::invalid_literal, 1);
  check_refused("falsy", ParseErrorCode::invalid_literal, 4);
  check_refused("True", ParseErrorCode::unexpected_character, 0);
  check_refused("NaN", ParseErrorCode::unexpected_character, 0);
  check_refused("Infinity", ParseErrorCode::unexpected_character, 0);
  check_refused("undefined", ParseErrorCode::unexpected_character, 0);
  check_refused("nullx", ParseErrorCode::trailing_characters, 4);
}

TEST_CASE("parse: structure errors are refused at their place") {
  check_refused("", ParseErrorCode::unexpected_end, 0);
  check_refused("  ", ParseErrorCode::unexpected_end, 2);
  check_refused("[1,]", ParseErrorCode::unexpected_character, 3);
  check_refused("[,1]", ParseErrorCode::unexpected_character, 1);
  check_refused("[1 2]", ParseErrorCode::unexpected_character, 3);
  check_refused("[1}", ParseErrorCode::unexpected_character, 2);
  check_refused("]", ParseErrorCode::unexpected_character, 0);
  check_refused("}", ParseErrorCode::unexpected_character, 0);
  check_refused("{,}", ParseErrorCode::unexpected_character, 1);
  check_refused("{1:2}", ParseErrorCode::unexpected_character, 1);
  check_refused("{\"a\"}", ParseErrorCode::unexpected_character, 4);
  check_refused("{\"a\" 1}", ParseErrorCode::unexpected_character, 5);
  check_refused("{\"a\":}", ParseErrorCode::unexpected_character, 5);
  check_refused("{\"a\":1,}", ParseErrorCode::unexpected_character, 7);
  check_refused("{\"a\":1]", ParseErrorCode::unexpected_character, 6);
  check_refused("{a:1}", ParseErrorCode::unexpected_character, 1);
  check_refused("{'a':1}", ParseErrorCode::unexpected_character, 1);
  check_refused("// x\n1", ParseErrorCode::unexpected_character, 0);
  check_refused("[1/**/]", ParseErrorCode::unexpected_character, 2);
}

TEST_CASE("parse: nothing may follow the value") {
  check_refused("1 2", ParseErrorCode::trailing_characters, 2);
  check_refused("{}{}", ParseErrorCode::trailing_characters, 2);
  check_refused("[]]", ParseErrorCode::trailing_characters, 2);
  check_refused("\"a\"b", ParseErrorCode::trailing_characters, 3);
}

TEST_CASE("parse: NUL outside of a string is refused, wherever nlohmann would stop reading") {
  using namespace std::string_view_literals;
  check_refused("\0"sv, ParseErrorCode::unexpected_character, 0);
  check_refused("{\"a\":1}\0"sv, ParseErrorCode::trailing_characters, 7);
  check_refused("{\"a\":1}\0garbage"sv, ParseErrorCode::trailing_characters, 7);
  check_refused("[1\0]"sv, ParseErrorCode::unexpected_character, 2);
  check_refused("{\0}"sv, ParseErrorCode::unexpected_character, 1);
  check_refused("1\0"sv, ParseErrorCode::trailing_characters, 1);
  check_refused("tru\0"sv, ParseErrorCode::invalid_literal, 3);
  check_refused("\"a\0\""sv, ParseErrorCode::control_character, 2);
  check_refused("\"\\\0\""sv, ParseErrorCode::invalid_escape, 2);
}

TEST_CASE("parse: a byte order mark is refused; stripping it is the framer's business") {
  check_refused("\xEF\xBB\xBF{}", ParseErrorCode::byte_order_mark, 0);
  check_refused("\xEF\xBB", ParseErrorCode::unexpected_character, 0);
  check_refused("\xFF\xFE{\0", ParseErrorCode::unexpected_character, 0);
  CHECK(parsed("\"\xEF\xBB\xBF\"") == Json("\xEF\xBB\xBF"));
}

TEST_CASE("parse: every escape of RFC 8259") {
  CHECK(parsed(R"("\"\\\/\b\f\n\r\t")") == Json("\"\\/\b\f\n\r\t"));
  CHECK(parsed(R"("\u0041\u00e9\u20AC\uD83D\uDE00")") ==
        Json("A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"));
  CHECK(parsed(R"("\u0000")") == Json(std::string(1, '\0')));
  CHECK(parsed(R"("\uabcd\uABCD")") == Json("\xEA\xAF\x8D\xEA\xAF\x8D"));
  CHECK(parsed(R"("\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff")") ==
        Json("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"));
  CHECK(parsed(R"("\ud800\udc00\udbff\udfff")") == Json("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
  CHECK(parsed(R"({"\u0061\n":1})") == Json{{"a\n", 1}});
}

TEST_CASE("parse: other escapes are refused") {
  for (int byte = 1; byte < 256; ++byte) {
    if (std::string_view("\"\\/bfnrtu").find(static_cast<char>(byte)) != std::string_view::npos) {
      continue;
    }
    check_refused(in_quotes("\\" + std::string(1, static_cast<char>(byte))),
                  ParseErrorCode::invalid_escape, 2);
  }
  check_refused(R"("\u12g4")", ParseErrorCode::invalid_escape, 5);
  check_refused(R"("\u-123")", ParseErrorCode::invalid_escape, 3);
  check_refused(R"("\u 123")", ParseErrorCode::invalid_escape, 3);
  check_refused(R"("\u123")", ParseErrorCode::invalid_escape, 6);
  check_refused(R"("\U0041")", ParseErrorCode::invalid_escape, 2);
}

TEST_CASE("parse: surrogates that are not a pair are refused at the first escape") {
  check_refused(R"("a\udc00")", ParseErrorCode::unpaired_surrogate, 2);
  check_refused(R"("a\udfff\ud800")", ParseErrorCode::unpaired_surrogate, 2);
  check_refused(R"("\ud800")", ParseErrorCode::unpaired_surrogate, 1);
  check_refused(R"("\ud800x")", ParseErrorCode::unpaired_surrogate, 1);
  check_refused(R"("\ud800\n")", ParseErrorCode::unpaired_surrogate, 1);
  check_refused(R"("\ud800\ud800")", ParseErrorCode::unpaired_surrogate, 1);
  check_refused(R"("\udbff\ue000")", ParseErrorCode::unpaired_surrogate, 1);
  check_refused(R"("\ud800\u12")", ParseErrorCode::invalid_escape, 11);
  check_refused(R"("\ud800\)", ParseErrorCode::unexpected_end, 8);
}

TEST_CASE("parse: control characters in strings are refused, DEL is not one") {
  for (int byte = 0; byte < 0x20; ++byte) {
    check_refused(in_quotes("abcdefghijklmnopqrstuvwxyz" + std::string(1, static_cast<char>(byte))),
                  ParseErrorCode::control_character, 27);
    check_refused(in_quotes("a" + std::string(1, static_cast<char>(byte))),
                  ParseErrorCode::control_character, 2);
  }
  CHECK(parsed("\"\x7F\"") == Json("\x7F"));
}

TEST_CASE("parse: UTF-8 at the borders of every row of Unicode table 3-7") {
  for (const char* text :
       {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xE0\xBF\xBF", "\xE1\x80\x80",
        "\xEC\xBF\xBF", "\xED\x80\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF",
        "\xF0\x90\x80\x80", "\xF0\xBF\xBF\xBF", "\xF1\x80\x80\x80", "\xF3\xBF\xBF\xBF",
        "\xF4\x80\x80\x80", "\xF4\x8F\xBF\xBF", "\xE2\x80\xA8\xE2\x80\xA9"}) {
    CHECK(parsed(in_quotes(text)) == Json(text));
  }
  for (const char* text : {"\x80",
                           "\xBF",
                           "\xC0\x80",
                           "\xC1\xBF",
                           "\xC2",
                           "\xC2\x7F",
                           "\xC2\xC0",
                           "\xE0\x9F\xBF",
                           "\xE0\x80\x80",
                           "\xE1\x80",
                           "\xE1\x80\x7F",
                           "\xE1\x7F\x80",
                           "\xED\xA0\x80",
                           "\xED\xBF\xBF",
                           "\xF0\x8F\xBF\xBF",
                           "\xF0\x90\x80",
                           "\xF0\x90\x80\xC0",
                           "\xF4\x90\x80\x80",
                           "\xF5\x80\x80\x80",
                           "\xF8\x88\x80\x80\x80",
                           "\xFE",
                           "\xFF"}) {
    check_refused(in_quotes("a" + std::string(text)), ParseErrorCode::invalid_utf8, 2);
    check_refused("{" + in_quotes("a" + std::string(text)) + ":1}", ParseErrorCode::invalid_utf8,
                  3);
  }
}

TEST_CASE("parse: a special byte is found at every place of a string") {
  for (std::size_t length = 0; length < 70; ++length) {
    const std::string plain(length, 'x');
    for (const char* tail : {"", " ", "                    "}) {
      CHECK(parsed(in_quotes(plain) + tail) == Json(plain));
      CHECK(parsed(in_quotes(plain + "\\n") + tail) == Json(plain + "\n"));
      CHECK(parsed(in_quotes(plain + "\xC3\xA9y") + tail) == Json(plain + "\xC3\xA9y"));
      CHECK(refused(in_quotes(plain + "\x01") + tail).offset == length + 1);
      CHECK(refused("\"" + plain).code == ParseErrorCode::unexpected_end);
    }
  }
}

TEST_CASE("parse: integers are exact from -2^63 to 2^64-1") {
  CHECK(parsed("0").is_number_unsigned());
  CHECK(parsed("18446744073709551615") == Json(std::numeric_limits<std::uint64_t>::max()));
  CHECK(parsed("18446744073709551615").is_number_unsigned());
  CHECK(parsed("9223372036854775808") == Json(std::uint64_t{1} << 63));
  CHECK(parsed("9007199254740993") == Json(std::uint64_t{9007199254740993}));
  const Json lowest = parsed("-9223372036854775808");
  CHECK(lowest.is_number_integer());
  CHECK(!lowest.is_number_unsigned());
  CHECK(lowest.get<std::int64_t>() == std::numeric_limits<std::int64_t>::min());
  const Json minus_zero = parsed("-0");
  CHECK(minus_zero.is_number_integer());
  CHECK(minus_zero == Json(0));
}

TEST_CASE("parse: integers beyond 64 bits become the nearest double") {
  CHECK(parsed("18446744073709551616").get<double>() == 18446744073709551616.0);
  CHECK(parsed("18446744073709551616").is_number_float());
  CHECK(parsed("99999999999999999999").is_number_float());
  CHECK(parsed("-9223372036854775809").is_number_float());
  CHECK(parsed("-18446744073709551615").get<double>() == -18446744073709551615.0);
  CHECK(parsed("1" + std::string(308, '0')).get<double>() == 1e308);
  check_refused("[1" + std::string(309, '0') + "]", ParseErrorCode::number_out_of_range, 1);
}

TEST_CASE("parse: numbers with a fraction or an exponent are doubles") {
  CHECK(parsed("1.0").is_number_float());
  CHECK(parsed("1e2").is_number_float());
  CHECK(parsed("1E+2").get<double>() == 100.0);
  CHECK(parsed("-1.5e-3").get<double>() == -0.0015);
  CHECK(parsed("0.1").get<double>() == 0.1);
  CHECK(parsed("0e0").get<double>() == 0.0);
  CHECK(std::signbit(parsed("-0.0").get<double>()));
  CHECK(parsed("1.7976931348623157e308").get<double>() == std::numeric_limits<double>::max());
  CHECK(parsed("5e-324").get<double>() == std::numeric_limits<double>::denorm_min());
  CHECK(parsed("2.2250738585072011e-308").get<double>() == 2.2250738585072011e-308);
}

TEST_CASE("parse: a number too large for a double is an error, one too small is zero") {
  for (const char* text : {"1e999", "-1e999", "1e309", "1.8e308", "123456e99999999999999999999",
                           "0.0001e400", "1E+999"}) {
    const ParseError error = refused(text);
    CHECK(error.code == ParseErrorCode::number_out_of_range);
    CHECK(error.offset == 0);
  }
  for (const char* text : {"1e-999", "1e-400", "0.1e-99999999999999999999", "1000e-400"}) {
    CHECK(parsed(text).get<double>() == 0.0);
  }
  CHECK(parsed("0." + std::string(400, '0') + "1").get<double>() == 0.0);
  CHECK(parsed("0." + std::string(400, '0') + "1e401").get<double>() == 1.0);
  CHECK(parsed("0e999").get<double>() == 0.0);
  CHECK(std::signbit(parsed("-1e-999").get<double>()));
}

TEST_CASE("parse: number texts outside the grammar are refused") {
  check_refused("01", ParseErrorCode::invalid_number, 1);
  check_refused("-01", ParseErrorCode::invalid_number, 2);
  check_refused("00", ParseErrorCode::invalid_number, 1);
  check_refused("-", ParseErrorCode::unexpected_end, 1);
  check_refused("[-]", ParseErrorCode::invalid_number, 2);
  check_refused("--1", ParseErrorCode::invalid_number, 1);
  check_refused("+1", ParseErrorCode::unexpected_character, 0);
  check_refused(".5", ParseErrorCode::unexpected_character, 0);
  check_refused("[1.]", ParseErrorCode::invalid_number, 3);
  check_refused("[1.e5]", ParseErrorCode::invalid_number, 3);
  check_refused("[1e]", ParseErrorCode::invalid_number, 3);
  check_refused("[1e+]", ParseErrorCode::invalid_number, 4);
  check_refused("1.2.3", ParseErrorCode::trailing_characters, 3);
  check_refused("0x10", ParseErrorCode::trailing_characters, 1);
  check_refused("1_000", ParseErrorCode::trailing_characters, 1);
  check_refused("-Infinity", ParseErrorCode::invalid_number, 1);
}

TEST_CASE("parse: depth 256 is accepted and 257 refused by default") {
  CHECK(parsed(nested(256, "[", "]")).is_array());
  check_refused(nested(257, "[", "]"), ParseErrorCode::too_deep, 256);
  const std::string objects = nested(255, "{\"a\":", "}");
  CHECK(refused(objects).code == ParseErrorCode::unexpected_character);  // no innermost value
  CHECK(parsed("[" + nested(254, "[", "]") + "," + nested(255, "[", "]") + "]").size() == 2);
}

TEST_CASE("parse: 100,000-deep nesting is a clean error") {
  CHECK(refused(std::string(100'000, '[')).code == ParseErrorCode::too_deep);
  CHECK(refused(nested(100'000, "{\"a\":", "}")).code == ParseErrorCode::too_deep);
}

TEST_CASE("parse: with a raised limit any depth is read and released without recursion") {
  const ParseLimits limits{.max_depth = 1'000'000};
  CHECK(parsed(nested(500'000, "[", "]"), limits).is_array());
  // Released half-built, too.
  CHECK(refused(std::string(500'000, '['), limits).code == ParseErrorCode::unexpected_end);
  std::string objects = nested(200'000, "{\"a\":", "}");
  objects.insert(200'000 * 5, "1");
  CHECK(parsed(objects, limits).is_object());
}

TEST_CASE("parse: depth 0 allows scalars only") {
  const ParseLimits limits{.max_depth = 0};
  CHECK(parsed("1", limits) == Json(1));
  CHECK(refused("[]", limits).code == ParseErrorCode::too_deep);
}

TEST_CASE("parse: a text of max_bytes is accepted, a longer one refused") {
  const ParseLimits limits{.max_bytes = 4};
  CHECK(parsed("true", limits) == Json(true));
  const ParseError error = refused("true ", limits);
  CHECK(error.code == ParseErrorCode::too_large);
  CHECK(error.offset == 4);
}

TEST_CASE("parse: max_values counts members and items at all depths") {
  const ParseLimits limits{.max_values = 4};
  CHECK(parsed(R"([1,{"a":[]},""])", limits).is_array());
  CHECK(parsed(R"({"a":1,"b":[[[]]]})", {.max_values = 4}).is_object());
  CHECK(refused("[1,2,3,4,5]", limits).code == ParseErrorCode::too_many_values);
  CHECK(refused("[1,2,3,4,5]", limits).offset == 9);
  CHECK(refused(R"({"a":{"b":{"c":{"d":{"e":1}}}}})", limits).code ==
        ParseErrorCode::too_many_values);
  CHECK(parsed("7", {.max_values = 0}) == Json(7));
  CHECK(parsed("[]", {.max_values = 0}) == Json::array());
}

TEST_CASE("parse: of several members with one name the last wins") {
  CHECK(parsed(R"({"a":1,"b":2,"a":3})").dump() == R"({"a":3,"b":2})");
  CHECK(parsed(R"({"a":[1,2],"a":{"b":1}})").dump() == R"({"a":{"b":1}})");
  CHECK(parsed(R"({"a":{"x":1},"a":{"y":2}})").dump() == R"({"a":{"y":2}})");
  CHECK(parsed(R"({"a":"long enough to be on the heap","\u0061":null})").dump() == R"({"a":null})");
}

TEST_CASE("parse: duplicate names can be made an error") {
  const ParseLimits limits{.reject_duplicate_keys = true};
  const ParseError error = refused(R"({"a":1,"\u0061":3})", limits);
  CHECK(error.code == ParseErrorCode::duplicate_key);
  CHECK(error.offset == 7);
  CHECK(parsed(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})", limits).is_object());
}

TEST_CASE("parse: a message cut at any byte is refused as incomplete") {
  const std::string text =
      R"({"id":-12.5e+3,"ok":true,"no":false,"nil":null,"s":"a\n\u20ac\ud83d\ude00z","a":[1,[]]})";
  REQUIRE(parley::parse(text));
  for (std::size_t length = 0; length < text.size(); ++length) {
    const ParseError error = refused(text.substr(0, length));
    INFO(text.substr(0, length));
    CHECK(error.code == ParseErrorCode::unexpected_end);
    CHECK(error.offset == length);
    CHECK(error.found == -1);
  }
}

TEST_CASE("parse: the out form leaves null after an error, and may read from its own output") {
  Json value = {1, 2};
  ParseError error;
  CHECK(!parley::parse("[1,", value, error));
  CHECK(value.is_null());
  value = Json(R"({"nested":"json text in a string"})");
  CHECK(parley::parse(value.get_ref<const std::string&>(), value, error));
  CHECK(value["nested"] == "json text in a string");
}

TEST_CASE("parse: an error says what was wrong, where, and what to do") {
  CHECK(refused("{'a':1}").message() ==
        "invalid JSON at offset 1, byte 0x27 ('''): this byte cannot stand here; check commas, "
        "colons, quotes and brackets before it");
  CHECK(refused("[1,").message() ==
        "invalid JSON at offset 3, the end of the text: the text ends too early; send the complete "
        "value");
  CHECK(refused("\"\n\"").message() ==
        "invalid JSON at offset 1, byte 0x0A: unescaped control character in a string; escape it "
        "(\\n, \\t, \\u00XX) or close the string");
}

TEST_CASE("parse: a text longer than any register and a value of every kind") {
  std::string text = "[";
  for (int i = 0; i < 2000; ++i) text += std::to_string(i) + ",";
  text += in_quotes(std::string(1 << 20, 'A')) + "]";
  const Json value = parsed(text);
  CHECK(value.size() == 2001);
  CHECK(value[1999] == 1999);
  CHECK(value[2000].get_ref<const std::string&>() == std::string(1 << 20, 'A'));
}

TEST_CASE("parse: odd numbers are accepted and refused as nlohmann does") {
  check_like_nlohmann(
      R"(1 - -0 -0.0 0.0 1e5 1E5 1e+5 1e-5 1.5E+10 0e1 01 1. .1 +1 1e 1e1.5 0x1 1e308
      1e309 -1e309 1e-400 4.9e-324 9223372036854775807 9223372036854775808 -9223372036854775808
      -9223372036854775809 18446744073709551615 18446744073709551616 0.30000000000000004
      123456789012345678901234567890 2.2250738585072014e-308 179769313486231580793e289 -a [-] 1a [1a]
      NaN -Infinity 1e+ 1e- 1e+1 -0e-1 0.0e 00 -00.1 1.0.0 1-1 1,1)");
}

TEST_CASE("parse: odd structures are accepted and refused as nlohmann does") {
  check_like_nlohmann(R"([] [[]] [[] [[[]]] []] [1,2,3] [1,2,3,] [,] [1,,2] {} {"":""} {"a":1,"a":2}
      {"a"} {"a":} {:1} {"a":1,} {,"a":1} {1:1} {"a":1"b":2} {"a":1;"b":2} {"a",1} {"a":1:2} ["a":1]
      nul null nulll True truefalse [true,false,null] {"k":[{"l":[{}]}]} @ [@] {"a":@} {"a":tru} [1]x
      /*c*/1 1//c "a""b" {}{} {null:1} {[]:1} [}] {]} { [ : , ' 'a')");
  for (const char* text : {"", " ", "1 1", "[1 2]", "{\"a\":1 \"b\":2}", "1\n", "\n1", "\t[\r\n]\t",
                           "[\"a\",\n\"b\"]", "\xC3\xA9", "\xE2\x80\xA8", "\v1", "\f"}) {
    check_text_like_nlohmann(text);
  }
}

TEST_CASE("parse: odd strings are accepted and refused as nlohmann does") {
  check_like_nlohmann(
      R"("" " "\" "\\" "\u" "\u00" "\u0000" "\uD800" "\uD800\uDC00" "\uDC00" "\x41" "\'"
      "\uD800\u0041" "\uD800\uD800" "\uDBFF\uDFFF" "\uDBFF\uE000" "\ud83d\ude00" "\u12G4" "\a")");
  for (const char* text :
       {"\"\t\"", "\"\n\"", "\"\x7F\"", "\"\xC3\xA9\"", "\"\xC3\"", "\"\xC0\xAF\"",
        "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xF0\x9F\x98\x80\""}) {
    check_text_like_nlohmann(text);
  }
}

TEST_CASE("parse: mutated messages are accepted and refused as nlohmann does") {
  const std::string seed =
      R"({"id":12,"s":"a\n\u20ac\ud83d\ude00","n":[-0.5e+3,true,false,null,{}],"k":{"e":[]}})";
  const std::string_view alphabet =
      "{}[]:,\"\\u0123456789abcdefnrt.+-eE \n\x01\x7F\x80\xC3\xA9\xED\xF0";
  std::mt19937 random(20250611);
  const auto pick = [&random](std::size_t bound) { return random() % bound; };
  for (int round = 0; round < 20'000; ++round) {
    std::string text = seed;
    for (auto edits = 1 + pick(3); edits > 0; --edits) {
      const auto place = pick(text.size());
      const char byte = alphabet[pick(alphabet.size())];
      switch (pick(4)) {
        case 0:
          text.erase(place, 1 + pick(4));
          break;
        case 1:
          text.insert(place, 1, byte);
          break;
        case 2:
          text.insert(place, text.substr(pick(text.size()), pick(8)));
          break;
        default:
          text[place] = byte;
      }
      if (text.empty()) text = "1";
    }
    const Json expected = reference(text);
    const auto actual = parley::parse(text);
    if (actual.has_value() == expected.is_discarded()) FAIL("they disagree about " << text);
    if (actual && (*actual != expected || actual->dump() != expected.dump())) {
      FAIL("different values for " << text);
    }
  }
}
