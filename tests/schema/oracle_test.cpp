// SPDX-License-Identifier: MIT
// The oracle itself: it must see each kind of difference, or its silence means nothing.
#include "schema/oracle.hpp"

#include <cstdio>
#include <fstream>

#include "catch.hpp"

namespace parley::schema_test {

enum class Colour { red, green };
constexpr auto enum_names(Colour) {
  return EnumNames<Colour, 2>{{{"red", Colour::red}, {"green", Colour::green}}};
}

struct Wheel {
  std::string maker{};
  std::optional<std::int64_t> size{};
  std::optional<Colour> colour{};
  std::vector<std::string> notes{};
  std::optional<Json> more{};
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("maker", self.maker, required);
    v("size", self.size);
    v("colour", self.colour);
    v("notes", self.notes);
    v("more", self.more, object);
  }
};
struct Bell {
  Extra extra{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
  }
};
struct Part : std::variant<Wheel, Bell, Unknown> {
  using Base = std::variant<Wheel, Bell, Unknown>;
  using Base::Base;
  static constexpr std::string_view tag = "kind";
  static constexpr std::array<std::string_view, 2> tags{"wheel", "bell"};
};

namespace {

constexpr const char* good = R"({"$defs": {
  "Colour": {"type": "string", "enum": ["green", "red"]},
  "Wheel": {"type": "object", "required": ["kind", "maker"], "properties": {
    "kind": {"const": "wheel", "type": "string"}, "maker": {"type": "string"},
    "size": {"type": "integer"}, "colour": {"$ref": "#/$defs/Colour"},
    "notes": {"type": "array", "items": {"type": "string"}}, "more": {"type": "object"}}},
  "Bell": {"type": "object", "required": ["kind"],
    "properties": {"kind": {"const": "bell", "type": "string"}}},
  "Part": {"anyOf": [{"$ref": "#/$defs/Wheel"}, {"$ref": "#/$defs/Bell"}]}}})";

/// What the oracle says when the good schema is changed at one place.
std::vector<std::string> verdict(const char* pointer, const char* change) {
  Json schema = parse(good).value();
  if (pointer != nullptr) schema[Json::json_pointer(pointer)] = parse(change).value();
  const std::string path = std::string(PARLEY_BINARY_DIR) + "/oracle_test_schema.json";
  std::ofstream(path) << to_text(schema);
  Oracle oracle;
  oracle.instances = 50;
  oracle.checks = {type<Colour>("Colour"), type<Part>("Part"), type<Wheel, Part>("Wheel"),
                   type<Bell, Part>("Bell")};
  SchemaFile file(path);
  std::remove(path.c_str());
  return oracle.run("test", "1", file);
}

bool says(const char* pointer, const char* change, const std::string& line) {
  for (const auto& wrong : verdict(pointer, change)) {
    if (wrong.find(line) != std::string::npos) return true;
    UNSCOPED_INFO(wrong);
  }
  return false;
}

}  // namespace

TEST_CASE("oracle: types that agree with their schema leave nothing to say") {
  for (const auto& line : verdict(nullptr, nullptr)) UNSCOPED_INFO(line);
  CHECK(verdict(nullptr, nullptr).empty());
}

TEST_CASE("oracle: each kind of difference is told") {
  const char* wheel = "/$defs/Wheel/properties/";
  const auto at = [&](const char* name) { return std::string(wheel) + name; };
  CHECK(says(at("weight").c_str(), R"({"type":"number"})", "Wheel.weight: in the schema only"));
  CHECK(says("/$defs/Wheel/properties", R"({"kind":{"const":"wheel"}})",
             "Wheel.maker: not in the schema"));
  CHECK(says("/$defs/Wheel/required", R"(["kind","maker","size"])",
             "Wheel.size: required in the schema only"));
  CHECK(says("/$defs/Wheel/required", R"(["kind"])", "Wheel.maker: required here only"));
  CHECK(says(at("size").c_str(), R"({"type":"number"})", "integer here, number in the schema"));
  CHECK(says(at("size").c_str(), R"({"type":["integer","null"]})", "null in the schema only"));
  CHECK(says(at("notes").c_str(), R"({"type":"array","items":{"type":"integer"}})",
             "Wheel.notes[]: string here, integer in the schema"));
  CHECK(says(at("more").c_str(), R"({"type":"object","properties":{"a":{}}})",
             "Wheel.more: kept as JSON"));
  CHECK(says(at("more").c_str(), R"({"type":"string"})", "object here, string in the schema"));
  CHECK(says(at("maker").c_str(), R"({"anyOf":[{"type":"string"},{"type":"integer"}]})",
             "Wheel.maker: a choice in the schema only"));
}

TEST_CASE("oracle: names of enums and tags of unions are compared") {
  CHECK(says("/$defs/Colour/enum", R"(["red","green","blue"])", "=blue: in the schema only"));
  CHECK(says("/$defs/Colour/enum", R"(["red"])", "=green: not in the schema"));
  CHECK(says("/$defs/Colour", R"({"type":"string"})", "an open enum in the schema only"));
  CHECK(says("/$defs/Bell/properties/kind/const", R"("gong")", "is not the tag bell"));
  CHECK(
      says("/$defs/Part/anyOf", R"([{"$ref":"#/$defs/Bell"}])", "Part<Wheel>: not in the schema"));
  CHECK(says("/$defs/Bell/required", "[]", "is not the tag bell"));
}

TEST_CASE("oracle: a definition that no type stands for is told") {
  CHECK(says("/$defs/Pedal", R"({"type":"object"})", "Pedal: no type stands for this"));
}

TEST_CASE("oracle: an exception must be needed") {
  Oracle oracle;
  oracle.exceptions = {{"Wheel.size: not in the schema", "never"}};
  oracle.since = {{"Wheel.size", "2"}};
  oracle.checks = {type<Colour>("Colour")};
  CHECK(oracle.stale().size() == 3);
}

}  // namespace parley::schema_test
