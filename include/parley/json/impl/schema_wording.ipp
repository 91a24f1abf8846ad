// SPDX-License-Identifier: MIT
// Bodies of schema_wording.hpp.
#pragma once

#include <algorithm>
#include <charconv>

#include <parley/json/impl/json_order.hpp>
#include <parley/json/impl/schema_wording.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

inline constexpr std::size_t max_quote_bytes = 40, max_listed = 12;

PARLEY_DECL std::string quote(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::size_t end = std::min(text.size(), max_quote_bytes);
  while (end < text.size() && end > 0 && (text[end] & 0xC0) == 0x80)
    --end;  // not inside a code point
  std::string out = "\"";
  for (const char c : text.substr(0, end)) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) {
      out += c;
    } else {
      out += "\\u00";
      out += hex[static_cast<unsigned char>(c) >> 4];
      out += hex[c & 15];
    }
  }
  return out + (end < text.size() ? "...\"" : "\"");
}

PARLEY_DECL std::string counted(std::size_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  text += noun;
  if (count == 1) return text;
  if (noun.ends_with('y')) {
    text.back() = 'i';
    return text + "es";
  }
  return text + "s";
}

inline std::string number_text(const Json& number) {
  if (const auto* u = number.get_ptr<const Json::number_unsigned_t*>()) return std::to_string(*u);
  if (number.is_number_integer()) return std::to_string(number.get<std::int64_t>());
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, number.get<double>()).ptr};
}

PARLEY_DECL std::string excerpt(const Json& value) {
  switch (value.type()) {
    case Json::value_t::string:
      return quote(value.get_ref<const std::string&>());
    case Json::value_t::array:
      return "an array of " + counted(value.size(), "item");
    case Json::value_t::object:
      return "an object with " + counted(value.size(), "property");
    case Json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    default:
      return value.is_number() ? number_text(value) : std::string(type_name(value));
  }
}

PARLEY_DECL std::string_view type_name(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return "boolean";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return "integer";
    case Json::value_t::number_float:
      return is_integral(value) ? "integer" : "number";
    case Json::value_t::string:
      return "string";
    case Json::value_t::array:
      return "array";
    case Json::value_t::object:
      return "object";
    default:
      return "a value that is not JSON";
  }
}

PARLEY_DECL std::string type_names(TypeMask types) {
  constexpr std::pair<TypeMask, std::string_view> names[] = {
      {object_bit, "object"},   {array_bit, "array"},   {string_bit, "string"},
      {integer_bit, "integer"}, {number_bit, "number"}, {boolean_bit, "boolean"},
      {null_bit, "null"}};
  std::string text;
  for (const auto& [bit, name] : names) {
    if ((types & bit) == 0) continue;
    if (!text.empty()) text += " or ";
    text += name;
  }
  return text;
}

PARLEY_DECL std::string allowed_values(const ValueRules& rules) {
  std::string text;
  for (std::size_t i = 0; i < std::min(rules.allowed.size(), max_listed); ++i) {
    text += (i == 0 ? "" : ", ") + excerpt(*rules.allowed[i]);
  }
  return rules.allowed.size() > max_listed ? text + ", ..." : text;
}

PARLEY_DECL std::string known_properties(const ObjectRules& rules) {
  std::string text;
  std::size_t listed = 0;
  for (const auto& rule : rules.properties) {
    if (rule.schema == nullptr) continue;
    text += listed == 0 ? "; known: " : ", ";
    if (++listed > max_listed) return text + "...";
    text += quote(rule.name);
  }
  return text;
}

}  // namespace parley::detail::schema
