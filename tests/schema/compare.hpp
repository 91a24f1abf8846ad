// SPDX-License-Identifier: MIT
// Holds the shape of a C++ type against the official schema and tells each difference.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schema/schema_file.hpp"
#include "schema/shape.hpp"

namespace parley::schema_test {

/// One difference, as a line such as "Tool.icons: not in the schema". The place is named after C++
/// types, so that a line means the same in every version of a schema.
struct Difference {
  std::string place;
  std::string what;
  const Json* node = nullptr;  ///< The schema node that it is about, if there is one.

  std::string text() const { return place + ": " + what; }
};

/// A tag that a union writes and the alternative itself does not describe.
struct Tag {
  std::string name;
  std::string value;
};

class Comparer {
 public:
  explicit Comparer(const SchemaFile& file) : file_(file) {}

  /// Other names under which a definition stands for a type ({"EnumSchema", "LegacyEnum"}).
  void alias(const std::string& definition, const std::string& type) {
    aliases_.emplace_back(definition, type);
  }

  /// Compares a schema node, the definition of that name if it is one, with a shape, and keeps the
  /// differences. What has been compared before is not compared again.
  void compare(const Json& node, const Shape& shape, const std::string& place, const Tag& tag = {},
               const std::string& definition = {});

  std::vector<Difference> take() { return std::exchange(differences_, {}); }

 private:
  void compare_field(const Json& object, const FieldShape& field, const std::string& place);
  void compare_choices(const std::vector<Leaf>& leaves, const Shape& shape,
                       const std::string& place, const Tag& tag);
  void compare_leaf(const Leaf& leaf, const Shape& shape, const std::string& place, const Tag& tag);
  void compare_any(const Leaf& leaf, bool only_objects, const std::string& place);
  void compare_object(const Leaf& leaf, const Shape& shape, const Tag& tag);
  void compare_properties(const Json& node, const Shape& shape, const Tag& tag);
  void compare_enum(const std::vector<Leaf>& leaves, const Shape& shape, const std::string& place);
  void compare_union(const std::vector<Leaf>& leaves, const Shape& shape);
  void compare_one_or_many(const std::vector<Leaf>& leaves, const Shape& shape,
                           const std::string& place);
  std::size_t alternative_for(const Leaf& leaf, const Shape& shape) const;
  bool is_named(const Leaf& leaf, const std::string& type) const;
  void tell(const std::string& place, const std::string& what, const Json* node);

  const SchemaFile& file_;
  std::vector<std::pair<std::string, std::string>> aliases_;
  std::set<std::pair<const Json*, const Shape*>> seen_;
  std::vector<Difference> differences_;
};

}  // namespace parley::schema_test
