// SPDX-License-Identifier: MIT
// Bodies of schema_compiler.hpp: the walk over subschemas, and references. Keywords:
// schema_keywords.ipp.
#pragma once

#include <algorithm>
#include <utility>

#include <parley/json/impl/json_order.hpp>
#include <parley/json/impl/schema_compiler.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

PARLEY_DECL SchemaCompiler::SchemaCompiler(CompiledSchema& compiled,
                                           std::shared_ptr<const Json> schema)
    : compiled_(compiled), schema_(std::move(schema)), registry_(compiled) {}

PARLEY_DECL std::optional<SchemaError> SchemaCompiler::run() {
  const auto main = registry_.add_document(schema_, "");
  if (!main) return main.error();
  compiled_.root = node_at({schema_.get(), *main});
  while (!pending_.empty() && !error_) {
    const auto next = pending_.back();
    pending_.pop_back();
    resolve(next);
  }
  return std::move(error_);
}

PARLEY_DECL void SchemaCompiler::resolve(const PendingReference& pending) {
  const SchemaRegistry::Reference reference{*pending.text, *pending.schema, pending.keyword};
  const auto resource = registry_.resource_of(reference, *pending.base);
  if (!resource) {
    error_ = resource.error();
    return;
  }
  node_at({(*resource)->json, *resource});  // makes the anchors of a document just loaded known
  if (error_) return;
  const auto target = registry_.find(reference, **resource);
  if (!target) {
    error_ = target.error();
    return;
  }
  auto& rules = *pending.node->combination;
  if (pending.keyword != "$ref") {
    rules.dynamic_reference = node_at(target->place);
    rules.dynamic_anchor = target->dynamic_anchor;
    compiled_.has_dynamic_references |= !target->dynamic_anchor.empty();
  } else {
    rules.reference = node_at(target->place);
  }
}

PARLEY_DECL const SchemaNode* SchemaCompiler::node_at(const SchemaPlace& place) {
  if (error_) return nullptr;
  auto& known = nodes_[place.json];
  if (known != nullptr) return known;
  auto& node = compiled_.nodes.emplace_back();
  known = &node;
  node.source = place.json;
  const Frame frame{node, *place.json, place.resource};
  if (compiled_.nodes.size() > compiled_.options.max_subschemas) {
    fail(frame, "",
         "the schema has more than " + std::to_string(compiled_.options.max_subschemas) +
             " subschemas");
  } else if (depth_ >= compiled_.options.max_depth) {
    fail(frame, "",
         "the schema nests more than " + std::to_string(compiled_.options.max_depth) +
             " levels deep");
  } else {
    ++depth_;
    fill(node, place);
    --depth_;
  }
  return &node;
}

PARLEY_DECL void SchemaCompiler::fill(SchemaNode& node, const SchemaPlace& place) {
  const Json& schema = *place.json;
  if (schema.is_boolean()) {
    node.verdict = schema.get<bool>() ? SchemaNode::Verdict::always : SchemaNode::Verdict::never;
    node.resource = place.resource->compiled;
    return;
  }
  if (!schema.is_object()) {
    return fail({node, schema, place.resource}, "",
                std::string("a schema must be an object or a boolean, not ") + schema.type_name());
  }
  const auto resource = registry_.enter(place);
  if (!resource) {
    error_ = resource.error();
    return;
  }
  node.resource = (*resource)->compiled;
  if (const auto* anchor = string_member(schema, "$dynamicAnchor")) {
    (*resource)->compiled->dynamic_anchors.emplace_back(*anchor, &node);
  }
  if (is_recursive_anchor(schema)) {
    (*resource)->compiled->dynamic_anchors.emplace_back(recursive_anchor, &node);
  }
  read_keywords({node, schema, *resource});
}

PARLEY_DECL void SchemaCompiler::read_keywords(const Frame& frame) {
  const auto& dialect = frame.resource->dialect;
  if (dialect.hides_neighbours_of_ref()) {
    if (const auto reference = frame.schema.find("$ref"); reference != frame.schema.end()) {
      return read_ref(frame, *reference);
    }
  }
  // Members and table are both sorted by name.
  const auto table = keywords();
  auto keyword = table.begin();
  for (const auto& [name, value] : frame.schema.get_ref<const Json::object_t&>()) {
    while (keyword != table.end() && keyword->name < name) ++keyword;
    if (keyword == table.end() || error_) break;
    if (keyword->name != name || (keyword->is_assertion && !dialect.has_assertions) ||
        keyword->since > dialect.draft) {
      continue;
    }
    (this->*keyword->read)(frame, value);
  }
  if (frame.node.objects != nullptr) merge_properties(frame.node.objects->properties);
}

