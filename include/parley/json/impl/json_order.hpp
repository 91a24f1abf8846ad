// SPDX-License-Identifier: MIT
// Equality and order of JSON values as JSON Schema defines them: by mathematical value.
#pragma once

#include <cstddef>
#include <cstdint>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley::detail::schema {

/// Work that may still be done. Once a spending is refused, all later ones are.
class WorkBudget {
 public:
  explicit WorkBudget(std::uint64_t steps) : left_(steps) {}

  bool spend(std::uint64_t steps) {
    if (steps <= left_) {
      left_ -= steps;
      return true;
    }
    use_up();
    return false;
  }
  void use_up() {
    left_ = 0;
    used_up_ = true;
  }
  bool used_up() const { return used_up_; }
  std::uint64_t left() const { return left_; }

 private:
  std::uint64_t left_;
  bool used_up_ = false;
};

/// Negative, zero or positive as `a` is less than, equal to or greater than `b`. Both are numbers;
/// integers are compared with floating point numbers exactly.
int compare_numbers(const Json& a, const Json& b);

/// A total order in which two values are equal exactly when JSON Schema calls them equal (1 and 1.0
/// are). Costs a step for each value visited. The result is of no use when the budget is used up or
/// when both values nest deeper than `max_depth`, which uses it up too.
int compare_json(const Json& a, const Json& b, WorkBudget& budget, std::size_t max_depth = 512);

/// Whether `value` / `divisor` is an integer, by exact decimal arithmetic on what to_chars would
/// print: 0.3 is a multiple of 0.1.
bool is_multiple_of(const Json& value, const Json& divisor);

/// Whether a number has no fractional part (1.0 has none).
bool is_integral(const Json& number);

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/json_order.ipp>
#endif
