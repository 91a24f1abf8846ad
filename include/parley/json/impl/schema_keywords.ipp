// SPDX-License-Identifier: MIT
// The keywords of JSON Schema, one function each: checks its value and enters it into the node.
#pragma once

#include <algorithm>
#include <utility>

#include <parley/json/impl/json_order.hpp>
#include <parley/json/impl/schema_compiler.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

PARLEY_DECL std::span<const SchemaCompiler::Keyword> SchemaCompiler::keywords() {
  using C = SchemaCompiler;
  constexpr bool assertion = true, applicator = false;
  constexpr auto since_2019 = Draft::draft_2019_09, since_2020 = Draft::draft_2020_12;
  static constexpr Keyword table[] = {
      {"$defs", &C::read_definitions, applicator, since_2019},
      {"$dynamicRef", &C::read_dynamic_ref, applicator, since_2020},
      {"$recursiveRef", &C::read_recursive_ref, applicator, since_2019},
      {"$ref", &C::read_ref},
      {"additionalProperties", &C::read_additional_properties},
      {"allOf", &C::read_all_of},
      {"anyOf", &C::read_any_of},
      {"const", &C::read_const, assertion},
      {"contains", &C::read_contains},
      {"definitions", &C::read_definitions},
      {"dependencies", &C::read_dependencies},
      {"dependentRequired", &C::read_dependent_required, assertion, since_2019},
      {"dependentSchemas", &C::read_dependent_schemas, applicator, since_2019},
      {"else", &C::read_else},
      {"enum", &C::read_enum, assertion},
      {"exclusiveMaximum", &C::read_exclusive_maximum, assertion},
      {"exclusiveMinimum", &C::read_exclusive_minimum, assertion},
      {"format", &C::read_format},
      {"if", &C::read_if},
      {"items", &C::read_items},
      {"maxContains", &C::read_max_contains, assertion, since_2019},
      {"maxItems", &C::read_max_items, assertion},
      {"maxLength", &C::read_max_length, assertion},
      {"maxProperties", &C::read_max_properties, assertion},
      {"maximum", &C::read_maximum, assertion},
      {"minContains", &C::read_min_contains, assertion, since_2019},
      {"minItems", &C::read_min_items, assertion},
      {"minLength", &C::read_min_length, assertion},
      {"minProperties", &C::read_min_properties, assertion},
      {"minimum", &C::read_minimum, assertion},
      {"multipleOf", &C::read_multiple_of, assertion},
      {"not", &C::read_not},
      {"oneOf", &C::read_one_of},
      {"pattern", &C::read_pattern, assertion},
      {"patternProperties", &C::read_pattern_properties},
      {"prefixItems", &C::read_prefix_items, applicator, since_2020},
      {"properties", &C::read_properties},
      {"propertyNames", &C::read_property_names},
      {"required", &C::read_required, assertion},
      {"then", &C::read_then},
      {"type", &C::read_type, assertion},
      {"unevaluatedItems", &C::read_unevaluated_items, applicator, since_2019},
      {"unevaluatedProperties", &C::read_unevaluated_properties, applicator, since_2019},
      {"uniqueItems", &C::read_unique_items, assertion},
  };
  return table;
}

/// The rules behind a node's pointer, made at the first use.
template <class Rules>
Rules& rules_of(std::unique_ptr<Rules>& rules) {
  if (rules == nullptr) rules = std::make_unique<Rules>();
  return *rules;
}

// References.

PARLEY_DECL void SchemaCompiler::read_ref(const Frame& frame, const Json& value) {
  add_reference(frame, value, "$ref");
}

PARLEY_DECL void SchemaCompiler::read_dynamic_ref(const Frame& frame, const Json& value) {
  add_reference(frame, value, "$dynamicRef");
}

PARLEY_DECL void SchemaCompiler::read_recursive_ref(const Frame& frame, const Json& value) {
  if (value != "#") return fail(frame, recursive_keyword, "$recursiveRef must be \"#\"");
  add_reference(frame, value, recursive_keyword);
}

