// SPDX-License-Identifier: MIT
// Bodies of schema_format.hpp.
#pragma once

#include <algorithm>

#include <parley/json/impl/schema_format.hpp>

namespace parley::detail::schema {

namespace ascii {
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_alphanumeric(char c) { return is_digit(c) || is_letter(c); }
inline bool is_hex(char c) { return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f'); }
inline bool is_one_of(char c, std::string_view set) { return set.find(c) != set.npos; }
}  // namespace ascii

/// The number that `count` digits of `text` at `at` spell, or -1.
inline int fixed_number(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  if (at + count > text.size()) return -1;
  for (std::size_t i = at; i < at + count; ++i) {
    if (!ascii::is_digit(text[i])) return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

inline bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const int year = fixed_number(text, 0, 4), month = fixed_number(text, 5, 2),
            day = fixed_number(text, 8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1) return false;
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

/// Minutes that an RFC 3339 offset adds to UTC; `bad_offset` when it is none.
inline constexpr int bad_offset = 100'000;
inline int offset_minutes(std::string_view text) {
  if (text == "Z" || text == "z") return 0;
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return bad_offset;
  const int hours = fixed_number(text, 1, 2), minutes = fixed_number(text, 4, 2);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return bad_offset;
  return (text[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

inline bool is_time(std::string_view text) {
  if (text.size() < 9 || text[2] != ':' || text[5] != ':') return false;
  const int hour = fixed_number(text, 0, 2), minute = fixed_number(text, 3, 2),
            second = fixed_number(text, 6, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  std::size_t at = 8;
  if (text[at] == '.') {
    const auto digits = ++at;
    while (at < text.size() && ascii::is_digit(text[at])) ++at;
    if (at == digits) return false;
  }
  const int offset = offset_minutes(text.substr(at));
  if (offset == bad_offset) return false;
  // A leap second is the last one of a UTC day.
  constexpr int day = 24 * 60;
  return second < 60 || (hour * 60 + minute - offset + 2 * day) % day == day - 1;
}

inline bool is_date_time(std::string_view text) {
  return text.size() > 11 && (text[10] == 'T' || text[10] == 't') && is_date(text.substr(0, 10)) &&
         is_time(text.substr(11));
}

/// Calls `accepts` for the parts of `text` between separators; false when one is refused.
template <class Accepts>
bool all_parts(std::string_view text, char separator, Accepts accepts) {
  for (;;) {
    const auto end = text.find(separator);
    if (!accepts(text.substr(0, end))) return false;
    if (end == text.npos) return true;
    text.remove_prefix(end + 1);
  }
}

inline bool is_ipv4(std::string_view text) {
  int parts = 0;
  const bool fine = all_parts(text, '.', [&](std::string_view part) {
    ++parts;
    return !part.empty() && part.size() <= 3 && (part.size() == 1 || part[0] != '0') &&
           fixed_number(part, 0, part.size()) >= 0 && fixed_number(part, 0, part.size()) <= 255;
  });
  return fine && parts == 4;
}

inline bool is_ipv6(std::string_view text) {
  int groups = 0, gaps = 0;
  if (text.starts_with(':') && !text.starts_with("::")) return false;
  if (text.ends_with(':') && !text.ends_with("::")) return false;
  if (const auto gap = text.find("::"); gap != text.npos) {
    ++gaps;
    if (text.find("::", gap + 1) != text.npos) return false;
  }
  std::size_t part_end = 0;
  const bool fine = all_parts(text, ':', [&](std::string_view part) {
    part_end += part.size() + 1;
    if (part.empty()) return gaps == 1;
    if (part_end > text.size() && part.find('.') != part.npos) {
      groups += 2;
      return is_ipv4(part);
    }
    ++groups;
    return part.size() <= 4 && std::all_of(part.begin(), part.end(), ascii::is_hex);
  });
  return fine && (gaps == 1 ? groups < 8 : groups == 8);
}

inline bool is_host_name(std::string_view text) {
  return text.size() <= 253 && all_parts(text, '.', [](std::string_view label) {
           return !label.empty() && label.size() <= 63 && label.front() != '-' &&
                  label.back() != '-' && std::all_of(label.begin(), label.end(), [](char c) {
                    return ascii::is_alphanumeric(c) || c == '-';
                  });
         });
}

inline bool is_dot_atom(std::string_view text) {
  return all_parts(text, '.', [](std::string_view atom) {
    return !atom.empty() && std::all_of(atom.begin(), atom.end(), [](char c) {
      return ascii::is_alphanumeric(c) || ascii::is_one_of(c, "!#$%&'*+-/=?^_`{|}~");
    });
  });
}

inline bool is_quoted_local_part(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  text = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' || (text[i] == '\\' && ++i == text.size())) return false;
    if (text[i] < ' ' || text[i] > '~') return false;
  }
  return true;
}

inline bool is_email(std::string_view text) {
  const auto at = text.rfind('@');
  if (at == text.npos) return false;
  const auto local = text.substr(0, at), domain = text.substr(at + 1);
  if (!is_dot_atom(local) && !is_quoted_local_part(local)) return false;
  if (domain.size() > 2 && domain.front() == '[' && domain.back() == ']') {
    const auto address = domain.substr(1, domain.size() - 2);
    return address.starts_with("IPv6:") ? is_ipv6(address.substr(5)) : is_ipv4(address);
  }
  return is_host_name(domain);
}

/// Whether `text` has only unreserved and sub-delimiter characters, those of `more`, and
/// well-formed percent triplets.
inline bool is_uri_text(std::string_view text, std::string_view more) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (ascii::is_alphanumeric(text[i]) || ascii::is_one_of(text[i], "-._~!$&'()*+,;=") ||
        ascii::is_one_of(text[i], more)) {
      continue;
    }
    if (text[i] != '%' || i + 2 >= text.size() || !ascii::is_hex(text[i + 1]) ||
        !ascii::is_hex(text[i + 2])) {
      return false;
    }
    i += 2;
  }
  return true;
}

inline bool is_uri_authority(std::string_view text) {
  if (const auto at = text.rfind('@'); at != text.npos) {
    if (!is_uri_text(text.substr(0, at), ":")) return false;
    text.remove_prefix(at + 1);
  }
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == text.npos || !is_ipv6(text.substr(1, end - 1))) return false;
    text.remove_prefix(end + 1);
  } else {
    const auto colon = std::min(text.find(':'), text.size());
    if (!is_uri_text(text.substr(0, colon), "")) return false;
    text.remove_prefix(colon);
  }
  return text.empty() ||
         (text[0] == ':' && std::all_of(text.begin() + 1, text.end(), ascii::is_digit));
}

inline bool is_uri(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == text.npos || colon == 0 || !ascii::is_letter(text[0])) return false;
  if (!std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
        return ascii::is_alphanumeric(c) || ascii::is_one_of(c, "+-.");
      })) {
    return false;
  }
  text.remove_prefix(colon + 1);
  if (const auto at = text.find('#'); at != text.npos) {
    if (!is_uri_text(text.substr(at + 1), ":@/?")) return false;
    text = text.substr(0, at);
  }
  if (const auto at = text.find('?'); at != text.npos) {
    if (!is_uri_text(text.substr(at + 1), ":@/?")) return false;
    text = text.substr(0, at);
  }
  if (text.starts_with("//")) {
    const auto end = std::min(text.find('/', 2), text.size());
    if (!is_uri_authority(text.substr(2, end - 2))) return false;
    text.remove_prefix(end);
  }
  return is_uri_text(text, ":@/");
}

