// SPDX-License-Identifier: MIT
// Places in messages, and the first difference between two of them, for people.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/value.hpp>
#include <parley/json/write.hpp>
#include <parley/rpc/error.hpp>

namespace parley::detail {

inline std::string cut_for_message(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
  return text + "...";
}

inline std::vector<std::string> split_pointer(const std::string& pointer) {
  if (pointer.empty() || pointer.front() != '/') {
    throw Error(Errc::invalid_argument, "the place \"" + pointer +
                                            "\" of ReplayOptions is no JSON Pointer; it must begin "
                                            "with a slash, as in \"/params/sessionId\"");
  }
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      tokens.emplace_back();
    } else if (pointer[i] == '~' && i + 1 < pointer.size()) {
      tokens.back() += pointer[++i] == '1' ? '/' : '~';
    } else {
      tokens.back() += pointer[i];
    }
  }
  return tokens;
}

// The value at a reference token, or null.
inline Json* child_at(Json& json, const std::string& token) {
  if (json.is_object()) {
    const auto found = json.find(token);
    return found == json.end() ? nullptr : &*found;
  }
  if (!json.is_array() || token.empty() || token.size() > 9) return nullptr;
  std::size_t index = 0;
  for (const char digit : token) {
    if (digit < '0' || digit > '9') return nullptr;
    index = index * 10 + static_cast<std::size_t>(digit - '0');
  }
  return index < json.size() ? &json[index] : nullptr;
}

inline Json* value_at(Json& json, const std::vector<std::string>& place) {
  Json* at = &json;
  for (const std::string& token : place) {
    if (at != nullptr) at = child_at(*at, token);
  }
  return at;
}

// Makes what lies at the place the same in every message. Items of arrays keep their index.
inline void blank_out(Json& json, const std::vector<std::string>& place, std::size_t depth = 0) {
  const std::string& token = place[depth];
  const bool last = depth + 1 == place.size();
  if (token == "*" && json.is_structured()) {
    if (last) {
      json = json.is_array() ? Json::array() : Json::object();
      return;
    }
    for (Json& value : json) blank_out(value, place, depth + 1);
  } else if (last && json.is_object()) {
    json.erase(token);
  } else if (Json* const value = child_at(json, token)) {
    if (last) {
      *value = nullptr;
    } else {
      blank_out(*value, place, depth + 1);
    }
  }
}

inline std::string escape_token(const std::string& token) {
  std::string out;
  for (const char c : token) {
    if (c == '~' || c == '/') {
      out += c == '~' ? "~0" : "~1";
    } else {
      out += c;
    }
  }
  return out;
}

// Empty when they are equal; else where they differ first and how, for a message.
inline std::string first_difference(const Json& recorded, const Json& sent,
                                    const std::string& where = {}) {
  const auto show = [](const Json& json) { return cut_for_message(to_text(json), 80); };
  const auto differs = [&](const std::string& place, const std::string& a, const std::string& b) {
    return "at " + (place.empty() ? "the top" : place) + ": recorded " + a + ", sent " + b;
  };
  if (recorded == sent) return {};
  if (recorded.is_object() && sent.is_object()) {
    for (const auto& [name, value] : recorded.items()) {
      const std::string place = where + "/" + escape_token(name);
      const auto other = sent.find(name);
      if (other == sent.end()) return differs(place, show(value), "nothing");
      std::string inner = first_difference(value, *other, place);
      if (!inner.empty()) return inner;
    }
    for (const auto& [name, value] : sent.items()) {
      if (!recorded.contains(name)) {
        return differs(where + "/" + escape_token(name), "nothing", show(value));
      }
    }
  } else if (recorded.is_array() && sent.is_array()) {
    for (std::size_t i = 0; i < std::max(recorded.size(), sent.size()); ++i) {
      const std::string place = where + "/" + std::to_string(i);
      if (i >= sent.size()) return differs(place, show(recorded[i]), "nothing");
      if (i >= recorded.size()) return differs(place, "nothing", show(sent[i]));
      std::string inner = first_difference(recorded[i], sent[i], place);
      if (!inner.empty()) return inner;
    }
  }
  return differs(where, show(recorded), show(sent));
}

}  // namespace parley::detail
