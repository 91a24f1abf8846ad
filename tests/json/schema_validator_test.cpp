// SPDX-License-Identifier: MIT
// The schema validator: wording, dialects, references, limits. Keyword semantics are in
// schema_validator_suite_test.cpp.
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <parley/json/schema_validator.hpp>
#include <parley/json/value.hpp>

#include "catch.hpp"

namespace {

using Catch::Matchers::ContainsSubstring;
using parley::Json;
using parley::SchemaOptions;
using parley::SchemaValidator;
using Kind = parley::ValidationError::Kind;

SchemaValidator compiled(const char* schema, SchemaOptions options = {}) {
  auto result = SchemaValidator::compile(Json::parse(schema), std::move(options));
  if (!result) FAIL(result.error().schema_pointer << ": " << result.error().message);
  return *result;
}

/// What a person would read; empty when the value fits.
std::string verdict(const char* schema, const char* instance, SchemaOptions options = {}) {
  const auto result = compiled(schema, std::move(options)).validate(Json::parse(instance));
  return result ? "" : result.error().to_text();
}

/// "pointer: message" of the error that `compile` returns.
std::string refusal(const char* schema, SchemaOptions options = {}) {
  const auto result = SchemaValidator::compile(Json::parse(schema), std::move(options));
  return result ? "(it compiled)" : result.error().schema_pointer + ": " + result.error().message;
}

const char* const trip = R"({
  "type": "object",
  "properties": {
    "city": {"type": "string", "minLength": 1, "maxLength": 40},
    "days": {"type": "integer", "minimum": 1, "maximum": 14},
    "unit": {"enum": ["celsius", "fahrenheit"]},
    "mail": {"type": "string", "format": "email"},
    "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3, "uniqueItems": true},
    "exact": {"type": ["boolean", "null"]},
    "limit": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.1}
  },
  "required": ["city", "days"],
  "additionalProperties": false
})";

}  // namespace

TEST_CASE("schema: a value that fits is accepted") {
  CHECK(verdict(trip, R"({"city": "Oslo", "days": 3, "unit": "celsius", "mail": "a@b.no",
                          "tags": ["a", "b"], "exact": null, "limit": 0.3})") == "");
  CHECK(verdict(trip, R"({"city": "Oslo", "days": 3.0})") == "");
}

TEST_CASE("schema: violations say where, what was expected and what was found") {
  CHECK(verdict(trip, R"({"city": "Oslo", "days": "3"})") == "/days: expected integer, got string");
  CHECK(verdict(trip, R"({"city": "Oslo", "days": 2.5})") == "/days: expected integer, got number");
  CHECK(verdict(trip, R"([])") == "expected object, got array");
  CHECK(verdict(trip, R"({"city": "", "days": 15, "exact": 1})") ==
        "/city: must have at least 1 character, has 0\n"
        "/days: must be at most 14, got 15\n"
        "/exact: expected boolean or null, got integer");
  CHECK(verdict(trip, R"({"days": 3, "unit": "kelvin"})") ==
        "missing required property \"city\", expected string\n"
        "/unit: must be one of \"celsius\", \"fahrenheit\"; got \"kelvin\"");
  CHECK(verdict(trip, R"({"city": "Oslo", "days": 3, "tags": ["a", 1, "c", "d"]})") ==
        "/tags: must have at most 3 items, has 4\n/tags/1: expected string, got integer");
  CHECK(verdict(trip, R"({"city": "Oslo", "days": 3, "tags": ["b", "a", "b"]})") ==
        "/tags: items must differ, but items 0 and 2 are equal");
  CHECK(verdict(trip, R"({"city": "Oslo", "days": 3, "limit": 0.25})") ==
        "/limit: must be a multiple of 0.1, got 0.25");
  CHECK(verdict(trip, R"({"city": "Oslo", "days": 3, "a/b~": 1})") ==
        "/a~1b~0: unknown property; known: \"city\", \"days\", \"exact\", \"limit\", \"mail\", "
        "\"tags\", \"unit\"");
}

