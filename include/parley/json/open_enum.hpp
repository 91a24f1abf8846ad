// SPDX-License-Identifier: MIT
// An enum that the protocol leaves open: known values, or the text of one that is not known.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <parley/json/codec.hpp>

namespace parley {

/// A value of the named enum E, or the string that a newer peer sent instead.
///
///     OpenEnum<Severity> severity = Severity::warning;
///     if (severity == Severity::error) ...
///     severity.text();   // the wire name, known or not
template <NamedEnum E>
class OpenEnum {
 public:
  OpenEnum() = default;
  OpenEnum(E value) : value_(value) {}
  /// A wire name; becomes the known value if it is one.
  explicit OpenEnum(std::string_view name) {
    for (const auto& [known, value] : enum_names(E{})) {
      if (known == name) {
        value_ = value;
        return;
      }
    }
    value_ = std::string(name);
  }

  bool is_known() const { return value_.index() == 0; }
  /// The value, or null when it is not a known one.
  const E* known() const { return std::get_if<E>(&value_); }
  std::string_view text() const {
    if (const auto* name = std::get_if<std::string>(&value_)) return *name;
    for (const auto& [name, value] : enum_names(E{})) {
      if (value == std::get<E>(value_)) return name;
    }
    return {};
  }

  friend bool operator==(const OpenEnum&, const OpenEnum&) = default;
  friend bool operator==(const OpenEnum& a, E b) { return a.is_known() && *a.known() == b; }

 private:
  std::variant<E, std::string> value_{};
};

template <class E>
struct Codec<OpenEnum<E>> {
  static bool decode(Json& json, OpenEnum<E>& out, detail::DecodeContext& context,
                     const detail::Path& path) {
    std::string text;
    if (!Codec<std::string>::decode(json, text, context, path)) return false;
    out = OpenEnum<E>(std::move(text));
    return true;
  }
  static void write(Writer& writer, const OpenEnum<E>& value) { writer.string(value.text()); }
};

}  // namespace parley