/// Sorts, and makes one rule of those with the same name.
PARLEY_DECL void SchemaCompiler::merge_properties(std::vector<PropertyRule>& rules) {
  std::stable_sort(rules.begin(), rules.end(),
                   [](const auto& a, const auto& b) { return a.name < b.name; });
  std::size_t kept = 0;
  for (const auto& rule : rules) {
    if (kept == 0 || rules[kept - 1].name != rule.name) {
      rules[kept++] = rule;
      continue;
    }
    auto& first = rules[kept - 1];
    if (first.schema == nullptr) first.schema = rule.schema;
    first.required |= rule.required;
  }
  rules.resize(kept);
}

PARLEY_DECL void SchemaCompiler::fail(const Frame& frame, std::string_view keyword,
                                      std::string message) {
  if (!error_) error_ = registry_.error_at(frame.schema, keyword, std::move(message)).value();
}

PARLEY_DECL const SchemaNode* SchemaCompiler::child(const Frame& frame, const Json& schema) {
  return node_at({&schema, frame.resource});
}

PARLEY_DECL std::vector<const SchemaNode*> SchemaCompiler::children(const Frame& frame,
                                                                    const Json& list,
                                                                    const char* keyword) {
  std::vector<const SchemaNode*> nodes;
  if (!list.is_array() || list.empty()) {
    fail(frame, keyword, std::string(keyword) + " must be a non-empty array of schemas");
  } else {
    for (const auto& schema : list) nodes.push_back(child(frame, schema));
  }
  return nodes;
}

PARLEY_DECL bool SchemaCompiler::is_schema_map(const Frame& frame, const Json& value,
                                               const char* keyword) {
  if (!value.is_object())
    fail(frame, keyword, std::string(keyword) + " must be an object of schemas");
  return value.is_object();
}

PARLEY_DECL std::vector<std::string_view> SchemaCompiler::names(const Frame& frame,
                                                                const Json& list,
                                                                const char* keyword) {
  std::vector<std::string_view> found;
  if (!list.is_array()) {
    fail(frame, keyword, std::string(keyword) + " must be an array of property names");
    return found;
  }
  for (const auto& item : list) {
    if (const auto* name = item.get_ptr<const std::string*>()) {
      found.push_back(*name);
    } else {
      fail(frame, keyword, std::string(keyword) + " must contain strings only");
    }
  }
  return found;
}

PARLEY_DECL std::size_t SchemaCompiler::count(const Frame& frame, const Json& value,
                                              const char* keyword) {
  const bool fine = value.is_number() && is_integral(value) && compare_numbers(value, Json(0)) >= 0;
  if (!fine) {
    fail(frame, keyword, std::string(keyword) + " must be a non-negative integer");
    return 0;
  }
  return compare_numbers(value, Json(no_maximum)) >= 0 ? no_maximum : value.get<std::size_t>();
}

PARLEY_DECL const Json* SchemaCompiler::number(const Frame& frame, const Json& value,
                                               const char* keyword) {
  if (!value.is_number()) fail(frame, keyword, std::string(keyword) + " must be a number");
  return &value;
}

PARLEY_DECL std::optional<Pattern> SchemaCompiler::pattern(const Frame& frame,
                                                           const std::string& text,
                                                           const char* keyword) {
  PatternLimits limits;
  const auto left = compiled_.options.max_pattern_instructions - pattern_instructions_;
  limits.max_instructions = std::min(limits.max_instructions, left);
  auto compiled = Pattern::compile(text, limits);
  if (!compiled) {
    const auto& error = compiled.error();
    fail(frame, keyword,
         "cannot use the pattern '" + text.substr(0, 80) + "': at byte " +
             std::to_string(error.offset) + ", " + error.message);
    return std::nullopt;
  }
  pattern_instructions_ += compiled->size();
  return std::move(*compiled);
}

PARLEY_DECL void SchemaCompiler::add_reference(const Frame& frame, const Json& value,
                                               std::string_view keyword) {
  const auto* text = value.get_ptr<const std::string*>();
  if (text == nullptr) return fail(frame, keyword, std::string(keyword) + " must be a string");
  if (!frame.node.combination) frame.node.combination = std::make_unique<CombinationRules>();
  pending_.push_back({&frame.node, &frame.schema, frame.resource, text, keyword});
}

}  // namespace parley::detail::schema
