// SPDX-License-Identifier: MIT
// The codec of the choices of a configuration option: a flat list, or a list of groups.
#pragma once

#include <parley/acp/types/config.hpp>

namespace parley {
namespace detail {

/// What a list holds is decided by its first item; an empty one is flat.
inline bool has_groups(Json& options) {
  const std::size_t size = array_size(options);
  return size != not_an_array && size > 0 &&
         find_member(array_item(options, 0), "group") != nullptr;
}

}  // namespace detail

PARLEY_DECL bool Codec<acp::v1::SessionConfigSelectOptions>::decode(
    Json& json, acp::v1::SessionConfigSelectOptions& out, detail::DecodeContext& context,
    const detail::Path& path) {
  using Flat = std::vector<acp::v1::SessionConfigSelectOption>;
  using Grouped = std::vector<acp::v1::SessionConfigSelectGroup>;
  if (detail::has_groups(json)) {
    return Codec<Grouped>::decode(json, out.emplace<Grouped>(), context, path);
  }
  return Codec<Flat>::decode(json, out.emplace<Flat>(), context, path);
}

PARLEY_DECL void Codec<acp::v1::SessionConfigSelectOptions>::write(
    Writer& writer, const acp::v1::SessionConfigSelectOptions& value) {
  std::visit(
      [&writer](const auto& list) {
        Codec<std::remove_cvref_t<decltype(list)>>::write(writer, list);
      },
      static_cast<const acp::v1::SessionConfigSelectOptions::Base&>(value));
}

}  // namespace parley
