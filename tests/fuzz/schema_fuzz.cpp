// SPDX-License-Identifier: MIT
// Fuzzes SchemaValidator: any schema, any value, within limits, and laws of logic. Input: [schema,
// value].
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <parley/json/parse.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

#include "require.hpp"

namespace {

using parley::Json;
using parley::SchemaValidator;
using Kind = parley::ValidationError::Kind;

parley::SchemaOptions small() {
  parley::SchemaOptions options;
  options.assert_formats = true;
  options.max_steps = 20'000;
  options.max_depth = 100;
  options.max_subschemas = 1000;
  options.max_pattern_instructions = 10'000;
  return options;
}

/// Whether the value fits, or nothing when a limit was met or the schema cannot be used.
std::optional<bool> verdict(Json schema, const Json& value) {
  const auto compiled = SchemaValidator::compile(std::move(schema), small());
  if (!compiled) return std::nullopt;
  const auto result = compiled->validate(value);
  if (result) return true;
  return result.error().kind == Kind::mismatch ? std::optional(false) : std::nullopt;
}

bool resolves(const Json& document, const std::string& pointer) {
  return document.contains(Json::json_pointer(pointer));
}

void check_error(const parley::ValidationError& error, const Json& schema, const Json& value) {
  require(!error.violations.empty(), "an error has a violation");
  require(error.violations.size() <= 8, "violations are bounded");
  require(parley::parse(parley::to_text(Json(error.to_text()))).has_value(), "messages are text");
  if (error.kind != Kind::mismatch) return;
  for (const auto& violation : error.violations) {
    require(violation.message.size() < 4000, "messages are short");
    require(resolves(value, violation.instance_pointer), "the instance pointer leads somewhere");
    const bool elsewhere = violation.schema_pointer.find('#') != std::string::npos;
    require(elsewhere || resolves(schema, violation.schema_pointer), "the schema pointer does");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = parley::parse({reinterpret_cast<const char*>(data), size});
  if (!input || !input->is_array() || input->size() != 2) return 0;
  const Json& schema = (*input)[0];
  const Json& value = (*input)[1];
  const auto compiled = SchemaValidator::compile(schema, small());
  if (!compiled) {
    require(!compiled.error().message.empty(), "a refusal has a reason");
    return 0;
  }
  const auto result = compiled->validate(value);
  if (!result) check_error(result.error(), schema, value);
  if (!result && result.error().kind == Kind::too_complex) return 0;

  // `{"allOf": [S]}` is S, `{"not": S}` is its contrary. As S moves, its references to "#" would
  // change.
  if (parley::to_text(schema).find("Ref\"") != std::string::npos ||
      parley::to_text(schema).find("\"$") != std::string::npos) {
    return 0;
  }
  Json all, none;
  all["allOf"] = Json::array({schema});
  none["not"] = schema;
  const auto same = verdict(std::move(all), value);
  const auto contrary = verdict(std::move(none), value);
  require(!same || *same == result.has_value(), "allOf of one schema is that schema");
  require(!contrary || *contrary != result.has_value(), "not is the contrary");
  return 0;
}
