// SPDX-License-Identifier: MIT
// The JSON Schema of a C++ type, out of the same description that codes it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <parley/json/codec.hpp>

namespace parley {

/// Appends the JSON Schema (2020-12) of T to `out`: an object schema for a described struct, with
/// its fields' descriptions and bounds. This is what a tool's `inputSchema` is made of.
/// A type with a Codec of its own gives its schema by specialising this.
template <class T>
struct SchemaOf {
  static void write(Writer& writer);
};

/// The schema as text.
template <class T>
std::string schema_text() {
  std::string out;
  Writer writer{out};
  SchemaOf<T>::write(writer);
  return out;
}

namespace detail {

/// Writes the properties of an object schema, one field at a time.
class SchemaVisitor {
 public:
  explicit SchemaVisitor(Writer& writer);

  template <class M>
  void operator()(std::string_view name, M&, Field flags = optional, const Doc& doc = {}) {
    begin_property(name, flags);
    // An object schema ends in '}', so that the field's own words can be put before that brace.
    SchemaOf<std::remove_cv_t<M>>::write(writer_);
    end_property(doc);
  }

  template <class E>
  void extra(E&) {}

  void finish();

 private:
  void begin_property(std::string_view name, Field flags);
  void end_property(const Doc& doc);

  Writer& writer_;
  std::vector<std::string_view> required_;
};

void write_type_schema(Writer& writer, std::string_view type);
void write_enum_schema(Writer& writer, const std::vector<std::string_view>& names);
/// A recursive type has no finite schema without references; nesting beyond this is left open.
inline constexpr int max_schema_depth = 16;
bool enter_schema(Writer& writer);
void leave_schema();

}  // namespace detail

template <class T>
struct SchemaOf<std::optional<T>> : SchemaOf<T> {};
template <class T>
struct SchemaOf<Nullable<T>> : SchemaOf<T> {};

template <class T>
struct SchemaOf<std::vector<T>> {
  static void write(Writer& writer) {
    writer.out += R"({"type":"array","items":)";
    SchemaOf<T>::write(writer);
    writer.out += '}';
  }
};

template <class T>
struct SchemaOf<std::map<std::string, T>> {
  static void write(Writer& writer) {
    writer.out += R"({"type":"object","additionalProperties":)";
    SchemaOf<T>::write(writer);
    writer.out += '}';
  }
};

template <class T>
void SchemaOf<T>::write(Writer& writer) {
  if constexpr (std::is_same_v<T, bool>) {
    detail::write_type_schema(writer, "boolean");
  } else if constexpr (std::is_integral_v<T>) {
    detail::write_type_schema(writer, "integer");
  } else if constexpr (std::is_floating_point_v<T>) {
    detail::write_type_schema(writer, "number");
  } else if constexpr (std::is_same_v<T, std::string>) {
    detail::write_type_schema(writer, "string");
  } else if constexpr (std::is_enum_v<T>) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : enum_names(T{})) names.push_back(name);
    detail::write_enum_schema(writer, names);
  } else if constexpr (Described<T>) {
    if (!detail::enter_schema(writer)) return;
    detail::SchemaVisitor visitor(writer);
    T value{};
    T::describe(visitor, value);
    visitor.finish();
    detail::leave_schema();
  } else {
    writer.out += "{}";
  }
}

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema.ipp>
#endif
