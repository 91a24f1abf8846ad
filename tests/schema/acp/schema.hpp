// SPDX-License-Identifier: MIT
// An official JSON Schema, and the questions that the oracle asks it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <parley/json/value.hpp>

namespace parley::oracle {

/// How strictly an instance is held against the schema; mirrors decoding's policies.
enum class Strictness { strict, lenient };

/// The definitions of one schema file (`$defs` or `definitions`).
class Schema {
 public:
  explicit Schema(Json document);

  const std::vector<std::string>& names() const { return names_; }
  bool has(std::string_view name) const;
  /// Fails the program when there is no such definition.
  const Json& definition(std::string_view name) const;

  /// The name that a `$ref` (or an allOf of one) refers to, or empty.
  static std::string reference(const Json& schema);
  /// Follows references and single allOfs to the schema that says something.
  const Json& resolve(const Json& schema) const;

  /// Whether `instance` is what decoding with that policy has to accept. Differs from plain JSON
  /// Schema where the protocol does: a known tag binds its value to that alternative, and what ACP
  /// marks with `x-deserialize-*` is honoured. Not judged: formats other than integer sizes,
  /// lengths, patterns, and what comes with an unknown tag.
  bool accepts(const Json& schema, const Json& instance, Strictness strictness) const;

  /// As above, for an instance of a definition.
  bool accepts_reference(const std::string& name, const Json& instance,
                         Strictness strictness) const;
  /// Lenient decoding of a definition also takes what `takes` says.
  void loosen(const std::string& name, std::function<bool(const Json&)> takes) {
    loosened_[name] = std::move(takes);
  }

  /// A key that one part of a union requires and no other does, or empty.
  std::string own_key(const Json& parts, std::size_t index) const;
  /// Whether each part has such a key.
  bool is_keyed_union(const Json& parts) const;

 private:
  bool accepts_type(const Json& schema, const Json& instance) const;
  bool accepts_members(const Json& schema, const Json& object, Strictness strictness) const;
  bool accepts_member(const Json& property, const Json& value, bool required,
                      Strictness strictness) const;
  bool accepts_items(const Json& schema, const Json& array, bool skip, Strictness strictness) const;
  bool accepts_union(const Json& parts, const Json& instance, Strictness strictness) const;

  Json document_;
  const Json* definitions_;
  std::vector<std::string> names_;
  std::map<std::string, std::function<bool(const Json&)>> loosened_;
};

/// The member that tells the parts of an anyOf or oneOf apart, or empty.
std::string tag_key(const Json& parts);
/// The tag that a part demands; empty when it demands none.
std::string tag_of(const Json& part, const std::string& key);
/// A part for all tags that no other part has.
bool takes_other_tags(const Json& part, const std::string& key);
/// The parts of a union (oneOf or anyOf), or an empty array.
const Json& parts_of(const Json& schema);
/// Whether a schema allows null, and whether that is all it allows.
bool allows_null(const Json& schema);
bool is_null_only(const Json& schema);
bool flag(const Json& schema, const char* name);
bool fits_format(const Json& number, const std::string& format);

}  // namespace parley::oracle
