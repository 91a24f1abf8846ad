// SPDX-License-Identifier: MIT
// Bodies of uri_template_program.hpp: reading templates, and what is needed of RFC 3986.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <parley/mcp/impl/uri_template_program.hpp>

namespace parley::mcp::detail {

inline constexpr UriOperator uri_operators[] = {
    {'\0', "", ',', false, "", false}, {'+', "", ',', false, "", true},
    {'#', "#", ',', false, "", true},  {'.', ".", '.', false, "", false},
    {'/', "/", '/', false, "", false}, {';', ";", ';', true, "", false},
    {'?', "?", '&', true, "=", false}, {'&', "&", '&', true, "=", false}};

inline constexpr std::string_view uri_reserved = ":/?#[]@!$&'()*+,;=";

inline bool is_uri_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

inline bool is_uri_unreserved(char c) {
  return is_uri_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

inline bool is_uri_reserved(char c) { return uri_reserved.find(c) != std::string_view::npos; }

/// Value of a hexadecimal digit, or -1.
inline int uri_hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = (c | 32) - 'a';
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

PARLEY_DECL int uri_triplet(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size() || text[at] != '%') return -1;
  const int high = uri_hex(text[at + 1]), low = uri_hex(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

inline void append_uri_triplet(char byte, std::string& out) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  out += '%';
  out += digits[static_cast<unsigned char>(byte) >> 4];
  out += digits[static_cast<unsigned char>(byte) & 15];
}

PARLEY_DECL bool normalise_uri(std::string_view text, std::string& out) {
  bool well_formed = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool plain = is_uri_unreserved(c) || is_uri_reserved(c);
    if (const int byte = uri_triplet(text, i); byte >= 0) {
      c = static_cast<char>(byte);
      plain = is_uri_unreserved(c);
      i += 2;
    } else if (c == '%') {
      well_formed = false;
    }
    if (plain) {
      out += c;
    } else {
      append_uri_triplet(c, out);
    }
  }
  return well_formed;
}

PARLEY_DECL void append_uri_encoded(std::string_view text, bool allow_reserved, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_uri_unreserved(text[i]) || (allow_reserved && is_uri_reserved(text[i]))) {
      out += text[i];
    } else if (allow_reserved && uri_triplet(text, i) >= 0) {
      out += text.substr(i, 3);
      i += 2;
    } else {
      append_uri_triplet(text[i], out);
    }
  }
}

class UriTemplateParser {
 public:
  explicit UriTemplateParser(std::string_view text) : text_(text) {}

  expected<std::vector<UriTemplatePart>, UriTemplateError> parse() {
    if (text_.size() > UriTemplate::max_template_bytes) {
      fail("the template is longer than " + std::to_string(UriTemplate::max_template_bytes) +
           " bytes");
    }
    while (!error_ && at_ < text_.size()) {
      if (text_[at_] == '{') {
        expression();
      } else {
        literal();
      }
    }
    if (error_) return unexpected<UriTemplateError>(std::move(*error_));
    return std::move(parts_);
  }

 private:
  void fail(std::string message) {
    if (!error_) error_ = UriTemplateError{at_, std::move(message)};
  }

  void literal() {
    const auto end = std::min(text_.find_first_of("{}", at_), text_.size());
    UriTemplatePart part;
    normalise_uri(text_.substr(at_, end - at_), part.literal);
    if (!part.literal.empty()) parts_.push_back(std::move(part));
    at_ = end;
    if (at_ < text_.size() && text_[at_] == '}') fail("'}' without '{'");
  }

  void expression() {
    const auto end = text_.find('}', at_);
    if (end == std::string_view::npos) return fail("'{' without '}'");
    ++at_;
    UriTemplatePart part;
    part.op = op();
    while (!error_) {
      part.variables.push_back(variable());
      if (++variable_count_ > UriTemplate::max_variables) {
        fail("the template has more than " + std::to_string(UriTemplate::max_variables) +
             " variables");
      }
      if (text_[at_] != ',') break;
      ++at_;
    }
    if (!error_ && at_ != end) fail("expected a variable name, ',' or '}' here");
    parts_.push_back(std::move(part));
    at_ = end + 1;
  }

  const UriOperator* op() {
    if (std::string_view("=,!@|").find(text_[at_]) != std::string_view::npos) {
      fail("this operator is reserved by RFC 6570");
    }
    for (const auto& known : uri_operators) {
      if (known.symbol != '\0' && known.symbol == text_[at_]) {
        ++at_;
        return &known;
      }
    }
    return &uri_operators[0];
  }

