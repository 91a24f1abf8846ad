// SPDX-License-Identifier: MIT
// Reading and applying an official JSON Schema; written without looking at our decoders.
#include "schema/acp/schema.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace parley::oracle {
namespace {

const Json& empty_array() {
  static const Json empty = Json::array();
  return empty;
}

bool is_type(const std::string& type, const Json& instance) {
  if (type == "null") return instance.is_null();
  if (type == "boolean") return instance.is_boolean();
  if (type == "string") return instance.is_string();
  if (type == "array") return instance.is_array();
  if (type == "object") return instance.is_object();
  if (type == "number") return instance.is_number();
  if (type != "integer") return false;
  return instance.is_number_integer() ||
         (instance.is_number_float() &&
          std::trunc(instance.get<double>()) == instance.get<double>());
}

}  // namespace

std::string tag_key(const Json& parts) {
  for (const Json& part : parts) {
    if (!part.contains("properties")) continue;
    for (const auto& [name, property] : part["properties"].items()) {
      if (property.contains("const")) return name;
    }
  }
  return {};
}

std::string tag_of(const Json& part, const std::string& key) {
  if (key.empty() || !part.contains("properties") || !part["properties"].contains(key)) return {};
  const Json& property = part["properties"][key];
  return property.contains("const") ? property["const"].get<std::string>() : std::string();
}

bool takes_other_tags(const Json& part, const std::string& key) {
  return !key.empty() && part.contains("properties") && part["properties"].contains(key) &&
         !part["properties"][key].contains("const");
}

const Json& parts_of(const Json& schema) {
  if (schema.contains("oneOf")) return schema["oneOf"];
  if (schema.contains("anyOf")) return schema["anyOf"];
  return empty_array();
}

bool is_null_only(const Json& schema) {
  return schema.contains("type") && schema["type"] == "null";
}

bool allows_null(const Json& schema) {
  if (schema.contains("type") && schema["type"].is_array()) {
    const Json& types = schema["type"];
    return std::find(types.begin(), types.end(), "null") != types.end();
  }
  const Json& parts = parts_of(schema);
  return std::any_of(parts.begin(), parts.end(), is_null_only);
}

bool flag(const Json& schema, const char* name) { return schema.value(name, false); }

bool fits_format(const Json& number, const std::string& format) {
  if (!number.is_number()) return true;
  const bool is_signed = format.starts_with("int");
  if (!is_signed && !format.starts_with("uint")) return true;
  const int bits = std::stoi(format.substr(is_signed ? 3 : 4));
  // Exact: an integral double beyond 2^53 is compared as the integer it is.
  long double value = 0;
  if (number.is_number_float()) {
    value = number.get<long double>();
  } else if (number.is_number_unsigned()) {
    value = static_cast<long double>(number.get<std::uint64_t>());
  } else {
    value = static_cast<long double>(number.get<std::int64_t>());
  }
  const long double limit = std::ldexp(1.0L, is_signed ? bits - 1 : bits);
  return value < limit && value >= (is_signed ? -limit : 0.0L);
}

Schema::Schema(Json document) : document_(std::move(document)) {
  definitions_ = document_.contains("$defs") ? &document_["$defs"] : &document_.at("definitions");
  for (const auto& [name, definition] : definitions_->items()) names_.push_back(name);
}

bool Schema::has(std::string_view name) const { return definitions_->contains(name); }

const Json& Schema::definition(std::string_view name) const {
  if (!has(name)) {
    std::fprintf(stderr, "the schema has no definition \"%.*s\"\n", static_cast<int>(name.size()),
                 name.data());
    std::exit(2);
  }
  return (*definitions_)[std::string(name)];
}

std::string Schema::reference(const Json& schema) {
  if (schema.contains("$ref")) {
    const std::string path = schema["$ref"];
    return path.substr(path.rfind('/') + 1);
  }
  if (schema.contains("allOf") && schema["allOf"].size() == 1) return reference(schema["allOf"][0]);
  return {};
}

const Json& Schema::resolve(const Json& schema) const {
  const Json* at = &schema;
  // A definition with members of its own besides an allOf says something itself.
  while (!at->contains("properties")) {
    const std::string name = reference(*at);
    if (name.empty()) break;
    at = &definition(name);
  }
  return *at;
}

bool Schema::accepts(const Json& schema, const Json& instance, Strictness strictness) const {
  if (schema.is_boolean()) return schema.get<bool>();
  if (schema.contains("$ref") && !accepts_reference(reference(schema), instance, strictness)) {
    return false;
  }
  if (!accepts_type(schema, instance)) return false;
  if (instance.is_object() && !accepts_members(schema, instance, strictness)) return false;
  if (instance.is_array() && !accepts_items(schema, instance, false, strictness)) return false;
  if (schema.contains("allOf")) {
    for (const Json& part : schema["allOf"]) {
      if (!accepts(part, instance, strictness)) return false;
    }
  }
  if (schema.contains("not") && accepts(schema["not"], instance, strictness)) return false;
  const Json& parts = parts_of(schema);
  return parts.empty() || accepts_union(parts, instance, strictness);
}

