// SPDX-License-Identifier: MIT
// The JSON Schema that a described type yields.
#include <parley/json/schema.hpp>

#include <parley/json/convert.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/schema_validator.hpp>

#include "catch.hpp"

namespace parley::schema_test {

enum class Unit { celsius, kelvin };
constexpr auto enum_names(Unit) {
  return std::array<std::pair<std::string_view, Unit>, 2>{
      {{"celsius", Unit::celsius}, {"kelvin", Unit::kelvin}}};
}

struct Place {
  std::string city;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("city", self.city, required, Doc("City name").length(1, 80));
  }
};

struct Forecast {
  Place place{};
  std::optional<int> days{};
  std::vector<std::string> tags{};
  Unit unit{};
  std::map<std::string, double> weights{};
  double ratio = 0.5;
  bool detailed = false;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("place", self.place, required, "Where");
    v("days", self.days, optional, Doc("How far ahead").range(1, 7));
    v("tags", self.tags, optional, Doc().length(0, 3));
    v("unit", self.unit);
    v("weights", self.weights);
    v("ratio", self.ratio, optional, Doc().range(0, 0.5));
    v("detailed", self.detailed);
  }
};

struct Tree {
  std::vector<Tree> children{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("children", self.children);
  }
};

// Holds itself in a list, in a map under a name that needs escaping, and where null may stand.
struct Rule {
  double weight = 0;
  std::vector<Rule> any{};
  std::map<std::string, Rule> named{};
  std::vector<std::optional<Rule>> maybe{};
  std::optional<std::vector<Rule>> negated{};
  std::map<std::string, std::vector<Rule>> rule{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("weight", self.weight, optional, Doc().range(0, 1));
    v("any", self.any);
    v("a/b ~é", self.named);
    v("maybe", self.maybe);
    v("not", self.negated, nullable);
    v("rule", self.rule);
  }
};

struct Rules {
  std::vector<Rule> rules{};
  Rule fallback{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("rules", self.rules);
    v("fall/back", self.fallback);
  }
};

struct Labels {
  std::map<std::string, std::string> all{};
  std::optional<std::map<std::string, std::string>> some{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("all", self.all, optional, Doc().length(1, 2));
    v("some", self.some, nullable, Doc().length(1, 2));
  }
};

TEST_CASE("a described struct yields an object schema with descriptions and bounds") {
  CHECK(parse(schema_text<Forecast>()).value() == parse(R"({
    "type": "object",
    "properties": {
      "place": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "City name",
                                "minLength": 1, "maxLength": 80}},
        "required": ["city"],
        "description": "Where"
      },
      "days": {"type": "integer", "description": "How far ahead", "minimum": 1, "maximum": 7},
      "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
      "unit": {"type": "string", "enum": ["celsius", "kelvin"]},
      "weights": {"type": "object", "additionalProperties": {"type": "number"}},
      "ratio": {"type": "number", "minimum": 0, "maximum": 0.5},
      "detailed": {"type": "boolean"}
    },
    "required": ["place"]
  })")
                                                      .value());
}

struct Celsius {
  double value = 0;
};

struct Choices {
  Nullable<int> level{};
  std::optional<std::string> note{};
  std::vector<std::optional<bool>> answers{};
  Json settings{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("level", self.level, optional, Doc("How loud").range(0, 11));
    v("note", self.note, nullable, "What to add");
    v("answers", self.answers);
    v("settings", self.settings, required | object);
  }
};

struct Oven {
  std::vector<Celsius> steps{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("steps", self.steps);
  }
};

}  // namespace parley::schema_test

namespace parley {

template <>
struct Codec<schema_test::Celsius> {
  static bool decode(Json& json, schema_test::Celsius& out, detail::DecodeContext& context,
                     const detail::Path& path) {
    return Codec<double>::decode(json, out.value, context, path);
  }
};
template <>
struct SchemaOf<schema_test::Celsius> {
  static void write(Writer& writer) { writer.out += R"({"type":"number","minimum":-273.15})"; }
};

}  // namespace parley

namespace parley::schema_test {

TEST_CASE("null is a value in the schema wherever decoding takes it") {
  CHECK(parse(schema_text<Choices>()).value() == parse(R"({
    "type": "object",
    "properties": {
      "level": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 11}, {"type": "null"}],
                "description": "How loud"},
      "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "What to add"},
      "answers": {"type": "array", "items": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}},
      "settings": {"type": "object"}
    },
    "required": ["settings"]
  })")
                                                     .value());
}

TEST_CASE("a schema asks for a check of its own only where decoding would let something pass") {
  CHECK(generate_schema<Tree>().check == nullptr);
  CHECK(generate_schema<Place>().check == &compile_schema_check);
  // Also from inside: a constrained member of a member, a hand-written schema of an item.
  CHECK(generate_schema<Forecast>().check == &compile_schema_check);
  CHECK(generate_schema<Oven>().check == &compile_schema_check);
  CHECK(generate_schema<std::vector<Tree>>().check == nullptr);
}

TEST_CASE("a schema as a check says what is wrong, or nothing") {
  const auto check = compile_schema_check(parse(schema_text<Place>()).value());
  REQUIRE(check);
  CHECK((*check)(parse(R"({"city": "Rome"})").value()).empty());
  CHECK((*check)(parse(R"({"city": ""})").value()).starts_with("/city: "));
  CHECK_FALSE(compile_schema_check(parse(R"({"type": 7})").value()));
}

TEST_CASE("a type inside itself is a reference to where it began") {
  CHECK(parse(schema_text<Tree>()).value() == parse(R"({
    "type": "object",
    "properties": {"children": {"type": "array", "items": {"$ref": "#"}}}
  })")
                                                  .value());
}

TEST_CASE("a type that holds itself in several ways has a small schema that checks every level") {
  const GeneratedSchema schema = generate_schema<Rules>();
  CHECK(schema.text.size() < 2000);
  REQUIRE(schema.check != nullptr);
  const auto check = schema.check(parse(schema.text).value()).value();
  const std::vector<std::pair<std::string, std::string>> ways = {
      {R"({"any":[)", "]}"}, {R"({"a/b ~é":{"x":)", "}}"}, {R"({"maybe":[null,)", "]}"},
      {R"({"not":[)", "]}"}, {R"({"rule":{"x":[)", "]}}"},
  };
  for (const auto& [begin, end] : ways) {
    for (const int levels : {0, 1, 2, 17, 30}) {
      CAPTURE(begin, levels);
      const auto wrapped = [&, &open = begin, &close = end](std::string text) {
        for (int level = 0; level < levels; ++level) text = open + text + close;
        return parse(R"({"rules":[)" + text + R"(],"fall/back":)" + text + "}").value();
      };
      CHECK(check(wrapped(R"({"weight":1})")).empty());
      CHECK(!check(wrapped(R"({"weight":2})")).empty());
    }
  }
}

TEST_CASE("a length bounds the members of a map, also one that may be null") {
  const GeneratedSchema schema = generate_schema<Labels>();
  const auto check = schema.check(parse(schema.text).value()).value();
  for (const char* name : {"all", "some"}) {
    const auto labels = [&](const char* value) {
      return parse("{\"" + std::string(name) + "\":" + value + "}").value();
    };
    CHECK(check(labels(R"({"a":"x"})")).empty());
    CHECK(!check(labels("{}")).empty());
    CHECK(!check(labels(R"({"a":"x","b":"y","c":"z"})")).empty());
  }
}

}  // namespace parley::schema_test
