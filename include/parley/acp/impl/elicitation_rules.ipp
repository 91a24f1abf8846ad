// SPDX-License-Identifier: MIT
// Bodies of the elicitation rules.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <parley/acp/errors.hpp>
#include <parley/acp/impl/elicitation_rules.hpp>

namespace parley::acp::detail {

[[noreturn]] inline void refuse(const std::string& what) {
  throw Error(error_code::invalid_params, "Invalid request parameters: " + what);
}

inline const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

inline std::string require_text(const Json& object, std::string_view name) {
  const Json* value = member(object, name);
  if (value == nullptr || !value->is_string() || value->get_ref<const std::string&>().empty()) {
    refuse("/params/" + std::string(name) + " must be a string that is not empty");
  }
  return value->get<std::string>();
}

inline bool is_true(const Json* value) { return value != nullptr && *value == true; }

// Secrets never go through a form (acp 1.5.4).
inline bool asks_for_a_secret(const Json& field) {
  const Json* format = member(field, "format");
  if (format != nullptr && (*format == "password" || *format == "secret")) return true;
  if (is_true(member(field, "writeOnly")) || is_true(member(field, "isSecret"))) return true;
  const Json* meta = member(field, "_meta");
  if (meta == nullptr) return false;
  const Json* codex = member(*meta, "codex");
  return is_true(member(*meta, "sensitive")) || is_true(member(*meta, "secret")) ||
         (codex != nullptr && is_true(member(*codex, "isSecret")));
}

inline void check_choices(const std::string& where, const Json& choices) {
  if (!choices.is_array() || choices.empty()) refuse(where + " must be a list that is not empty");
  for (const Json& choice : choices) {
    const Json* value = member(choice, "const");
    if (value == nullptr || !value->is_string()) refuse(where + " needs a const in every item");
    for (const std::string_view text : {"title", "description"}) {
      const Json* words = member(choice, text);
      if (words != nullptr && !words->is_string()) refuse(where + ": titles must be strings");
    }
  }
}

inline void check_field(const std::string& name, const Json& field) {
  const std::string where = "/params/requestedSchema/properties/" + name;
  if (asks_for_a_secret(field)) {
    refuse(where + " asks for a secret, which a form must not; use mode url");
  }
  const Json* type = member(field, "type");
  constexpr std::array<std::string_view, 5> types{"string", "number", "integer", "boolean",
                                                  "array"};
  bool known = false;
  for (const std::string_view one : types) known = known || (type != nullptr && *type == one);
  if (!known) refuse(where + " must be a string, number, integer, boolean or array");
  for (const std::string_view key : {"oneOf", "anyOf"}) {
    if (const Json* choices = member(field, key)) check_choices(where, *choices);
  }
  if (*type != "array") return;
  const Json* items = member(field, "items");
  const Json* any_of = items == nullptr ? nullptr : member(*items, "anyOf");
  const Json* plain = items == nullptr ? nullptr : member(*items, "enum");
  if (any_of == nullptr && plain == nullptr) refuse(where + "/items needs anyOf or enum");
  if (any_of != nullptr) check_choices(where + "/items", *any_of);
  if (plain != nullptr && (!plain->is_array() || plain->empty())) {
    refuse(where + "/items/enum must be a list that is not empty");
  }
}

inline void check_form(const Json& params) {
  const Json* schema = member(params, "requestedSchema");
  if (schema == nullptr || !schema->is_object())
    refuse("/params/requestedSchema must be an object");
  const Json* type = member(*schema, "type");
  if (type != nullptr && *type != "object") {
    refuse("/params/requestedSchema/type must be \"object\"");
  }
  const Json* properties = member(*schema, "properties");
  if (properties != nullptr && !properties->is_object()) {
    refuse("/params/requestedSchema/properties must be an object");
  }
  if (properties != nullptr) {
    for (const auto& [name, field] : properties->items()) check_field(name, field);
  }
  const Json* required = member(*schema, "required");
  if (required == nullptr) return;
  if (!required->is_array()) refuse("/params/requestedSchema/required must be a list");
  for (const Json& name : *required) {
    if (!name.is_string() || properties == nullptr ||
        !properties->contains(name.get_ref<const std::string&>())) {
      refuse("/params/requestedSchema/required names a field that is not there");
    }
  }
}

// http or https, with a host, and without a user name that could pass for one (acp 1.5.2).
inline void check_url(const std::string& url) {
  constexpr std::array<std::string_view, 2> schemes{"https://", "http://"};
  for (const std::string_view scheme : schemes) {
    if (!url.starts_with(scheme)) continue;
    const std::string_view rest = std::string_view(url).substr(scheme.size());
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#\\"));
    const std::string_view host = authority.substr(0, authority.find(':'));
    const bool clean = url.find_first_of(" \t\r\n") == std::string::npos;
    if (!host.empty() && authority.find('@') == std::string_view::npos && clean) return;
  }
  refuse("/params/url must be http or https, with a host and without user information");
}

PARLEY_DECL Question check_question(const Json& params) {
  Question question;
  require_text(params, "message");
  const Json* mode = member(params, "mode");
  if (mode == nullptr || (*mode != "form" && *mode != "url")) {
    refuse(R"(/params/mode must be "form" or "url")");
  }
  question.is_url = *mode == "url";
  const Json* session = member(params, "sessionId");
  const Json* request = member(params, "requestId");
  if ((session == nullptr) == (request == nullptr)) {
    refuse("exactly one of sessionId and requestId must be there");
  }
  if (session != nullptr) {
    question.session = require_text(params, "sessionId");
  } else if (!RequestId::from_json(*request, question.request)) {
    refuse("/params/requestId must be a string or an integer");
  } else if (member(params, "toolCallId") != nullptr) {
    refuse("toolCallId goes with sessionId only");
  }
  if (question.is_url) {
    require_text(params, "elicitationId");
    check_url(require_text(params, "url"));
  } else {
    check_form(params);
  }
  return question;
}

}  // namespace parley::acp::detail
