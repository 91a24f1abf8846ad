// SPDX-License-Identifier: MIT
// Where a description and the official schema say different things.
#include "schema/acp/compare.hpp"

#include <algorithm>
#include <set>

namespace parley::oracle {
namespace {

using Kind = Shape::Kind;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::any:
      return "any JSON";
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "a boolean";
    case Kind::integer:
      return "an integer";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::array:
      return "an array";
    case Kind::map:
      return "a map";
    case Kind::object:
      return "an object";
    case Kind::names:
      return "an enum";
    case Kind::tagged_union:
      return "a tagged union";
    case Kind::keyed_union:
      return "a keyed union";
    case Kind::one_of:
      return "one of several";
  }
  return "?";
}

/// The values of a string enum, in any of the ways to write one.
std::set<std::string> constants_of(const Json& schema) {
  std::set<std::string> values;
  const auto add = [&](const Json& value) {
    if (value.is_string()) values.insert(value.get<std::string>());
  };
  if (schema.contains("const")) add(schema["const"]);
  if (schema.contains("enum")) {
    for (const Json& value : schema["enum"]) add(value);
  }
  for (const Json& part : parts_of(schema)) {
    if (part.contains("const") && part.value("type", "string") == "string") add(part["const"]);
  }
  return values;
}

bool is_plain_string(const Json& schema) {
  return schema.value("type", Json()) == "string" && !schema.contains("const") &&
         !schema.contains("enum");
}

/// Named integers among which any other is legal too.
bool is_integer_enum(const Json& parts) {
  return !parts.back().contains("const") &&
         std::all_of(parts.begin(), parts.end(),
                     [](const Json& part) { return part.value("type", Json()) == "integer"; });
}

/// The type of a schema besides null.
std::string type_of(const Json& schema) {
  if (!schema.contains("type")) return {};
  const Json& type = schema["type"];
  if (type.is_string()) return type == "null" ? Json("") : type;
  std::string only;
  for (const Json& one : type) {
    if (one == "null") continue;
    if (!only.empty()) return "several";
    only = one;
  }
  return only;
}

std::string list(const std::set<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + name;
  return out.empty() ? "nothing" : out;
}

/// All members that an object has on the wire, those of unions flattened into it apart.
const Member* find(const Shape& shape, const std::string& wire) {
  for (const Member& member : shape.members) {
    if (member.wire == wire) return &member;
  }
  return nullptr;
}

}  // namespace

void Comparison::differ(const std::string& where, const std::string& what) {
  differences_.push_back(where + ": " + what);
}

void Comparison::definition(const std::string& name, const Shape& shape) {
  content(schema_.definition(name), shape, name);
}

void Comparison::value(const Json& schema, const Shape& shape, const std::string& where) {
  if (const std::string name = Schema::reference(schema); !name.empty()) {
    const auto known = types_.find(shape.id);
    if (known != types_.end() && known->second == name) return;
    const auto owner = std::find_if(types_.begin(), types_.end(),
                                    [&](const auto& entry) { return entry.second == name; });
    // A definition that a type of its own stands for must be that type; an alias is looked through.
    if (owner != types_.end()) {
      return differ(where, "must be the type that stands for " + name);
    }
    return value(schema_.definition(name), shape, where);
  }
  const Json& parts = parts_of(schema);
  if (parts.size() == 2 && std::any_of(parts.begin(), parts.end(), is_null_only)) {
    return value(is_null_only(parts[0]) ? parts[1] : parts[0], shape, where);
  }
  content(schema, shape, where);
}

void Comparison::content(const Json& schema, const Shape& shape, const std::string& where) {
  if (schema.contains("properties") || !shape.flattened.empty())
    return object(schema, shape, where);
  if (shape.kind == Kind::names) return names(schema, shape, where);
  if (const Json& parts = parts_of(schema); !parts.empty()) {
    if (shape.kind == Kind::tagged_union) return tagged_union(parts, shape, where);
    if (shape.kind == Kind::keyed_union) return keyed_union(parts, shape, where);
    if (shape.kind == Kind::one_of) return one_of(parts, shape, where);
    if (shape.kind == Kind::integer && is_integer_enum(parts)) {
      return scalar("integer", parts.back(), shape, where);
    }
    // A union of one alternative is that alternative.
    if (parts.size() == 1) return value(parts[0], shape, where);
    return differ(where, std::string("is a union, not ") + name_of(shape.kind));
  }
  if (const std::string name = Schema::reference(schema); !name.empty()) {
    return value(schema, shape, where);
  }
  scalar(type_of(schema), schema, shape, where);
}

