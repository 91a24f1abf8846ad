// SPDX-License-Identifier: MIT
// Numbers of a form, and how the kind of a form's field is told from its schema.
#pragma once

#include <parley/mcp/types/elicitation_schema.hpp>

namespace parley {

PARLEY_DECL bool Codec<mcp::Number>::decode(Json& json, mcp::Number& out,
                                            parley::detail::DecodeContext& context,
                                            const parley::detail::Path& path) {
  std::int64_t integer = 0;
  if (parley::detail::kind_of(json) != parley::detail::Kind::real &&
      parley::detail::to_int64(json, integer)) {
    out = integer;
    return true;
  }
  return Codec<double>::decode(json, out.emplace<double>(), context, path);
}

PARLEY_DECL void Codec<mcp::Number>::write(Writer& writer, const mcp::Number& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return writer.integer(*integer);
  writer.real(std::get<double>(value));
}

namespace mcp {

PARLEY_DECL std::size_t PrimitiveSchemaDefinition::choose(std::string_view type, Json& schema) {
  const auto has_member = [&](std::string_view name) {
    return parley::detail::find_member(schema, name) != nullptr;
  };
  enum { string, number, boolean, untitled, titled, untitled_multi, titled_multi, legacy, unknown };
  if (type == "string") {
    if (has_member("enumNames")) return legacy;
    if (has_member("enum")) return untitled;
    return has_member("oneOf") ? titled : string;
  }
  if (type == "number" || type == "integer") return number;
  if (type == "boolean") return boolean;
  if (type != "array") return unknown;
  Json* items = parley::detail::find_member(schema, "items");
  const bool has_titles =
      items != nullptr && parley::detail::find_member(*items, "anyOf") != nullptr;
  return has_titles ? titled_multi : untitled_multi;
}

}  // namespace mcp
}  // namespace parley
