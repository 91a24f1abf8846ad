// SPDX-License-Identifier: MIT
// Bodies of the codecs that do not depend on the coded type.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <parley/json/codec.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace parley {

PARLEY_DECL void Writer::begin_object() {
  out += '{';
  if (tag.empty()) return;
  key(tag);
  write_string(tag_value, out);
  tag = {};
}

PARLEY_DECL void Writer::end_object() { out += '}'; }

PARLEY_DECL void Writer::key(std::string_view name) {
  // Text that follows an opening brace is the only text that ends in one.
  if (out.back() != '{') out += ',';
  write_string(name, out);
  out += ':';
}

PARLEY_DECL void Writer::string(std::string_view text) { write_string(text, out); }
PARLEY_DECL void Writer::boolean(bool value) { out += value ? "true" : "false"; }
PARLEY_DECL void Writer::integer(std::int64_t value) { write_number(value, out); }
PARLEY_DECL void Writer::unsigned_integer(std::uint64_t value) { write_number(value, out); }
PARLEY_DECL void Writer::real(double value) {
  if (!std::isfinite(value)) not_finite = true;
  write_number(value, out);
}
PARLEY_DECL void Writer::json(const Json& value) { parley::write(value, out); }
PARLEY_DECL void Writer::null() { out += "null"; }

PARLEY_DECL bool Codec<bool>::decode(Json& json, bool& out, detail::DecodeContext& context,
                                     const detail::Path& path) {
  return detail::to_boolean(json, out) || context.wrong(path, "a boolean", json);
}

PARLEY_DECL void Codec<bool>::write(Writer& writer, const bool& value) { writer.boolean(value); }

namespace detail {

template <class T>
bool decode_signed(Json& json, T& out, DecodeContext& context, const Path& path,
                   std::string_view expected) {
  std::int64_t value = 0;
  if (!to_int64(json, value) || value < std::numeric_limits<T>::min() ||
      value > std::numeric_limits<T>::max()) {
    return context.wrong(path, expected, json);
  }
  out = static_cast<T>(value);
  return true;
}

template <class T>
bool decode_unsigned(Json& json, T& out, DecodeContext& context, const Path& path,
                     std::string_view expected) {
  std::uint64_t value = 0;
  if (!to_uint64(json, value) || value > std::numeric_limits<T>::max()) {
    return context.wrong(path, expected, json);
  }
  out = static_cast<T>(value);
  return true;
}

}  // namespace detail

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses.
#define PARLEY_INTEGER_CODEC(type, kind, write_it, expected)                                  \
  PARLEY_DECL bool Codec<type>::decode(Json& json, type& out, detail::DecodeContext& context, \
                                       const detail::Path& path) {                            \
    return detail::decode_##kind(json, out, context, path, expected);                         \
  }                                                                                           \
  PARLEY_DECL void Codec<type>::write(Writer& writer, const type& value) { writer.write_it(value); }
// NOLINTEND(bugprone-macro-parentheses)

PARLEY_INTEGER_CODEC(std::int32_t, signed, integer, "a 32-bit integer")
PARLEY_INTEGER_CODEC(std::int64_t, signed, integer, "a 64-bit integer")
PARLEY_INTEGER_CODEC(std::uint16_t, unsigned, unsigned_integer, "an integer from 0 to 65535")
PARLEY_INTEGER_CODEC(std::uint32_t, unsigned, unsigned_integer, "an integer from 0 to 4294967295")
PARLEY_INTEGER_CODEC(std::uint64_t, unsigned, unsigned_integer, "an unsigned 64-bit integer")
#undef PARLEY_INTEGER_CODEC

PARLEY_DECL bool Codec<double>::decode(Json& json, double& out, detail::DecodeContext& context,
                                       const detail::Path& path) {
  return detail::to_double(json, out) || context.wrong(path, "a number", json);
}

