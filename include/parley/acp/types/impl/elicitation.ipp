// SPDX-License-Identifier: MIT
// The codec of a form's values: whatever JSON can say that a form can hold.
#pragma once

#include <parley/acp/types/elicitation.hpp>

namespace parley {

PARLEY_DECL bool Codec<acp::v1::ElicitationContentValue>::decode(
    Json& json, acp::v1::ElicitationContentValue& out, detail::DecodeContext& context,
    const detail::Path& path) {
  using Strings = std::vector<std::string>;
  switch (detail::kind_of(json)) {
    case detail::Kind::string:
      return Codec<std::string>::decode(json, out.emplace<std::string>(), context, path);
    case detail::Kind::boolean:
      return Codec<bool>::decode(json, out.emplace<bool>(), context, path);
    case detail::Kind::array:
      return Codec<Strings>::decode(json, out.emplace<Strings>(), context, path);
    case detail::Kind::integer:
    case detail::Kind::unsigned_integer:
      if (detail::to_int64(json, out.emplace<std::int64_t>())) return true;
      [[fallthrough]];
    case detail::Kind::real:
      return Codec<double>::decode(json, out.emplace<double>(), context, path);
    default:
      return context.wrong(path, "a string, a number, a boolean or an array of strings", json);
  }
}

PARLEY_DECL void Codec<acp::v1::ElicitationContentValue>::write(
    Writer& writer, const acp::v1::ElicitationContentValue& value) {
  std::visit(
      [&writer](const auto& held) {
        Codec<std::remove_cvref_t<decltype(held)>>::write(writer, held);
      },
      static_cast<const acp::v1::ElicitationContentValue::Base&>(value));
}

}  // namespace parley
