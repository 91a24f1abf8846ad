// SPDX-License-Identifier: MIT
// Holds the shape of a C++ type against a definition of the official schema.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "schema/acp/schema.hpp"
#include "schema/acp/shape.hpp"

namespace parley::oracle {

/// What a protocol's schemas say and do not say.
struct Conventions {
  /// The schema marks leniency with `x-deserialize-*`, and our flags must say the same.
  bool leniency = false;
  /// Null is legal exactly where the schema says so; otherwise it says nothing about null.
  bool nullability = false;
  /// Integers carry a format that says their size.
  bool integer_sizes = false;
};

/// Which definition a C++ type stands for, by its identity. Aliases of plain types have none.
using TypeNames = std::map<const void*, std::string>;

class Comparison {
 public:
  Comparison(const Schema& schema, const TypeNames& types, const Conventions& conventions)
      : schema_(schema), types_(types), conventions_(conventions) {}

  /// Notes every difference between a definition and the type that stands for it.
  void definition(const std::string& name, const Shape& shape);

  /// Each as `Definition.member: what differs`.
  const std::vector<std::string>& differences() const { return differences_; }

 private:
  void differ(const std::string& where, const std::string& what);
  void value(const Json& schema, const Shape& shape, const std::string& where);
  void content(const Json& schema, const Shape& shape, const std::string& where);
  void names(const Json& schema, const Shape& shape, const std::string& where);
  void scalar(const std::string& type, const Json& schema, const Shape& shape,
              const std::string& where);
  void object(const Json& schema, const Shape& shape, const std::string& where,
              const std::string& except = {});
  void member(const Json& property, const Member& member, bool required, const std::string& where);
  void flags(const Json& property, const Member& member, const std::string& where);
  void tagged_union(const Json& parts, const Shape& shape, const std::string& where);
  void alternative(const Json& part, const Shape& shape, const std::string& tag,
                   const std::string& where);
  void keyed_union(const Json& parts, const Shape& shape, const std::string& where);
  void one_of(const Json& parts, const Shape& shape, const std::string& where);
  void payload(const Json& part, const Shape& shape, const std::string& key,
               const std::string& where);

  const Schema& schema_;
  const TypeNames& types_;
  const Conventions& conventions_;
  std::vector<std::string> differences_;
};

}  // namespace parley::oracle
