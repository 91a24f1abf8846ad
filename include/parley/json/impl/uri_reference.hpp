// SPDX-License-Identifier: MIT
// Reference resolution of RFC 3986, section 5.2, as far as schemas need it.
#pragma once

#include <string>
#include <string_view>

#include <parley/config.hpp>

namespace parley::detail::schema {

/// A URI reference taken apart; only `fragment` may be percent-encoded in a way that matters here.
struct UriReference {
  std::string scheme, authority, path, query, fragment;
  bool has_authority = false, has_query = false, has_fragment = false;

  static UriReference parse(std::string_view text);
  /// Everything but the fragment.
  std::string without_fragment() const;
};

/// What `reference` means beside `base`.
UriReference resolve_uri(const UriReference& base, const UriReference& reference);

/// Undoes percent-encoding; malformed triplets stay as they are.
std::string percent_decoded(std::string_view text);

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/uri_reference.ipp>
#endif
