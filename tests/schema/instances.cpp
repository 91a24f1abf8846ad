// SPDX-License-Identifier: MIT
// Making random values out of a schema.
#include "schema/instances.hpp"

#include <array>
#include <limits>

namespace parley::schema_test {

Instance InstanceMaker::make(const Json& node) {
  Instance out;
  instance_ = &out;
  out.value = value_for(node, Json::json_pointer(), 0, true);
  instance_ = nullptr;
  return out;
}

Json InstanceMaker::value_for(const Json& node, const Json::json_pointer& at, int depth,
                              bool noted) {
  const Choices choices = file_.choices(node);
  if (choices.leaves.empty() || (choices.null && chance(30))) return nullptr;
  const Json& leaf = *choices.leaves[below(choices.leaves.size())].node;
  const bool alone = alone_.count(&node) > 0 || alone_.count(&leaf) > 0;
  noted = noted && !alone;
  if (noted) instance_->sites.push_back({at, &node});
  const Json listed = listed_values(leaf);
  if (listed.is_array()) return listed[below(listed.size())];
  auto types = types_of(leaf);
  if (types.empty()) return anything(depth);
  std::string type = types[below(types.size())];
  while (type == "null") type = types[below(types.size())];
  if (type == "object") return object_for(leaf, at, depth, noted);
  if (type == "array") return array_for(leaf, at, depth, noted);
  if (type == "boolean") return chance(50);
  if (type == "string") return text();
  return number_for(leaf, type == "integer");
}

Json InstanceMaker::object_for(const Json& node, const Json::json_pointer& at, int depth,
                               bool noted) {
  Json out = Json::object();
  if (node.contains("properties")) {
    for (const auto& [name, schema] : node.at("properties").items()) {
      const int odds = depth > 6 ? 5 : 50;
      if (!is_required(node, name) && !chance(odds)) continue;
      out[name] = value_for(schema, at / name, depth + 1, noted);
    }
  }
  const bool has_rest = node.contains("additionalProperties");
  const Json* rest = has_rest ? &node.at("additionalProperties") : nullptr;
  if (rest != nullptr && rest->is_object() && !rest->empty()) {
    for (std::size_t i = below(depth > 6 ? 1 : 4); i > 0; --i) {
      const std::string name = "k" + text();
      if (!out.contains(name)) out[name] = value_for(*rest, at / name, depth + 1, noted);
    }
  } else if (chance(30) && (rest == nullptr || *rest != Json(false))) {
    out["x-" + text()] = anything(depth + 1);
  }
  return out;
}

Json InstanceMaker::array_for(const Json& node, const Json::json_pointer& at, int depth,
                              bool noted) {
  Json out = Json::array();
  if (!node.contains("items")) return out;
  for (std::size_t i = below(depth > 6 ? 1 : 4); i > 0; --i) {
    out.push_back(value_for(node.at("items"), at / out.size(), depth + 1, noted));
  }
  return out;
}

Json InstanceMaker::number_for(const Json& node, bool integer) {
  const bool bounded = node.contains("minimum") || node.contains("maximum");
  const double lowest = node.value("minimum", bounded ? 0.0 : -1e9);
  const double highest = node.value("maximum", bounded ? lowest + 1000 : 1e9);
  const double part = static_cast<double>(below(1001)) / 1000.0;
  const double real = lowest + (highest - lowest) * part;
  if (!integer) return chance(30) ? Json(static_cast<std::int64_t>(lowest)) : Json(real);
  if (!bounded && chance(20)) {
    using Limits = std::numeric_limits<std::int64_t>;
    return std::array<std::int64_t, 4>{Limits::min(), Limits::max(), 9007199254740993,
                                       -1}[below(4)];
  }
  return static_cast<std::int64_t>(real);
}

Json InstanceMaker::anything(int depth) {
  switch (below(depth > 4 ? 6 : 8)) {
    case 0:
      return nullptr;
    case 1:
      return chance(50);
    case 2:
      return std::numeric_limits<std::uint64_t>::max();
    case 3:
      return -7;
    case 4:
      return 0.1;
    case 5:
      return text();
    case 6:
      return Json::array({anything(depth + 1), anything(depth + 1)});
    default:
      return Json{{"a" + text(), anything(depth + 1)}, {"type", anything(depth + 1)}};
  }
}

std::string InstanceMaker::text() {
  static const std::array<std::string, 8> parts{
      "a", "Z9", "\"\\/\n\t", "\x01", "\xC3\xA9", "\xE2\x80\xA8", "\xF0\x9F\x98\x80", " "};
  std::string out;
  for (std::size_t i = below(5); i > 0; --i) out += parts[below(parts.size())];
  return out;
}

Json InstanceMaker::broken(const Instance& instance) {
  Json value = instance.value;
  if (instance.sites.empty()) return value;
  const auto& site = instance.sites[below(instance.sites.size())];
  Json& target = value.at(site.pointer);
  if (target.is_object() && !target.empty() && chance(60)) {
    auto member = target.begin();
    std::advance(member, static_cast<std::ptrdiff_t>(below(target.size())));
    target.erase(member);
  } else if (target.is_string() && chance(50)) {
    target = "no such " + text();
  } else {
    const std::array<Json, 6> others{Json(true),          Json(12),      Json(0.5), Json("text"),
                                     Json::array({true}), Json::object()};
    target = others[below(others.size())];
  }
  return value;
}

}  // namespace parley::schema_test
