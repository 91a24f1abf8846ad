// SPDX-License-Identifier: MIT
// Bodies of uri_matcher.hpp.
#pragma once

#include <algorithm>
#include <utility>

#include <parley/json/detail/text_scan.hpp>
#include <parley/mcp/impl/uri_matcher.hpp>
#include <parley/mcp/impl/uri_template_program.hpp>

namespace parley::mcp::detail {

inline std::size_t uri_index(char c) { return static_cast<unsigned char>(c); }

/// Decodes; false when the bytes are no UTF-8 text that JSON can carry, or hold a NUL.
inline bool decode_uri_text(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = text[i] == '%' ? uri_triplet(text, i) : static_cast<unsigned char>(text[i]);
    if (byte <= 0) return false;
    out += static_cast<char>(byte);
    if (text[i] == '%') i += 2;
  }
  const char* const end = out.data() + out.size();
  for (const char* at = out.data(); at < end;) {
    if (static_cast<unsigned char>(*at) < 0x80) {
      ++at;
      continue;
    }
    const auto step = parley::detail::utf8_step(at, end);
    if (!step.valid) return false;
    at += step.length;
  }
  return true;
}

PARLEY_DECL UriMatcher::UriMatcher(const std::vector<UriElement>& elements, std::string_view uri)
    : elements_(elements), uri_(uri), inside_triplet_(uri.size() + 1) {
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%') inside_triplet_[i + 1] = inside_triplet_[i + 2] = 1;
  }
}

PARLEY_DECL std::optional<std::vector<UriVariable>> UriMatcher::run() {
  const std::size_t count = elements_.size();
  can_.assign(count + 1, Positions(uri_.size() + 1));
  continue_.assign(count, {});
  can_[count].back() = 1;
  for (std::size_t i = count; i-- > 0;) mark(i);
  if (can_[0][0] == 0) return std::nullopt;

  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (elements_[i].kind == UriElement::Kind::literal) {
      at += elements_[i].text.size();
    } else if (elements_[i].kind == UriElement::Kind::value ? !take_value(i, at)
                                                            : !take_pairs(i, at)) {
      return std::nullopt;
    }
  }
  return std::move(found_);
}

// The first pass.

// Marks of `continue_`.
inline constexpr char pairs_open = 1, pairs_resume = 2;

PARLEY_DECL void UriMatcher::mark(std::size_t index) {
  const auto& element = elements_[index];
  switch (element.kind) {
    case UriElement::Kind::literal:
      return mark_literal(element, can_[index + 1], can_[index]);
    case UriElement::Kind::value:
      return mark_value(element, can_[index + 1], can_[index]);
    case UriElement::Kind::pairs:
      return mark_pairs(index, can_[index + 1], can_[index]);
  }
}

PARLEY_DECL void UriMatcher::mark_literal(const UriElement& element, const Positions& next,
                                          Positions& can) {
  const std::string& text = element.text;
  for (std::size_t i = 0, matched = 0; i < uri_.size(); ++i, ++steps_) {
    while (matched > 0 && (matched == text.size() || uri_[i] != text[matched])) {
      matched = element.borders[matched - 1];
      ++steps_;
    }
    if (uri_[i] == text[matched]) ++matched;
    if (matched == text.size() && next[i + 1] != 0) can[i + 1 - matched] = 1;
  }
}

/// Code points that the character at `at` adds to a value: 1, or 0 inside a triplet or a sequence.
PARLEY_DECL std::size_t UriMatcher::length_at(std::size_t at) const {
  if (!is_boundary(at)) return 0;
  const int byte = uri_triplet(uri_, at);
  return byte >= 0 && (byte & 0xC0) == 0x80 ? 0 : 1;
}

PARLEY_DECL void UriMatcher::mark_value(const UriElement& element, const Positions& next,
                                        Positions& can) {
  const std::size_t prefix = element.names[0].max_length;
  const std::size_t most = prefix == 0 ? UriElement::unlimited : prefix;
  // Fewest code points that lead from a position to one from which the next element can go on.
  constexpr std::size_t never = UriElement::unlimited;
  std::size_t distance = never;
  for (std::size_t i = uri_.size(); i-- > 0; ++steps_) {
    if (next[i + 1] != 0 && is_boundary(i + 1)) distance = 0;
    if (element.stop[uri_index(uri_[i])]) distance = never;
    if (distance != never) distance += length_at(i);
    if (distance != never && distance <= most && is_boundary(i)) can[i] = 1;
  }
}

