// SPDX-License-Identifier: MIT
// Bodies of the schema writer.
#pragma once

#include <algorithm>
#include <cmath>

#include <parley/json/schema.hpp>
#include <parley/json/tagged_union.hpp>
#include <parley/json/write.hpp>

namespace parley::detail {

PARLEY_DECL void write_type_schema(Writer& writer, std::string_view type) {
  writer.begin_object();
  writer.key("type");
  writer.string(type);
  writer.end_object();
}

PARLEY_DECL void write_integer_schema(Writer& writer, bool is_unsigned, std::size_t bytes) {
  const std::int64_t half = bytes < 4 ? std::int64_t{1} << (8 * bytes - 1) : 0;
  writer.out += R"({"type":"integer")";
  if (is_unsigned || half != 0) {
    writer.key("minimum");
    writer.integer(is_unsigned ? 0 : -half);
  }
  if (half != 0) {
    writer.key("maximum");
    writer.integer(is_unsigned ? 2 * half - 1 : half - 1);
  }
  writer.end_object();
}

PARLEY_DECL void write_enum_schema(Writer& writer, const std::vector<std::string_view>& names) {
  writer.out += R"({"type":"string","enum":[)";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != 0) writer.out += ',';
    writer.string(names[i]);
  }
  writer.out += "]}";
}

PARLEY_DECL SchemaStep::SchemaStep(SchemaWriter& writer, std::string_view step)
    : writer_(writer), outer_size_(writer.pointer.size()) {
  writer.pointer += '/';
  writer.pointer += step;
}

PARLEY_DECL bool write_schema_reference(SchemaWriter& writer, const void* type) {
  const OpenSchema* open = writer.open;
  while (open != nullptr && open->type != type) open = open->outer;
  if (open == nullptr) return false;
  writer.begin_object();
  writer.key("$ref");
  writer.string("#" + writer.pointer.substr(0, open->pointer_size));
  writer.end_object();
  return true;
}

// A member's name as one step of a JSON pointer (RFC 6901) in a URI's fragment.
inline void append_pointer_step(std::string_view name, std::string& out) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._$@";
  for (const char c : name) {
    if (plain.find(c) != std::string_view::npos) {
      out += c;
    } else if (c == '~' || c == '/') {
      out += c == '~' ? "~0" : "~1";
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 0xFU];
    }
  }
}

PARLEY_DECL SchemaVisitor::SchemaVisitor(SchemaWriter& writer, std::string_view tag,
                                         std::string_view tag_value)
    : writer_(writer), pointer_size_(writer.pointer.size()) {
  writer_.out += R"({"type":"object","properties":{)";
  if (tag.empty()) return;
  required_.push_back(tag);
  writer_.key(tag);
  writer_.begin_object();
  writer_.key("const");
  writer_.string(tag_value);
  writer_.end_object();
}

PARLEY_DECL void write_union_schema(SchemaWriter& writer, const UnionAlternatives& alternatives) {
  writer.out += R"({"type":"object","anyOf":[)";
  for (std::size_t i = 0; i < alternatives.count; ++i) {
    if (i != 0) writer.out += ',';
    const SchemaStep step(writer, "anyOf/" + std::to_string(i));
    const bool tagged = !alternatives.tag.empty() && !alternatives.tags[i].empty();
    alternatives.writers[i](writer, tagged ? alternatives.tag : std::string_view(),
                            tagged ? alternatives.tags[i] : std::string_view());
  }
  // Any other tag, too.
  if (alternatives.open) writer.out += R"(,{"type":"object"})";
  writer.out += "]}";
}

PARLEY_DECL void begin_nullable_schema(Writer& writer) { writer.out += R"({"anyOf":[)"; }
PARLEY_DECL void end_nullable_schema(Writer& writer) { writer.out += R"(,{"type":"null"}]})"; }

PARLEY_DECL void SchemaVisitor::begin_property(std::string_view name, Field flags, bool nullable) {
  writer_.key(name);
  if (has(flags, Field::required)) required_.push_back(name);
  nullable_ = nullable || has(flags, Field::nullable) || has(flags, Field::default_on_null);
  writer_.pointer += "/properties/";
  append_pointer_step(name, writer_.pointer);
  if (nullable_) {
    begin_nullable_schema(writer_);
    writer_.pointer += "/anyOf/0";
  }
  value_start_ = writer_.out.size();
}

PARLEY_DECL void SchemaVisitor::write_object() { write_type_schema(writer_, "object"); }

// A bound that is a whole number is written as one: 7, not 7.0. It replaces that of the value's
// type, which would stand there a second time.
inline void write_bound(Writer& writer, std::size_t value_start, std::string_view key,
                        double bound) {
  if (std::isinf(bound)) return;
  std::string& out = writer.out;
  const std::string member = ",\"" + std::string(key) + "\":";
  const std::size_t own = out.find(member, value_start);
  if (own != std::string::npos && out.compare(value_start, 17, R"({"type":"integer")") == 0) {
    out.erase(own, std::min(out.find(',', own + 1), out.size()) - own);
  }
  writer.key(key);
  if (std::trunc(bound) == bound && std::fabs(bound) < 0x1p53) {
    writer.integer(static_cast<std::int64_t>(bound));
  } else {
    writer.real(bound);
  }
}

inline void write_text(Writer& writer, std::string_view key, std::string_view text) {
  if (text.empty()) return;
  writer.key(key);
  writer.string(text);
}

PARLEY_DECL void SchemaVisitor::constrain_value(const ConstrainedDoc& doc) {
  const std::string_view value = std::string_view(writer_.out).substr(value_start_);
  const bool is_array = value.starts_with(R"({"type":"array")");
  const bool is_object = value.starts_with(R"({"type":"object")");
  writer_.out.pop_back();
  write_bound(writer_, value_start_, "minimum", doc.minimum);
  write_bound(writer_, value_start_, "maximum", doc.maximum);
  if (doc.min_length != 0) {
    writer_.key(is_array ? "minItems" : is_object ? "minProperties" : "minLength");
    writer_.unsigned_integer(doc.min_length);
  }
  if (doc.max_length != static_cast<std::size_t>(-1)) {
    writer_.key(is_array ? "maxItems" : is_object ? "maxProperties" : "maxLength");
    writer_.unsigned_integer(doc.max_length);
  }
  write_text(writer_, "pattern", doc.pattern);
  write_text(writer_, "format", doc.format);
  writer_.end_object();
}

PARLEY_DECL void SchemaVisitor::end_property(const Doc& doc) {
  writer_.pointer.resize(pointer_size_);
  if (nullable_) end_nullable_schema(writer_);
  writer_.out.pop_back();
  write_text(writer_, "description", doc.text);
  writer_.end_object();
}

PARLEY_DECL void SchemaVisitor::finish() {
  writer_.end_object();
  if (!required_.empty()) {
    writer_.key("required");
    writer_.out += '[';
    for (std::size_t i = 0; i < required_.size(); ++i) {
      if (i != 0) writer_.out += ',';
      writer_.string(required_[i]);
    }
    writer_.out += ']';
  }
  if (!flattened_.empty()) {
    writer_.key("allOf");
    writer_.out += '[';
    for (std::size_t i = 0; i < flattened_.size(); ++i) {
      if (i != 0) writer_.out += ',';
      const SchemaStep step(writer_, "allOf/" + std::to_string(i));
      flattened_[i](writer_);
    }
    writer_.out += ']';
  }
  writer_.end_object();
}

}  // namespace parley::detail