PARLEY_DECL SchemaFormat format_named(std::string_view name) {
  if (name == "email") return SchemaFormat::email;
  if (name == "uri") return SchemaFormat::uri;
  if (name == "date") return SchemaFormat::date;
  if (name == "date-time") return SchemaFormat::date_time;
  return SchemaFormat::none;
}

PARLEY_DECL std::string_view format_description(SchemaFormat format) {
  switch (format) {
    case SchemaFormat::email:
      return "an email address, such as ann@example.com";
    case SchemaFormat::uri:
      return "an absolute URI, such as https://example.com/a";
    case SchemaFormat::date:
      return "a date, such as 2026-11-29";
    case SchemaFormat::date_time:
      return "a date and time with offset, such as 2026-11-29T18:30:00Z";
    case SchemaFormat::none:
      break;
  }
  return "text";
}

PARLEY_DECL bool has_format(std::string_view text, SchemaFormat format) {
  switch (format) {
    case SchemaFormat::email:
      return is_email(text);
    case SchemaFormat::uri:
      return is_uri(text);
    case SchemaFormat::date:
      return is_date(text);
    case SchemaFormat::date_time:
      return is_date_time(text);
    case SchemaFormat::none:
      break;
  }
  return true;
}

}  // namespace parley::detail::schema
