// SPDX-License-Identifier: MIT
// The JSON Schema that a described type yields.
#include <parley/json/schema.hpp>

#include <parley/json/convert.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/json/tagged_union.hpp>

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
    v("tags", self.tags, Doc().length(0, 3));
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

struct Counters {
  std::uint16_t port = 0;
  std::int16_t level = 0;
  std::uint32_t lines = 0;
  std::uint64_t bytes = 0;
  std::int32_t offset = 0;
  std::int64_t time = 0;
  std::uint16_t bounded = 1;
  std::optional<std::uint64_t> maybe{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("port", self.port);
    v("level", self.level);
    v("lines", self.lines);
    v("bytes", self.bytes);
    v("offset", self.offset);
    v("time", self.time);
    v("bounded", self.bounded, optional, Doc("A few").range(1, 9));
    v("maybe", self.maybe, nullable);
  }
};

TEST_CASE(
    "an integer's schema has the bounds that people meet, and the field's before its type's") {
  const std::string text = schema_text<Counters>();
  CHECK(parse(text).value() == parse(R"({
    "type": "object",
    "properties": {
      "port": {"type": "integer", "minimum": 0, "maximum": 65535},
      "level": {"type": "integer", "minimum": -32768, "maximum": 32767},
      "lines": {"type": "integer", "minimum": 0},
      "bytes": {"type": "integer", "minimum": 0},
      "offset": {"type": "integer"},
      "time": {"type": "integer"},
      "bounded": {"type": "integer", "minimum": 1, "maximum": 9, "description": "A few"},
      "maybe": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}
    }
  })")
                                   .value());
  // Once each: the parser would keep the last of two.
  CHECK(text.find(R"("bounded":{"type":"integer","minimum":1,"maximum":9,)") != std::string::npos);
}

struct Circle {
  double radius = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("radius", self.radius, required);
  }
};
struct Shape;
struct Drawing {
  std::vector<Shape> shapes;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("shapes", self.shapes, required);
  }
};
struct Shape : OneOf<Circle, Drawing, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "kind";
  static constexpr std::array<std::string_view, 2> tags{"circle", "drawing"};
};
struct Local {
  std::string path;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("path", self.path, required);
  }
};
struct Remote {
  std::string url;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("url", self.url, required, Doc().as("uri"));
  }
};
struct Source : OneOf<Local, Remote, Unknown> {
  using OneOf::OneOf;
  static constexpr std::array<std::string_view, 2> keys{"path", "url"};
};
struct Picture {
  std::string title;
  Shape shape{};
  Source source{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("title", self.title);
    v("source", self.source, optional, "Where from");
    v.flatten(self.shape);
  }
};

TEST_CASE("a union's schema has its alternatives, each with its tag") {
  CHECK(parse(schema_text<Shape>()).value() == parse(R"({
    "type": "object",
    "anyOf": [
      {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
       "required": ["kind", "radius"]},
      {"type": "object", "properties": {"kind": {"const": "drawing"},
                                        "shapes": {"type": "array", "items": {"$ref": "#"}}},
       "required": ["kind", "shapes"]}
    ]
  })")
                                                   .value());
}

TEST_CASE("a schema with unions takes what decoding takes, and refuses what it refuses") {
  const GeneratedSchema schema = generate_schema<Picture>();
  REQUIRE(schema.check != nullptr);  // for the format of an alternative's member
  const auto check = schema.check(parse(schema.text).value()).value();
  for (const char* text :
       {R"({"title":"a","kind":"circle","radius":1})", R"({"kind":"drawing","shapes":[]})",
        R"({"kind":"drawing","shapes":[{"kind":"circle","radius":2}],"source":{"path":"p"}})",
        R"({"kind":"circle","radius":1,"source":{"url":"http://a/"}})"}) {
    INFO(text);
    CHECK(check(parse(text).value()).empty());
    CHECK(decode<Picture>(parse(text).value(), Policy::strict));
  }
  for (const char* text :
       {R"({"title":"a"})", R"({"kind":"square","radius":1})", R"({"kind":"circle"})",
        R"({"kind":"drawing","shapes":[{"kind":"drawing"}]})",
        R"({"kind":"circle","radius":1,"source":{}})"}) {
    INFO(text);
    CHECK_FALSE(check(parse(text).value()).empty());
    CHECK_FALSE(decode<Picture>(parse(text).value(), Policy::strict));
  }
}

}  // namespace parley::schema_test
