// SPDX-License-Identifier: MIT
// The writer: one line of valid UTF-8 whatever the value, and a round trip through the parser.
#include "catch.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

using parley::Json;
using parley::to_text;

namespace {

std::string string_text(std::string_view text) {
  std::string out;
  parley::write_string(text, out);
  return out;
}

template <class Number>
std::string number_text(Number value) {
  std::string out;
  parley::write_number(value, out);
  return out;
}

constexpr const char* replacement = "\xEF\xBF\xBD";

std::string random_string(std::mt19937_64& random) {
  std::string text;
  for (auto length = random() % 40; length > 0; --length) {
    switch (random() % 8) {
      case 0:
        text += static_cast<char>(random() % 0x20);
        break;
      case 1:
        text += "\"\\/"[random() % 3];
        break;
      case 2:
        text += "\xC3\xA9";
        break;
      case 3:
        text += "\xE2\x80\xA8";
        break;
      case 4:
        text += "\xF0\x9F\x98\x80";
        break;
      default:
        text += static_cast<char>(0x20 + random() % 0x60);
    }
  }
  return text;
}

double random_double(std::mt19937_64& random) {
  for (;;) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) return value;
  }
}

Json random_value(std::mt19937_64& random, int depth) {
  switch (random() % (depth > 0 ? 9 : 7)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return random() >> random() % 64;
    case 3:
      return -static_cast<std::int64_t>((random() >> random() % 63) / 2) - 1;
    case 4:
      return random_double(random);
    case 5:
      return static_cast<double>(random() % 1000) / 8;
    case 6:
      return random_string(random);
    case 7: {
      Json array = Json::array();
      for (auto size = random() % 6; size > 0; --size) {
        array.push_back(random_value(random, depth - 1));
      }
      return array;
    }
    default: {
      Json object = Json::object();
      for (auto size = random() % 6; size > 0; --size) {
        object[random_string(random)] = random_value(random, depth - 1);
      }
      return object;
    }
  }
}

}  // namespace

TEST_CASE("write: values of every kind, compact") {
  CHECK(to_text(nullptr) == "null");
  CHECK(to_text(true) == "true");
  CHECK(to_text(false) == "false");
  CHECK(to_text(Json::array()) == "[]");
  CHECK(to_text(Json::object()) == "{}");
  CHECK(to_text(Json("a")) == "\"a\"");
  CHECK(to_text(Json{1, Json::array(), Json::object(), {2, {3}}}) == "[1,[],{},[2,[3]]]");
  CHECK(to_text(Json{{"b", {1, 2}}, {"a", {{"c", nullptr}}}}) == R"({"a":{"c":null},"b":[1,2]})");
}

TEST_CASE("write: appends to what is there") {
  std::string out = "data: ";
  parley::write(Json{{"a", 1}}, out);
  CHECK(out == R"(data: {"a":1})");
}

TEST_CASE("write: only quote, backslash and control characters are escaped") {
  CHECK(string_text("\"\\/\b\f\n\r\t") == R"("\"\\/\b\f\n\r\t")");
  CHECK(string_text(std::string("\0\x01\x1F\x7F", 4)) == "\"\\u0000\\u0001\\u001f\x7F\"");
  CHECK(string_text("\xE2\x80\xA8\xE2\x80\xA9") == "\"\xE2\x80\xA8\xE2\x80\xA9\"");
  CHECK(string_text("\xC3\xA9\xF0\x9F\x98\x80") == "\"\xC3\xA9\xF0\x9F\x98\x80\"");
  CHECK(string_text("") == "\"\"");
  CHECK(to_text(Json{{"a\nb", 1}}) == R"({"a\nb":1})");
}

TEST_CASE("write: a byte that needs care is found at every place") {
  for (std::size_t length = 0; length < 70; ++length) {
    const std::string plain(length, 'x');
    CHECK(string_text(plain) == "\"" + plain + "\"");
    CHECK(string_text(plain + "\n" + plain) == "\"" + plain + "\\n" + plain + "\"");
    CHECK(string_text(plain + "\xFF" + plain) == "\"" + plain + replacement + plain + "\"");
    CHECK(string_text(plain + "\xC3\xA9" + plain) == "\"" + plain + "\xC3\xA9" + plain + "\"");
  }
}

// The expected counts are those of Unicode 15, table 3-8 and the examples around it.
TEST_CASE("write: each maximal ill-formed part of a string becomes one U+FFFD") {
  const auto expected = [](const std::string& pattern) {
    std::string text = "\"";
    for (const char byte : pattern)
      text += byte == '?' ? std::string(replacement) : std::string(1, byte);
    return text + "\"";
  };
  CHECK(string_text("\x80") == expected("?"));
  CHECK(string_text("a\xFF\xFE"
                    "b") == expected("a??b"));
  CHECK(string_text("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41") == expected("????????A"));
  CHECK(string_text("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41") == expected("????????A"));
  CHECK(string_text("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42") == expected("?????A??B"));
  CHECK(string_text("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41") == expected("????A"));
  CHECK(string_text("\xF0\x9F\x98") == expected("?"));
  CHECK(string_text("\xC3\n\xC3") == "\"" + std::string(replacement) + "\\n" + replacement + "\"");
  CHECK(to_text(Json{{"\xFF", "\xFF"}}) ==
        "{\"" + std::string(replacement) + "\":\"" + replacement + "\"}");
}