void Comparison::names(const Json& schema, const Shape& shape, const std::string& where) {
  const std::set<std::string> official = constants_of(schema);
  const std::set<std::string> ours(shape.names.begin(), shape.names.end());
  if (official != ours) differ(where, "has the values " + list(official) + "; ours " + list(ours));
  const Json& parts = parts_of(schema);
  const bool open = std::any_of(parts.begin(), parts.end(), is_plain_string);
  if (open != shape.open) differ(where, open ? "is an open enum" : "is a closed enum");
}

void Comparison::scalar(const std::string& type, const Json& schema, const Shape& shape,
                        const std::string& where) {
  const auto expect = [&](Kind kind) {
    if (shape.kind != kind) {
      differ(where, std::string("is ") + name_of(kind) + ", ours is " + name_of(shape.kind));
    }
    return shape.kind == kind;
  };
  if (type.empty() && is_null_only(schema)) {
    expect(Kind::null);
  } else if (type.empty()) {
    expect(Kind::any);
  } else if (type == "string") {
    expect(Kind::string);
  } else if (type == "boolean") {
    expect(Kind::boolean);
  } else if (type == "number") {
    expect(Kind::number);
  } else if (type == "integer") {
    const std::string format = schema.value("format", "");
    if (expect(Kind::integer) && conventions_.integer_sizes && format != shape.integer_format) {
      differ(where, "is " + format + ", ours is " + shape.integer_format);
    }
  } else if (type == "array") {
    if (expect(Kind::array)) value(schema["items"], shape.items(), where + "[]");
  } else if (type == "object" && shape.kind == Kind::object) {
    object(schema, shape, where);
  } else if (type == "object" && schema.contains("additionalProperties") &&
             schema["additionalProperties"].is_object() &&
             !schema["additionalProperties"].empty()) {
    if (expect(Kind::map)) value(schema["additionalProperties"], shape.items(), where + "{}");
  } else if (type == "object") {
    expect(Kind::any);
  } else {
    differ(where, "has a type that the oracle does not know: " + type);
  }
}

void Comparison::object(const Json& schema, const Shape& shape, const std::string& where,
                        const std::string& except) {
  if (shape.kind != Kind::object) {
    return differ(where, std::string("is an object, ours is ") + name_of(shape.kind));
  }
  const Json properties = schema.value("properties", Json::object());
  const Json required = schema.value("required", Json::array());
  for (const auto& [name, property] : properties.items()) {
    if (name == except) continue;
    const std::string at = where + "." + name;
    const bool is_required = std::find(required.begin(), required.end(), name) != required.end();
    if (const Member* ours = find(shape, name)) {
      member(property, *ours, is_required, at);
    } else {
      differ(at, "is missing from our type");
    }
  }
  for (const Member& ours : shape.members) {
    if (!properties.contains(ours.wire)) {
      differ(where + "." + ours.wire, "is not in the schema");
    }
  }
  const std::size_t described =
      shape.members.size() + shape.flattened.size() + (shape.keeps_extra ? 1 : 0);
  if (described != shape.declared) {
    differ(where, "our type has " + std::to_string(shape.declared) + " members and describes " +
                      std::to_string(described));
  }
  if (!shape.keeps_extra) differ(where, "our type has no Extra for unknown members");
  const Json& parts = parts_of(schema);
  if (shape.flattened.empty() && parts.empty()) return;
  if (shape.flattened.size() != 1 || parts.empty()) {
    return differ(where, "and our type do not agree on what is flattened into it");
  }
  const Shape& flat = shape.flattened[0]();
  if (flat.kind == Kind::keyed_union) {
    keyed_union(parts, flat, where);
  } else {
    tagged_union(parts, flat, where);
  }
}

void Comparison::member(const Json& property, const Member& member, bool required,
                        const std::string& where) {
  if (required != has(member.flags, Field::required)) {
    differ(where, required ? "is required" : "is optional");
  }
  flags(property, member, where);
  const Shape& shape = member.type();
  if (shape.kind == Kind::any) {
    const bool object_only = type_of(schema_.resolve(property)) == "object";
    if (object_only != has(member.flags, Field::object)) {
      differ(where, object_only ? "takes objects only" : "takes any JSON value");
    }
  }
  value(property, shape, where);
}

