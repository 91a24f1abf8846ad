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
#include <parley/json/schema_check.hpp>

namespace parley {

namespace detail {

/// A described type whose schema is being written. Inside of it, the same type is a reference to
/// it.
struct OpenSchema {
  const void* type;
  std::size_t pointer_size;  // of SchemaWriter::pointer, where it began
  const OpenSchema* outer;
};

/// Identifies a type by its address. Not const, or a linker could merge those of several types.
template <class T>
inline char type_mark = 0;

}  // namespace detail

/// Where a schema is written to, and what comes to light on the way.
struct SchemaWriter : Writer {
  /// Set when decoding does not check all that the schema demands: makes the check that does.
  SchemaCheckCompiler* check = nullptr;
  /// The place of what is written next: a JSON pointer into the whole, fit for a URI's fragment.
  std::string pointer{};
  const detail::OpenSchema* open = nullptr;
};

/// Appends the JSON Schema (2020-12) of T to `writer.out`: an object schema for a described struct,
/// with its fields' descriptions and bounds, `anyOf` for a union. This is what a tool's
/// `inputSchema` is made of.
///
/// A type with a Codec of its own gives its schema by specialising this, with
/// `static void write(SchemaWriter& writer)`. `static constexpr bool decoding_checks = true;` in
/// there promises that the Codec accepts nothing that the schema does not.
template <class T>
struct SchemaOf {
  static constexpr bool decoding_checks = true;
  static void write(SchemaWriter& writer);
};

/// A type's schema as text, and what has to be checked beside decoding (null: nothing).
struct GeneratedSchema {
  std::string text;
  SchemaCheckCompiler* check = nullptr;
};

template <class T>
GeneratedSchema generate_schema();

/// The text alone.
template <class T>
std::string schema_text() {
  return generate_schema<T>().text;
}

namespace detail {

/// Steps into a part of a schema for as long as it lives.
class SchemaStep {
 public:
  SchemaStep(SchemaWriter& writer, std::string_view step);
  ~SchemaStep() { writer_.pointer.resize(outer_size_); }
  SchemaStep(const SchemaStep&) = delete;
  SchemaStep& operator=(const SchemaStep&) = delete;

 private:
  SchemaWriter& writer_;
  const std::size_t outer_size_;
};

/// Writes a reference to the schema of that type, if it is being written; false otherwise.
bool write_schema_reference(SchemaWriter& writer, const void* type);

template <class T>
void write_schema(SchemaWriter& writer) {
  SchemaOf<T>::write(writer);
  if constexpr (!requires { SchemaOf<T>::decoding_checks; }) writer.check = &compile_schema_check;
}

// A member's value, and whether null is one of its values.
template <class M>
struct MemberValue {
  using type = M;
  static constexpr bool nullable = false;
};
template <class T>
struct MemberValue<std::optional<T>> : MemberValue<T> {};
template <class T>
struct MemberValue<Nullable<T>> {
  using type = T;
  static constexpr bool nullable = true;
};

/// The schemas of a union's alternatives. Bodies are in tagged_union.hpp, like the codecs'.
template <class T>
struct UnionSchema;

/// Writes the properties of an object schema, one field at a time.
class SchemaVisitor {
 public:
  /// `tag`, if there is one, is a member that has this one value.
  SchemaVisitor(SchemaWriter& writer, std::string_view tag, std::string_view tag_value);

  template <class M>
  void operator()(std::string_view name, M&, Field flags = optional, const Doc& doc = {}) {
    write_value<MemberValue<M>>(name, flags);
    end_property(doc);
  }

  template <class M>
  void operator()(std::string_view name, M&, Field flags, const ConstrainedDoc& doc) {
    write_value<MemberValue<M>>(name, flags);
    constrain_value(doc);
    end_property(doc);
    writer_.check = &compile_schema_check;
  }

  template <class M>
  void operator()(std::string_view name, M& member, const Doc& doc) {
    (*this)(name, member, optional, doc);
  }

  template <class M>
  void operator()(std::string_view name, M& member, const ConstrainedDoc& doc) {
    (*this)(name, member, optional, doc);
  }

  template <class E>
  void extra(E&) {}
  template <class U>
  void flatten(U&) {
    flattened_.push_back(&UnionSchema<U>::write);
  }

