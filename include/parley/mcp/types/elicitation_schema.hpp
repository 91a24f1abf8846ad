// SPDX-License-Identifier: MIT
// MCP elicitation forms: the restricted JSON Schema that a server describes a form with.
#pragma once

#include <map>

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// A number that stays an integer when it was one.
struct Number : std::variant<std::int64_t, double> {
  using Base = std::variant<std::int64_t, double>;
  using Base::Base;
};

/// What kind of text a string field takes.
enum class StringFormat { email, uri, date, date_time };
constexpr auto enum_names(StringFormat) {
  return EnumNames<StringFormat, 4>{{{"email", StringFormat::email},
                                     {"uri", StringFormat::uri},
                                     {"date", StringFormat::date},
                                     {"date-time", StringFormat::date_time}}};
}

/// A text field. Since 2025-06-18.
struct StringSchema {
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<StringFormat> format{};
  std::optional<std::int64_t> min_length{};
  std::optional<std::int64_t> max_length{};
  std::optional<std::string> default_value{};  ///< `default`. Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("title", self.title);
    v("description", self.description);
    v("format", self.format, default_on_error);
    v("minLength", self.min_length);
    v("maxLength", self.max_length);
    v("default", self.default_value);
  }
  friend bool operator==(const StringSchema&, const StringSchema&) = default;
};

/// Which numbers a field takes.
enum class NumberType { number, integer };
constexpr auto enum_names(NumberType) {
  return EnumNames<NumberType, 2>{
      {{"number", NumberType::number}, {"integer", NumberType::integer}}};
}

/// A number field. Since 2025-06-18.
struct NumberSchema {
  NumberType type = NumberType::number;
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<Number> minimum{};
  std::optional<Number> maximum{};
  std::optional<Number> default_value{};  ///< `default`. Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("type", self.type, required);
    v("title", self.title);
    v("description", self.description);
    v("minimum", self.minimum);
    v("maximum", self.maximum);
    v("default", self.default_value);
  }
  friend bool operator==(const NumberSchema&, const NumberSchema&) = default;
};

/// A yes-or-no field. Since 2025-06-18.
struct BooleanSchema {
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<bool> default_value{};  ///< `default`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("title", self.title);
    v("description", self.description);
    v("default", self.default_value);
  }
  friend bool operator==(const BooleanSchema&, const BooleanSchema&) = default;
};

/// One choice that has a title.
struct EnumOption {
  std::string value{};  ///< `const`: what is sent when it is chosen.
  std::string title{};  ///< What people see.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("const", self.value, required);
    v("title", self.title, required);
  }
  friend bool operator==(const EnumOption&, const EnumOption&) = default;
};

/// A choice of one, where people see the values themselves. Since 2025-06-18.
struct UntitledSingleSelectEnumSchema {
  std::vector<std::string> values{};  ///< `enum`
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<std::string> default_value{};  ///< `default`. Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("enum", self.values, required);
    v("title", self.title);
    v("description", self.description);
    v("default", self.default_value);
  }
  friend bool operator==(const UntitledSingleSelectEnumSchema&,
                         const UntitledSingleSelectEnumSchema&) = default;
};

/// A choice of one with titles. Since 2025-11-25.
struct TitledSingleSelectEnumSchema {
  std::vector<EnumOption> options{};  ///< `oneOf`
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<std::string> default_value{};  ///< `default`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("oneOf", self.options, required);
    v("title", self.title);
    v("description", self.description);
    v("default", self.default_value);
  }
  friend bool operator==(const TitledSingleSelectEnumSchema&,
                         const TitledSingleSelectEnumSchema&) = default;
};

/// The one type that the items of an untitled multiple choice have.
enum class StringType { string };
constexpr auto enum_names(StringType) {
  return EnumNames<StringType, 1>{{{"string", StringType::string}}};
}

/// The choices of an `UntitledMultiSelectEnumSchema`.
struct UntitledEnumItems {
  std::vector<std::string> values{};  ///< `enum`
  StringType type = StringType::string;
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("enum", self.values, required);
    v("type", self.type, required);
  }
  friend bool operator==(const UntitledEnumItems&, const UntitledEnumItems&) = default;
};

