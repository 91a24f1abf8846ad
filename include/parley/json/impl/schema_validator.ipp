// SPDX-License-Identifier: MIT
// Bodies of json/schema_validator.hpp.
#pragma once

#include <utility>

#include <parley/json/impl/schema_compiler.hpp>
#include <parley/json/impl/schema_evaluation.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/json/value.hpp>

namespace parley {

PARLEY_DECL std::string ValidationError::to_text() const {
  std::string text;
  for (const auto& violation : violations) {
    if (!text.empty()) text += '\n';
    if (!violation.instance_pointer.empty()) text += violation.instance_pointer + ": ";
    text += violation.message;
  }
  return truncated ? text + "\n(and perhaps more)" : text;
}

PARLEY_DECL SchemaValidator::SchemaValidator(
    std::shared_ptr<const detail::schema::CompiledSchema> compiled)
    : compiled_(std::move(compiled)) {}

PARLEY_DECL expected<SchemaValidator, SchemaError> SchemaValidator::compile(Json schema,
                                                                            SchemaOptions options) {
  auto compiled = std::make_shared<detail::schema::CompiledSchema>();
  compiled->options = std::move(options);
  auto document = std::make_shared<const Json>(std::move(schema));
  if (auto error = detail::schema::SchemaCompiler(*compiled, std::move(document)).run()) {
    return unexpected<SchemaError>(std::move(*error));
  }
  compiled->options.load = nullptr;  // it may hold on to much, and is done
  return SchemaValidator(std::move(compiled));
}

namespace detail::schema {

/// Walks the value once more, and words what does not fit.
inline ValidationError explain(const CompiledSchema& compiled, const Json& instance) {
  std::vector<SchemaFinding> findings;
  SchemaEvaluation(compiled, &findings).run(instance);
  ValidationError error;
  error.truncated = findings.size() >= std::max<std::size_t>(compiled.options.max_violations, 1);
  for (auto& finding : findings) {
    auto pointer = compiled.location_of(*finding.node->source);
    if (!finding.keyword.empty()) append_pointer_token(pointer, finding.keyword);
    error.violations.push_back(
        {std::move(finding.instance_pointer), std::move(pointer), std::move(finding.message)});
  }
  if (findings.empty()) {
    error.violations.push_back(
        {"", "", "does not fit the schema; a limit cut the explanation short"});
  }
  return error;
}

}  // namespace detail::schema

PARLEY_DECL expected<void, ValidationError> SchemaValidator::validate(const Json& instance) const {
  detail::schema::SchemaEvaluation evaluation(*compiled_, nullptr);
  const bool fits = evaluation.run(instance);
  if (auto limit = evaluation.limit(); !limit.empty()) {
    ValidationError error;
    error.kind = ValidationError::Kind::too_complex;
    error.violations.push_back({"", "", std::move(limit)});
    return unexpected<ValidationError>(std::move(error));
  }
  if (fits) return {};
  return unexpected<ValidationError>(detail::schema::explain(*compiled_, instance));
}

PARLEY_DECL const Json& SchemaValidator::schema() const { return *compiled_->documents[0].json; }

}  // namespace parley
