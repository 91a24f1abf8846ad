// SPDX-License-Identifier: MIT
// Bodies of schema_evaluation.hpp for objects.
#pragma once

#include <parley/json/impl/schema_evaluation.hpp>
#include <parley/json/impl/schema_wording.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

PARLEY_DECL bool SchemaEvaluation::check_object(const SchemaNode& node, const Json& instance,
                                                const Place& place, Marks* marks) {
  const ObjectRules& rules = *node.objects;
  const auto& object = instance.get_ref<const Json::object_t&>();
  Tally tally(*this);
  if (object.size() < rules.min_properties && !tally.add(fail(node, "minProperties", place, [&] {
        return "must have at least " + counted(rules.min_properties, "property") + ", has " +
               std::to_string(object.size());
      }))) {
    return false;
  }
  if (object.size() > rules.max_properties && !tally.add(fail(node, "maxProperties", place, [&] {
        return "must have at most " + counted(rules.max_properties, "property") + ", has " +
               std::to_string(object.size());
      }))) {
    return false;
  }
  if (!tally.add(check_properties(node, object, place, marks))) return false;
  if (rules.names && !tally.add(check_names(node, object, place))) return false;
  if (!rules.dependent_required.empty() || !rules.dependent_schemas.empty()) {
    tally.add(check_dependencies(node, instance, place, marks));
  }
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::fail_missing(const SchemaNode& node, const PropertyRule& rule,
                                                const Place& place) {
  return fail(node, "required", place, [&] {
    std::string text = "missing required property " + quote(rule.name);
    if (rule.schema != nullptr && rule.schema->types != 0) {
      text += ", expected " + type_names(rule.schema->types);
    }
    return text;
  });
}

/// Walks members and rules side by side, as both are sorted by name.
PARLEY_DECL bool SchemaEvaluation::check_properties(const SchemaNode& node,
                                                    const Json::object_t& object,
                                                    const Place& place, Marks* marks) {
  const ObjectRules& rules = *node.objects;
  Tally tally(*this);
  auto rule = rules.properties.begin();
  const auto end = rules.properties.end();
  if (!budget_.spend(object.size() + rules.properties.size() / 8)) return false;
  std::size_t index = 0;
  for (const auto& [name, value] : object) {
    int order = 1;
    for (; rule != end && (order = rule->name.compare(name)) < 0; ++rule) {
      if (rule->required && !tally.add(fail_missing(node, *rule, place))) return false;
    }
    const Place member{&place, &name, 0};
    bool evaluated = false;
    if (rule != end && order == 0) {
      evaluated = rule->schema != nullptr;
      if (evaluated && !tally.add(check(*rule->schema, value, member, nullptr))) return false;
      ++rule;
    }
    if ((rules.additional || !rules.patterns.empty()) &&
        !tally.add(check_other_property(node, value, member, evaluated))) {
      return false;
    }
    if (evaluated && marks != nullptr) marks->set(index);
    ++index;
  }
  for (; rule != end; ++rule) {
    if (rule->required && !tally.add(fail_missing(node, *rule, place))) return false;
  }
  return tally.fits();
}

/// `patternProperties`, and `additionalProperties` for what neither they nor `properties`
/// evaluated.
PARLEY_DECL bool SchemaEvaluation::check_other_property(const SchemaNode& node, const Json& value,
                                                        const Place& place, bool& evaluated) {
  const ObjectRules& rules = *node.objects;
  Tally tally(*this);
  for (const auto& [pattern, schema] : rules.patterns) {
    if (!matches(pattern, *place.key)) continue;
    evaluated = true;
    if (!tally.add(check(*schema, value, place, nullptr))) return false;
  }
  if (evaluated || rules.additional == nullptr) return tally.fits();
  evaluated = true;
  if (rules.additional->verdict == SchemaNode::Verdict::never) {
    return fail(node, "additionalProperties", place,
                [&] { return "unknown property" + known_properties(rules); });
  }
  return check(*rules.additional, value, place, nullptr);
}

PARLEY_DECL bool SchemaEvaluation::check_names(const SchemaNode& node, const Json::object_t& object,
                                               const Place& place) {
  const SchemaNode& schema = *node.objects->names;
  Tally tally(*this);
  for (const auto& member : object) {
    const Json name = member.first;
    if (fits(schema, name, place, nullptr)) continue;
    const bool more = tally.add(fail(node, "propertyNames", place, [&] {
      return "the property name " + quote(member.first) +
             " is not allowed: " + reason(schema, name, place);
    }));
    if (!more) return false;
  }
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_dependencies(const SchemaNode& node, const Json& instance,
                                                      const Place& place, Marks* marks) {
  const ObjectRules& rules = *node.objects;
  const auto& object = instance.get_ref<const Json::object_t&>();
  Tally tally(*this);
  for (const auto& [name, required, keyword] : rules.dependent_required) {
    if (!object.contains(name)) continue;
    for (const auto other : required) {
      if (!budget_.spend(1)) return false;
      if (!object.contains(other) && !tally.add(fail(node, keyword, place, [&] {
            return "missing property " + quote(other) + ", which property " + quote(name) +
                   " requires";
          }))) {
        return false;
      }
    }
  }
  for (const auto& [name, schema] : rules.dependent_schemas) {
    if (!budget_.spend(1)) return false;
    if (object.contains(name) && !tally.add(check(*schema, instance, place, marks))) return false;
  }
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_unevaluated_properties(const SchemaNode& node,
                                                                const Json::object_t& object,
                                                                const Place& place,
                                                                const Marks& marks) {
  const SchemaNode& schema = *node.objects->unevaluated;
  Tally tally(*this);
  std::size_t index = 0;
  for (const auto& [name, value] : object) {
    if (marks.has(index++)) continue;
    const Place member{&place, &name, 0};
    const bool fit = schema.verdict == SchemaNode::Verdict::never
                         ? fail(node, "unevaluatedProperties", member,
                                [] { return std::string("unknown property"); })
                         : check(schema, value, member, nullptr);
    if (!tally.add(fit)) return false;
  }
  return tally.fits();
}

}  // namespace parley::detail::schema