  void finish();

 private:
  template <class Value>
  void write_value(std::string_view name, Field flags) {
    begin_property(name, flags, Value::nullable);
    if (has(flags, Field::object)) {
      write_object();
    } else {
      write_schema<typename Value::type>(writer_);
    }
  }

  void begin_property(std::string_view name, Field flags, bool nullable);
  void write_object();
  // A schema ends in '}', so that the field's own words can be put before that brace.
  void constrain_value(const ConstrainedDoc& doc);
  void end_property(const Doc& doc);

  SchemaWriter& writer_;
  // Of the property that is being written:
  bool nullable_ = false;
  std::size_t value_start_ = 0;
  const std::size_t pointer_size_;
  std::vector<std::string_view> required_;
  std::vector<void (*)(SchemaWriter&)> flattened_;
};

template <class T>
void write_object_schema(SchemaWriter& writer, std::string_view tag, std::string_view tag_value) {
  SchemaVisitor visitor(writer, tag, tag_value);
  T value{};
  T::describe(visitor, value);
  visitor.finish();
}

void begin_nullable_schema(Writer& writer);
void end_nullable_schema(Writer& writer);
void write_type_schema(Writer& writer, std::string_view type);
/// With the bounds that somebody might meet: those of less than 32 bits, and that of no sign.
void write_integer_schema(Writer& writer, bool is_unsigned, std::size_t bytes);
void write_enum_schema(Writer& writer, const std::vector<std::string_view>& names);

}  // namespace detail

/// An item that may be null; an optional member is one that may be missing.
template <class T>
struct SchemaOf<std::optional<T>> {
  static constexpr bool decoding_checks = true;
  static void write(SchemaWriter& writer) {
    detail::begin_nullable_schema(writer);
    {
      const detail::SchemaStep step(writer, "anyOf/0");
      detail::write_schema<T>(writer);
    }
    detail::end_nullable_schema(writer);
  }
};

template <class T>
struct SchemaOf<std::vector<T>> {
  static constexpr bool decoding_checks = true;
  static void write(SchemaWriter& writer) {
    writer.out += R"({"type":"array","items":)";
    {
      const detail::SchemaStep step(writer, "items");
      detail::write_schema<T>(writer);
    }
    writer.out += '}';
  }
};

template <class T>
struct SchemaOf<std::map<std::string, T>> {
  static constexpr bool decoding_checks = true;
  static void write(SchemaWriter& writer) {
    writer.out += R"({"type":"object","additionalProperties":)";
    {
      const detail::SchemaStep step(writer, "additionalProperties");
      detail::write_schema<T>(writer);
    }
    writer.out += '}';
  }
};

template <class T>
void SchemaOf<T>::write(SchemaWriter& writer) {
  if constexpr (std::is_same_v<T, bool>) {
    detail::write_type_schema(writer, "boolean");
  } else if constexpr (std::is_integral_v<T>) {
    detail::write_integer_schema(writer, std::is_unsigned_v<T>, sizeof(T));
  } else if constexpr (std::is_floating_point_v<T>) {
    detail::write_type_schema(writer, "number");
  } else if constexpr (std::is_same_v<T, std::string>) {
    detail::write_type_schema(writer, "string");
  } else if constexpr (std::is_enum_v<T>) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : enum_names(T{})) names.push_back(name);
    detail::write_enum_schema(writer, names);
  } else if constexpr (Described<T> || detail::TaggedUnionType<T> || detail::KeyedUnionType<T>) {
    const void* const type = &detail::type_mark<T>;
    if (detail::write_schema_reference(writer, type)) return;
    const detail::OpenSchema own{type, writer.pointer.size(), writer.open};
    writer.open = &own;
    if constexpr (Described<T>) {
      detail::write_object_schema<T>(writer, {}, {});
    } else {
      detail::UnionSchema<T>::write(writer);
    }
    writer.open = own.outer;
  } else {
    writer.out += "{}";
  }
}

template <class T>
GeneratedSchema generate_schema() {
  GeneratedSchema schema;
  SchemaWriter writer{{schema.text}};
  detail::write_schema<T>(writer);
  schema.check = writer.check;
  return schema;
}

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema.ipp>
#endif
