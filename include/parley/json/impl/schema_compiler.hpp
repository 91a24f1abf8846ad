// SPDX-License-Identifier: MIT
// From the JSON of a schema to its compiled form: every keyword is read and checked here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <parley/json/impl/schema_registry.hpp>

namespace parley::detail::schema {

/// Compiles `compiled.documents` into `compiled.nodes`. References are resolved last, when all
/// anchors and
/// `$id`s are known; resolving one may load a document, whose references then join the queue.
class SchemaCompiler {
 public:
  SchemaCompiler(CompiledSchema& compiled, std::shared_ptr<const Json> schema);

  /// The error that makes the schema unusable, or nothing.
  std::optional<SchemaError> run();

 private:
  /// A subschema while its keywords are read.
  struct Frame {
    SchemaNode& node;
    const Json& schema;
    ResourceEntry* resource;
  };

  /// How a keyword is read, and in which dialects it is one.
  struct Keyword {
    std::string_view name;
    void (SchemaCompiler::*read)(const Frame&, const Json& value);
    bool is_assertion = false;  ///< Belongs to the validation vocabulary.
    Draft since = Draft::draft_07;
  };
  static std::span<const Keyword> keywords();

  struct PendingReference {
    SchemaNode* node;
    const Json* schema;
    ResourceEntry* base;
    const std::string* text;
    std::string_view keyword;
  };

  const SchemaNode* node_at(const SchemaPlace& place);
  void fill(SchemaNode& node, const SchemaPlace& place);
  void read_keywords(const Frame& frame);
  void resolve(const PendingReference& pending);

  // Pieces that keywords share.
  const SchemaNode* child(const Frame& frame, const Json& schema);
  std::vector<const SchemaNode*> children(const Frame& frame, const Json& list,
                                          const char* keyword);
  bool is_schema_map(const Frame& frame, const Json& value, const char* keyword);
  std::vector<std::string_view> names(const Frame& frame, const Json& list, const char* keyword);
  std::size_t count(const Frame& frame, const Json& value, const char* keyword);
  const Json* number(const Frame& frame, const Json& value, const char* keyword);
  std::optional<Pattern> pattern(const Frame& frame, const std::string& text, const char* keyword);
  void add_reference(const Frame& frame, const Json& value, std::string_view keyword);
  static void merge_properties(std::vector<PropertyRule>& rules);
  void fail(const Frame& frame, std::string_view keyword, std::string message);

  // Keywords, each named as it is in the schema.
  void read_ref(const Frame&, const Json&);
  void read_dynamic_ref(const Frame&, const Json&);
  void read_recursive_ref(const Frame&, const Json&);
  void read_definitions(const Frame&, const Json&);
  void read_type(const Frame&, const Json&);
  void read_enum(const Frame&, const Json&);
  void read_const(const Frame&, const Json&);
  void read_minimum(const Frame&, const Json&);
  void read_maximum(const Frame&, const Json&);
  void read_exclusive_minimum(const Frame&, const Json&);
  void read_exclusive_maximum(const Frame&, const Json&);
  void read_multiple_of(const Frame&, const Json&);
  void read_min_length(const Frame&, const Json&);
  void read_max_length(const Frame&, const Json&);
  void read_pattern(const Frame&, const Json&);
  void read_format(const Frame&, const Json&);
  void read_min_items(const Frame&, const Json&);
  void read_max_items(const Frame&, const Json&);
  void read_unique_items(const Frame&, const Json&);
  void read_prefix_items(const Frame&, const Json&);
  void read_items(const Frame&, const Json&);
  void read_contains(const Frame&, const Json&);
  void read_min_contains(const Frame&, const Json&);
  void read_max_contains(const Frame&, const Json&);
  void read_unevaluated_items(const Frame&, const Json&);
  void read_min_properties(const Frame&, const Json&);
  void read_max_properties(const Frame&, const Json&);
  void read_required(const Frame&, const Json&);
  void read_properties(const Frame&, const Json&);
  void read_pattern_properties(const Frame&, const Json&);
  void read_additional_properties(const Frame&, const Json&);
  void read_property_names(const Frame&, const Json&);
  void read_unevaluated_properties(const Frame&, const Json&);
  void read_dependent_required(const Frame&, const Json&);
  void read_dependent_schemas(const Frame&, const Json&);
  void read_dependencies(const Frame&, const Json&);
  void read_all_of(const Frame&, const Json&);
  void read_any_of(const Frame&, const Json&);
  void read_one_of(const Frame&, const Json&);
  void read_not(const Frame&, const Json&);
  void read_if(const Frame&, const Json&);
  void read_then(const Frame&, const Json&);
  void read_else(const Frame&, const Json&);

  CompiledSchema& compiled_;
  std::shared_ptr<const Json> schema_;
  SchemaRegistry registry_;
  std::unordered_map<const Json*, SchemaNode*> nodes_;
  std::vector<PendingReference> pending_;
  std::size_t depth_ = 0;
  std::size_t pattern_instructions_ = 0;
  std::optional<SchemaError> error_;
};

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_compiler.ipp>
#include <parley/json/impl/schema_keywords.ipp>
#endif
