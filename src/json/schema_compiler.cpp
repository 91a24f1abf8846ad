// SPDX-License-Identifier: MIT
// Compiles the schema compiler of json/schema_validator.hpp once: subschemas and their keywords.
#include <parley/json/impl/schema_compiler.hpp>
#include <parley/json/impl/schema_compiler.ipp>
#include <parley/json/impl/schema_keywords.ipp>