/// A choice of several, where people see the values themselves. Since 2025-11-25.
struct UntitledMultiSelectEnumSchema {
  UntitledEnumItems items{};
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<std::int64_t> min_items{};
  std::optional<std::int64_t> max_items{};
  std::optional<std::vector<std::string>> default_value{};  ///< `default`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("items", self.items, required);
    v("title", self.title);
    v("description", self.description);
    v("minItems", self.min_items);
    v("maxItems", self.max_items);
    v("default", self.default_value);
  }
  friend bool operator==(const UntitledMultiSelectEnumSchema&,
                         const UntitledMultiSelectEnumSchema&) = default;
};

/// The choices of a `TitledMultiSelectEnumSchema`.
struct TitledEnumItems {
  std::vector<EnumOption> options{};  ///< `anyOf`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("anyOf", self.options, required);
  }
  friend bool operator==(const TitledEnumItems&, const TitledEnumItems&) = default;
};

/// A choice of several with titles. Since 2025-11-25.
struct TitledMultiSelectEnumSchema {
  TitledEnumItems items{};
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<std::int64_t> min_items{};
  std::optional<std::int64_t> max_items{};
  std::optional<std::vector<std::string>> default_value{};  ///< `default`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("items", self.items, required);
    v("title", self.title);
    v("description", self.description);
    v("minItems", self.min_items);
    v("maxItems", self.max_items);
    v("default", self.default_value);
  }
  friend bool operator==(const TitledMultiSelectEnumSchema&,
                         const TitledMultiSelectEnumSchema&) = default;
};

/// A choice of one whose titles stand in a second array. The only titled one in 2025-06-18; later
/// versions keep it for that one's sake.
struct LegacyTitledEnumSchema {
  std::vector<std::string> values{};  ///< `enum`
  std::vector<std::string> names{};   ///< `enumNames`: a title for each value.
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<std::string> default_value{};  ///< `default`. Since 2025-11-25.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("enum", self.values, required);
    v("enumNames", self.names);
    v("title", self.title);
    v("description", self.description);
    v("default", self.default_value);
  }
  friend bool operator==(const LegacyTitledEnumSchema&, const LegacyTitledEnumSchema&) = default;
};

/// One field of a form: chosen by its `type`, and among choices by `enum`, `enumNames` and `oneOf`
/// or the form of `items`. Since 2025-06-18.
struct PrimitiveSchemaDefinition
    : OneOf<StringSchema, NumberSchema, BooleanSchema, UntitledSingleSelectEnumSchema,
            TitledSingleSelectEnumSchema, UntitledMultiSelectEnumSchema,
            TitledMultiSelectEnumSchema, LegacyTitledEnumSchema, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "type";
  // A number says itself which type it has.
  static constexpr std::array<std::string_view, 8> tags{"string", "",      "boolean", "string",
                                                        "string", "array", "array",   "string"};
  static std::size_t choose(std::string_view type, Json& schema);
};

/// The one type that a form has.
enum class ObjectType { object };
constexpr auto enum_names(ObjectType) {
  return EnumNames<ObjectType, 1>{{{"object", ObjectType::object}}};
}

/// The schema of a form: an object with fields and nothing nested. Since 2025-06-18.
struct ElicitRequestedSchema {
  std::map<std::string, PrimitiveSchemaDefinition> properties{};  ///< The fields by name.
  std::vector<std::string> required{};  ///< The fields that must be filled in.
  std::optional<std::string> schema{};  ///< `$schema`. Since 2025-11-25.
  ObjectType type = ObjectType::object;
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("properties", self.properties, parley::required);
    v("required", self.required);
    v("$schema", self.schema);
    v("type", self.type, parley::required);
  }
  friend bool operator==(const ElicitRequestedSchema&, const ElicitRequestedSchema&) = default;
};

}  // namespace parley::mcp

template <>
struct parley::Codec<parley::mcp::Number> {
  static bool decode(Json& json, mcp::Number& out, detail::DecodeContext& context,
                     const detail::Path& path);
  static void write(Writer& writer, const mcp::Number& value);
};

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/types/impl/elicitation_schema.ipp>
#else
namespace parley {
extern template struct OneOf<mcp::StringSchema, mcp::NumberSchema, mcp::BooleanSchema,
                             mcp::UntitledSingleSelectEnumSchema, mcp::TitledSingleSelectEnumSchema,
                             mcp::UntitledMultiSelectEnumSchema, mcp::TitledMultiSelectEnumSchema,
                             mcp::LegacyTitledEnumSchema, Unknown>;
}  // namespace parley
#endif
