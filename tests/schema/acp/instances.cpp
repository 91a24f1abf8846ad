// SPDX-License-Identifier: MIT
// Random JSON out of a schema.
#include "schema/acp/instances.hpp"

#include <array>
#include <limits>

namespace parley::oracle {
namespace {

constexpr int deep = 7;

const std::array<const char*, 9> texts = {"",
                                          "x",
                                          "a longer text, with \"quotes\" and \\ in it",
                                          "line\nline\ttab",
                                          "\xC3\xA4\xE2\x82\xAC",
                                          "\xF0\x9F\x98\x80",
                                          "\xE2\x80\xA8",
                                          "/absolute/path",
                                          "null"};

void merge(Json& into, const Json& other) {
  if (into.is_object() && other.is_object()) {
    into.update(other);
  } else if (!other.is_null()) {
    into = other;
  }
}

/// Every place in a value, as pointers into it.
void places(Json& value, std::vector<Json*>& out) {
  out.push_back(&value);
  if (value.is_structured()) {
    for (Json& item : value) places(item, out);
  }
}

}  // namespace

Json Instances::valid(const Json& schema) { return make(schema, 0); }

Json Instances::make(const Json& schema, int depth) {
  if (schema.is_boolean() || schema.empty()) return anything(depth);
  if (schema.contains("const")) return schema["const"];
  if (schema.contains("enum")) return schema["enum"][below(schema["enum"].size())];
  Json made;
  bool has_made = false;
  const auto add = [&](const Json& other) {
    if (has_made) {
      merge(made, other);
    } else {
      made = other;
    }
    has_made = true;
  };
  if (schema.contains("$ref")) add(make(schema_.definition(Schema::reference(schema)), depth));
  if (schema.contains("type")) {
    const Json& type = schema["type"];
    add(of_type(type.is_string() ? type : type[below(type.size())], schema, depth));
  } else if (schema.contains("properties")) {
    add(object(schema, depth));
  }
  if (schema.contains("allOf")) {
    for (const Json& one : schema["allOf"]) add(make(one, depth));
  }
  if (const Json& parts = parts_of(schema); !parts.empty()) add(part(parts, depth));
  return has_made ? made : anything(depth);
}

Json Instances::part(const Json& parts, int depth) {
  const Json& chosen = parts[below(parts.size())];
  const std::string key = tag_key(parts);
  Json made = make(chosen, depth);
  if (takes_other_tags(chosen, key)) made[key] = chance(50) ? "_vendor" : "from_the_future";
  return made;
}

Json Instances::of_type(const std::string& type, const Json& schema, int depth) {
  if (type == "null") return nullptr;
  if (type == "boolean") return chance(50);
  if (type == "integer") return integer(schema.value("format", ""));
  if (type == "number") return chance(20) ? integer("int32") : number();
  if (type == "string") return text(schema);
  if (type == "object") return object(schema, depth);
  Json made = Json::array();
  const std::uint64_t least = schema.value("minItems", 0U);
  const std::uint64_t count = least + (depth > deep ? 0 : below(4));
  for (std::uint64_t i = 0; i < count; ++i) {
    made.push_back(schema.contains("items") ? make(schema["items"], depth + 1) : anything(depth));
  }
  return made;
}

Json Instances::object(const Json& schema, int depth) {
  Json made = Json::object();
  const Json required = schema.value("required", Json::array());
  const Json properties = schema.value("properties", Json::object());
  for (const Json& name : required) {
    if (!properties.contains(name.get<std::string>())) made[name.get<std::string>()] = "required";
  }
  for (const auto& [name, property] : properties.items()) {
    const bool needed = std::find(required.begin(), required.end(), name) != required.end();
    if (needed || (depth <= deep && chance(50))) made[name] = make(property, depth + 1);
  }
  const Json more = schema.value("additionalProperties", Json(true));
  if (more.is_object() && !more.empty()) {
    for (std::uint64_t i = below(4); i > 0 && depth <= deep; --i) {
      made["key" + std::to_string(i)] = make(more, depth + 1);
    }
  } else if (more != false && chance(20)) {
    made["x-unknown"] = anything(depth + 3);
  }
  return made;
}

Json Instances::integer(const std::string& format) {
  switch (below(6)) {
    case 0:
      return 0;
    case 1:
      if (format == "uint64") return std::numeric_limits<std::uint64_t>::max();
      if (format == "int64") return std::numeric_limits<std::int64_t>::min();
      if (format == "uint32") return std::numeric_limits<std::uint32_t>::max();
      if (format == "int32") return std::numeric_limits<std::int32_t>::min();
      if (format == "uint16") return std::numeric_limits<std::uint16_t>::max();
      return 9007199254740993;
    case 2:
      if (format.starts_with("uint")) return 1;
      return -1;
    case 3:
      return 7.0;
    default:
      return below(60000);
  }
}

Json Instances::number() {
  switch (below(4)) {
    case 0:
      return 0.5;
    case 1:
      return -1.25e-7;
    case 2:
      return 1.7976931348623157e308;
    default:
      return static_cast<double>(below(1'000'000)) / 997.0;
  }
}

Json Instances::text(const Json& schema) {
  const std::string format = schema.value("format", "");
  if (format == "uri") return "https://example.com/" + std::to_string(below(1000));
  if (format == "byte") return "aGVsbG8=";
  std::string made = texts[below(texts.size())];
  const std::uint64_t least = schema.value("minLength", 0U);
  while (made.size() < least) made += 'x';
  return made;
}

Json Instances::anything(int depth) {
  switch (below(depth > deep ? 5 : 7)) {
    case 0:
      return nullptr;
    case 1:
      return chance(50);
    case 2:
      return integer("int64");
    case 3:
      return number();
    case 4:
      return text(Json::object());
    case 5:
      return Json::array({anything(depth + 2), anything(depth + 2)});
    default:
      return Json::object({{"k", anything(depth + 2)}, {"", anything(depth + 2)}});
  }
}

Json Instances::other_than(const Json& value) {
  static const Json strange = {nullptr,
                               true,
                               -5,
                               1.5,
                               1e300,
                               18446744073709551615ULL,
                               "strange",
                               Json::array(),
                               Json::array({1, "x"}),
                               Json::object(),
                               Json::object({{"strange", 1}})};
  for (;;) {
    const Json& other = strange[below(strange.size())];
    if (other != value) return other;
  }
}

Json Instances::damaged(const Json& instance) {
  Json copy = instance;
  std::vector<Json*> all;
  places(copy, all);
  Json& place = *all[below(all.size())];
  if (place.is_object() && !place.empty() && chance(50)) {
    auto victim = place.begin();
    std::advance(victim, static_cast<std::ptrdiff_t>(below(place.size())));
    if (chance(50)) {
      place.erase(victim);
    } else {
      *victim = other_than(*victim);
    }
  } else {
    place = other_than(place);
  }
  return copy;
}

}  // namespace parley::oracle
