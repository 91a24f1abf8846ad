// SPDX-License-Identifier: MIT
// Bodies of the helpers for elicitation.
#pragma once

#include <parley/json/convert.hpp>
#include <parley/mcp/elicitation.hpp>
#include <parley/mcp/errors.hpp>

namespace parley::mcp {
namespace detail {

PARLEY_DECL expected<SchemaValidator, Error> compile_form(Json schema) {
  SchemaOptions options;
  options.assert_formats = true;
  auto compiled = SchemaValidator::compile(std::move(schema), std::move(options));
  if (compiled) return std::move(*compiled);
  return unexpected<Error>(
      Error(error_code::invalid_params, "Invalid params: /params/requestedSchema" +
                                            compiled.error().schema_pointer + ": " +
                                            compiled.error().message));
}

PARLEY_DECL void fill_defaults(const Json& schema, Json& content) {
  const auto properties = schema.find("properties");
  if (properties == schema.end() || !properties->is_object() || !content.is_object()) return;
  for (const auto& [name, property] : properties->items()) {
    const auto value = property.find("default");
    if (value != property.end() && !content.contains(name)) content[name] = *value;
  }
}

}  // namespace detail

PARLEY_DECL Json default_content(const ElicitRequestedSchema& form) {
  Json content = Json::object();
  fill_defaults(form, content);
  return content;
}

PARLEY_DECL void fill_defaults(const ElicitRequestedSchema& form, Json& content) {
  detail::fill_defaults(to_json(form), content);
}

PARLEY_DECL std::optional<std::string> form_problem(const ElicitRequestedSchema& form,
                                                    const Json& content) {
  const auto validator = detail::compile_form(to_json(form));
  if (!validator) return validator.error().what();
  const auto fits = validator->validate(content);
  if (fits) return std::nullopt;
  return fits.error().to_text();
}

PARLEY_DECL std::optional<URLElicitationRequiredData> required_pages(const Error& error) {
  if (error.code() != error_code::url_elicitation_required || error.data() == nullptr) {
    return std::nullopt;
  }
  auto data = decode<URLElicitationRequiredData>(*error.data());
  if (!data) return std::nullopt;
  return std::move(*data);
}

}  // namespace parley::mcp
