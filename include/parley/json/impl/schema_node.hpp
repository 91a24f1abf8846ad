// SPDX-License-Identifier: MIT
// The compiled form of a schema: what each subschema asks of a value, with all references resolved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <parley/json/impl/schema_format.hpp>
#include <parley/json/pattern.hpp>
#include <parley/json/schema_validator.hpp>

namespace parley::detail::schema {

struct SchemaNode;

/// A set of JSON types, one bit each. Every integer is also a number.
using TypeMask = std::uint8_t;
inline constexpr TypeMask null_bit = 1, boolean_bit = 2, integer_bit = 4, number_bit = 8,
                          string_bit = 16, array_bit = 32, object_bit = 64;

inline constexpr std::size_t no_maximum = std::numeric_limits<std::size_t>::max();

/// A schema with an own URI. At run time only its dynamic anchors matter.
struct SchemaResource {
  std::vector<std::pair<std::string_view, const SchemaNode*>> dynamic_anchors;
};

// Pointers to Json and string views lead into the documents, which CompiledSchema keeps.

/// `enum` and `const`.
struct ValueRules {
  std::vector<const Json*> allowed;  ///< In the order of compare_json.
  bool has_enum = false;
  const Json* constant = nullptr;
};

struct NumberRules {
  const Json* minimum = nullptr;
  const Json* maximum = nullptr;
  const Json* exclusive_minimum = nullptr;
  const Json* exclusive_maximum = nullptr;
  const Json* multiple_of = nullptr;
};

struct StringRules {
  std::size_t min_length = 0, max_length = no_maximum;
  std::optional<Pattern> pattern;
  SchemaFormat format = SchemaFormat::none;  ///< Set only when formats are asserted.
};

struct ArrayRules {
  std::size_t min_items = 0, max_items = no_maximum;
  bool unique = false;
  std::vector<const SchemaNode*> prefix;
  const SchemaNode* items = nullptr;  ///< For the items behind the prefix.
  const SchemaNode* contains = nullptr;
  std::size_t min_contains = 1, max_contains = no_maximum;
  const SchemaNode* unevaluated = nullptr;
};

/// A name from `properties`, `required` or both.
struct PropertyRule {
  std::string_view name;
  const SchemaNode* schema = nullptr;
  bool required = false;
};

/// Properties that must be there when another one is.
struct DependentNames {
  std::string_view name;
  std::vector<std::string_view> required;
  std::string_view keyword;  ///< `dependentRequired`, or draft-07's `dependencies`.
};

struct ObjectRules {
  std::size_t min_properties = 0, max_properties = no_maximum;
  std::vector<PropertyRule> properties;  ///< Sorted by name, as the members of a Json object are.
  std::vector<std::pair<Pattern, const SchemaNode*>> patterns;
  const SchemaNode* additional = nullptr;
  const SchemaNode* names = nullptr;
  const SchemaNode* unevaluated = nullptr;
  std::vector<DependentNames> dependent_required;
  std::vector<std::pair<std::string_view, const SchemaNode*>> dependent_schemas;
};

/// Subschemas that apply to the same value.
struct CombinationRules {
  const SchemaNode* reference = nullptr;
  const SchemaNode* dynamic_reference = nullptr;
  std::string_view dynamic_anchor;  ///< Empty when the dynamic reference behaves as a plain one.
  std::vector<const SchemaNode*> all_of, any_of, one_of;
  const SchemaNode* negated = nullptr;
  const SchemaNode* condition = nullptr;
  const SchemaNode* then_branch = nullptr;
  const SchemaNode* else_branch = nullptr;
};

/// One subschema. Rules that it does not have are null.
struct SchemaNode {
  enum class Verdict : std::uint8_t { by_rules, always, never };

  Verdict verdict = Verdict::by_rules;
  TypeMask types = 0;  ///< 0: any.
  const SchemaResource* resource = nullptr;
  const Json* source = nullptr;
  std::unique_ptr<ValueRules> values;
  std::unique_ptr<NumberRules> numbers;
  std::unique_ptr<StringRules> strings;
  std::unique_ptr<ArrayRules> arrays;
  std::unique_ptr<ObjectRules> objects;
  std::unique_ptr<CombinationRules> combination;
};

struct SchemaDocument {
  std::string uri;  ///< Where it was loaded from; empty for the main one.
  std::shared_ptr<const Json> json;
};

struct CompiledSchema {
  SchemaOptions options;
  std::vector<SchemaDocument> documents;  ///< The first is the one given to `compile`.
  std::deque<SchemaNode> nodes;
  std::deque<SchemaResource> resources;
  const SchemaNode* root = nullptr;
  bool has_dynamic_references = false;

  /// JSON Pointer to a value of the documents, behind the document's URI and `#` when it is not in
  /// the main one. Found by search: messages are rare, and pointers kept in every node could dwarf
  /// the schema.
  std::string location_of(const Json& value) const;
};

/// Appends `/` and the token, with `~` and `/` escaped.
void append_pointer_token(std::string& pointer, std::string_view token);

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_node.ipp>
#endif
