// SPDX-License-Identifier: MIT
// Bodies of DecodeError: wording, and the JSON Pointer out of the decode stack.
#pragma once

#include <parley/json/access.hpp>
#include <parley/json/decode_error.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace parley {
namespace detail {

inline std::string describe_found(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return json.get<bool>() ? "a boolean (true)" : "a boolean (false)";
    case Json::value_t::string: {
      std::string quoted;
      write_string(short_text(json.get_ref<const std::string&>()), quoted);
      return "a string (" + quoted + ")";
    }
    case Json::value_t::array:
      return "an array";
    case Json::value_t::object:
      return "an object";
    default:
      return "a number (" + short_text(parley::to_text(json)) + ")";
  }
}

inline void append_pointer_token(std::string& out, std::string_view token) {
  out += '/';
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
}

PARLEY_DECL std::string Path::pointer() const {
  std::string out = parent != nullptr ? parent->pointer() : std::string();
  if (index != no_index) {
    append_pointer_token(out, std::to_string(index));
  } else if (parent != nullptr || !key.empty()) {
    append_pointer_token(out, key);
  }
  return out;
}

PARLEY_DECL bool DecodeContext::wrong(const Path& path, std::string_view expected,
                                      const Json& found) {
  error = {path.pointer(), std::string(expected), describe_found(found)};
  return false;
}

PARLEY_DECL bool DecodeContext::missing(const Path& path, std::string_view member) {
  error = {path.pointer(), "a member \"" + short_text(member) + "\"", "no such member"};
  return false;
}

PARLEY_DECL bool DecodeContext::unknown_tag(const Path& path, std::string_view tag,
                                            std::string_view value) {
  error = {Path{&path, tag}.pointer(), "a known value", "\"" + short_text(value) + "\""};
  return false;
}

}  // namespace detail

PARLEY_DECL std::string DecodeError::message() const {
  return (pointer.empty() ? std::string("the value") : detail::short_text(pointer, 256)) +
         ": expected " + expected + ", found " + found;
}

}  // namespace parley
