// SPDX-License-Identifier: MIT
// Reading an official schema file, and judging values by it.
#include "schema/schema_file.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <parley/json/parse.hpp>

namespace parley::schema_test {

SchemaFile::SchemaFile(const std::string& path) : path_(path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  auto document = parse(text.str());
  if (!file || !document) throw std::runtime_error("cannot read the schema file " + path);
  document_ = std::move(*document);
}

const Json& SchemaFile::definitions() const {
  return document_.contains("$defs") ? document_.at("$defs") : document_.at("definitions");
}

const Json* SchemaFile::definition(std::string_view name) const {
  const auto found = definitions().find(std::string(name));
  return found == definitions().end() ? nullptr : &*found;
}

const Json& SchemaFile::at(const Json& node, const std::string& pointer) const {
  return node.at(Json::json_pointer(pointer));
}

const Json& SchemaFile::resolved(const Json& node) const {
  if (node.is_object() && node.contains("$ref")) {
    const auto target = node.at("$ref").get<std::string>().substr(1);
    return resolved(document_.at(Json::json_pointer(target)));
  }
  if (node.is_object() && node.contains("allOf")) return merged(node);
  return node;
}

const Json& SchemaFile::merged(const Json& node) const {
  if (const auto found = merged_of_.find(&node); found != merged_of_.end()) return *found->second;
  Json whole = node;
  whole.erase("allOf");
  for (const Json& part : node.at("allOf")) {
    const Json& members = resolved(part);
    for (const auto& [key, value] : members.items()) {
      if (key == "properties") {
        whole[key].update(value);
      } else if (key == "required") {
        for (const Json& name : value) whole[key].push_back(name);
      } else if (!whole.contains(key)) {
        whole[key] = value;
      }
    }
  }
  merged_.push_back(std::move(whole));
  merged_of_[&node] = &merged_.back();
  return merged_.back();
}

Choices SchemaFile::choices(const Json& node, const std::string& name) const {
  Choices out;
  spread(node, name, out);
  return out;
}

void SchemaFile::spread(const Json& node, const std::string& name, Choices& out) const {
  std::string own_name = name;
  if (node.is_object() && node.contains("$ref")) {
    const auto target = node.at("$ref").get<std::string>();
    own_name = target.substr(target.rfind('/') + 1);
  }
  const Json& leaf = resolved(node);
  for (const char* choice : {"anyOf", "oneOf"}) {
    if (!leaf.is_object() || !leaf.contains(choice) || leaf.contains("properties")) continue;
    for (const Json& alternative : leaf.at(choice)) spread(alternative, {}, out);
    return;
  }
  const auto types = types_of(leaf);
  const bool takes_null = std::find(types.begin(), types.end(), "null") != types.end();
  out.null = out.null || takes_null;
  if (takes_null && types.size() == 1) return;
  out.leaves.push_back({&leaf, own_name});
}

namespace {

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  if (type != "integer") throw std::runtime_error("a schema names the type " + type);
  if (!value.is_number_float()) return value.is_number_integer();
  const double number = value.get<double>();
  return number == std::trunc(number);
}

}  // namespace

bool SchemaFile::conforms(const Json& value, const Json& node) const {
  if (node.is_boolean()) return node.get<bool>();
  if (node.contains("$ref")) return conforms(value, resolved(node));
  const auto fits = [&](const Json& part) { return conforms(value, part); };
  if (node.contains("allOf")) {
    const Json& parts = node.at("allOf");
    if (!std::all_of(parts.begin(), parts.end(), fits)) return false;
  }
  for (const char* choice : {"anyOf", "oneOf"}) {
    if (!node.contains(choice)) continue;
    const Json& parts = node.at(choice);
    if (std::none_of(parts.begin(), parts.end(), fits)) return false;
  }
  const auto types = types_of(node);
  const auto is_type = [&](const std::string& type) { return has_type(value, type); };
  if (!types.empty() && std::none_of(types.begin(), types.end(), is_type)) return false;
  const Json listed = listed_values(node);
  if (listed.is_array() && std::find(listed.begin(), listed.end(), value) == listed.end()) {
    return false;
  }
  if (value.is_array() && node.contains("items")) {
    const Json& items = node.at("items");
    return std::all_of(value.begin(), value.end(),
                       [&](const Json& item) { return conforms(item, items); });
  }
  return !value.is_object() || conforms_object(value, node);
}

bool SchemaFile::conforms_object(const Json& value, const Json& node) const {
  if (node.contains("required")) {
    for (const Json& name : node.at("required")) {
      const auto& key = name.get_ref<const std::string&>();
      if (!value.contains(key) && tolerated_.count(property(node, key)) == 0) return false;
    }
  }
  for (const auto& [name, member] : value.items()) {
    const Json* schema = property(node, name);
    if (schema == nullptr && node.contains("additionalProperties")) {
      schema = &node.at("additionalProperties");
    }
    if (schema != nullptr && !conforms(member, *schema)) return false;
  }
  return true;
}

std::vector<std::string> types_of(const Json& leaf) {
  if (!leaf.is_object() || !leaf.contains("type")) return {};
  const Json& type = leaf.at("type");
  if (type.is_string()) return {type.get<std::string>()};
  return type.get<std::vector<std::string>>();
}

Json listed_values(const Json& leaf) {
  if (leaf.contains("const")) return Json::array({leaf.at("const")});
  return leaf.contains("enum") ? leaf.at("enum") : Json();
}

const Json* property(const Json& leaf, std::string_view name) {
  if (!leaf.contains("properties")) return nullptr;
  const auto found = leaf.at("properties").find(std::string(name));
  return found == leaf.at("properties").end() ? nullptr : &*found;
}

bool is_required(const Json& leaf, std::string_view name) {
  if (!leaf.contains("required")) return false;
  const Json& required = leaf.at("required");
  return std::find(required.begin(), required.end(), Json(name)) != required.end();
}

}  // namespace parley::schema_test
