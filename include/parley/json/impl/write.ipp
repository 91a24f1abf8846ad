// SPDX-License-Identifier: MIT
// Bodies of json/write.hpp.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>

#include <parley/json/detail/small_stack.hpp>
#include <parley/json/detail/text_scan.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace parley {
namespace detail {

/// A container that has been opened, and the child of it that is being written.
struct OpenContainer {
  const Json* container;
  Json::object_t::const_iterator member;
  std::size_t element;
};

using OpenContainers = SmallStack<OpenContainer, 16>;

template <class Integer>
void write_integer(Integer value, std::string& out) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

inline void write_escape(char byte, std::string& out) {
  constexpr const char* digits = "0123456789abcdef";
  switch (byte) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\b':
      out += "\\b";
      break;
    case '\f':
      out += "\\f";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default: {
      const char text[] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 0xF]};
      out.append(text, sizeof text);
    }
  }
}

/// Continues a string at `at`, its first byte that is not plain.
inline void write_special(const char* first, const char* at, const char* last, std::string& out) {
  while (at != last) {
    if (static_cast<unsigned char>(*at) < 0x80) {
      out.append(first, at);
      write_escape(*at, out);
      first = ++at;
    } else {
      const Utf8Step step = utf8_step(at, last);
      if (!step.valid) {
        out.append(first, at);
        out += "\xEF\xBF\xBD";
        first = at + step.length;
      }
      at += step.length;
      if (at != last && static_cast<unsigned char>(*at) >= 0x80) continue;
    }
    at = find_special(at, last);
  }
  out.append(first, last);
}

inline void write_binary(const Json::binary_t& binary, std::string& out) {
  out += "{\"bytes\":[";
  for (std::size_t i = 0; i < binary.size(); ++i) {
    if (i != 0) out += ',';
    write_integer(static_cast<unsigned>(binary[i]), out);
  }
  out += "],\"subtype\":";
  if (binary.has_subtype()) {
    write_integer(binary.subtype(), out);
  } else {
    out += "null";
  }
  out += '}';
}

/// Everything but arrays and objects that have children.
inline void write_leaf(const Json& value, std::string& out) {
  switch (value.type()) {
    case Json::value_t::object:
      out += "{}";
      break;
    case Json::value_t::array:
      out += "[]";
      break;
    case Json::value_t::string:
      write_string(value.get_ref<const std::string&>(), out);
      break;
    case Json::value_t::boolean:
      out += value.get_ref<const bool&>() ? "true" : "false";
      break;
    case Json::value_t::number_integer:
      write_number(value.get_ref<const Json::number_integer_t&>(), out);
      break;
    case Json::value_t::number_unsigned:
      write_number(value.get_ref<const Json::number_unsigned_t&>(), out);
      break;
    case Json::value_t::number_float:
      write_number(value.get_ref<const Json::number_float_t&>(), out);
      break;
    case Json::value_t::binary:
      write_binary(value.get_binary(), out);
      break;
    default:
      out += "null";
  }
}

inline const Json* write_key(const Json::object_t::value_type& member, std::string& out) {
  write_string(member.first, out);
  out += ':';
  return &member.second;
}

/// Opens `value` and returns its first child, or writes it whole and returns null.
inline const Json* write_or_open(const Json& value, OpenContainers& open, std::string& out) {
  if (const auto* object = value.get_ptr<const Json::object_t*>(); object && !object->empty()) {
    out += '{';
    open.push_back({&value, object->begin(), 0});
    return write_key(*object->begin(), out);
  }
  if (const auto* array = value.get_ptr<const Json::array_t*>(); array && !array->empty()) {
    out += '[';
    open.push_back({&value, {}, 0});
    return &array->front();
  }
  write_leaf(value, out);
  return nullptr;
}

/// After a value: closes the containers that it ends, and returns the next value to write.
inline const Json* next_value(OpenContainers& open, std::string& out) {
  while (!open.empty()) {
    OpenContainer& top = open.back();
    if (const auto* object = top.container->get_ptr<const Json::object_t*>()) {
      if (++top.member != object->end()) {
        out += ',';
        return write_key(*top.member, out);
      }
      out += '}';
    } else {
      const auto& array = top.container->get_ref<const Json::array_t&>();
      if (++top.element != array.size()) {
        out += ',';
        return &array[top.element];
      }
      out += ']';
    }
    open.pop_back();
  }
  return nullptr;
}

}  // namespace detail

PARLEY_DECL void write_string(std::string_view text, std::string& out) {
  const char* const first = text.data();
  const char* const last = first + text.size();
  out.push_back('"');
  const char* const special = detail::find_special(first, last);
  if (special == last) {
    out.append(text);
  } else {
    detail::write_special(first, special, last, out);
  }
  out.push_back('"');
}

PARLEY_DECL void write_number(std::int64_t value, std::string& out) {
  detail::write_integer(value, out);
}

PARLEY_DECL void write_number(std::uint64_t value, std::string& out) {
  detail::write_integer(value, out);
}

PARLEY_DECL void write_number(double value, std::string& out) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  const double magnitude = std::fabs(value);
  const bool fixed = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e15);
  const auto format = fixed ? std::chars_format::fixed : std::chars_format::scientific;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, format).ptr;
  const std::string_view text(digits, end);
  out += text;
  if (fixed && text.find('.') == std::string_view::npos) out += ".0";
}

PARLEY_DECL void write(const Json& value, std::string& out) {
  detail::OpenContainers open;
  const Json* next = &value;
  while (next != nullptr) {
    const Json* const child = detail::write_or_open(*next, open, out);
    next = child != nullptr ? child : detail::next_value(open, out);
  }
}

PARLEY_DECL std::string to_text(const Json& value) {
  std::string text;
  text.reserve(256);  // Most messages are about that long; growing there would allocate five times.
  write(value, text);
  return text;
}

}  // namespace parley
