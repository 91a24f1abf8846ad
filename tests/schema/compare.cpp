// SPDX-License-Identifier: MIT
// The comparison of shapes with schema nodes, one kind of shape at a time.
#include "schema/compare.hpp"

#include <algorithm>

namespace parley::schema_test {
namespace {

const char* type_for(Shape::Kind kind) {
  using Kind = Shape::Kind;
  switch (kind) {
    case Kind::boolean:
      return "boolean";
    case Kind::integer:
      return "integer";
    case Kind::number:
      return "number";
    case Kind::array:
      return "array";
    case Kind::map:
    case Kind::object:
      return "object";
    default:
      return "string";
  }
}

std::string list(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : "|") + word;
  return out.empty() ? "anything" : out;
}

std::vector<std::string> types_but_null(const Json& leaf) {
  auto types = types_of(leaf);
  types.erase(std::remove(types.begin(), types.end(), "null"), types.end());
  return types;
}

/// Whether an object schema says something about its members.
bool describes_members(const Json& leaf) {
  if (leaf.contains("properties") && !leaf.at("properties").empty()) return true;
  if (!leaf.contains("additionalProperties")) return false;
  const Json& rest = leaf.at("additionalProperties");
  return !(rest.is_boolean() || rest.empty());
}

}  // namespace

void Comparer::tell(const std::string& place, const std::string& what, const Json* node) {
  differences_.push_back({place, what, node});
}

void Comparer::compare(const Json& node, const Shape& shape, const std::string& place,
                       const Tag& tag, const std::string& definition) {
  compare_choices(file_.choices(node, definition).leaves, shape, place, tag);
}

void Comparer::compare_choices(const std::vector<Leaf>& leaves, const Shape& shape,
                               const std::string& place, const Tag& tag) {
  using Kind = Shape::Kind;
  if (shape.kind == Kind::tagged || shape.kind == Kind::keyed) return compare_union(leaves, shape);
  if (shape.kind == Kind::one_or_many) return compare_one_or_many(leaves, shape, place);
  if (shape.kind == Kind::enumeration) return compare_enum(leaves, shape, place);
  if (leaves.size() == 1) return compare_leaf(leaves.front(), shape, place, tag);
  if (shape.kind == Kind::any) {
    return tell(place, "kept as JSON", leaves.empty() ? nullptr : leaves.front().node);
  }
  tell(place, "a choice in the schema only", leaves.empty() ? nullptr : leaves.front().node);
}

void Comparer::compare_leaf(const Leaf& leaf, const Shape& shape, const std::string& place,
                            const Tag& tag) {
  using Kind = Shape::Kind;
  const Json& node = *leaf.node;
  if (shape.kind == Kind::any) return compare_any(leaf, false, place);
  auto types = types_but_null(node);
  if (shape.kind == Kind::id) {
    std::sort(types.begin(), types.end());
    if (types == std::vector<std::string>{"integer", "string"}) return;
    return tell(place, "an id here, " + list(types) + " in the schema", &node);
  }
  const std::string expected = type_for(shape.kind);
  if (types != std::vector<std::string>{expected}) {
    return tell(place, expected + " here, " + list(types) + " in the schema", &node);
  }
  if (shape.kind == Kind::object) return compare_object(leaf, shape, tag);
  if (shape.kind == Kind::array) return compare(node.at("items"), *shape.items, place + "[]");
  if (shape.kind == Kind::map) {
    if (node.contains("properties")) tell(place, "members by name in the schema only", &node);
    static const Json anything = Json::object();
    const bool open = !node.contains("additionalProperties");
    return compare(open ? anything : node.at("additionalProperties"), *shape.items, place + "{}");
  }
  if (!listed_values(node).is_null()) tell(place, "listed values in the schema only", &node);
}

void Comparer::compare_any(const Leaf& leaf, bool only_objects, const std::string& place) {
  const auto types = types_but_null(*leaf.node);
  if (!only_objects) {
    const bool open = types.empty() && listed_values(*leaf.node).is_null();
    if (!open) tell(place, "kept as JSON", leaf.node);
  } else if (types != std::vector<std::string>{"object"}) {
    tell(place, "object here, " + list(types) + " in the schema", leaf.node);
  } else if (describes_members(*leaf.node)) {
    tell(place, "kept as JSON", leaf.node);
  }
}

void Comparer::compare_object(const Leaf& leaf, const Shape& shape, const Tag& tag) {
  if (!seen_.insert({leaf.node, &shape}).second) return;
  const Json& node = *leaf.node;
  for (const FieldShape& field : shape.fields) compare_field(node, field, shape.type_name);
  compare_properties(node, shape, tag);
  if (!shape.keeps_extra) tell(shape.type_name, "keeps no unknown members", &node);
}

