// SPDX-License-Identifier: MIT
// URI templates of RFC 6570: expansion, and matching in linear time.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>
#include <parley/json/fwd.hpp>

namespace parley::mcp {

namespace detail {
struct UriTemplateProgram;
}

/// Why a template cannot be compiled or expanded.
struct UriTemplateError {
  std::size_t offset = 0;  ///< Byte of the template text.
  std::string message;     ///< What is wrong there.
};

/// A variable that a match found.
struct UriVariable {
  std::string name;
  std::string value;  ///< Percent-decoded; UTF-8 without NUL. It may hold `/` and `..`.

  friend bool operator==(const UriVariable&, const UriVariable&) = default;
};

/// A URI template, as the resource templates of MCP use it (`resources/templates/list`,
/// `uriTemplate`).
///
/// Expansion is that of RFC 6570, levels 1 to 4: `{a} {+a} {#a} {.a} {/a} {;a} {?a} {&a}`, lists of
/// variables, prefixes `{a:3}` and exploded values `{a*}`.
///
/// Matching, which the RFC leaves open, finds values whose expansion is the URI:
/// - `{a}` takes one or more characters other than `/ ? #`, and `,` in a list `{a,b}`.
/// - `{+a}` and `{#a}` take any characters, but not those that a later `{?...}` or `{#...}` of the
///   template begins with.
/// - `{.a}` and `{/a}` take one label or segment, exploded ones several.
/// - `{?a,b}`, `{&a,b}` and `{;a,b}` take their pairs in any order, and each may be absent. A name
///   not in the template is a mismatch, as is a name twice that is not exploded.
/// - Where there is a choice, earlier variables take as much as they can.
/// - Both sides are first normalised (RFC 3986, section 6.2.2): triplets of unreserved characters
///   are decoded, and what must be encoded is.
///
/// No regular expression is involved: the work is at most the URI's length times the number of the
/// template's parts, whatever the input.
///
/// Thread safety: immutable; copies share the compiled form; any threads may use it at once.
class UriTemplate {
 public:
  static constexpr std::size_t max_template_bytes = 2048;
  static constexpr std::size_t max_variables = 64;
  /// Of what is matched and of what is expanded.
  static constexpr std::size_t max_uri_bytes = 8192;

  /// Compiles a template. An error names the place.
  static expected<UriTemplate, UriTemplateError> compile(std::string_view text);

  /// Expands with the members of `variables`, an object: strings, numbers, booleans; arrays and
  /// objects of those. Null, absent and empty arrays and objects count as undefined. Members of
  /// objects come in the object's order, which is that of their names.
  expected<std::string, UriTemplateError> expand(const Json& variables) const;

  /// The values with which `uri` is an expansion, in the template's order (pairs in the URI's
  /// order); empty when it is none. An exploded variable appears once for each of its values.
  std::optional<std::vector<UriVariable>> match(std::string_view uri) const;

  /// Names of the variables, each once, in order of appearance.
  const std::vector<std::string>& variables() const;

  /// The template as it was given.
  const std::string& text() const;

 private:
  explicit UriTemplate(std::shared_ptr<const detail::UriTemplateProgram> program);

  std::shared_ptr<const detail::UriTemplateProgram> program_;
};

}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/uri_template.ipp>
#endif
