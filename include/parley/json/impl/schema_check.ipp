// SPDX-License-Identifier: MIT
// The body of compile_schema_check.
#pragma once

#include <parley/json/schema_check.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/json/value.hpp>

namespace parley {

PARLEY_DECL expected<SchemaCheck, SchemaError> compile_schema_check(const Json& schema) {
  auto compiled = SchemaValidator::compile(schema);
  if (!compiled) return unexpected<SchemaError>(std::move(compiled.error()));
  return SchemaCheck([validator = std::move(*compiled)](const Json& value) {
    const auto fits = validator.validate(value);
    return fits ? std::string() : fits.error().to_text();
  });
}

}  // namespace parley
