// SPDX-License-Identifier: MIT
// What codecs need of the DOM, behind plain functions: a type that is only coded does not pay for
// compiling the DOM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley::detail {

enum class Kind { null, boolean, integer, unsigned_integer, real, string, array, object };

Kind kind_of(const Json& json);
bool is_null(const Json& json);
bool is_object(const Json& json);
/// The string inside, or null when it is none.
std::string* string_in(Json& json);
/// The member of that name, or null when there is none or `json` is no object.
Json* find_member(Json& json, std::string_view name);
std::size_t member_count(const Json& object);
/// The item count, or `not_an_array`.
inline constexpr std::size_t not_an_array = static_cast<std::size_t>(-1);
std::size_t array_size(const Json& json);
Json& array_item(Json& array, std::size_t index);
/// Calls `visit(context, name, value)` for each member, as long as it returns true.
bool each_member(Json& object, void* context,
                 bool (*visit)(void* context, const std::string& name, Json& value));
void move_json(Json& from, Json& to, bool copy);
/// Empties `json` from the inside out. Its destructor alone would move each level into a vector
/// first, which takes three times as long for a small message.
void clear_members(Json& json) noexcept;

bool to_boolean(const Json& json, bool& out);
/// Numbers whose value is integral and in range; 3.0 counts as 3 (JSON Schema's "integer").
bool to_int64(const Json& json, std::int64_t& out);
bool to_uint64(const Json& json, std::uint64_t& out);
bool to_double(const Json& json, double& out);

/// The text, or as much of its start as an error message may quote: a peer chose it, and its
/// length. Stays valid UTF-8.
std::string short_text(std::string_view text, std::size_t most = 64);

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/access.ipp>
#endif
