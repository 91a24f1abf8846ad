// SPDX-License-Identifier: MIT
// The id of a JSON-RPC request: a string, an integer or null, echoed exactly as it came.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <parley/config.hpp>
#include <parley/json/codec.hpp>

namespace parley {

/// Identifies a request in the id space of its sender. `"1"` is not `1`. Integers keep their full
/// 64 bits; a fractional number, which the protocols discourage, is kept as the double it is.
class RequestId {
 public:
  using Value = std::variant<std::nullptr_t, std::int64_t, std::uint64_t, double, std::string>;

  RequestId() = default;
  RequestId(std::nullptr_t) {}
  RequestId(std::int64_t number) : value_(number) {}
  RequestId(int number) : value_(std::int64_t{number}) {}
  RequestId(std::string text) : value_(std::move(text)) {}
  RequestId(const char* text) : value_(std::string(text)) {}

  /// Takes the id out of a JSON value; false when it is neither string, number nor null.
  static bool from_json(const Json& json, RequestId& out);
  /// Appends the id as JSON text.
  void write(std::string& out) const;
  /// The id as JSON text, for logs and keys: `7`, `"7"`, `null`.
  std::string text() const;

  bool is_null() const { return value_.index() == 0; }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&value_); }
  const std::string* string() const { return std::get_if<std::string>(&value_); }
  /// The id in whatever form it has, for `std::visit`.
  const Value& value() const { return value_; }

  friend bool operator==(const RequestId&, const RequestId&) = default;
  std::size_t hash() const { return std::hash<Value>()(value_); }

 private:
  Value value_{nullptr};
};

template <>
struct Codec<RequestId> {
  static bool decode(Json&, RequestId&, detail::DecodeContext&, const detail::Path&);
  static void write(Writer& writer, const RequestId& value);
};

}  // namespace parley

template <>
struct std::hash<parley::RequestId> {
  std::size_t operator()(const parley::RequestId& id) const { return id.hash(); }
};

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/request_id.ipp>
#endif
