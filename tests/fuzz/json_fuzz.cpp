// SPDX-License-Identifier: MIT
// Parser and writer against nlohmann: the same texts accepted, the same values read and written.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

#include "require.hpp"

namespace {

using parley::Json;

/// Equal in value and in the type of every number, which `==` alone does not tell.
bool same(const Json& left, const Json& right) {
  return left == right && left.dump() == right.dump();
}

/// nlohmann stops at a NUL and skips a byte order mark; depth is bounded by us only.
bool is_exception(std::string_view text, const parley::ParseError& error) {
  return text.find('\0') != std::string_view::npos || text.substr(0, 3) == "\xEF\xBB\xBF" ||
         error.code == parley::ParseErrorCode::too_deep;
}

void check_written(const Json& value) {
  const std::string text = parley::to_text(value);
  for (const char byte : text) {
    require(static_cast<unsigned char>(byte) >= 0x20, "written text has no control characters");
  }
  const auto back = parley::parse(text);
  require(back.has_value(), "written text parses");
  require(same(*back, value), "written text parses to the same value");
  require(same(Json::parse(text), value), "nlohmann reads the same from written text");
}

void check_parse(std::string_view text) {
  Json value;
  parley::ParseError error;
  const Json expected = Json::parse(text, nullptr, false);
  if (!parley::parse(text, value, error)) {
    require(expected.is_discarded() || is_exception(text, error), "accepts what nlohmann accepts");
    require(error.offset <= text.size(), "the error lies within the text");
    require((error.found < 0) == (error.offset == text.size()), "the error names the byte");
    require(!error.message().empty(), "the error has a message");
    return;
  }
  require(!expected.is_discarded(), "refuses what nlohmann refuses");
  require(same(value, expected), "reads what nlohmann reads");
  check_written(value);
}

/// Any bytes can be the content of a string.
void check_string(std::string_view bytes) {
  const Json value = std::string(bytes);
  const auto back = parley::parse(parley::to_text(value));
  require(back.has_value(), "any string is written as valid JSON");
  const std::string expected = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  require(*back == Json::parse(expected), "what is not UTF-8 is replaced as nlohmann does");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_parse(text);
  check_string(text);
  return 0;
}