PARLEY_DECL void UriMatcher::mark_pairs(std::size_t index, const Positions& next, Positions& can) {
  const auto& element = elements_[index];
  auto& resume = continue_[index];
  resume.assign(uri_.size() + 1, 0);
  can = next;  // all pairs may be absent
  for (std::size_t i = uri_.size(), end = i; i-- > 0; ++steps_) {
    const char c = uri_[i];
    if (c == element.opener || c == element.separator) {
      const bool goes_on = next[end] != 0 || (resume[end] & pairs_resume) != 0;
      if (goes_on && pair_name(element, i + 1, end) != nullptr) {
        if (c == element.separator) resume[i] |= pairs_resume;
        if (c == element.opener) {
          resume[i] |= pairs_open;
          can[i] = 1;
        }
      }
    }
    if (c == element.separator || element.stop[uri_index(c)]) end = i;
  }
}

/// The variable whose pair is [at, end), or null.
PARLEY_DECL const UriTemplateVariable* UriMatcher::pair_name(const UriElement& element,
                                                             std::size_t at, std::size_t end) {
  const auto pair = uri_.substr(at, end - at);
  const auto name = pair.substr(0, pair.find('='));
  steps_ += name.size();
  for (const auto& variable : element.names) {
    ++steps_;
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

// The second pass.

PARLEY_DECL bool UriMatcher::take_value(std::size_t index, std::size_t& at) {
  const auto& element = elements_[index];
  const auto& variable = element.names[0];
  const std::size_t most = variable.max_length == 0 ? UriElement::unlimited : variable.max_length;
  std::size_t end = at, length = 0;
  for (std::size_t i = at; i < uri_.size() && !element.stop[uri_index(uri_[i])]; ++steps_) {
    length += length_at(i++);
    if (length > most) break;
    if (can_[index + 1][i] != 0 && is_boundary(i)) end = i;
  }
  const auto value = uri_.substr(at, end - at);
  at = end;
  return add(variable, value, element.separator);
}

PARLEY_DECL bool UriMatcher::take_pairs(std::size_t index, std::size_t& at) {
  const auto& element = elements_[index];
  const auto& starts = continue_[index];
  const auto first = found_.size();
  for (char wanted = pairs_open; (starts[at] & wanted) != 0; wanted = pairs_resume) {
    auto end = at + 1;
    while (end < uri_.size() && uri_[end] != element.separator &&
           !element.stop[uri_index(uri_[end])]) {
      ++end;
      ++steps_;
    }
    const auto pair = uri_.substr(at + 1, end - at - 1);
    const auto* variable = pair_name(element, at + 1, end);
    for (std::size_t i = first; i < found_.size() && !variable->exploded; ++i, ++steps_) {
      if (found_as_[i] == variable) return false;
    }
    const auto equals = std::min(pair.find('='), pair.size());
    // An exploded list repeats its name, so a value is never split here.
    if (!add(*variable, pair.substr(std::min(equals + 1, pair.size())), '\0')) return false;
    at = end;
  }
  return true;
}

PARLEY_DECL bool UriMatcher::add(const UriTemplateVariable& variable, std::string_view encoded,
                                 char separator) {
  for (;;) {
    const bool splits = variable.exploded && separator != '\0';
    const auto end = splits ? encoded.find(separator) : std::string_view::npos;
    std::string value;
    if (!decode_uri_text(encoded.substr(0, end), value)) return false;
    if (!add_one(variable, std::move(value))) return false;
    if (end == std::string_view::npos) return true;
    encoded.remove_prefix(end + 1);
  }
}

/// A variable that appears twice must mean the same: `{term:1}/{term}` has a prefix first.
PARLEY_DECL bool UriMatcher::add_one(const UriTemplateVariable& variable, std::string value) {
  for (std::size_t i = 0; i < found_.size() && !variable.exploded; ++i, ++steps_) {
    if (found_[i].name != variable.name || found_as_[i]->exploded) continue;
    auto& known = found_[i].value;
    const bool known_is_prefix = found_as_[i]->max_length != 0 && value.starts_with(known);
    const bool is_prefix = variable.max_length != 0 && known.starts_with(value);
    if (known != value && !known_is_prefix && !is_prefix) return false;
    if (value.size() > known.size()) {
      known = std::move(value);
      found_as_[i] = &variable;
    }
    return true;
  }
  found_.push_back({variable.name, std::move(value)});
  found_as_.push_back(&variable);
  return true;
}

}  // namespace parley::mcp::detail
