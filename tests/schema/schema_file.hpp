// SPDX-License-Identifier: MIT
// An official schema file: its definitions, with references followed.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/value.hpp>

namespace parley::schema_test {

/// One thing that a schema node allows: no reference, no choice, no null.
struct Leaf {
  const Json* node = nullptr;
  std::string name;  ///< The definition that it came from, if it is one.
};

/// What a schema node allows, when choices are spread out.
struct Choices {
  std::vector<Leaf> leaves;
  bool null = false;
};

class SchemaFile {
 public:
  /// Throws std::runtime_error with the path when the file is not there or not JSON.
  explicit SchemaFile(const std::string& path);

  const std::string& path() const { return path_; }
  /// The definitions by name (`$defs`, or `definitions` in older drafts).
  const Json& definitions() const;
  const Json* definition(std::string_view name) const;
  /// The node at a JSON Pointer under a node; throws when there is none.
  const Json& at(const Json& node, const std::string& pointer) const;

  /// Follows `$ref`, and merges `allOf` into one object schema.
  const Json& resolved(const Json& node) const;
  /// Spreads out `anyOf` and `oneOf`, leaving null aside. `name` is the node's definition, if any.
  Choices choices(const Json& node, const std::string& name = {}) const;
  /// Whether a value conforms to a node, as far as decoding goes: type, const, enum, properties,
  /// required, additionalProperties, items, anyOf, oneOf, allOf; not bounds and formats.
  bool conforms(const Json& value, const Json& node) const;
  /// From now on an object conforms without the property that has this schema.
  void tolerate_absence(const Json* property) { tolerated_.insert(property); }

 private:
  void spread(const Json& node, const std::string& name, Choices& out) const;
  const Json& merged(const Json& node) const;
  bool conforms_object(const Json& value, const Json& node) const;

  std::string path_;
  Json document_;
  std::set<const Json*> tolerated_;
  mutable std::deque<Json> merged_;
  mutable std::map<const Json*, const Json*> merged_of_;
};

/// The types that a leaf names in `type`; empty when it names none.
std::vector<std::string> types_of(const Json& leaf);
/// The values that a leaf allows by `const` or `enum`, or null when it does not list them.
Json listed_values(const Json& leaf);
/// The schema of a property, or null.
const Json* property(const Json& leaf, std::string_view name);
bool is_required(const Json& leaf, std::string_view name);

}  // namespace parley::schema_test
