// SPDX-License-Identifier: MIT
// Bodies of OptionalJson.
#pragma once

#include <utility>

#include <parley/json/optional_json.hpp>
#include <parley/json/value.hpp>

namespace parley {

PARLEY_DECL OptionalJson::OptionalJson(Json value) : value_(new Json(std::move(value))) {}

PARLEY_DECL OptionalJson::OptionalJson(const OptionalJson& other)
    : value_(other.value_ == nullptr ? nullptr : new Json(*other.value_)) {}

PARLEY_DECL OptionalJson::OptionalJson(OptionalJson&& other) noexcept
    : value_(std::exchange(other.value_, nullptr)) {}

PARLEY_DECL OptionalJson& OptionalJson::operator=(const OptionalJson& other) {
  if (this != &other) *this = OptionalJson(other);
  return *this;
}

PARLEY_DECL OptionalJson& OptionalJson::operator=(OptionalJson&& other) noexcept {
  std::swap(value_, other.value_);
  return *this;
}

PARLEY_DECL OptionalJson::~OptionalJson() { delete value_; }

PARLEY_DECL Json& OptionalJson::emplace() {
  reset();
  value_ = new Json();
  return *value_;
}

PARLEY_DECL void OptionalJson::reset() noexcept { delete std::exchange(value_, nullptr); }

PARLEY_DECL bool OptionalJson::equal(const OptionalJson& a, const OptionalJson& b) {
  if (!a.has_value() || !b.has_value()) return a.has_value() == b.has_value();
  return *a == *b;
}

}  // namespace parley
