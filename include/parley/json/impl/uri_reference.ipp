// SPDX-License-Identifier: MIT
// Bodies of uri_reference.hpp.
#pragma once

#include <charconv>
#include <utility>

#include <parley/json/impl/uri_reference.hpp>

namespace parley::detail::schema {

PARLEY_DECL UriReference UriReference::parse(std::string_view text) {
  UriReference uri;
  const auto split_off = [&text](char mark, std::string& part, bool& present) {
    if (const auto at = text.find(mark); at != std::string_view::npos) {
      present = true;
      part = text.substr(at + 1);
      text = text.substr(0, at);
    }
  };
  split_off('#', uri.fragment, uri.has_fragment);
  split_off('?', uri.query, uri.has_query);
  const auto colon = text.find(':');
  if (colon != std::string_view::npos && colon < text.find('/')) {
    uri.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    uri.has_authority = true;
    uri.authority = text.substr(0, text.find('/'));
    text.remove_prefix(uri.authority.size());
  }
  uri.path = text;
  return uri;
}

PARLEY_DECL std::string UriReference::without_fragment() const {
  std::string text = scheme.empty() ? "" : scheme + ":";
  if (has_authority) text += "//" + authority;
  text += path;
  if (has_query) text += "?" + query;
  return text;
}

/// Section 5.2.4: `.` and `..` segments taken out.
inline std::string without_dot_segments(std::string_view in) {
  std::string out;
  while (!in.empty()) {
    if (in.starts_with("../")) {
      in.remove_prefix(3);
    } else if (in.starts_with("./") || in.starts_with("/./")) {
      in.remove_prefix(2);
    } else if (in == "/.") {
      in = "/";
    } else if (in.starts_with("/../") || in == "/..") {
      in = in.size() == 3 ? std::string_view("/") : in.substr(3);
      out.resize(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
    } else if (in == "." || in == "..") {
      in = {};
    } else {
      const auto end = in.find('/', 1);
      out += in.substr(0, end);
      in = end == std::string_view::npos ? std::string_view() : in.substr(end);
    }
  }
  return out;
}

PARLEY_DECL UriReference resolve_uri(const UriReference& base, const UriReference& reference) {
  UriReference uri = reference;
  if (!reference.scheme.empty()) return uri;
  uri.scheme = base.scheme;
  if (reference.has_authority) return uri;
  uri.has_authority = base.has_authority;
  uri.authority = base.authority;
  if (reference.path.empty()) {
    uri.path = base.path;
    if (!reference.has_query) {
      uri.has_query = base.has_query;
      uri.query = base.query;
    }
    return uri;
  }
  if (!reference.path.starts_with('/')) {
    const auto directory = base.path.rfind('/');
    const std::string merged = directory != std::string::npos ? base.path.substr(0, directory + 1)
                               : base.has_authority           ? "/"
                                                              : "";
    uri.path = merged + reference.path;
  }
  uri.path = without_dot_segments(uri.path);
  return uri;
}

PARLEY_DECL std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* const hex = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(hex, hex + 2, value, 16).ptr == hex + 2) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace parley::detail::schema