void Comparer::compare_field(const Json& object, const FieldShape& field,
                             const std::string& type_name) {
  const std::string place = type_name + "." + field.name;
  const Json* node = property(object, field.name);
  if (node == nullptr) return tell(place, "not in the schema", nullptr);
  const bool required = has(field.flags, Field::required);
  if (required != is_required(object, field.name)) {
    tell(place, required ? "required here only" : "required in the schema only", node);
  }
  const Choices choices = file_.choices(*node);
  const bool any = choices.leaves.size() == 1 && types_of(*choices.leaves.front().node).empty() &&
                   listed_values(*choices.leaves.front().node).is_null();
  if (!any && field.takes_null != choices.null && field.shape->kind != Shape::Kind::any) {
    tell(place, field.takes_null ? "null here only" : "null in the schema only", node);
  }
  if (field.shape->kind == Shape::Kind::any && has(field.flags, Field::object)) {
    if (choices.leaves.size() == 1) return compare_any(choices.leaves.front(), true, place);
    return tell(place, "kept as JSON", node);
  }
  compare_choices(choices.leaves, *field.shape, place, {});
}

void Comparer::compare_properties(const Json& node, const Shape& shape, const Tag& tag) {
  if (!tag.name.empty()) {
    const Json* schema = property(node, tag.name);
    const bool same = schema != nullptr && listed_values(*schema) == Json::array({tag.value});
    if (!same || !is_required(node, tag.name)) {
      tell(shape.type_name + "." + tag.name, "is not the tag " + tag.value, schema);
    }
  }
  if (!node.contains("properties")) return;
  for (const auto& [name, schema] : node.at("properties").items()) {
    const bool known = std::any_of(shape.fields.begin(), shape.fields.end(),
                                   [&](const FieldShape& field) { return field.name == name; });
    if (!known && name != tag.name)
      tell(shape.type_name + "." + name, "in the schema only", &schema);
  }
}

void Comparer::compare_enum(const std::vector<Leaf>& leaves, const Shape& shape,
                            const std::string& place) {
  Json in_schema = Json::array();
  bool open = false;
  for (const Leaf& leaf : leaves) {
    const Json values = listed_values(*leaf.node);
    if (values.is_null()) {
      open = open || types_but_null(*leaf.node) == std::vector<std::string>{"string"};
    } else {
      in_schema.insert(in_schema.end(), values.begin(), values.end());
    }
  }
  const Json* node = leaves.empty() ? nullptr : leaves.front().node;
  if (open != shape.open) {
    return tell(place, open ? "an open enum in the schema only" : "an open enum here only", node);
  }
  for (const Json& value : in_schema) {
    const auto text = value.get<std::string>();
    const bool known = std::find(shape.names.begin(), shape.names.end(), text) != shape.names.end();
    if (!known) tell(place + "=" + text, "in the schema only", node);
  }
  if (open && in_schema.empty()) return;
  for (const auto& name : shape.names) {
    const bool known = std::find(in_schema.begin(), in_schema.end(), name) != in_schema.end();
    if (!known) tell(place + "=" + name, "not in the schema", node);
  }
}

bool Comparer::is_named(const Leaf& leaf, const std::string& type) const {
  if (leaf.name == type) return true;
  const auto alias = std::make_pair(leaf.name, type);
  return std::find(aliases_.begin(), aliases_.end(), alias) != aliases_.end();
}

std::size_t Comparer::alternative_for(const Leaf& leaf, const Shape& shape) const {
  const auto& alternatives = shape.alternatives;
  std::vector<std::size_t> fitting;
  const Json* tag = shape.kind == Shape::Kind::keyed ? nullptr : property(*leaf.node, shape.tag);
  const Json values = tag == nullptr ? Json() : listed_values(*tag);
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const auto& label = alternatives[i].tag;
    const bool fits = shape.kind == Shape::Kind::keyed ? is_required(*leaf.node, label)
                                                       : values == Json::array({label});
    if (fits) fitting.push_back(i);
  }
  if (fitting.size() == 1) return fitting.front();
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (is_named(leaf, alternatives[i].shape->type_name)) return i;
  }
  return tag == nullptr ? shape.untagged : Shape::none;
}

void Comparer::compare_union(const std::vector<Leaf>& leaves, const Shape& shape) {
  std::set<std::size_t> found;
  for (const Leaf& leaf : leaves) {
    const std::size_t index = alternative_for(leaf, shape);
    if (index == Shape::none) {
      const std::string name = leaf.name.empty() ? "?" : leaf.name;
      tell(shape.type_name + "<" + name + ">", "in the schema only", leaf.node);
      continue;
    }
    found.insert(index);
    const AlternativeShape& alternative = shape.alternatives[index];
    Tag tag;
    if (shape.kind == Shape::Kind::tagged && !alternative.tag.empty()) {
      tag = {shape.tag, alternative.tag};
    }
    compare_leaf(leaf, *alternative.shape, alternative.shape->type_name, tag);
  }
  for (std::size_t i = 0; i < shape.alternatives.size(); ++i) {
    if (found.count(i) > 0) continue;
    tell(shape.type_name + "<" + shape.alternatives[i].shape->type_name + ">", "not in the schema",
         nullptr);
  }
}

void Comparer::compare_one_or_many(const std::vector<Leaf>& leaves, const Shape& shape,
                                   const std::string& place) {
  std::vector<Leaf> single;
  bool many = false;
  for (const Leaf& leaf : leaves) {
    if (types_of(*leaf.node) == std::vector<std::string>{"array"}) {
      many = true;
      compare(leaf.node->at("items"), *shape.items, place + "[]");
    } else {
      single.push_back(leaf);
    }
  }
  compare_choices(single, *shape.items, place, {});
  if (!many) tell(shape.type_name + "[]", "not in the schema", nullptr);
}

}  // namespace parley::schema_test