PARLEY_DECL void Codec<double>::write(Writer& writer, const double& value) { writer.real(value); }

PARLEY_DECL bool Codec<float>::decode(Json& json, float& out, detail::DecodeContext& context,
                                      const detail::Path& path) {
  double value = 0;
  if (!Codec<double>::decode(json, value, context, path)) return false;
  if (std::fabs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
    return context.wrong(path, "a number that fits a 32-bit float", json);
  }
  out = static_cast<float>(value);
  return true;
}

PARLEY_DECL void Codec<float>::write(Writer& writer, const float& value) {
  writer.real(static_cast<double>(value));
}

PARLEY_DECL bool Codec<std::string>::decode(Json& json, std::string& out,
                                            detail::DecodeContext& context,
                                            const detail::Path& path) {
  std::string* text = detail::string_in(json);
  if (text == nullptr) return context.wrong(path, "a string", json);
  if (context.preserve) {
    out = *text;
  } else {
    out = std::move(*text);
  }
  return true;
}

PARLEY_DECL void Codec<std::string>::write(Writer& writer, const std::string& value) {
  writer.string(value);
}

PARLEY_DECL bool Codec<Json>::decode(Json& json, Json& out, detail::DecodeContext& context,
                                     const detail::Path&) {
  detail::move_json(json, out, context.preserve);
  return true;
}

PARLEY_DECL void Codec<Json>::write(Writer& writer, const Json& value) { writer.json(value); }

