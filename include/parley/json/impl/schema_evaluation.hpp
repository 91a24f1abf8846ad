// SPDX-License-Identifier: MIT
// Applies a compiled schema to a value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/impl/json_order.hpp>
#include <parley/json/impl/schema_node.hpp>
#include <parley/json/value.hpp>

namespace parley::detail::schema {

/// Where a value stands: a list from the value up to the root, on the call stack.
struct InstancePlace {
  const InstancePlace* parent = nullptr;
  const std::string* key = nullptr;  ///< Null for an item of an array.
  std::size_t index = 0;

  std::string pointer() const;
};

/// Which members or items of one value some subschema has evaluated, for `unevaluated*`. Members
/// count in the order of the Json object.
class EvaluatedMarks {
 public:
  explicit EvaluatedMarks(std::size_t size) : words_((size + 63) / 64) {}
  void set(std::size_t index) { words_[index / 64] |= std::uint64_t{1} << (index % 64); }
  void set_all() { std::fill(words_.begin(), words_.end(), ~std::uint64_t{0}); }
  bool has(std::size_t index) const { return (words_[index / 64] >> (index % 64) & 1) != 0; }
  void merge(const EvaluatedMarks& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// A violation before its keyword has been located in the schema.
struct SchemaFinding {
  std::string instance_pointer;
  const SchemaNode* node;
  std::string_view keyword;  ///< Empty for the subschema itself.
  std::string message;
};

/// One walk over one value. Without a list for findings it stops at the first; with one it goes on
/// until the list is full.
class SchemaEvaluation {
 public:
  SchemaEvaluation(const CompiledSchema& compiled, std::vector<SchemaFinding>* findings)
      : compiled_(compiled), budget_(compiled.options.max_steps), findings_(findings) {}

  /// Whether the value fits. Of no meaning when `limit` is not empty afterwards.
  bool run(const Json& instance);

  /// The message of the limit that ended the walk early, if one did.
  std::string limit() const;

 private:
  /// Results of several checks in a row. `add` is false when nothing more needs to be checked.
  class Tally {
   public:
    explicit Tally(const SchemaEvaluation& evaluation) : evaluation_(evaluation) {}
    bool add(bool fits) {
      fits_ = fits_ && fits;
      return fits || evaluation_.collects_more();
    }
    bool fits() const { return fits_; }

   private:
    const SchemaEvaluation& evaluation_;
    bool fits_ = true;
  };

  /// The resources entered on the way here, innermost first: the dynamic scope.
  struct Scope {
    const SchemaResource* resource;
    const Scope* outer;
  };

  using Place = InstancePlace;
  using Marks = EvaluatedMarks;

  bool check(const SchemaNode& node, const Json& instance, const Place& place, Marks* marks);
  bool apply(const SchemaNode& node, const Json& instance, const Place& place, Marks* marks);
  bool apply_rules(const SchemaNode& node, const Json& instance, const Place& place, Marks* marks);

  bool check_values(const SchemaNode& node, const Json& instance, const Place& place);
  bool check_number(const SchemaNode& node, const Json& number, const Place& place);
  bool check_string(const SchemaNode& node, const std::string& text, const Place& place);
  bool check_length(const SchemaNode& node, const std::string& text, const Place& place);
  bool matches(const Pattern& pattern, const std::string& text);

  bool check_array(const SchemaNode& node, const Json::array_t& array, const Place& place,
                   Marks* marks);
  bool check_items(const ArrayRules& rules, const Json::array_t& array, const Place& place,
                   Marks* marks);
  bool check_contains(const SchemaNode& node, const Json::array_t& array, const Place& place,
                      Marks* marks);
  bool check_unique(const SchemaNode& node, const Json::array_t& array, const Place& place);

  bool check_object(const SchemaNode& node, const Json& instance, const Place& place, Marks* marks);
  bool check_properties(const SchemaNode& node, const Json::object_t& object, const Place& place,
                        Marks* marks);
  bool check_other_property(const SchemaNode& node, const Json& value, const Place& place,
                            bool& evaluated);
  bool check_names(const SchemaNode& node, const Json::object_t& object, const Place& place);
  bool check_dependencies(const SchemaNode& node, const Json& instance, const Place& place,
                          Marks* marks);
  bool fail_missing(const SchemaNode& node, const PropertyRule& rule, const Place& place);

  bool check_unevaluated_items(const SchemaNode& node, const Json::array_t& array,
                               const Place& place, const Marks& marks);
  bool check_unevaluated_properties(const SchemaNode& node, const Json::object_t& object,
                                    const Place& place, const Marks& marks);

  bool check_combination(const SchemaNode& node, const Json& instance, const Place& place,
                         Marks* marks);
  bool check_any_of(const SchemaNode& node, const Json& instance, const Place& place, Marks* marks);
  bool check_one_of(const SchemaNode& node, const Json& instance, const Place& place, Marks* marks);
  bool check_condition(const CombinationRules& rules, const Json& instance, const Place& place,
                       Marks* marks);
  const SchemaNode& dynamic_target(const CombinationRules& rules);

  /// `check` without recording anything. Marks are kept only when the value fits.
  bool fits(const SchemaNode& node, const Json& instance, const Place& place, Marks* marks);
  /// Why a value known not to fit does not.
  std::string reason(const SchemaNode& node, const Json& instance, const Place& place);
  /// The reasons of all alternatives, or of the first few.
  std::string reasons(const std::vector<const SchemaNode*>& alternatives, const Json& instance,
                      const Place& place);

  bool collects_more() const {
    return findings_ != nullptr && findings_->size() < max_findings_ && !stopped();
  }
  bool stopped() const { return too_deep_ || budget_.used_up(); }

  /// Always false. Records a finding if they are wanted; `message` is a function, so that values
  /// that fit, or are only tried, cost no text.
  template <class Message>
  bool fail(const SchemaNode& node, std::string_view keyword, const Place& place, Message message) {
    if (collects_more()) findings_->push_back({place.pointer(), &node, keyword, message()});
    return false;
  }

  const CompiledSchema& compiled_;
  WorkBudget budget_;
  std::vector<SchemaFinding>* findings_;
  std::size_t max_findings_ = std::max<std::size_t>(compiled_.options.max_violations, 1);
  const Scope* scope_ = nullptr;
  std::size_t depth_ = 0;
  bool too_deep_ = false;
};

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/schema_evaluation.ipp>
#include <parley/json/impl/schema_evaluation_array.ipp>
#include <parley/json/impl/schema_evaluation_object.ipp>
#endif
