// SPDX-License-Identifier: MIT
// Fuzzes UriTemplate: what it expands it matches, and matching is linear. Input: the template, a
// line feed, the URI.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>
#include <parley/mcp/impl/uri_matcher.hpp>
#include <parley/mcp/uri_template.hpp>

#include "require.hpp"

namespace {

using parley::Json;
using parley::mcp::UriTemplate;
using namespace parley::mcp::detail;

/// Whether every expansion of plain words must match: no name twice, whose values must agree, and
/// pairs only at the end, where nothing can run into them.
bool is_unambiguous(const std::vector<UriTemplatePart>& parts) {
  std::vector<std::string> names;
  for (const auto& part : parts) {
    if (part.op != nullptr && part.op->named && &part != &parts.back()) return false;
    for (const auto& variable : part.variables) names.push_back(variable.name);
  }
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

void check_match(const UriTemplate& compiled, const std::vector<UriTemplatePart>& parts,
                 std::string_view uri) {
  std::string normal;
  const bool well_formed = normalise_uri(uri, normal);
  const auto elements = uri_elements(parts);
  UriMatcher matcher(elements, normal);
  const auto direct = matcher.run();
  std::size_t variables = 0;
  for (const auto& part : parts) variables += part.variables.size();
  const auto bound = 6 * (normal.size() + 1) * (elements.size() + variables + 1);
  require(matcher.steps() <= bound, "matching is linear in the URI");
  const auto found = compiled.match(uri);
  require(!found || well_formed, "only well-formed URIs match");
  require(!found || found == direct, "match normalises and then matches");
  for (const auto& variable : found.value_or(std::vector<parley::mcp::UriVariable>())) {
    const auto& names = compiled.variables();
    require(std::find(names.begin(), names.end(), variable.name) != names.end(), "names are known");
    require(parley::parse(parley::to_text(Json(variable.value))).has_value(), "values are text");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto line = std::min(input.find('\n'), size);
  const auto text = input.substr(0, line);
  const auto compiled = UriTemplate::compile(text);
  if (!compiled) {
    require(compiled.error().offset <= text.size(), "an error lies within the template");
    return 0;
  }
  const auto parts = parse_uri_template(text).value();
  check_match(*compiled, parts, input.substr(std::min(line + 1, size)));

  Json words = Json::object();
  int word = 0;
  for (const auto& name : compiled->variables()) words[name] = "w" + std::to_string(word++);
  const auto expanded = compiled->expand(words);
  if (!expanded) return 0;
  check_match(*compiled, parts, *expanded);
  if (is_unambiguous(parts))
    require(compiled->match(*expanded).has_value(), "an expansion matches");
  return 0;
}
