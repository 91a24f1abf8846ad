// SPDX-License-Identifier: MIT
// The string formats that can be asserted.
#pragma once

#include <cstdint>
#include <string_view>

#include <parley/config.hpp>

namespace parley::detail::schema {

enum class SchemaFormat : std::uint8_t { none, email, uri, date, date_time };

/// The format that a `format` keyword names; `none` for those that stay annotations.
SchemaFormat format_named(std::string_view name);

/// Its name, with an example, for messages.
std::string_view format_description(SchemaFormat format);

/// Whether `text` has the form: email RFC 5321 section 4.1.2, uri RFC 3986 (absolute, with scheme),
/// date and date-time RFC 3339 section 5.6. Linear in the text's length.
bool has_format(std::string_view text, SchemaFormat format);

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_format.ipp>
#endif
