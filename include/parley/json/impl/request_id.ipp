// SPDX-License-Identifier: MIT
// Bodies of RequestId.
#pragma once

#include <parley/json/request_id.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace parley {

PARLEY_DECL bool RequestId::from_json(const Json& json, RequestId& out) {
  switch (json.type()) {
    case Json::value_t::null:
      out.value_ = nullptr;
      return true;
    case Json::value_t::number_integer:
      out.value_ = json.get<std::int64_t>();
      return true;
    case Json::value_t::number_unsigned:
      if (const auto number = json.get<std::uint64_t>(); number <= 0x7FFF'FFFF'FFFF'FFFFULL) {
        out.value_ = static_cast<std::int64_t>(number);
      } else {
        out.value_ = number;
      }
      return true;
    case Json::value_t::number_float:
      out.value_ = json.get<double>();
      return true;
    case Json::value_t::string:
      out.value_ = json.get_ref<const std::string&>();
      return true;
    default:
      return false;
  }
}

PARLEY_DECL void RequestId::write(std::string& out) const {
  std::visit(
      [&out](const auto& value) {
        using T = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::nullptr_t>) {
          out += "null";
        } else if constexpr (std::is_same_v<T, std::string>) {
          write_string(value, out);
        } else {
          write_number(value, out);
        }
      },
      value_);
}

PARLEY_DECL std::string RequestId::text() const {
  std::string out;
  write(out);
  return out;
}

PARLEY_DECL bool Codec<RequestId>::decode(Json& json, RequestId& out,
                                          detail::DecodeContext& context,
                                          const detail::Path& path) {
  std::int64_t integer = 0;
  const bool legal = detail::is_null(json) || detail::string_in(json) != nullptr ||
                     detail::to_int64(json, integer);
  return ((legal || context.policy == Policy::lenient) && RequestId::from_json(json, out)) ||
         context.wrong(path, "an id (a string, an integer or null)", json);
}

PARLEY_DECL void Codec<RequestId>::write(Writer& writer, const RequestId& value) {
  value.write(writer.out);
}

}  // namespace parley
