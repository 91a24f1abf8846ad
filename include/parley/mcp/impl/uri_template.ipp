// SPDX-License-Identifier: MIT
// Bodies of mcp/uri_template.hpp: compiling, and expansion by RFC 6570, section 3.2.1.
#pragma once

#include <algorithm>
#include <utility>

#include <parley/json/value.hpp>
#include <parley/json/write.hpp>
#include <parley/mcp/impl/uri_matcher.hpp>
#include <parley/mcp/impl/uri_template_program.hpp>
#include <parley/mcp/uri_template.hpp>

namespace parley::mcp {
namespace detail {

/// The first `count` code points of UTF-8 text.
inline std::string_view uri_prefix(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  while (end < text.size() && count > 0) {
    for (++end; end < text.size() && (text[end] & 0xC0) == 0x80;) ++end;
    --count;
  }
  return text.substr(0, end);
}

class UriExpansion {
 public:
  explicit UriExpansion(const Json& variables) : variables_(variables) {}

  expected<std::string, UriTemplateError> run(const std::vector<UriTemplatePart>& parts) {
    for (const auto& part : parts) {
      if (part.op == nullptr) {
        out_ += part.literal;
      } else {
        expand(part);
      }
      if (error_) return unexpected<UriTemplateError>(std::move(*error_));
    }
    return std::move(out_);
  }

 private:
  void expand(const UriTemplatePart& part) {
    bool first = true;
    for (const auto& variable : part.variables) {
      const Json* value = defined(variable.name);
      if (value == nullptr) continue;
      if (first) {
        out_ += part.op->first;
      } else {
        out_ += part.op->separator;
      }
      first = false;
      append(variable, *part.op, *value);
      if (out_.size() > UriTemplate::max_uri_bytes) {
        fail(variable, "the URI would be longer than " +
                           std::to_string(UriTemplate::max_uri_bytes) + " bytes");
      }
      if (error_) return;
    }
  }

  const Json* defined(const std::string& name) const {
    const auto member = variables_.is_object() ? variables_.find(name) : variables_.end();
    if (member == variables_.end() || !variables_.is_object() || member->is_null()) return nullptr;
    if (!member->is_structured()) return &*member;
    const bool any =
        std::any_of(member->begin(), member->end(), [](auto& x) { return !x.is_null(); });
    return any ? &*member : nullptr;
  }

  void append(const UriTemplateVariable& variable, const UriOperator& op, const Json& value) {
    if (!value.is_structured()) {
      std::string text = scalar(variable, value);
      if (variable.max_length != 0) text = uri_prefix(text, variable.max_length);
      if (op.named) append_name(variable.name, op, text.empty());
      append_uri_encoded(text, op.allows_reserved, out_);
      return;
    }
    if (variable.max_length != 0) fail(variable, "a prefix cannot be taken of a list or an object");
    if (op.named && !variable.exploded) append_name(variable.name, op, false);
    bool first = true;
    for (auto member = value.begin(); member != value.end() && !error_; ++member) {
      if (member->is_null()) continue;
      if (!first) out_ += variable.exploded ? op.separator : ',';
      first = false;
      const std::string text = scalar(variable, *member);
      if (value.is_object()) {
        append_uri_encoded(member.key(), op.allows_reserved, out_);
        if (!variable.exploded) {
          out_ += ',';
        } else if (op.named && text.empty()) {
          out_ += op.if_empty;
        } else {
          out_ += '=';
        }
      } else if (variable.exploded && op.named) {
        append_name(variable.name, op, text.empty());
      }
      append_uri_encoded(text, op.allows_reserved, out_);
      if (out_.size() > UriTemplate::max_uri_bytes) return;
    }
  }

  void append_name(const std::string& name, const UriOperator& op, bool is_empty) {
    out_ += name;
    if (is_empty) {
      out_ += op.if_empty;
    } else {
      out_ += '=';
    }
  }

  std::string scalar(const UriTemplateVariable& variable, const Json& value) {
    if (const auto* text = value.get_ptr<const std::string*>()) return *text;
    if (value.is_structured()) fail(variable, "a list or an object cannot hold another one");
    return error_ ? std::string() : to_text(value);
  }

  void fail(const UriTemplateVariable& variable, const std::string& why) {
    if (!error_)
      error_ = UriTemplateError{variable.offset, "variable '" + variable.name + "': " + why};
  }

  const Json& variables_;
  std::string out_;
  std::optional<UriTemplateError> error_;
};

}  // namespace detail

PARLEY_DECL UriTemplate::UriTemplate(std::shared_ptr<const detail::UriTemplateProgram> program)
    : program_(std::move(program)) {}

PARLEY_DECL expected<UriTemplate, UriTemplateError> UriTemplate::compile(std::string_view text) {
  auto parts = detail::parse_uri_template(text);
  if (!parts) return unexpected<UriTemplateError>(std::move(parts.error()));
  auto program = std::make_shared<detail::UriTemplateProgram>();
  program->text = text;
  program->elements = detail::uri_elements(*parts);
  for (const auto& part : *parts) {
    for (const auto& variable : part.variables) {
      auto& names = program->variables;
      if (std::find(names.begin(), names.end(), variable.name) == names.end()) {
        names.push_back(variable.name);
      }
    }
  }
  program->parts = std::move(*parts);
  return UriTemplate(std::move(program));
}

PARLEY_DECL expected<std::string, UriTemplateError> UriTemplate::expand(
    const Json& variables) const {
  return detail::UriExpansion(variables).run(program_->parts);
}

PARLEY_DECL std::optional<std::vector<UriVariable>> UriTemplate::match(std::string_view uri) const {
  std::string normal;
  if (uri.size() > max_uri_bytes || !detail::normalise_uri(uri, normal)) return std::nullopt;
  return detail::UriMatcher(program_->elements, normal).run();
}

PARLEY_DECL const std::vector<std::string>& UriTemplate::variables() const {
  return program_->variables;
}

PARLEY_DECL const std::string& UriTemplate::text() const { return program_->text; }

}  // namespace parley::mcp