TEST_CASE("write: any bytes in a string give a text that parses") {
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes;
    for (auto length = random() % 24; length > 0; --length) {
      const unsigned byte = random() % 3 == 0 ? random() % 256 : 0x80 + random() % 0x80;
      bytes += static_cast<char>(byte);
    }
    const std::string text = string_text(bytes);
    const auto result = parley::parse(text);
    if (!result) FAIL(result.error().message());
    if (Json(bytes).dump(-1, ' ', false, Json::error_handler_t::replace) != Json(*result).dump()) {
      FAIL("nlohmann replaces differently");
    }
  }
}

TEST_CASE("write: integers of every type") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(number_text(std::numeric_limits<std::int64_t>::max()) == "9223372036854775807");
  CHECK(number_text(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(number_text(-1LL) == "-1");
  CHECK(number_text(7ULL) == "7");
  CHECK(number_text(static_cast<std::int8_t>(-8)) == "-8");
  CHECK(number_text(static_cast<unsigned short>(65535)) == "65535");
  CHECK(to_text(Json(std::numeric_limits<std::uint64_t>::max())) == "18446744073709551615");
  CHECK(to_text(Json(-5)) == "-5");
}

TEST_CASE("write: doubles are the shortest text that reads back, and stay doubles") {
  CHECK(number_text(0.0) == "0.0");
  CHECK(number_text(-0.0) == "-0.0");
  CHECK(number_text(1.0) == "1.0");
  CHECK(number_text(-1.5) == "-1.5");
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(0.1 + 0.2) == "0.30000000000000004");
  CHECK(number_text(100000.0) == "100000.0");
  CHECK(number_text(999999999999999.0) == "999999999999999.0");
  CHECK(number_text(1e15) == "1e+15");
  CHECK(number_text(1e22) == "1e+22");
  CHECK(number_text(0.0001) == "0.0001");
  CHECK(number_text(0.00001) == "1e-05");
  CHECK(number_text(123456.789) == "123456.789");
  CHECK(number_text(0.00012345678901234567) == "0.00012345678901234567");
  CHECK(number_text(5e-324) == "5e-324");
  CHECK(number_text(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(number_text(1.5F) == "1.5");
}

TEST_CASE("write: NaN and infinities become null") {
  CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(number_text(std::numeric_limits<double>::infinity()) == "null");
  CHECK(to_text(Json(-std::numeric_limits<double>::infinity())) == "null");
}

TEST_CASE("write: values that JSON does not have") {
  CHECK(to_text(Json::binary({1, 255})) == R"({"bytes":[1,255],"subtype":null})");
  CHECK(to_text(Json::binary({}, 42)) == R"({"bytes":[],"subtype":42})");
  CHECK(to_text(Json::array({Json(Json::value_t::discarded)})) == "[null]");
}

TEST_CASE("write: a value nested 200,000 deep does not overflow the stack") {
  Json value = 1;
  for (int i = 0; i < 200'000; ++i) {
    Json outer = Json::array();
    outer.push_back(std::move(value));
    value = std::move(outer);
  }
  const std::string text = to_text(value);
  CHECK(text == std::string(200'000, '[') + "1" + std::string(200'000, ']'));
  const auto back = parley::parse(text, {.max_depth = 200'000});
  REQUIRE(back);
  CHECK(to_text(*back) == text);
}

TEST_CASE("write: random values come back equal through parse") {
  std::mt19937_64 random(8259);
  for (int round = 0; round < 5'000; ++round) {
    const Json value = random_value(random, 5);
    const std::string text = to_text(value);
    const auto back = parley::parse(text);
    if (!back) FAIL(back.error().message() << " in " << text);
    if (*back != value || back->dump() != value.dump()) FAIL(text << " from " << value.dump());
    if (Json::parse(text) != value) FAIL("nlohmann reads something else from " << text);
    for (const char byte : text) {
      if (static_cast<unsigned char>(byte) < 0x20) FAIL("control character in " << text);
    }
  }
}

TEST_CASE("write: random doubles come back bit by bit") {
  std::mt19937_64 random(754);
  for (int round = 0; round < 20'000; ++round) {
    const double value = random_double(random);
    const Json back = parley::parse(number_text(value)).value();
    if (!back.is_number_float() || back.get<double>() != value) FAIL(number_text(value));
  }
}
