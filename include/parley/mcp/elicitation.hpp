// SPDX-License-Identifier: MIT
// Helpers for clients that ask a person: a form's defaults, whether an answer fits, pages to open.
#pragma once

#include <optional>
#include <string>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>
#include <parley/json/fwd.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/mcp/types/elicitation.hpp>
#include <parley/rpc/error.hpp>

namespace parley::mcp {

/// The content of a form that nobody has touched: the defaults of its fields. Fill a form with it
/// before a person sees it (MCP A17).
Json default_content(const ElicitRequestedSchema& form);

/// Puts the defaults of those fields into `content`, an object, that it leaves out.
void fill_defaults(const ElicitRequestedSchema& form, Json& content);

/// Why `content` does not fit the form, one line a field ("/age: ..."); empty when it does. Show it
/// beside the form and let the person try again: what does not fit is not sent.
std::optional<std::string> form_problem(const ElicitRequestedSchema& form, const Json& content);

/// The pages that a person has to visit before a request can succeed, when that is what its error
/// says (`error_code::url_elicitation_required`). Treat each like a URL elicitation, then send the
/// request again.
std::optional<URLElicitationRequiredData> required_pages(const Error& error);

namespace detail {

/// Compiles the schema of a form; the error is the answer to the server that sent it.
expected<SchemaValidator, Error> compile_form(Json schema);
void fill_defaults(const Json& schema, Json& content);

}  // namespace detail
}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/elicitation.ipp>
#endif
