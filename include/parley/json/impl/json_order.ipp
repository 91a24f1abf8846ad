// SPDX-License-Identifier: MIT
// Bodies of json_order.hpp.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include <parley/json/impl/json_order.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

/// An integer of JSON: int64 and uint64 in one form.
struct JsonInteger {
  bool negative;
  std::uint64_t magnitude;
};

inline JsonInteger json_integer(const Json& number) {
  if (const auto* u = number.get_ptr<const Json::number_unsigned_t*>()) return {false, *u};
  const auto i = *number.get_ptr<const Json::number_integer_t*>();
  const auto bits = static_cast<std::uint64_t>(i);
  return i < 0 ? JsonInteger{true, 0 - bits} : JsonInteger{false, bits};
}

inline int compare_integers(JsonInteger a, JsonInteger b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  const int magnitude = a.magnitude < b.magnitude ? -1 : a.magnitude > b.magnitude ? 1 : 0;
  return a.negative ? -magnitude : magnitude;
}

inline int compare_integer_with_double(JsonInteger a, double b) {
  constexpr double beyond = 18446744073709551616.0;  // 2^64
  if (!(b < beyond)) return -1;
  if (b <= -beyond) return 1;
  const double whole = std::trunc(b);
  const int order = compare_integers(a, {whole < 0, static_cast<std::uint64_t>(std::fabs(whole))});
  if (order != 0) return order;
  return b > whole ? -1 : b < whole ? 1 : 0;
}

PARLEY_DECL int compare_numbers(const Json& a, const Json& b) {
  const auto* x = a.get_ptr<const Json::number_float_t*>();
  const auto* y = b.get_ptr<const Json::number_float_t*>();
  if (x != nullptr && y != nullptr) return *x < *y ? -1 : *x > *y ? 1 : 0;
  if (y != nullptr) return compare_integer_with_double(json_integer(a), *y);
  if (x != nullptr) return -compare_integer_with_double(json_integer(b), *x);
  return compare_integers(json_integer(a), json_integer(b));
}

/// Place of a value's type in the order; all numbers share one.
inline int type_rank(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return 0;
    case Json::value_t::boolean:
      return 1;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      return 2;
    case Json::value_t::string:
      return 3;
    case Json::value_t::array:
      return 4;
    case Json::value_t::object:
      return 5;
    default:
      return 6;  // binary and discarded values are no JSON; they all count as one value
  }
}

inline int compare_arrays(const Json::array_t& a, const Json::array_t& b, WorkBudget& budget,
                          std::size_t max_depth) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (const int order = compare_json(a[i], b[i], budget, max_depth); order != 0) return order;
  }
  return 0;
}

inline int compare_objects(const Json::object_t& a, const Json::object_t& b, WorkBudget& budget,
                           std::size_t max_depth) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && !budget.used_up(); ++x, ++y) {
    if (const int order = x->first.compare(y->first); order != 0) return order;
    const int order = compare_json(x->second, y->second, budget, max_depth);
    if (order != 0) return order;
  }
  return 0;
}

PARLEY_DECL int compare_json(const Json& a, const Json& b, WorkBudget& budget,
                             std::size_t max_depth) {
  // Once the budget is used up everything counts as equal, which no sort can run astray on.
  if (max_depth == 0) budget.use_up();
  if (!budget.spend(1)) return 0;
  const int rank = type_rank(a);
  if (const int other = type_rank(b); rank != other) return rank < other ? -1 : 1;
  switch (rank) {
    case 1:
      return int{a.get<bool>()} - int{b.get<bool>()};
    case 2:
      return compare_numbers(a, b);
    case 3: {
      const auto& text = a.get_ref<const std::string&>();
      if (!budget.spend(text.size() / 64)) return 0;
      return text.compare(b.get_ref<const std::string&>());
    }
    case 4:
      return compare_arrays(a.get_ref<const Json::array_t&>(), b.get_ref<const Json::array_t&>(),
                            budget, max_depth - 1);
    case 5:
      return compare_objects(a.get_ref<const Json::object_t&>(), b.get_ref<const Json::object_t&>(),
                             budget, max_depth - 1);
    default:
      return 0;
  }
}

/// The absolute value of a number as digits * 10^exponent.
struct Decimal {
  std::uint64_t digits;
  int exponent;
};

inline Decimal decimal(const Json& number) {
  const auto* real = number.get_ptr<const Json::number_float_t*>();
  if (real == nullptr) return {json_integer(number).magnitude, 0};
  char text[40];
  const auto end =
      std::to_chars(text, text + sizeof text, std::fabs(*real), std::chars_format::scientific).ptr;
  Decimal result{0, 0};
  const char* at = text;
  for (bool fraction = false; at < end && *at != 'e'; ++at) {
    if (*at == '.') {
      fraction = true;
      continue;
    }
    result.digits = result.digits * 10 + static_cast<std::uint64_t>(*at - '0');
    if (fraction) --result.exponent;
  }
  int exponent = 0;
  const char* digits = at < end ? at + 1 : end;
  if (digits < end && *digits == '+') ++digits;
  std::from_chars(digits, end, exponent);
  result.exponent += exponent;
  return result;
}

/// a * b mod m without a wider type: by doubling.
inline std::uint64_t multiply_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t m) {
  const auto add = [m](std::uint64_t x, std::uint64_t y) {
    return x >= m - y ? x - (m - y) : x + y;
  };
  std::uint64_t result = 0;
  for (a %= m; b != 0; b >>= 1, a = add(a, a)) {
    if ((b & 1) != 0) result = add(result, a);
  }
  return result;
}

PARLEY_DECL bool is_multiple_of(const Json& value, const Json& divisor) {
  const auto finite = [](const Json& n) {
    const auto* real = n.get_ptr<const Json::number_float_t*>();
    return real == nullptr || std::isfinite(*real);
  };
  if (!finite(value) || !finite(divisor)) return false;
  const Decimal a = decimal(value);
  Decimal b = decimal(divisor);
  if (a.digits == 0) return true;
  if (b.digits == 0) return false;
  int shift = a.exponent - b.exponent;
  for (; shift < 0; ++shift) {
    if (b.digits > std::numeric_limits<std::uint64_t>::max() / 10) return false;
    b.digits *= 10;
  }
  std::uint64_t rest = a.digits % b.digits;
  for (; shift > 0 && rest != 0; --shift) rest = multiply_modulo(rest, 10, b.digits);
  return rest == 0;
}

PARLEY_DECL bool is_integral(const Json& number) {
  const auto* real = number.get_ptr<const Json::number_float_t*>();
  return real == nullptr || std::trunc(*real) == *real;
}

}  // namespace parley::detail::schema