PARLEY_DECL void SchemaCompiler::read_definitions(const Frame& frame, const Json& value) {
  const auto modern = frame.schema.find("$defs");
  const bool is_modern = modern != frame.schema.end() && &*modern == &value;
  if (!is_schema_map(frame, value, is_modern ? "$defs" : "definitions")) return;
  for (const auto& schema : value) child(frame, schema);
}

// Any value.

PARLEY_DECL void SchemaCompiler::read_type(const Frame& frame, const Json& value) {
  static constexpr std::pair<std::string_view, TypeMask> types[] = {
      {"null", null_bit},     {"boolean", boolean_bit}, {"integer", integer_bit},
      {"number", number_bit}, {"string", string_bit},   {"array", array_bit},
      {"object", object_bit}};
  const auto add = [&](const Json& item) {
    const auto* name = item.get_ptr<const std::string*>();
    for (const auto& [known, bit] : types) {
      if (name != nullptr && *name == known) {
        frame.node.types |= bit;
        return;
      }
    }
    fail(frame, "type", "type must name null, boolean, integer, number, string, array or object");
  };
  if (!value.is_array()) return add(value);
  if (value.empty()) fail(frame, "type", "type must not be an empty array");
  for (const auto& item : value) add(item);
}

PARLEY_DECL void SchemaCompiler::read_enum(const Frame& frame, const Json& value) {
  if (!value.is_array()) return fail(frame, "enum", "enum must be an array of values");
  auto& rules = rules_of(frame.node.values);
  rules.has_enum = true;
  for (const auto& item : value) rules.allowed.push_back(&item);
  WorkBudget budget(std::numeric_limits<std::uint64_t>::max());
  std::sort(rules.allowed.begin(), rules.allowed.end(),
            [&](const Json* a, const Json* b) { return compare_json(*a, *b, budget) < 0; });
  if (budget.used_up()) fail(frame, "enum", "the values of enum nest too deeply");
}

PARLEY_DECL void SchemaCompiler::read_const(const Frame& frame, const Json& value) {
  rules_of(frame.node.values).constant = &value;
}

// Numbers.

PARLEY_DECL void SchemaCompiler::read_minimum(const Frame& frame, const Json& value) {
  rules_of(frame.node.numbers).minimum = number(frame, value, "minimum");
}

PARLEY_DECL void SchemaCompiler::read_maximum(const Frame& frame, const Json& value) {
  rules_of(frame.node.numbers).maximum = number(frame, value, "maximum");
}

PARLEY_DECL void SchemaCompiler::read_exclusive_minimum(const Frame& frame, const Json& value) {
  rules_of(frame.node.numbers).exclusive_minimum = number(frame, value, "exclusiveMinimum");
}

PARLEY_DECL void SchemaCompiler::read_exclusive_maximum(const Frame& frame, const Json& value) {
  rules_of(frame.node.numbers).exclusive_maximum = number(frame, value, "exclusiveMaximum");
}

PARLEY_DECL void SchemaCompiler::read_multiple_of(const Frame& frame, const Json& value) {
  rules_of(frame.node.numbers).multiple_of = number(frame, value, "multipleOf");
  if (!error_ && compare_numbers(value, Json(0)) <= 0) {
    fail(frame, "multipleOf", "multipleOf must be greater than 0");
  }
}

// Strings.

PARLEY_DECL void SchemaCompiler::read_min_length(const Frame& frame, const Json& value) {
  rules_of(frame.node.strings).min_length = count(frame, value, "minLength");
}

PARLEY_DECL void SchemaCompiler::read_max_length(const Frame& frame, const Json& value) {
  rules_of(frame.node.strings).max_length = count(frame, value, "maxLength");
}

