// SPDX-License-Identifier: MIT
// Documents, resources and anchors of a schema under compilation, and what references lead to.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include <parley/json/impl/schema_node.hpp>
#include <parley/json/impl/uri_reference.hpp>
#include <parley/json/schema_validator.hpp>

namespace parley::detail::schema {

/// Generations of JSON Schema, oldest first. draft-06 differs from draft-07 in nothing that matters
/// here.
enum class Draft : std::uint8_t { draft_07, draft_2019_09, draft_2020_12 };

/// What `$schema` chose.
struct Dialect {
  Draft draft = Draft::draft_2020_12;
  bool has_assertions = true;  ///< The validation vocabulary is in force.

  /// Until draft-07, `$ref` hides its neighbours.
  bool hides_neighbours_of_ref() const { return draft == Draft::draft_07; }
};

/// The string under `key` of an object, or null.
const std::string* string_member(const Json& object, const char* key);

/// 2019-09's `$recursiveAnchor: true`, which is a `$dynamicAnchor` without a name of its own.
bool is_recursive_anchor(const Json& schema);
inline constexpr std::string_view recursive_anchor = "$recursiveAnchor";
inline constexpr std::string_view recursive_keyword = "$recursiveRef";

struct ResourceEntry;

/// A subschema's JSON value, and where it stands.
struct SchemaPlace {
  const Json* json = nullptr;
  ResourceEntry* resource = nullptr;
};

/// A schema resource: a document, or a subschema with an `$id`.
struct ResourceEntry {
  UriReference uri;
  const Json* json = nullptr;
  Dialect dialect;
  SchemaResource* compiled = nullptr;
  struct Anchor {
    SchemaPlace place;
    std::string_view name;
    bool dynamic = false;
  };
  std::map<std::string, Anchor, std::less<>> anchors;
};

class SchemaRegistry {
 public:
  template <class T>
  using Result = expected<T, SchemaError>;

  explicit SchemaRegistry(CompiledSchema& compiled) : compiled_(compiled) {}

  /// Takes a document in. `retrieved_from` is empty for the main one, which has no URI before its
  /// `$id`.
  Result<ResourceEntry*> add_document(std::shared_ptr<const Json> document,
                                      const std::string& retrieved_from);

  /// The resource that the subschema at `place` belongs to: a new one if it has an `$id`, else that
  /// of `place`. Registers its anchors too.
  Result<ResourceEntry*> enter(const SchemaPlace& place);

  /// Where a reference stands, for messages.
  struct Reference {
    const std::string& text;
    const Json& schema;
    std::string_view keyword;
  };
  /// The resource that a reference names from within `base`; a new document is loaded if need be.
  Result<ResourceEntry*> resource_of(const Reference& reference, const ResourceEntry& base);

  struct Target {
    SchemaPlace place;
    std::string_view dynamic_anchor;  ///< Set when the fragment is a `$dynamicAnchor`.
  };
  /// The subschema that a reference names within `resource`, all of whose subschemas were entered.
  Result<Target> find(const Reference& reference, ResourceEntry& resource);

  /// An error at a keyword of a subschema; at the subschema itself when the keyword is empty.
  unexpected<SchemaError> error_at(const Json& schema, std::string_view keyword,
                                   std::string message) const;

 private:
  Result<ResourceEntry*> open(const SchemaPlace& place, UriReference uri, Dialect inherited);
  Result<void> add_anchor(const SchemaPlace& place, const char* keyword, bool dynamic);
  Result<Dialect> dialect_of(const Json& schema, Dialect inherited) const;
  Result<Dialect> custom_dialect(const Json& schema, const std::string& uri) const;
  SchemaPlace follow_pointer(std::string_view pointer, ResourceEntry& resource) const;
  std::shared_ptr<const Json> load(const std::string& uri) const;

  CompiledSchema& compiled_;
  std::deque<ResourceEntry> entries_;
  std::map<std::string, ResourceEntry*, std::less<>> by_uri_;
  std::unordered_map<const Json*, ResourceEntry*> by_root_;
};

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_registry.ipp>
#endif