void Comparison::flags(const Json& property, const Member& member, const std::string& where) {
  const auto same = [&](bool official, Field ours, const char* what) {
    if (official != has(member.flags, ours)) {
      differ(where, std::string(official ? "needs the flag " : "has no business with ") + what);
    }
  };
  if (conventions_.leniency) {
    same(flag(property, "x-deserialize-default-on-error"), default_on_error, "default_on_error");
    same(flag(property, "x-deserialize-skip-invalid-items"), skip_invalid_items,
         "skip_invalid_items");
    same(flag(property, "x-deserialize-default-on-null"), default_on_null, "default_on_null");
  }
  if (conventions_.nullability && !member.three_states) {
    same(allows_null(property), nullable, "nullable");
  }
  if (member.three_states && !allows_null(property)) differ(where, "cannot be null");
}

void Comparison::tagged_union(const Json& parts, const Shape& shape, const std::string& where) {
  const std::string key = tag_key(parts);
  if (shape.kind != Kind::tagged_union || key != shape.tag) {
    return differ(where, "is a union told apart by \"" + key + "\"");
  }
  std::set<std::string> official;
  bool open = false;
  for (const Json& part : parts) {
    if (takes_other_tags(part, key)) {
      open = true;
      continue;
    }
    const std::string tag = tag_of(part, key);
    official.insert(tag);
    alternative(part, shape, tag, where + "<" + (tag.empty() ? "untagged" : tag) + ">");
  }
  for (const Alternative& ours : shape.alternatives) {
    if (!official.contains(ours.tag)) differ(where, "has no alternative \"" + ours.tag + "\"");
  }
  if (shape.alternatives.size() != official.size()) {
    differ(where, "has " + std::to_string(official.size()) + " alternatives");
  }
  if (open != shape.open) differ(where, open ? "takes unknown tags" : "takes no unknown tags");
  if (!shape.keeps_unknown) differ(where, "our type has no Unknown as its last alternative");
}

void Comparison::alternative(const Json& part, const Shape& shape, const std::string& tag,
                             const std::string& where) {
  for (const Alternative& ours : shape.alternatives) {
    if (ours.tag == tag) {
      return payload(part, ours.type(), shape.tag_in_payload ? std::string() : shape.tag, where);
    }
  }
  differ(where, "is missing from our type");
}

void Comparison::payload(const Json& part, const Shape& shape, const std::string& key,
                         const std::string& where) {
  const std::string name = Schema::reference(part);
  if (name.empty()) return object(part, shape, where, key);
  const auto known = types_.find(shape.id);
  if (known != types_.end()) {
    if (known->second != name) differ(where, "must be " + name + ", ours is " + known->second);
    return;
  }
  // A type of its own with the same payload, because several tags share it.
  Shape bare = shape;
  bare.declared = shape.members.size() + shape.flattened.size() + (shape.keeps_extra ? 1 : 0);
  object(schema_.definition(name), bare, where);
}

void Comparison::keyed_union(const Json& parts, const Shape& shape, const std::string& where) {
  if (shape.kind != Kind::keyed_union || shape.alternatives.size() != parts.size()) {
    return differ(where, "is a union of " + std::to_string(parts.size()) + " told apart by a key");
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Alternative& ours = shape.alternatives[i];
    if (schema_.own_key(parts, i) != ours.tag) {
      differ(where, "alternative " + std::to_string(i) + " is known by \"" +
                        schema_.own_key(parts, i) + "\", ours by \"" + ours.tag + "\"");
    }
    payload(parts[i], ours.type(), {}, where + "<" + ours.tag + ">");
  }
  if (!shape.keeps_unknown) differ(where, "our type has no Unknown as its last alternative");
}

void Comparison::one_of(const Json& parts, const Shape& shape, const std::string& where) {
  if (parts.size() != shape.alternatives.size()) {
    return differ(where, "is a union of " + std::to_string(parts.size()));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    value(parts[i], shape.alternatives[i].type(), where + "<" + std::to_string(i) + ">");
  }
}

}  // namespace parley::oracle
