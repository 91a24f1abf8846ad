// SPDX-License-Identifier: MIT
// The front door of the JSON layer: decode a value, encode a value.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <parley/json/codec.hpp>
#include <parley/json/expected.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>

namespace parley {

/// Turns a JSON value into a T, or says where and why it is none. Total: no JSON value makes it
/// throw (running out of memory aside).
///
///     auto forecast = parley::decode<Forecast>(std::move(json));
///     if (!forecast) std::cerr << forecast.error().message();
template <class T>
expected<T, DecodeError> decode(Json json, Policy policy = Policy::lenient) {
  detail::DecodeContext context;
  context.policy = policy;
  T value{};
  if (Codec<T>::decode(json, value, context, detail::Path{})) return value;
  return unexpected<DecodeError>(std::move(context.error));
}

/// Appends the JSON text of a value: one line, ready for the wire.
template <class T>
void encode(const T& value, std::string& out) {
  Writer writer{out};
  Codec<T>::write(writer, value);
}

/// The JSON text of a value. (`nullptr` is left to the overload for Json.)
template <class T>
  requires(!std::is_null_pointer_v<T>)
std::string to_text(const T& value) {
  std::string out;
  encode(value, out);
  return out;
}

/// The value as JSON.
template <class T>
Json to_json(const T& value) {
  Json json;
  ParseError error;
  parse(to_text(value), json, error);
  return json;
}

}  // namespace parley
