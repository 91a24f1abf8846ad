// SPDX-License-Identifier: MIT
// The compiled form of a UriTemplate: expressions for expansion, elements for matching.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>
#include <parley/mcp/uri_template.hpp>

namespace parley::mcp::detail {

/// How an operator expands: the table of RFC 6570, appendix A.
struct UriOperator {
  char symbol;  ///< `\0` for simple expansion.
  std::string_view first;
  char separator;
  bool named;
  std::string_view if_empty;
  bool allows_reserved;
};

struct UriTemplateVariable {
  std::string name;
  std::size_t offset = 0;      ///< In the template text, for messages.
  std::size_t max_length = 0;  ///< Of a prefix `{a:3}`, in code points; 0: no prefix.
  bool exploded = false;
};

/// A piece of the template: literal text, or an expression in braces.
struct UriTemplatePart {
  const UriOperator* op = nullptr;  ///< Null for a literal.
  std::string literal;              ///< Normalised.
  std::vector<UriTemplateVariable> variables;
};

/// A step of matching.
struct UriElement {
  enum class Kind : std::uint8_t {
    literal,  ///< `text`, found with Knuth-Morris-Pratt
    value,    ///< one or more characters outside `stop`
    pairs,    ///< `opener name=value separator name=value`…, or nothing
  };
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  Kind kind = Kind::literal;
  std::string text;
  std::vector<std::size_t> borders;        ///< Of each prefix of `text`: its longest proper border.
  std::array<bool, 256> stop{};            ///< Characters that end a value, or all pairs.
  char opener = '\0', separator = '\0';    ///< Of pairs; `separator` also splits exploded values.
  std::vector<UriTemplateVariable> names;  ///< One for a value.
};

struct UriTemplateProgram {
  std::string text;
  std::vector<UriTemplatePart> parts;
  std::vector<UriElement> elements;
  std::vector<std::string> variables;
};

/// Reads a template into `parts`.
expected<std::vector<UriTemplatePart>, UriTemplateError> parse_uri_template(std::string_view text);

/// The elements that match what the parts expand to.
std::vector<UriElement> uri_elements(const std::vector<UriTemplatePart>& parts);

/// `text` with every character that a URI cannot hold encoded, triplets in upper case, and triplets
/// of unreserved characters decoded. False when a `%` begins no triplet; it is then encoded itself.
bool normalise_uri(std::string_view text, std::string& out);

/// The byte that the triplet at `at` stands for, or -1 when there is no triplet.
int uri_triplet(std::string_view text, std::size_t at);

/// Percent-encodes all but unreserved characters and, if allowed, reserved ones and triplets.
void append_uri_encoded(std::string_view text, bool allow_reserved, std::string& out);

}  // namespace parley::mcp::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/uri_template_program.ipp>
#endif