bool Schema::accepts_reference(const std::string& name, const Json& instance,
                               Strictness strictness) const {
  const auto looser = loosened_.find(name);
  if (looser != loosened_.end() && strictness == Strictness::lenient && looser->second(instance)) {
    return true;
  }
  return accepts(definition(name), instance, strictness);
}

bool Schema::accepts_type(const Json& schema, const Json& instance) const {
  if (schema.contains("const") && schema["const"] != instance) return false;
  if (schema.contains("enum")) {
    const Json& values = schema["enum"];
    if (std::find(values.begin(), values.end(), instance) == values.end()) return false;
  }
  if (schema.contains("format") && !fits_format(instance, schema["format"])) return false;
  if (instance.is_number()) {
    if (schema.contains("minimum") && instance < schema["minimum"]) return false;
    if (schema.contains("maximum") && instance > schema["maximum"]) return false;
  }
  if (!schema.contains("type")) return true;
  const Json& type = schema["type"];
  if (type.is_string()) return is_type(type, instance);
  return std::any_of(type.begin(), type.end(),
                     [&](const Json& one) { return is_type(one, instance); });
}

bool Schema::accepts_members(const Json& schema, const Json& object, Strictness strictness) const {
  const Json& required = schema.contains("required") ? schema["required"] : empty_array();
  for (const Json& name : required) {
    if (!object.contains(name.get<std::string>())) return false;
  }
  static const Json none = Json::object();
  const Json& properties = schema.contains("properties") ? schema["properties"] : none;
  for (const auto& [name, value] : object.items()) {
    if (properties.contains(name)) {
      const bool is_required = std::find(required.begin(), required.end(), name) != required.end();
      if (!accepts_member(properties[name], value, is_required, strictness)) return false;
    } else if (schema.contains("additionalProperties") &&
               !accepts(schema["additionalProperties"], value, strictness)) {
      return false;
    }
  }
  return true;
}

bool Schema::accepts_member(const Json& property, const Json& value, bool required,
                            Strictness strictness) const {
  if (property.is_boolean()) return property.get<bool>();
  if (value.is_null() && flag(property, "x-deserialize-default-on-null")) return true;
  if (strictness == Strictness::lenient) {
    if (flag(property, "x-deserialize-default-on-error")) return true;
    if (value.is_null() && !required) return true;
    if (flag(property, "x-deserialize-skip-invalid-items") && value.is_array()) return true;
  }
  return accepts(property, value, strictness);
}

bool Schema::accepts_items(const Json& schema, const Json& array, bool skip,
                           Strictness strictness) const {
  if (skip || !schema.contains("items")) return true;
  return std::all_of(array.begin(), array.end(),
                     [&](const Json& item) { return accepts(schema["items"], item, strictness); });
}

bool Schema::accepts_union(const Json& parts, const Json& instance, Strictness strictness) const {
  const std::string key = tag_key(parts);
  const bool tagged =
      !key.empty() && instance.is_object() && instance.contains(key) && instance[key].is_string();
  if (tagged) {
    const std::string tag = instance[key];
    for (const Json& part : parts) {
      if (tag_of(part, key) == tag) return accepts(part, instance, strictness);
    }
    for (const Json& part : parts) {
      if (takes_other_tags(part, key)) return true;
    }
    if (strictness == Strictness::lenient) return true;
  }
  if (key.empty() && instance.is_object() && is_keyed_union(parts)) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (instance.contains(own_key(parts, i))) return accepts(parts[i], instance, strictness);
    }
    return strictness == Strictness::lenient;
  }
  return std::any_of(parts.begin(), parts.end(), [&](const Json& part) {
    return !takes_other_tags(part, key) && accepts(part, instance, strictness);
  });
}

std::string Schema::own_key(const Json& parts, std::size_t index) const {
  const Json& schema = resolve(parts[index]);
  if (!schema.contains("required")) return {};
  for (const Json& name : schema["required"]) {
    std::size_t owners = 0;
    for (const Json& part : parts) {
      const Json& other = resolve(part);
      const Json& required = other.contains("required") ? other["required"] : empty_array();
      owners += std::find(required.begin(), required.end(), name) != required.end() ? 1 : 0;
    }
    if (owners == 1) return name;
  }
  return {};
}

bool Schema::is_keyed_union(const Json& parts) const {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (own_key(parts, i).empty()) return false;
  }
  return parts.size() > 1;
}

}  // namespace parley::oracle