PARLEY_DECL void SchemaCompiler::read_pattern(const Frame& frame, const Json& value) {
  const auto* text = value.get_ptr<const std::string*>();
  if (text == nullptr) return fail(frame, "pattern", "pattern must be a string");
  rules_of(frame.node.strings).pattern = pattern(frame, *text, "pattern");
}

PARLEY_DECL void SchemaCompiler::read_format(const Frame& frame, const Json& value) {
  const auto* name = value.get_ptr<const std::string*>();
  if (name == nullptr) return fail(frame, "format", "format must be a string");
  const auto format = format_named(*name);
  if (compiled_.options.assert_formats && format != SchemaFormat::none) {
    rules_of(frame.node.strings).format = format;
  }
}

// Arrays.

PARLEY_DECL void SchemaCompiler::read_min_items(const Frame& frame, const Json& value) {
  rules_of(frame.node.arrays).min_items = count(frame, value, "minItems");
}

PARLEY_DECL void SchemaCompiler::read_max_items(const Frame& frame, const Json& value) {
  rules_of(frame.node.arrays).max_items = count(frame, value, "maxItems");
}

PARLEY_DECL void SchemaCompiler::read_unique_items(const Frame& frame, const Json& value) {
  if (!value.is_boolean()) return fail(frame, "uniqueItems", "uniqueItems must be a boolean");
  rules_of(frame.node.arrays).unique = value.get<bool>();
}

PARLEY_DECL void SchemaCompiler::read_prefix_items(const Frame& frame, const Json& value) {
  rules_of(frame.node.arrays).prefix = children(frame, value, "prefixItems");
}

/// In older drafts an array under `items` is what `prefixItems` is now, and `additionalItems` is
/// `items`.
PARLEY_DECL void SchemaCompiler::read_items(const Frame& frame, const Json& value) {
  auto& rules = rules_of(frame.node.arrays);
  if (!value.is_array()) {
    rules.items = child(frame, value);
    return;
  }
  if (frame.schema.contains("prefixItems") &&
      frame.resource->dialect.draft == Draft::draft_2020_12) {
    return fail(frame, "items", "items must be a schema when there is prefixItems");
  }
  for (const auto& schema : value) rules.prefix.push_back(child(frame, schema));
  const auto additional = frame.schema.find("additionalItems");
  if (additional != frame.schema.end()) rules.items = child(frame, *additional);
}

PARLEY_DECL void SchemaCompiler::read_contains(const Frame& frame, const Json& value) {
  rules_of(frame.node.arrays).contains = child(frame, value);
}

PARLEY_DECL void SchemaCompiler::read_min_contains(const Frame& frame, const Json& value) {
  rules_of(frame.node.arrays).min_contains = count(frame, value, "minContains");
}

PARLEY_DECL void SchemaCompiler::read_max_contains(const Frame& frame, const Json& value) {
  rules_of(frame.node.arrays).max_contains = count(frame, value, "maxContains");
}

PARLEY_DECL void SchemaCompiler::read_unevaluated_items(const Frame& frame, const Json& value) {
  rules_of(frame.node.arrays).unevaluated = child(frame, value);
}

// Objects.

PARLEY_DECL void SchemaCompiler::read_min_properties(const Frame& frame, const Json& value) {
  rules_of(frame.node.objects).min_properties = count(frame, value, "minProperties");
}

PARLEY_DECL void SchemaCompiler::read_max_properties(const Frame& frame, const Json& value) {
  rules_of(frame.node.objects).max_properties = count(frame, value, "maxProperties");
}

PARLEY_DECL void SchemaCompiler::read_required(const Frame& frame, const Json& value) {
  auto& properties = rules_of(frame.node.objects).properties;
  for (const auto name : names(frame, value, "required")) {
    properties.push_back({name, nullptr, true});
  }
}

PARLEY_DECL void SchemaCompiler::read_properties(const Frame& frame, const Json& value) {
  if (!is_schema_map(frame, value, "properties")) return;
  auto& properties = rules_of(frame.node.objects).properties;
  properties.reserve(value.size());
  for (const auto& [name, schema] : value.get_ref<const Json::object_t&>()) {
    properties.push_back({name, child(frame, schema), false});
  }
}

