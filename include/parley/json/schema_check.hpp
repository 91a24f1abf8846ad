// SPDX-License-Identifier: MIT
// A JSON Schema as a function, for those who must not depend on the validator behind it.
#pragma once

#include <functional>
#include <string>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

struct SchemaError;

/// Says what is wrong with a value, one line for each violation; nothing when the value fits.
/// Thread safety: may be called by any threads at once.
using SchemaCheck = std::function<std::string(const Json& value)>;

/// Makes a check out of a schema, or says what is wrong with the schema.
using SchemaCheckCompiler = expected<SchemaCheck, SchemaError>(const Json& schema);

/// The one there is: SchemaValidator with its default options. Code that merely holds checks does
/// not name it, so that the linker can leave the validator out.
SchemaCheckCompiler compile_schema_check;

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_check.ipp>
#endif
