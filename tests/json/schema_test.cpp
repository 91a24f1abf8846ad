// SPDX-License-Identifier: MIT
// The JSON Schema that a described type yields.
#include <parley/json/schema.hpp>

#include <parley/json/convert.hpp>

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

TEST_CASE("the schema of a recursive type ends") { CHECK(parse(schema_text<Tree>())); }

}  // namespace parley::schema_test
