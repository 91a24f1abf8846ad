// SPDX-License-Identifier: MIT
// Matches a URI against the elements of a template, in linear time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/mcp/impl/uri_template_program.hpp>

namespace parley::mcp::detail {

/// One match of one URI. A first pass from the end marks, for each element, the positions from
/// which it and all later ones can match the rest; a second pass from the start then takes the
/// longest choice at each element and never has to go back.
class UriMatcher {
 public:
  /// `uri` is normalised and must outlive the matcher, as must the elements.
  UriMatcher(const std::vector<UriElement>& elements, std::string_view uri);

  std::optional<std::vector<UriVariable>> run();

  /// Characters looked at: the measure of work.
  std::size_t steps() const { return steps_; }

 private:
  using Positions = std::vector<char>;  ///< One flag for each position, the end included.

  void mark(std::size_t element);
  void mark_literal(const UriElement& element, const Positions& next, Positions& can);
  void mark_value(const UriElement& element, const Positions& next, Positions& can);
  void mark_pairs(std::size_t index, const Positions& next, Positions& can);

  bool take_value(std::size_t index, std::size_t& at);
  bool take_pairs(std::size_t index, std::size_t& at);
  bool add(const UriTemplateVariable& variable, std::string_view encoded, char separator);
  bool add_one(const UriTemplateVariable& variable, std::string value);

  bool is_boundary(std::size_t at) const { return inside_triplet_[at] == 0; }
  std::size_t length_at(std::size_t at) const;
  const UriTemplateVariable* pair_name(const UriElement& element, std::size_t at, std::size_t end);

  const std::vector<UriElement>& elements_;
  std::string_view uri_;
  Positions inside_triplet_;
  std::vector<Positions> can_;  ///< Of each element, and of the end.
  std::vector<Positions>
      continue_;  ///< Of pairs: where the first and where a further pair can begin.
  std::vector<UriVariable> found_;
  std::vector<const UriTemplateVariable*> found_as_;  ///< What each of `found_` is in the template.
  std::size_t steps_ = 0;
};

}  // namespace parley::mcp::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/uri_matcher.ipp>
#endif
