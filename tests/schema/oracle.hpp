// SPDX-License-Identifier: MIT
// The schema oracle: every definition of an official schema against the C++ type that stands for
// it. What differs must be listed, with a reason, and what is listed must differ.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/convert.hpp>

#include "schema/compare.hpp"
#include "schema/instances.hpp"

namespace parley::schema_test {

/// What came of decoding a value and encoding it again.
struct RoundTrip {
  bool accepted = false;
  bool equal = false;   ///< The same JSON came out again.
  std::string message;  ///< Why it was refused.
};

template <class T>
RoundTrip round_trip(const Json& value, Policy policy) {
  const auto decoded = decode<T>(value, policy);
  if (!decoded) return {false, false, decoded.error().message()};
  return {true, to_json(*decoded) == value, {}};
}

/// What one definition is held against.
struct Check {
  std::string definition;
  std::string pointer;  ///< The part of the definition that the type stands for.
  const Shape* shape = nullptr;
  Tag tag;            ///< What the union around the type writes.
  std::string whole;  ///< The definition of that union.
  RoundTrip (*coder)(const Json&, Policy) = nullptr;
  bool repairs = false;  ///< Lenient decoding adds what is missing, so the value changes.
  /// What else there is to say about the definition, or instead when it has no shape.
  std::function<std::vector<Difference>(const SchemaFile&, std::string_view version,
                                        const Json& definition)>
      also;
};

/// A type under the name of a definition. `Whole` is the union that the type is coded through when
/// the definition has the union's tag.
template <class T, class Whole = T>
Check type(std::string definition, std::string pointer = {}) {
  Check out;
  out.definition = std::move(definition);
  out.pointer = std::move(pointer);
  out.shape = &shape_of<T>();
  out.coder = &round_trip<Whole>;
  if constexpr (!std::is_same_v<T, Whole>) {
    const Shape& whole = shape_of<Whole>();
    out.whole = whole.type_name;
    for (const auto& alternative : whole.alternatives) {
      const bool tagged = alternative.shape == out.shape && !alternative.tag.empty();
      if (tagged) out.tag = {whole.tag, alternative.tag};
    }
  }
  return out;
}

/// A difference that is meant. `text` is the difference's; a leading '*' stands for any type name.
struct Exception {
  std::string_view text;
  std::string_view reason;
  std::string_view first{};  ///< Oldest and newest version that it is about; empty: any.
  std::string_view last{};
};

/// A definition that has no C++ type, and why that is right.
struct Uncovered {
  std::string_view definition;
  std::string_view reason;
};

/// A part of a type that older versions do not have: "Tool.icons", "ContentBlock<AudioContent>";
/// a leading '*' stands for any beginning.
struct Since {
  std::string_view place;
  std::string_view version;
};

class Oracle {
 public:
  std::vector<Check> checks;
  std::vector<Exception> exceptions;
  std::vector<Uncovered> uncovered;
  std::vector<Since> since;
  std::vector<std::pair<std::string, std::string>> aliases;
  int instances = 200;  ///< Per definition.

  /// Holds everything against one file. Returns what is wrong, a line each, and prints the report.
  std::vector<std::string> run(const std::string& protocol, const std::string& version,
                               SchemaFile& file);
  /// After all versions: what was listed and never needed, and checks that no file has.
  std::vector<std::string> stale() const;

 private:
  struct Pass;
  bool excused(const Difference& difference, Pass& pass);
  void compare(const Check& check, const Json& node, Pass& pass);
  void try_instances(const Check& check, const Json& node, Pass& pass);
  void try_valid(const Check& check, const Json& value, Pass& pass);
  void try_broken(const Check& check, const Json& value, const Json& node, Pass& pass);

  std::set<std::string_view> used_;
  std::set<std::string> met_;
};

}  // namespace parley::schema_test
