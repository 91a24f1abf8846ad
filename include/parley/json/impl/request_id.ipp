// SPDX-License-Identifier: MIT
// Bodies of RequestId.
#pragma once

#include <bit>

#include <parley/json/request_id.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace parley {

PARLEY_DECL bool RequestId::from_json(const Json& json, RequestId& out) {
  if (!json.is_null() && !json.is_number() && !json.is_string()) return false;
  out.form_ = Form::null;
  out.number_ = 0;
  out.text_.clear();
  if (const auto* text = json.get_ptr<const Json::string_t*>()) {
    out.form_ = Form::string;
    out.text_ = *text;
  } else if (json.is_number_float()) {
    out.form_ = Form::real;
    out.number_ = std::bit_cast<std::int64_t>(json.get<double>());
  } else if (json.is_number()) {
    // Above 2^63 this is the bit pattern, which `large_integer` says.
    out.number_ = json.get<std::int64_t>();
    out.form_ = json.is_number_unsigned() && out.number_ < 0 ? Form::large_integer : Form::integer;
  }
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
