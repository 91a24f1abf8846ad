// SPDX-License-Identifier: MIT
// Bodies of RequestId.
#pragma once

#include <bit>

#include <parley/json/request_id.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace parley {

PARLEY_DECL bool RequestId::from_json(const Json& json, RequestId& out) {
  RequestId id;
  switch (json.type()) {
    case Json::value_t::null:
      break;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      // Above 2^63 this is the bit pattern, which `large_integer` says.
      id.form_ = json.is_number_unsigned() && json.get<std::uint64_t>() > 0x7FFF'FFFF'FFFF'FFFFULL
                     ? Form::large_integer
                     : Form::integer;
      id.number_ = json.get<std::int64_t>();
      break;
    case Json::value_t::number_float:
      id.form_ = Form::real;
      id.number_ = std::bit_cast<std::int64_t>(json.get<double>());
      break;
    case Json::value_t::string:
      id.form_ = Form::string;
      id.text_ = json.get_ref<const std::string&>();
      break;
    default:
      return false;
  }
  out = std::move(id);
  return true;
}

PARLEY_DECL Json RequestId::to_json() const {
  switch (form_) {
    case Form::integer:
      return number_;
    case Form::large_integer:
      return static_cast<std::uint64_t>(number_);
    case Form::real:
      return std::bit_cast<double>(number_);
    case Form::string:
      return text_;
    default:
      return nullptr;
  }
}

PARLEY_DECL void RequestId::write(std::string& out) const {
  switch (form_) {
    case Form::null:
      out += "null";
      break;
    case Form::integer:
      write_number(number_, out);
      break;
    case Form::large_integer:
      write_number(static_cast<std::uint64_t>(number_), out);
      break;
    case Form::real:
      write_number(std::bit_cast<double>(number_), out);
      break;
    case Form::string:
      write_string(text_, out);
      break;
  }
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
