// SPDX-License-Identifier: MIT
// Bodies of schema_evaluation.hpp: the walk, scalars and combinations.
#pragma once

#include <iterator>
#include <utility>

#include <parley/json/impl/schema_evaluation.hpp>
#include <parley/json/impl/schema_wording.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

PARLEY_DECL std::string InstancePlace::pointer() const {
  std::vector<const InstancePlace*> path;
  for (const auto* place = this; place->parent != nullptr; place = place->parent)
    path.push_back(place);
  std::string text;
  // NOLINTNEXTLINE(modernize-loop-convert): <ranges> is a lot to compile for one loop.
  for (auto place = path.rbegin(); place != path.rend(); ++place) {
    append_pointer_token(text, (*place)->key != nullptr ? std::string_view(*(*place)->key)
                                                        : std::to_string((*place)->index));
  }
  return text;
}

PARLEY_DECL bool SchemaEvaluation::run(const Json& instance) {
  return check(*compiled_.root, instance, {}, nullptr);
}

PARLEY_DECL std::string SchemaEvaluation::limit() const {
  if (too_deep_) {
    return "validation stopped at " + std::to_string(compiled_.options.max_depth) +
           " subschemas inside one another: the schema refers to itself without end, or the value "
           "nests too deeply";
  }
  if (budget_.used_up()) {
    return "validation stopped after " + std::to_string(compiled_.options.max_steps) +
           " steps: the value is too large, or the schema asks for too many combinations";
  }
  return {};
}

PARLEY_DECL bool SchemaEvaluation::check(const SchemaNode& node, const Json& instance,
                                         const Place& place, Marks* marks) {
  if (node.verdict == SchemaNode::Verdict::always) return true;
  if (node.verdict == SchemaNode::Verdict::never) {
    return fail(node, "", place, [] { return std::string("no value is allowed here"); });
  }
  too_deep_ = too_deep_ || depth_ >= compiled_.options.max_depth;
  if (too_deep_ || !budget_.spend(1)) return false;
  const Scope scope{node.resource, scope_};
  const auto* const outer = scope_;
  if (compiled_.has_dynamic_references && (outer == nullptr || outer->resource != node.resource)) {
    scope_ = &scope;
  }
  ++depth_;
  const bool result = apply(node, instance, place, marks);
  --depth_;
  scope_ = outer;
  return result;
}

PARLEY_DECL bool SchemaEvaluation::apply(const SchemaNode& node, const Json& instance,
                                         const Place& place, Marks* marks) {
  const bool for_object = node.objects && node.objects->unevaluated && instance.is_object();
  const bool for_array = node.arrays && node.arrays->unevaluated && instance.is_array();
  if (!for_object && !for_array) return apply_rules(node, instance, place, marks);
  Marks own(instance.size());
  if (!apply_rules(node, instance, place, &own)) return false;
  const bool fit = for_object ? check_unevaluated_properties(
                                    node, instance.get_ref<const Json::object_t&>(), place, own)
                              : check_unevaluated_items(
                                    node, instance.get_ref<const Json::array_t&>(), place, own);
  if (marks != nullptr) marks->set_all();
  return fit;
}

PARLEY_DECL bool SchemaEvaluation::apply_rules(const SchemaNode& node, const Json& instance,
                                               const Place& place, Marks* marks) {
  Tally tally(*this);
  if (!tally.add(check_values(node, instance, place))) return false;
  if (node.combination && !tally.add(check_combination(node, instance, place, marks))) return false;
  if (node.objects && instance.is_object()) tally.add(check_object(node, instance, place, marks));
  if (node.arrays && instance.is_array()) {
    tally.add(check_array(node, instance.get_ref<const Json::array_t&>(), place, marks));
  }
  return tally.fits();
}

// Scalars.

inline TypeMask types_of(const Json& instance) {
  switch (instance.type()) {
    case Json::value_t::null:
      return null_bit;
    case Json::value_t::boolean:
      return boolean_bit;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return integer_bit | number_bit;
    case Json::value_t::number_float:
      return is_integral(instance) ? integer_bit | number_bit : number_bit;
    case Json::value_t::string:
      return string_bit;
    case Json::value_t::array:
      return array_bit;
    case Json::value_t::object:
      return object_bit;
    default:
      return 0;
  }
}

