// SPDX-License-Identifier: MIT
// Bodies of schema_evaluation.hpp for arrays.
#pragma once

#include <parley/json/impl/schema_evaluation.hpp>
#include <parley/json/impl/schema_wording.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

PARLEY_DECL bool SchemaEvaluation::check_array(const SchemaNode& node, const Json::array_t& array,
                                               const Place& place, Marks* marks) {
  const ArrayRules& rules = *node.arrays;
  Tally tally(*this);
  if (array.size() < rules.min_items && !tally.add(fail(node, "minItems", place, [&] {
        return "must have at least " + counted(rules.min_items, "item") + ", has " +
               std::to_string(array.size());
      }))) {
    return false;
  }
  if (array.size() > rules.max_items && !tally.add(fail(node, "maxItems", place, [&] {
        return "must have at most " + counted(rules.max_items, "item") + ", has " +
               std::to_string(array.size());
      }))) {
    return false;
  }
  if (!tally.add(check_items(rules, array, place, marks))) return false;
  if (rules.contains && !tally.add(check_contains(node, array, place, marks))) return false;
  if (rules.unique) tally.add(check_unique(node, array, place));
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_items(const ArrayRules& rules, const Json::array_t& array,
                                               const Place& place, Marks* marks) {
  Tally tally(*this);
  const std::size_t known =
      rules.items ? array.size() : std::min(array.size(), rules.prefix.size());
  for (std::size_t i = 0; i < known; ++i) {
    const auto* schema = i < rules.prefix.size() ? rules.prefix[i] : rules.items;
    if (!tally.add(check(*schema, array[i], {&place, nullptr, i}, nullptr))) return false;
    if (marks != nullptr) marks->set(i);
  }
  return tally.fits();
}

PARLEY_DECL bool SchemaEvaluation::check_contains(const SchemaNode& node,
                                                  const Json::array_t& array, const Place& place,
                                                  Marks* marks) {
  const ArrayRules& rules = *node.arrays;
  std::size_t found = 0;
  for (std::size_t i = 0; i < array.size() && !stopped(); ++i) {
    if (!fits(*rules.contains, array[i], {&place, nullptr, i}, nullptr)) continue;
    ++found;
    if (marks != nullptr) marks->set(i);
  }
  if (found < rules.min_contains) {
    return fail(node, "contains", place, [&] {
      return "must contain at least " + counted(rules.min_contains, "item") +
             " of the kind under 'contains', has " + std::to_string(found);
    });
  }
  if (found > rules.max_contains) {
    return fail(node, "maxContains", place, [&] {
      return "must contain at most " + counted(rules.max_contains, "item") +
             " of the kind under 'contains', has " + std::to_string(found);
    });
  }
  return true;
}

PARLEY_DECL bool SchemaEvaluation::check_unique(const SchemaNode& node, const Json::array_t& array,
                                                const Place& place) {
  if (array.size() < 2 || !budget_.spend(array.size())) return true;
  std::vector<const Json*> sorted;
  sorted.reserve(array.size());
  for (const auto& item : array) sorted.push_back(&item);
  std::sort(sorted.begin(), sorted.end(),
            [&](const Json* a, const Json* b) { return compare_json(*a, *b, budget_) < 0; });
  const auto twins = std::adjacent_find(sorted.begin(), sorted.end(), [&](auto* a, auto* b) {
    return compare_json(*a, *b, budget_) == 0;
  });
  return twins == sorted.end() || fail(node, "uniqueItems", place, [&] {
           const auto [first, second] =
               std::minmax({twins[0] - array.data(), twins[1] - array.data()});
           return "items must differ, but items " + std::to_string(first) + " and " +
                  std::to_string(second) + " are equal";
         });
}

PARLEY_DECL bool SchemaEvaluation::check_unevaluated_items(const SchemaNode& node,
                                                           const Json::array_t& array,
                                                           const Place& place, const Marks& marks) {
  const SchemaNode& schema = *node.arrays->unevaluated;
  Tally tally(*this);
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (marks.has(i)) continue;
    const Place item{&place, nullptr, i};
    const bool fit =
        schema.verdict == SchemaNode::Verdict::never
            ? fail(node, "unevaluatedItems", item, [] { return std::string("unexpected item"); })
            : check(schema, array[i], item, nullptr);
    if (!tally.add(fit)) return false;
  }
  return tally.fits();
}

}  // namespace parley::detail::schema