PARLEY_DECL void SchemaCompiler::read_pattern_properties(const Frame& frame, const Json& value) {
  if (!is_schema_map(frame, value, "patternProperties")) return;
  for (const auto& [text, schema] : value.get_ref<const Json::object_t&>()) {
    auto compiled = pattern(frame, text, "patternProperties");
    if (!compiled) return;
    rules_of(frame.node.objects).patterns.emplace_back(std::move(*compiled), child(frame, schema));
  }
}

PARLEY_DECL void SchemaCompiler::read_additional_properties(const Frame& frame, const Json& value) {
  rules_of(frame.node.objects).additional = child(frame, value);
}

PARLEY_DECL void SchemaCompiler::read_property_names(const Frame& frame, const Json& value) {
  rules_of(frame.node.objects).names = child(frame, value);
}

PARLEY_DECL void SchemaCompiler::read_unevaluated_properties(const Frame& frame,
                                                             const Json& value) {
  rules_of(frame.node.objects).unevaluated = child(frame, value);
}

PARLEY_DECL void SchemaCompiler::read_dependent_required(const Frame& frame, const Json& value) {
  if (!value.is_object()) {
    return fail(frame, "dependentRequired", "dependentRequired must be an object of arrays");
  }
  for (const auto& [name, list] : value.get_ref<const Json::object_t&>()) {
    rules_of(frame.node.objects)
        .dependent_required.push_back(
            {name, names(frame, list, "dependentRequired"), "dependentRequired"});
  }
}

PARLEY_DECL void SchemaCompiler::read_dependent_schemas(const Frame& frame, const Json& value) {
  if (!is_schema_map(frame, value, "dependentSchemas")) return;
  for (const auto& [name, schema] : value.get_ref<const Json::object_t&>()) {
    rules_of(frame.node.objects).dependent_schemas.emplace_back(name, child(frame, schema));
  }
}

/// The draft-07 keyword that `dependentRequired` and `dependentSchemas` came from.
PARLEY_DECL void SchemaCompiler::read_dependencies(const Frame& frame, const Json& value) {
  if (!is_schema_map(frame, value, "dependencies")) return;
  auto& rules = rules_of(frame.node.objects);
  for (const auto& [name, dependency] : value.get_ref<const Json::object_t&>()) {
    if (dependency.is_array()) {
      rules.dependent_required.push_back(
          {name, names(frame, dependency, "dependencies"), "dependencies"});
    } else {
      rules.dependent_schemas.emplace_back(name, child(frame, dependency));
    }
  }
}

// Combinations.

PARLEY_DECL void SchemaCompiler::read_all_of(const Frame& frame, const Json& value) {
  rules_of(frame.node.combination).all_of = children(frame, value, "allOf");
}

PARLEY_DECL void SchemaCompiler::read_any_of(const Frame& frame, const Json& value) {
  rules_of(frame.node.combination).any_of = children(frame, value, "anyOf");
}

PARLEY_DECL void SchemaCompiler::read_one_of(const Frame& frame, const Json& value) {
  rules_of(frame.node.combination).one_of = children(frame, value, "oneOf");
}

PARLEY_DECL void SchemaCompiler::read_not(const Frame& frame, const Json& value) {
  rules_of(frame.node.combination).negated = child(frame, value);
}

PARLEY_DECL void SchemaCompiler::read_if(const Frame& frame, const Json& value) {
  rules_of(frame.node.combination).condition = child(frame, value);
}

PARLEY_DECL void SchemaCompiler::read_then(const Frame& frame, const Json& value) {
  rules_of(frame.node.combination).then_branch = child(frame, value);
}

PARLEY_DECL void SchemaCompiler::read_else(const Frame& frame, const Json& value) {
  rules_of(frame.node.combination).else_branch = child(frame, value);
}

}  // namespace parley::detail::schema