PARLEY_DECL bool SchemaEvaluation::check_values(const SchemaNode& node, const Json& instance,
                                                const Place& place) {
  Tally tally(*this);
  if (node.types != 0 && (node.types & types_of(instance)) == 0) {
    // What else the schema says of other types would only repeat this.
    return fail(node, "type", place, [&] {
      return "expected " + type_names(node.types) + ", got " + std::string(type_name(instance));
    });
  }
  if (node.values && node.values->has_enum) {
    const auto& allowed = node.values->allowed;
    const auto found = std::lower_bound(
        allowed.begin(), allowed.end(), &instance,
        [&](const Json* a, const Json* b) { return compare_json(*a, *b, budget_) < 0; });
    if (found == allowed.end() || compare_json(**found, instance, budget_) != 0) {
      tally.add(fail(node, "enum", place, [&] {
        return "must be one of " + allowed_values(*node.values) + "; got " + excerpt(instance);
      }));
    }
  }
  if (node.values && node.values->constant &&
      compare_json(*node.values->constant, instance, budget_) != 0) {
    tally.add(fail(node, "const", place, [&] {
      return "must be " + excerpt(*node.values->constant) + ", got " + excerpt(instance);
    }));
  }
  if (node.numbers && instance.is_number()) tally.add(check_number(node, instance, place));
  if (node.strings && instance.is_string()) {
    tally.add(check_string(node, instance.get_ref<const std::string&>(), place));
  }
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_number(const SchemaNode& node, const Json& number,
                                                const Place& place) {
  const NumberRules& rules = *node.numbers;
  Tally tally(*this);
  const auto must_be = [&](bool fits, const char* keyword, const char* words, const Json* bound) {
    if (fits) return;
    tally.add(fail(node, keyword, place, [&] {
      return std::string("must be ") + words + excerpt(*bound) + ", got " + excerpt(number);
    }));
  };
  if (rules.minimum != nullptr) {
    must_be(compare_numbers(number, *rules.minimum) >= 0, "minimum", "at least ", rules.minimum);
  }
  if (rules.maximum != nullptr) {
    must_be(compare_numbers(number, *rules.maximum) <= 0, "maximum", "at most ", rules.maximum);
  }
  if (const auto* bound = rules.exclusive_minimum; bound != nullptr) {
    must_be(compare_numbers(number, *bound) > 0, "exclusiveMinimum", "greater than ", bound);
  }
  if (const auto* bound = rules.exclusive_maximum; bound != nullptr) {
    must_be(compare_numbers(number, *bound) < 0, "exclusiveMaximum", "less than ", bound);
  }
  if (const auto* factor = rules.multiple_of; factor != nullptr) {
    must_be(is_multiple_of(number, *factor), "multipleOf", "a multiple of ", factor);
  }
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_string(const SchemaNode& node, const std::string& text,
                                                const Place& place) {
  const StringRules& rules = *node.strings;
  Tally tally(*this);
  if (!tally.add(check_length(node, text, place))) return false;
  if (rules.pattern && !matches(*rules.pattern, text)) {
    tally.add(fail(node, "pattern", place, [&] {
      return "must match the pattern " + rules.pattern->text().substr(0, 200) + ", got " +
             quote(text);
    }));
  }
  if (rules.format != SchemaFormat::none && budget_.spend(text.size() / 16) &&
      !has_format(text, rules.format)) {
    tally.add(fail(node, "format", place, [&] {
      return "must be " + std::string(format_description(rules.format)) + "; got " + quote(text);
    }));
  }
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_length(const SchemaNode& node, const std::string& text,
                                                const Place& place) {
  const StringRules& rules = *node.strings;
  // A code point takes 1 to 4 bytes, so mostly there is no need to count.
  if (rules.min_length <= text.size() / 4 && rules.max_length >= text.size()) return true;
  if (!budget_.spend(text.size() / 32)) return false;
  const auto length = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  if (length < rules.min_length) {
    return fail(node, "minLength", place, [&] {
      return "must have at least " + counted(rules.min_length, "character") + ", has " +
             std::to_string(length);
    });
  }
  if (length > rules.max_length) {
    return fail(node, "maxLength", place, [&] {
      return "must have at most " + counted(rules.max_length, "character") + ", has " +
             std::to_string(length);
    });
  }
  return true;
}

PARLEY_DECL bool SchemaEvaluation::matches(const Pattern& pattern, const std::string& text) {
  auto left = budget_.left();
  const auto found = pattern.search(text, left);
  if (found) {
    budget_.spend(budget_.left() - left);
  } else {
    budget_.use_up();
  }
  return found.value_or(false);
}

// Combinations.

PARLEY_DECL bool SchemaEvaluation::check_combination(const SchemaNode& node, const Json& instance,
                                                     const Place& place, Marks* marks) {
  const CombinationRules& rules = *node.combination;
  Tally tally(*this);
  if (rules.reference && !tally.add(check(*rules.reference, instance, place, marks))) return false;
  if (rules.dynamic_reference && !tally.add(check(dynamic_target(rules), instance, place, marks))) {
    return false;
  }
  for (const auto* part : rules.all_of) {
    if (!tally.add(check(*part, instance, place, marks))) return false;
  }
  if (!rules.any_of.empty() && !tally.add(check_any_of(node, instance, place, marks))) return false;
  if (!rules.one_of.empty() && !tally.add(check_one_of(node, instance, place, marks))) return false;
  if (rules.negated && fits(*rules.negated, instance, place, nullptr)) {
    tally.add(fail(node, "not", place, [] {
      return std::string("must not be what the schema under 'not' describes");
    }));
    if (!collects_more()) return false;
  }
  if (rules.condition) tally.add(check_condition(rules, instance, place, marks));
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_any_of(const SchemaNode& node, const Json& instance,
                                                const Place& place, Marks* marks) {
  const auto& alternatives = node.combination->any_of;
  bool any = false;
  for (const auto* alternative : alternatives) {
    any = fits(*alternative, instance, place, marks) || any;
    if ((any && marks == nullptr) || stopped()) return any;
  }
  return any || fail(node, "anyOf", place, [&] {
           return "fits none of the " + counted(alternatives.size(), "alternative") + ": " +
                  reasons(alternatives, instance, place);
         });
}

PARLEY_DECL bool SchemaEvaluation::check_one_of(const SchemaNode& node, const Json& instance,
                                                const Place& place, Marks* marks) {
  const auto& alternatives = node.combination->one_of;
  std::size_t first = alternatives.size();
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (!fits(*alternatives[i], instance, place, marks)) continue;
    if (first < i) {
      return fail(node, "oneOf", place, [&] {
        return "must fit exactly one alternative, but fits number " + std::to_string(first + 1) +
               " and number " + std::to_string(i + 1);
      });
    }
    first = i;
  }
  return first < alternatives.size() || fail(node, "oneOf", place, [&] {
           return "fits none of the " + counted(alternatives.size(), "alternative") + ": " +
                  reasons(alternatives, instance, place);
         });
}

PARLEY_DECL bool SchemaEvaluation::check_condition(const CombinationRules& rules,
                                                   const Json& instance, const Place& place,
                                                   Marks* marks) {
  const auto* branch =
      fits(*rules.condition, instance, place, marks) ? rules.then_branch : rules.else_branch;
  return branch == nullptr || check(*branch, instance, place, marks);
}

PARLEY_DECL const SchemaNode& SchemaEvaluation::dynamic_target(const CombinationRules& rules) {
  const auto* target = rules.dynamic_reference;
  if (rules.dynamic_anchor.empty()) return *target;
  for (const auto* scope = scope_; scope != nullptr && budget_.spend(1); scope = scope->outer) {
    for (const auto& [name, node] : scope->resource->dynamic_anchors) {
      if (name == rules.dynamic_anchor) target = node;  // the outermost is the last one found
    }
  }
  return *target;
}

// Trying, and explaining.

PARLEY_DECL bool SchemaEvaluation::fits(const SchemaNode& node, const Json& instance,
                                        const Place& place, Marks* marks) {
  auto* const findings = std::exchange(findings_, nullptr);
  bool result = false;
  if (marks == nullptr || !instance.is_structured()) {
    result = check(node, instance, place, nullptr);
  } else if (budget_.spend(instance.size() / 64)) {
    Marks own(instance.size());
    result = check(node, instance, place, &own);
    if (result) marks->merge(own);
  }
  findings_ = findings;
  return result && !stopped();
}

PARLEY_DECL std::string SchemaEvaluation::reason(const SchemaNode& node, const Json& instance,
                                                 const Place& place) {
  std::vector<SchemaFinding> found;
  auto* const findings = std::exchange(findings_, &found);
  const auto max_findings = std::exchange(max_findings_, 1);
  check(node, instance, place, nullptr);
  findings_ = findings;
  max_findings_ = max_findings;
  if (found.empty()) return "does not fit";
  const auto below = found[0].instance_pointer.substr(place.pointer().size());
  return below.empty() ? found[0].message : below + ": " + found[0].message;
}

PARLEY_DECL std::string SchemaEvaluation::reasons(
    const std::vector<const SchemaNode*>& alternatives, const Json& instance, const Place& place) {
  constexpr std::size_t max_reasons = 5, max_length = 600;
  std::string text;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (i > 0) text += "; ";
    if (i == max_reasons || text.size() > max_length) return text + "...";
    text += "(" + std::to_string(i + 1) + ") " + reason(*alternatives[i], instance, place);
  }
  return text;
}

}  // namespace parley::detail::schema