TEST_CASE("schema: combinations say why each alternative was refused") {
  CHECK(verdict(R"({"anyOf": [{"type": "string"}, {"properties": {"a": {"type": "null"}}}]})",
                R"({"a": 1})") ==
        "fits none of the 2 alternatives: (1) expected string, got object; (2) /a: expected null, "
        "got integer");
  CHECK(verdict(R"({"oneOf": [{"type": "integer"}, {"minimum": 2}]})", "3") ==
        "must fit exactly one alternative, but fits number 1 and number 2");
  CHECK(verdict(R"({"not": {"type": "integer"}})", "3") ==
        "must not be what the schema under 'not' describes");
  CHECK(verdict(R"({"propertyNames": {"pattern": "^[a-z]+$"}})", R"({"A": 1})") ==
        "the property name \"A\" is not allowed: must match the pattern ^[a-z]+$, got \"A\"");
  CHECK(verdict(R"({"dependentRequired": {"card": ["name"]}})", R"({"card": 1})") ==
        "missing property \"name\", which property \"card\" requires");
  CHECK(verdict(R"({"contains": {"const": 1}, "minContains": 2})", "[1, 2]") ==
        "must contain at least 2 items of the kind under 'contains', has 1");
  CHECK(verdict(R"({"properties": {"a": true}, "unevaluatedProperties": false})", R"({"b": 1})") ==
        "/b: unknown property");
  CHECK(verdict(R"({"prefixItems": [true], "unevaluatedItems": false})", "[1, 2]") ==
        "/1: unexpected item");
  CHECK(verdict(R"({"properties": {"a": false}})", R"({"a": 1})") ==
        "/a: no value is allowed here");
}

TEST_CASE("schema: a violation points to the keyword, behind references") {
  const auto schema = compiled(R"({"$defs": {"a/b": {"type": "string"}},
                                   "items": {"$ref": "#/$defs/a~1b"}})");
  const auto error = schema.validate(Json::parse("[\"x\", 1]")).error();
  CHECK(error.kind == Kind::mismatch);
  REQUIRE(error.violations.size() == 1);
  CHECK(error.violations[0].instance_pointer == "/1");
  CHECK(error.violations[0].schema_pointer == "/$defs/a~1b/type");

  const auto old =
      compiled(R"({"dependencies": {"a": ["b"]}})").validate(Json::parse(R"({"a": 1})"));
  CHECK(old.error().violations[0].schema_pointer == "/dependencies");
}

TEST_CASE("schema: excerpts of hostile values are short and printable") {
  const auto schema = compiled(R"({"const": 1})");
  const auto text = schema.validate(Json(std::string(1000, 'x') + "\n")).error().to_text();
  CHECK(text.size() < 100);
  CHECK(schema.validate(Json("\x1b[2J")).error().to_text() == "must be 1, got \"\\u001b[2J\"");
  CHECK(schema.validate(Json::array({1, 2})).error().to_text() ==
        "must be 1, got an array of 2 items");
}

TEST_CASE("schema: the number of violations is bounded") {
  SchemaOptions options;
  options.max_violations = 2;
  const auto error = compiled(R"({"items": {"type": "string"}})", options)
                         .validate(Json::parse("[1,2,3]"))
                         .error();
  CHECK(error.violations.size() == 2);
  CHECK(error.truncated);
  CHECK_THAT(error.to_text(), ContainsSubstring("perhaps more"));
}

TEST_CASE("schema: numbers compare by exact value") {
  CHECK(verdict(R"({"const": 1})", "1.0") == "");
  CHECK(verdict(R"({"enum": [9007199254740993]})", "9007199254740992") != "");
  CHECK(verdict(R"({"maximum": 18446744073709551614})", "18446744073709551615") != "");
  CHECK(verdict(R"({"maximum": 9007199254740992.0})", "9007199254740993") != "");
  CHECK(verdict(R"({"minimum": -9223372036854775808})", "-1e30") != "");
  CHECK(verdict(R"({"maximum": -0.5})", "0") != "");
  CHECK(verdict(R"({"maximum": -0.5})", "-1") == "");
  CHECK(verdict(R"({"multipleOf": 0.01})", "19.99") == "");
  CHECK(verdict(R"({"multipleOf": 1})", "1000000000.3") != "");
  CHECK(verdict(R"({"multipleOf": 3})", "1e30") != "");
  CHECK(verdict(R"({"multipleOf": 3})", "3e30") == "");
  CHECK(verdict(R"({"multipleOf": 7})", "18446744073709551615") != "");
  CHECK(verdict(R"({"multipleOf": 5})", "18446744073709551615") == "");
  CHECK(verdict(R"({"multipleOf": 1e-300})", "1") == "");
  CHECK(verdict(R"({"multipleOf": 1e300})", "1") != "");
}

TEST_CASE("schema: strings are measured in code points") {
  CHECK(verdict(R"({"maxLength": 2})", R"("\ud83d\ude00\u00e9")") == "");
  CHECK(verdict(R"({"minLength": 3})", R"("\ud83d\ude00\u00e9")") != "");
}

TEST_CASE("schema: format is an annotation unless asked for") {
  CHECK(verdict(R"({"format": "date"})", "\"tomorrow\"") == "");
  SchemaOptions options;
  options.assert_formats = true;
  CHECK(verdict(R"({"format": "date"})", "\"2026-02-28\"", options) == "");
  CHECK(verdict(R"({"format": "date"})", "\"2026-02-29\"", options) ==
        "must be a date, such as 2026-11-29; got \"2026-02-29\"");
  CHECK(verdict(R"({"format": "ipv4"})", "\"x\"", options) == "");
}

