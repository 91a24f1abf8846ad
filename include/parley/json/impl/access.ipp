// SPDX-License-Identifier: MIT
// Bodies of the DOM access functions.
#pragma once

#include <cmath>

#include <parley/json/access.hpp>
#include <parley/json/value.hpp>

namespace parley::detail {

PARLEY_DECL Kind kind_of(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return Kind::boolean;
    case Json::value_t::number_integer:
      return Kind::integer;
    case Json::value_t::number_unsigned:
      return Kind::unsigned_integer;
    case Json::value_t::number_float:
      return Kind::real;
    case Json::value_t::string:
      return Kind::string;
    case Json::value_t::array:
      return Kind::array;
    case Json::value_t::object:
      return Kind::object;
    default:
      return Kind::null;
  }
}

PARLEY_DECL bool is_null(const Json& json) { return json.is_null(); }

PARLEY_DECL bool is_object(const Json& json) { return json.is_object(); }

PARLEY_DECL std::string* string_in(Json& json) { return json.get_ptr<Json::string_t*>(); }

PARLEY_DECL Json* find_member(Json& json, std::string_view name) {
  auto* object = json.get_ptr<Json::object_t*>();
  if (object == nullptr) return nullptr;
  const auto found = object->find(name);
  return found == object->end() ? nullptr : &found->second;
}

PARLEY_DECL std::size_t member_count(const Json& object) { return object.size(); }

PARLEY_DECL std::size_t array_size(const Json& json) {
  return json.is_array() ? json.size() : not_an_array;
}

PARLEY_DECL Json& array_item(Json& array, std::size_t index) { return array[index]; }

// What nests deeper than `levels` is left to the destructor, which does not recurse.
inline void clear_levels(Json& json, int levels) noexcept {
  const auto clear_inner = [levels](Json& inner) {
    if (inner.is_structured() && levels > 1) clear_levels(inner, levels - 1);
  };
  if (auto* const object = json.get_ptr<Json::object_t*>()) {
    for (auto& [name, member] : *object) clear_inner(member);
    object->clear();
  } else if (auto* const array = json.get_ptr<Json::array_t*>()) {
    for (Json& item : *array) clear_inner(item);
    array->clear();
  }
}

PARLEY_DECL void clear_members(Json& json) noexcept {
  constexpr int levels = 64;
  clear_levels(json, levels);
}

PARLEY_DECL bool each_member(Json& object, void* context,
                             bool (*visit)(void*, const std::string&, Json&)) {
  for (auto& [name, value] : object.get_ref<Json::object_t&>()) {
    if (!visit(context, name, value)) return false;
  }
  return true;
}

PARLEY_DECL void move_json(Json& from, Json& to, bool copy) {
  if (copy) {
    to = from;
  } else {
    to = std::move(from);
  }
}

PARLEY_DECL bool to_boolean(const Json& json, bool& out) {
  const auto* value = json.get_ptr<const Json::boolean_t*>();
  if (value == nullptr) return false;
  out = *value;
  return true;
}

// A double holds every integral value of its range exactly; both bounds are powers of two.
inline bool integral(double value, double low, double high) {
  return value >= low && value < high && std::trunc(value) == value;
}

PARLEY_DECL bool to_int64(const Json& json, std::int64_t& out) {
  if (const auto* unsigned_value = json.get_ptr<const Json::number_unsigned_t*>()) {
    if (*unsigned_value > 0x7FFF'FFFF'FFFF'FFFFULL) return false;
    out = static_cast<std::int64_t>(*unsigned_value);
    return true;
  }
  if (const auto* value = json.get_ptr<const Json::number_integer_t*>()) {
    out = *value;
    return true;
  }
  const auto* real = json.get_ptr<const Json::number_float_t*>();
  if (real == nullptr || !integral(*real, -0x1p63, 0x1p63)) return false;
  out = static_cast<std::int64_t>(*real);
  return true;
}

PARLEY_DECL bool to_uint64(const Json& json, std::uint64_t& out) {
  if (const auto* unsigned_value = json.get_ptr<const Json::number_unsigned_t*>()) {
    out = *unsigned_value;
    return true;
  }
  if (const auto* value = json.get_ptr<const Json::number_integer_t*>()) {
    if (*value < 0) return false;
    out = static_cast<std::uint64_t>(*value);
    return true;
  }
  const auto* real = json.get_ptr<const Json::number_float_t*>();
  if (real == nullptr || !integral(*real, 0.0, 0x1p64)) return false;
  out = static_cast<std::uint64_t>(*real);
  return true;
}

PARLEY_DECL bool to_double(const Json& json, double& out) {
  if (!json.is_number()) return false;
  out = json.get<double>();
  return true;
}

PARLEY_DECL std::string short_text(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace parley::detail
