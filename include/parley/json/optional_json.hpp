// SPDX-License-Identifier: MIT
// A JSON value or none, for members of types that should not cost their users the DOM's header.
#pragma once

#include <optional>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

/// What `std::optional<Json>` is, with two differences: it is one pointer, and a type that has such
/// members can be declared, copied and coded without compiling <nlohmann/json.hpp>. Only who looks
/// inside includes <parley/json/value.hpp>.
///
///     if (call.raw_input) print(*call.raw_input);
///     call.meta = Json{{"trace", 7}};
///
/// A held JSON null is a value, and not the same as none. Thread safety: as a plain value.
class OptionalJson {
 public:
  using value_type = Json;

  OptionalJson() noexcept = default;
  OptionalJson(std::nullopt_t) noexcept {}
  OptionalJson(Json value);
  OptionalJson(const OptionalJson& other);
  OptionalJson(OptionalJson&& other) noexcept;
  OptionalJson& operator=(const OptionalJson& other);
  OptionalJson& operator=(OptionalJson&& other) noexcept;
  ~OptionalJson();

  bool has_value() const noexcept { return value_ != nullptr; }
  explicit operator bool() const noexcept { return has_value(); }
  /// The value; undefined unless there is one.
  const Json& operator*() const { return *value_; }
  Json& operator*() { return *value_; }
  const Json* operator->() const { return value_; }
  Json* operator->() { return value_; }

  /// Holds a JSON null from now on, for the caller to fill.
  Json& emplace();
  void reset() noexcept;

  friend bool operator==(const OptionalJson& a, const OptionalJson& b) { return equal(a, b); }

 private:
  static bool equal(const OptionalJson& a, const OptionalJson& b);
  Json* value_ = nullptr;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/optional_json.ipp>
#endif