TEST_CASE("schema: what older generators write keeps its meaning") {
  const char* const pair = R"({"items": [{"type": "string"}, {"type": "integer"}],
                               "additionalItems": false})";
  CHECK(verdict(pair, R"(["a", 1])") == "");
  CHECK(verdict(pair, R"([1])") == "/0: expected string, got integer");
  CHECK(verdict(pair, R"(["a", 1, 2])") == "/2: no value is allowed here");
  CHECK(verdict(R"({"$ref": "#/definitions/a", "definitions": {"a": {"type": "null"}}})", "1") !=
        "");
  CHECK(
      verdict(R"({"dependencies": {"a": ["b"], "c": {"required": ["d"]}}})", R"({"a":1,"c":2})") ==
      "missing property \"b\", which property \"a\" requires\nmissing required property \"d\"");
  // Only in draft-07 a reference hides what stands beside it.
  CHECK(verdict(R"({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a",
                    "type": "string", "definitions": {"a": true}})",
                "1") == "");
}

TEST_CASE("schema: dialects that are not known are refused") {
  CHECK_THAT(refusal(R"({"$schema": "http://json-schema.org/draft-04/schema#"})"),
             ContainsSubstring("/$schema: the dialect"));
  CHECK_THAT(refusal(R"({"$schema": "https://example.com/mine"})"), ContainsSubstring("2020-12"));
}

TEST_CASE("schema: references are never fetched, and unresolved ones are refused at once") {
  CHECK_THAT(refusal(R"({"items": {"$ref": "https://example.com/x.json#/a"}})"),
             ContainsSubstring("/items/$ref: cannot resolve 'https://example.com/x.json#/a'"));
  CHECK_THAT(refusal(R"({"$ref": "#/$defs/none"})"), ContainsSubstring("no such place"));
  CHECK_THAT(refusal(R"({"$ref": "#none"})"), ContainsSubstring("no such place"));
  CHECK_THAT(refusal(R"({"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}})"),
             ContainsSubstring("two schemas have the $id"));
  CHECK_THAT(refusal(R"({"$id": "x#y"})"), ContainsSubstring("$anchor"));
}

TEST_CASE("schema: a loader supplies other documents, only while compiling") {
  SchemaOptions options;
  std::vector<std::string> asked;
  options.load = [&asked](const std::string& uri) -> std::shared_ptr<const Json> {
    asked.push_back(uri);
    if (uri != "https://example.com/dir/b.json") return nullptr;
    return std::make_shared<const Json>(Json::parse(R"({"$defs": {"n": {"maximum": 9}}})"));
  };
  const auto schema =
      compiled(R"({"$id": "https://example.com/dir/a.json", "items": {"$ref": "b.json#/$defs/n"}})",
               options);
  CHECK(asked == std::vector<std::string>{"https://example.com/dir/b.json"});
  const auto error = schema.validate(Json::parse("[10]")).error();
  CHECK(error.violations[0].schema_pointer == "https://example.com/dir/b.json#/$defs/n/maximum");
}

TEST_CASE("schema: the metaschema is built in and accepts and refuses schemas") {
  const auto meta = compiled(R"({"$ref": "https://json-schema.org/draft/2020-12/schema"})");
  CHECK(meta.validate(Json::parse(trip)));
  CHECK_FALSE(meta.validate(Json::parse(R"({"properties": {"a": {"minLength": -1}}})")));
  CHECK_FALSE(meta.validate(Json::parse(R"({"items": [{}]})")));
}

TEST_CASE("schema: malformed keywords are refused with their place") {
  const struct {
    const char *schema, *start;
  } cases[] = {
      {R"(1)", ": a schema must be an object or a boolean, not number"},
      {R"({"items": 1})", "/items: a schema must be"},
      {R"({"type": "int"})", "/type: type must name"},
      {R"({"type": []})", "/type: type must not be"},
      {R"({"enum": 1})", "/enum: "},
      {R"({"minimum": "1"})", "/minimum: minimum must be a number"},
      {R"({"multipleOf": 0})", "/multipleOf: multipleOf must be greater than 0"},
      {R"({"minLength": -1})", "/minLength: minLength must be a non-negative integer"},
      {R"({"maxItems": 1.5})", "/maxItems: "},
      {R"({"pattern": 1})", "/pattern: "},
      {R"-({"pattern": "(?=a)"})-",
       "/pattern: cannot use the pattern '(?=a)': at byte 2, lookahead"},
      {R"({"patternProperties": {"[": true}})", "/patternProperties: cannot use the pattern '['"},
      {R"({"properties": []})", "/properties: properties must be an object of schemas"},
      {R"({"properties": {"a": {"b": {}, "items": 3}}})", "/properties/a/items: a schema must be"},
      {R"({"required": "a"})", "/required: "},
      {R"({"required": [1]})", "/required: required must contain strings only"},
      {R"({"allOf": []})", "/allOf: allOf must be a non-empty array"},
      {R"({"uniqueItems": 1})", "/uniqueItems: "},
      {R"({"prefixItems": [true], "items": [true]})", "/items: items must be a schema"},
      {R"({"dependentRequired": []})", "/dependentRequired: "},
      {R"({"$ref": 1})", "/$ref: $ref must be a string"},
      {R"({"$defs": {"a": 1}})", "/$defs/a: a schema must be"},
  };
  for (const auto& c : cases) CHECK_THAT(refusal(c.schema), Catch::Matchers::StartsWith(c.start));
}

TEST_CASE("schema: endless references end in a clear error") {
  for (const char* schema : {R"({"$ref": "#"})", R"({"allOf": [{"$ref": "#"}]})",
                             R"({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]})",
                             R"({"not": {"not": {"$ref": "#"}}})", R"({"if": {"$ref": "#"}})"}) {
    CAPTURE(schema);
    const auto error = compiled(schema).validate(1).error();
    CHECK(error.kind == Kind::too_complex);
    CHECK_THAT(error.to_text(), ContainsSubstring("validation stopped"));
  }
}

TEST_CASE("schema: the work of one validation is bounded") {
  SchemaOptions options;
  options.max_steps = 10'000;
  // Every level tries two ways to fail at the bottom: 2^50 combinations.
  Json value = 1;
  for (int i = 0; i < 50; ++i) value = Json::array({std::move(value)});
  const auto branchy = compiled(R"({"$defs": {"n": {"items": {"anyOf": [
      {"$ref": "#/$defs/n"}, {"$ref": "#/$defs/n"}]}, "type": "array"}}, "$ref": "#/$defs/n"})",
                                options);
  CHECK(branchy.validate(value).error().kind == Kind::too_complex);
  // A large value, a large sort, a costly pattern.
  const Json many(std::vector<int>(20'000, 7));
  CHECK(compiled(R"({"items": {"minimum": 1}})", options).validate(many).error().kind ==
        Kind::too_complex);
  CHECK(compiled(R"({"uniqueItems": true})", options).validate(many).error().kind ==
        Kind::too_complex);
  CHECK(compiled(R"({"pattern": "(a*)*b"})", options)
            .validate(Json(std::string(9000, 'a')))
            .error()
            .kind == Kind::too_complex);
  CHECK(compiled(R"({"items": {"minimum": 1}})").validate(many));
}

TEST_CASE("schema: deep values and deep schemas are bounded, not fatal") {
  Json value = 1, schema = true;
  for (int i = 0; i < 100'000; ++i) value = Json::array({std::move(value)});
  for (int i = 0; i < 2'000; ++i) {
    Json outer;
    outer["items"] = std::move(schema);
    schema = std::move(outer);
  }
  CHECK(compiled(R"({"items": {"$ref": "#"}})").validate(value).error().kind == Kind::too_complex);
  Json twin = 1;
  for (int i = 0; i < 1'000; ++i) twin = Json::array({std::move(twin)});
  const Json twins = Json::array({twin, twin});
  CHECK(compiled(R"({"uniqueItems": true})").validate(twins).error().kind == Kind::too_complex);
  const auto refused = SchemaValidator::compile(std::move(schema));
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, ContainsSubstring("levels deep"));
}

TEST_CASE("schema: what a schema may cost to compile is bounded") {
  SchemaOptions options;
  options.max_subschemas = 10;
  CHECK_THAT(refusal(R"({"allOf": [1,{},{},{},{},{},{},{},{},{},{}]})", options),
             ContainsSubstring("a schema must be"));
  CHECK_THAT(refusal(R"({"allOf": [{},{},{},{},{},{},{},{},{},{},{}]})", options),
             ContainsSubstring("more than 10 subschemas"));
  options.max_pattern_instructions = 1000;
  CHECK_THAT(refusal(R"({"allOf": [{"pattern": "a{900}"}, {"pattern": "a{900}"}]})", options),
             ContainsSubstring("unfold"));
}

TEST_CASE("schema: a compiled schema outlives its source and serves several threads") {
  auto schema = std::make_unique<SchemaValidator>(compiled(trip));
  const SchemaValidator copy = *schema;
  schema.reset();
  const auto good = Json::parse(R"({"city": "Oslo", "days": 3})");
  const auto bad = Json::parse(R"({"city": 1})");
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (auto& count : right) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) count += copy.validate(good) && !copy.validate(bad) ? 1 : 0;
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 200));
  CHECK(copy.schema()["required"][0] == "city");
}
