// SPDX-License-Identifier: MIT
// The id of a JSON-RPC request: a string, an integer or null, echoed exactly as it came.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <parley/config.hpp>
#include <parley/json/codec.hpp>

namespace parley {

/// Identifies a request in the id space of its sender. `"1"` is not `1`. Integers keep their full
/// 64 bits; a fractional number, which the protocols discourage, is kept as the double it is.
class RequestId {
 public:
  RequestId() = default;
  RequestId(std::nullptr_t) {}
  RequestId(std::int64_t number) : form_(Form::integer), number_(number) {}
  RequestId(int number) : RequestId(std::int64_t{number}) {}
  RequestId(std::string text) : form_(Form::string), text_(std::move(text)) {}
  RequestId(const char* text) : RequestId(std::string(text)) {}

  /// Makes it that number.
  void assign(std::int64_t number) {
    form_ = Form::integer;
    number_ = number;
    text_.clear();
  }

  /// Takes the id out of a JSON value; false when it is neither string, number nor null.
  static bool from_json(const Json& json, RequestId& out);
  /// The id as it goes into a message.
  Json to_json() const;
  /// Appends the id as JSON text.
  void write(std::string& out) const;
  /// The id as JSON text, for logs and keys: `7`, `"7"`, `null`.
  std::string text() const;

  bool is_null() const { return form_ == Form::null; }
  const std::int64_t* integer() const { return form_ == Form::integer ? &number_ : nullptr; }
  const std::string* string() const { return form_ == Form::string ? &text_ : nullptr; }

  friend bool operator==(const RequestId&, const RequestId&) = default;
  std::size_t hash() const {
    return form_ == Form::string ? std::hash<std::string>()(text_)
                                 : std::hash<std::int64_t>()(number_);
  }

 private:
  enum class Form : unsigned char { null, integer, large_integer, real, string };

  // A variant would do, but ids are on the path of every message, and its code is long.
  Form form_ = Form::null;
  std::int64_t number_ = 0;  // The bits of a large integer or a real, too.
  std::string text_;
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
