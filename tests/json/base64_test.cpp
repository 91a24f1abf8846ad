// SPDX-License-Identifier: MIT
// Base64: the vectors of RFC 4648 and what a strict decoder must refuse.
#include <string>
#include <utility>

#include <parley/json/base64.hpp>

#include "catch.hpp"

namespace {

using parley::Base64Alphabet;

/// RFC 4648, section 10.
const std::pair<const char*, const char*> rfc_vectors[] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
};

}  // namespace

TEST_CASE("base64: the vectors of RFC 4648 section 10 encode and decode") {
  for (const auto& [plain, coded] : rfc_vectors) {
    CAPTURE(plain);
    CHECK(parley::base64_encode(std::string_view(plain)) == coded);
    CHECK(parley::base64_decode(coded).value() == plain);
  }
}

TEST_CASE("base64: the URL alphabet has no padding and its own last two digits") {
  const std::string bytes("\xFB\xEF\xFF\xFE", 4);
  CHECK(parley::base64_encode(bytes) == "++///g==");
  CHECK(parley::base64_encode(bytes, Base64Alphabet::url) == "--___g");
  CHECK(parley::base64_decode("--___g", Base64Alphabet::url).value() == bytes);
  CHECK_FALSE(parley::base64_decode("++///g", Base64Alphabet::url));
  CHECK_FALSE(parley::base64_decode("--___g==", Base64Alphabet::url));
  CHECK_FALSE(parley::base64_decode("--___g=="));
}

TEST_CASE("base64: every byte value survives a round trip at every length modulo 3") {
  std::string bytes;
  for (int i = 0; i < 256 + 3; ++i) {
    bytes.push_back(static_cast<char>(i));
    for (const auto alphabet : {Base64Alphabet::standard, Base64Alphabet::url}) {
      const auto text = parley::base64_encode(bytes, alphabet);
      REQUIRE(parley::base64_decode(text, alphabet).value() == bytes);
      const auto raw = parley::base64_decode_bytes(text, alphabet).value();
      REQUIRE(parley::base64_encode(std::span(raw), alphabet) == text);
    }
  }
}

TEST_CASE("base64: what is not canonical is refused, with the place") {
  const struct {
    std::string text;
    std::size_t offset;
  } cases[] = {
      {"Zg", 2},
      {"Zg=", 3},
      {"Z", 1},
      {"Zm9v\n", 5},
      {"Zm 9", 2},
      {"Zh==", 1},
      {"Zm9=", 2},
      {"Zg==Zg==", 2},
      {"====", 1 - 1},
      {"=Zg=", 0},
      {"Zm9\xC3", 3},
      {"Z===", 1},
      {std::string("Zm9\0", 4), 3},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    const auto decoded = parley::base64_decode(c.text);
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().offset == c.offset);
    CHECK_FALSE(decoded.error().message.empty());
  }
}
