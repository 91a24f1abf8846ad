// SPDX-License-Identifier: MIT
// Bodies of metaschema.hpp: the documents of https://json-schema.org/draft/2020-12/schema.
#pragma once

#include <parley/json/impl/metaschema.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

/// A document of the metaschema: the end of its URI, and its text.
struct MetaschemaText {
  std::string_view name, text;
};

inline constexpr MetaschemaText metaschema_texts[] = {
    {"schema", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/schema",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true,
  "https://json-schema.org/draft/2020-12/vocab/applicator": true,
  "https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
  "https://json-schema.org/draft/2020-12/vocab/validation": true,
  "https://json-schema.org/draft/2020-12/vocab/meta-data": true,
  "https://json-schema.org/draft/2020-12/vocab/format-annotation": true,
  "https://json-schema.org/draft/2020-12/vocab/content": true},
 "$dynamicAnchor": "meta",
 "allOf": [{"$ref": "meta/core"}, {"$ref": "meta/applicator"}, {"$ref": "meta/unevaluated"},
  {"$ref": "meta/validation"}, {"$ref": "meta/meta-data"}, {"$ref": "meta/format-annotation"},
  {"$ref": "meta/content"}],
 "type": ["object", "boolean"],
 "properties": {"definitions": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
  "dependencies": {"type": "object",
   "additionalProperties": {"anyOf": [{"$dynamicRef": "#meta"},
    {"$ref": "meta/validation#/$defs/stringArray"}]}},
  "$recursiveAnchor": {"$ref": "meta/core#/$defs/anchorString"},
  "$recursiveRef": {"$ref": "meta/core#/$defs/uriReferenceString"}}})"},
    {"meta/core", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/meta/core",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true},
 "$dynamicAnchor": "meta", "type": ["object", "boolean"],
 "properties": {"$id": {"$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$"},
  "$schema": {"$ref": "#/$defs/uriString"}, "$ref": {"$ref": "#/$defs/uriReferenceString"},
  "$anchor": {"$ref": "#/$defs/anchorString"},
  "$dynamicRef": {"$ref": "#/$defs/uriReferenceString"},
  "$dynamicAnchor": {"$ref": "#/$defs/anchorString"},
  "$vocabulary": {"type": "object", "propertyNames": {"$ref": "#/$defs/uriString"},
   "additionalProperties": {"type": "boolean"}},
  "$comment": {"type": "string"},
  "$defs": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}}},
 "$defs": {"anchorString": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
  "uriString": {"type": "string", "format": "uri"},
  "uriReferenceString": {"type": "string", "format": "uri-reference"}}})"},
    {"meta/applicator", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/meta/applicator",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/applicator": true},
 "$dynamicAnchor": "meta", "type": ["object", "boolean"],
 "properties": {"prefixItems": {"$ref": "#/$defs/schemaArray"}, "items": {"$dynamicRef": "#meta"},
  "contains": {"$dynamicRef": "#meta"}, "additionalProperties": {"$dynamicRef": "#meta"},
  "properties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
  "patternProperties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"},
   "propertyNames": {"format": "regex"}},
  "dependentSchemas": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
  "propertyNames": {"$dynamicRef": "#meta"}, "if": {"$dynamicRef": "#meta"},
  "then": {"$dynamicRef": "#meta"}, "else": {"$dynamicRef": "#meta"},
  "allOf": {"$ref": "#/$defs/schemaArray"}, "anyOf": {"$ref": "#/$defs/schemaArray"},
  "oneOf": {"$ref": "#/$defs/schemaArray"}, "not": {"$dynamicRef": "#meta"}},
 "$defs": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#meta"}}}})"},
    {"meta/unevaluated", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/meta/unevaluated",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/unevaluated": true},
 "$dynamicAnchor": "meta", "type": ["object", "boolean"],
 "properties": {"unevaluatedItems": {"$dynamicRef": "#meta"},
  "unevaluatedProperties": {"$dynamicRef": "#meta"}}})"},
    {"meta/validation", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/meta/validation",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/validation": true},
 "$dynamicAnchor": "meta", "type": ["object", "boolean"],
 "properties": {"type": {"anyOf": [{"$ref": "#/$defs/simpleTypes"},
    {"type": "array", "items": {"$ref": "#/$defs/simpleTypes"}, "minItems": 1,
     "uniqueItems": true}]},
  "const": true, "enum": {"type": "array", "items": true},
  "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
  "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"},
  "exclusiveMinimum": {"type": "number"}, "maxLength": {"$ref": "#/$defs/nonNegativeInteger"},
  "minLength": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
  "pattern": {"type": "string", "format": "regex"},
  "maxItems": {"$ref": "#/$defs/nonNegativeInteger"},
  "minItems": {"$ref": "#/$defs/nonNegativeIntegerDefault0"}, "uniqueItems": {"type": "boolean"},
  "maxContains": {"$ref": "#/$defs/nonNegativeInteger"},
  "minContains": {"$ref": "#/$defs/nonNegativeInteger"},
  "maxProperties": {"$ref": "#/$defs/nonNegativeInteger"},
  "minProperties": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
  "required": {"$ref": "#/$defs/stringArray"},
  "dependentRequired": {"type": "object", "additionalProperties": {"$ref": "#/$defs/stringArray"}}},
 "$defs": {"nonNegativeInteger": {"type": "integer", "minimum": 0},
  "nonNegativeIntegerDefault0": {"$ref": "#/$defs/nonNegativeInteger"},
  "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
  "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}})"},
    {"meta/meta-data", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/meta/meta-data",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/meta-data": true},
 "$dynamicAnchor": "meta", "type": ["object", "boolean"],
 "properties": {"title": {"type": "string"}, "description": {"type": "string"}, "default": true,
  "deprecated": {"type": "boolean"}, "readOnly": {"type": "boolean"},
  "writeOnly": {"type": "boolean"}, "examples": {"type": "array", "items": true}}})"},
    {"meta/format-annotation", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/meta/format-annotation",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/format-annotation": true},
 "$dynamicAnchor": "meta", "type": ["object", "boolean"],
 "properties": {"format": {"type": "string"}}})"},
    {"meta/content", R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://json-schema.org/draft/2020-12/meta/content",
 "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/content": true},
 "$dynamicAnchor": "meta", "type": ["object", "boolean"],
 "properties": {"contentEncoding": {"type": "string"}, "contentMediaType": {"type": "string"},
  "contentSchema": {"$dynamicRef": "#meta"}}})"},
};

PARLEY_DECL std::shared_ptr<const Json> metaschema_document(std::string_view uri) {
  constexpr std::string_view folder = "https://json-schema.org/draft/2020-12/";
  if (!uri.starts_with(folder)) return nullptr;
  for (const auto& document : metaschema_texts) {
    if (uri.substr(folder.size()) == document.name) {
      return std::make_shared<const Json>(parse(document.text).value());
    }
  }
  return nullptr;
}

}  // namespace parley::detail::schema