namespace detail {

PARLEY_DECL ObjectDecoder::ObjectDecoder(Json& object, DecodeContext& context, const Path& path)
    : object_(object), context_(context), path_(path) {
  context.skip_items = false;
  const std::string_view consumed = std::exchange(context.consumed, {});
  if (!object.is_object()) {
    failed_ = true;
    context.wrong(path, "an object", object);
  } else if (!consumed.empty()) {
    seen(consumed);
  }
}

PARLEY_DECL void ObjectDecoder::seen(std::string_view name) {
  if (count_ < names_.size()) {
    names_[count_] = name;
  } else {
    more_names_.push_back(name);
  }
  ++count_;
}

PARLEY_DECL void ObjectDecoder::rewind(std::size_t count) {
  failed_ = false;
  context_.error = {};
  count_ = count;
  more_names_.resize(count > names_.size() ? count - names_.size() : 0);
}

PARLEY_DECL Json* ObjectDecoder::find(std::string_view name, Field flags, bool takes_null) {
  if (failed_) return nullptr;
  Json* value = find_member(object_, name);
  if (value == nullptr) {
    const bool tolerated =
        context_.policy == Policy::lenient && has(flags, Field::default_on_missing);
    if (has(flags, Field::required) && !tolerated) failed_ = !context_.missing(path_, name);
    return nullptr;
  }
  seen(name);
  const bool object_only = has(flags, Field::object);
  if (value->is_null() && (!takes_null || object_only)) {
    const bool unset = has(flags, Field::default_on_null) || has(flags, Field::nullable) ||
                       (context_.policy == Policy::lenient && !has(flags, Field::required));
    if (unset) {
      if (extra_ != nullptr) extra_->set(name, nullptr);
      return nullptr;
    }
  }
  if (!object_only || value->is_object()) return value;
  context_.wrong(Path{&path_, name}, "an object", *value);
  forgive(name, flags, *value);
  return nullptr;
}

PARLEY_DECL bool ObjectDecoder::forgive(std::string_view name, Field flags, Json& value) {
  if (context_.policy == Policy::strict || !has(flags, Field::default_on_error)) {
    failed_ = true;
    return false;
  }
  context_.error = {};
  keep(name, value);
  return true;
}

PARLEY_DECL void ObjectDecoder::keep(std::string_view name, Json& value) {
  if (extra_ == nullptr) return;
  Json kept;
  move_json(value, kept, context_.preserve);
  extra_->set(name, std::move(kept));
}

PARLEY_DECL void ObjectDecoder::note_default(std::string_view name, const Json& value) {
  if (extra_ == nullptr) return;
  const bool is_default = value.is_null() || value == false || value == 0 || value == "" ||
                          ((value.is_object() || value.is_array()) && value.empty());
  if (is_default) extra_->set(name, value);
}

PARLEY_DECL bool ObjectDecoder::take_unknown(void* self, const std::string& name, Json& value) {
  auto& decoder = *static_cast<ObjectDecoder*>(self);
  const std::size_t held = std::min(decoder.count_, decoder.names_.size());
  const auto* const begin = decoder.names_.data();
  if (std::find(begin, begin + held, name) != begin + held) return true;
  const auto& more = decoder.more_names_;
  if (std::find(more.begin(), more.end(), name) != more.end()) return true;
  Json kept;
  move_json(value, kept, decoder.context_.preserve);
  decoder.extra_->set(name, std::move(kept));
  return true;
}

PARLEY_DECL bool ObjectDecoder::finish() {
  if (failed_) return false;
  if (extra_ != nullptr && count_ < object_.size()) each_member(object_, this, &take_unknown);
  return true;
}

PARLEY_DECL void WriteVisitor::write_tag(std::string_view name, std::string_view tag) {
  writer.key(name);
  writer.string(tag);
  if (extra_members != nullptr) written.push_back(name);
}

PARLEY_DECL void WriteVisitor::drop_default(std::size_t start, std::string_view name) {
  const std::string_view member = std::string_view(writer.out).substr(start);
  const std::string_view value = member.substr(member.find(':') + 1);
  const bool is_default = value == "false" || value == "{}" || value == "[]" || value == "null" ||
                          value == "\"\"" || value == "0";
  if (!is_default) {
    if (extra_members != nullptr) written.push_back(name);
    return;
  }
  writer.out.resize(start);
  write_extra(name);
}

PARLEY_DECL void WriteVisitor::restore(std::size_t start, std::string_view name, Field flags,
                                       bool (*rewrite)(Json&, Field, std::string&)) {
  const Json* kept = extra_members == nullptr ? nullptr : extra_members->find(name);
  if (kept == nullptr) return;
  Json copy = *kept;
  std::string text;
  if (!rewrite(copy, flags, text)) return;
  const std::string_view member = std::string_view(writer.out).substr(start);
  if (member.substr(member.find(':') + 1) != text) return;
  writer.out.resize(start);
  writer.key(name);
  writer.json(*kept);
}

PARLEY_DECL void WriteVisitor::write_null(std::string_view name) {
  writer.key(name);
  writer.null();
  if (extra_members != nullptr) written.push_back(name);
}

PARLEY_DECL void WriteVisitor::write_extra(std::string_view name) {
  if (extra_members == nullptr) return;
  const Json* value = extra_members->find(name);
  if (value == nullptr) return;
  writer.key(name);
  writer.json(*value);
  written.push_back(name);
}

PARLEY_DECL void WriteVisitor::finish() {
  if (extra_members == nullptr) return;
  for (const auto& [name, value] : extra_members->object().get_ref<const Json::object_t&>()) {
    if (std::find(written.begin(), written.end(), name) != written.end()) continue;
    writer.key(name);
    writer.json(value);
  }
}

PARLEY_DECL bool decode_enum_failed(DecodeContext& context, const Path& path, const Json& json,
                                    const std::string_view* names, std::size_t stride,
                                    std::size_t count) {
  std::string expected = "one of";
  for (std::size_t i = 0; i < count; ++i) {
    const auto* at = reinterpret_cast<const char*>(names) + i * stride;
    expected += i == 0 ? " \"" : ", \"";
    expected += *reinterpret_cast<const std::string_view*>(at);
    expected += '"';
  }
  return context.wrong(path, expected, json);
}

}  // namespace detail
}  // namespace parley