  UriTemplateVariable variable() {
    UriTemplateVariable variable;
    variable.offset = at_;
    const auto start = at_;
    while (is_name_character()) at_ += text_[at_] == '%' ? 3 : 1;
    if (at_ == start || text_[at_ - 1] == '.') fail("expected a variable name here");
    normalise_uri(text_.substr(start, at_ - start), variable.name);
    if (text_[at_] == '*') {
      variable.exploded = true;
      ++at_;
    } else if (text_[at_] == ':') {
      ++at_;
      variable.max_length = prefix_length();
    }
    return variable;
  }

  /// A dot stands between name characters only. The closing brace, known to come, ends every name.
  bool is_name_character() const {
    const char c = text_[at_];
    if (c == '.') return is_uri_alphanumeric(text_[at_ - 1]) || text_[at_ - 1] == '_';
    return is_uri_alphanumeric(c) || c == '_' || uri_triplet(text_, at_) >= 0;
  }

  std::size_t prefix_length() {
    std::size_t value = 0, digits = 0;
    if (text_[at_] == '0') fail("a prefix length must be from 1 to 9999");
    for (; text_[at_] >= '0' && text_[at_] <= '9' && digits < 5; ++at_, ++digits) {
      value = value * 10 + static_cast<std::size_t>(text_[at_] - '0');
    }
    if (value == 0 || value > 9999) fail("a prefix length must be from 1 to 9999");
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t variable_count_ = 0;
  std::optional<UriTemplateError> error_;
  std::vector<UriTemplatePart> parts_;
};

PARLEY_DECL expected<std::vector<UriTemplatePart>, UriTemplateError> parse_uri_template(
    std::string_view text) {
  return UriTemplateParser(text).parse();
}

// From parts to elements.

inline UriElement uri_literal(std::string text) {
  UriElement element;
  element.borders.assign(text.size(), 0);
  for (std::size_t i = 1, border = 0; i < text.size(); ++i) {
    while (border > 0 && text[i] != text[border]) border = element.borders[border - 1];
    if (text[i] == text[border]) ++border;
    element.borders[i] = border;
  }
  element.text = std::move(text);
  return element;
}

inline UriElement uri_value(const UriTemplateVariable& variable, const UriOperator& op,
                            std::string_view stop) {
  UriElement element;
  element.kind = UriElement::Kind::value;
  for (const char c : stop) element.stop[static_cast<unsigned char>(c)] = true;
  element.separator = op.separator;
  element.names.push_back(variable);
  return element;
}

inline UriElement uri_pairs(const UriTemplatePart& part) {
  UriElement element;
  element.kind = UriElement::Kind::pairs;
  element.opener = part.op->symbol;
  element.separator = part.op->separator;
  for (const char c : std::string_view(part.op->symbol == ';' ? "/?#" : "#")) {
    element.stop[static_cast<unsigned char>(c)] = true;
  }
  element.names = part.variables;
  return element;
}

/// Characters that end a value of `part`; `later` are those that later expressions begin with.
inline std::string value_stops(const UriTemplatePart& part, const UriTemplateVariable& variable,
                               const std::string& later) {
  const bool in_list = part.variables.size() > 1 && !variable.exploded;
  std::string stops = part.op->allows_reserved ? later : "/?#";
  if (in_list && part.op->separator == ',') stops += ',';
  if (part.op->symbol == '/' && variable.exploded) stops = "?#";
  return stops;
}

inline void add_uri_elements(const UriTemplatePart& part, const std::string& later,
                             std::vector<UriElement>& elements) {
  if (part.op == nullptr) return elements.push_back(uri_literal(part.literal));
  if (part.op->named) {
    const bool continues = part.op->symbol == '&' && !elements.empty() &&
                           elements.back().kind == UriElement::Kind::pairs &&
                           elements.back().separator == '&';
    if (!continues) return elements.push_back(uri_pairs(part));
    auto& names = elements.back().names;
    names.insert(names.end(), part.variables.begin(), part.variables.end());
    return;
  }
  std::string before(part.op->first);
  for (const auto& variable : part.variables) {
    if (!before.empty()) elements.push_back(uri_literal(before));
    elements.push_back(uri_value(variable, *part.op, value_stops(part, variable, later)));
    before = part.op->separator;
  }
}

PARLEY_DECL std::vector<UriElement> uri_elements(const std::vector<UriTemplatePart>& parts) {
  std::vector<UriElement> elements;
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    std::string later;
    for (auto next = part + 1; next != parts.end(); ++next) {
      if (next->op && (next->op->symbol == '?' || next->op->symbol == '#'))
        later += next->op->symbol;
    }
    add_uri_elements(*part, later, elements);
  }
  return elements;
}

}  // namespace parley::mcp::detail
