// SPDX-License-Identifier: MIT
// The schema oracle: holds all types of a protocol against its official schema, and tries random
// instances of every definition on them.
//
//     int main(int argc, char** argv) {
//       oracle::Oracle check({.title = "acp v1", .files = {...}, .conventions = {...}}, argc,
//       argv); check.type<acp::ToolCall>("ToolCall");             // a type that stands for a
//       definition check.alias<acp::SessionId>("SessionId");          // a plain type under a name
//       check.covered("AgentRequest", "rpc/message.hpp");  // no type: says what stands for it
//       check.except("Notice.title", "why ours differs");  // a difference that is meant
//       return check.run();
//     }
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/convert.hpp>

#include "schema/acp/compare.hpp"
#include "schema/acp/instances.hpp"
#include "schema/acp/schema.hpp"
#include "schema/acp/shape.hpp"
#include "schema/acp/source.hpp"

namespace parley::oracle {

struct Protocol {
  std::string title;  ///< As in "acp v1".
  SchemaFile file;
  Conventions conventions;
};

/// What one attempt to decode, and to encode again, gave.
struct Attempt {
  bool decoded = false;
  std::string error;
  std::string text;    ///< Encoded again.
  bool equal = false;  ///< A copy, and what its text decodes to, equal the value.
};

using Try = Attempt (*)(const Json& instance, Policy policy);

template <class T>
Attempt try_type(const Json& instance, Policy policy) {
  Attempt attempt;
  auto value = decode<T>(instance, policy);
  attempt.decoded = value.has_value();
  if (!value) {
    attempt.error = value.error().message();
    return attempt;
  }
  attempt.text = to_text(*value);
  const T copy = *value;
  auto again = decode<T>(parse(attempt.text).value_or(Json()), policy);
  attempt.equal = copy == *value && again && *again == *value;
  return attempt;
}

class Oracle {
 public:
  /// Finds the schema; without one, says so and ends the program with 77, which ctest reports as
  /// skipped. `-v` lists what stands for each definition, `--seed N` and `--count N` steer the
  /// random instances.
  Oracle(Protocol protocol, int argc, char** argv);

  template <class T>
  void type(const std::string& name) {
    add(name, "type", shape_of<T>(), &try_type<T>);
    types_.emplace(shape_of<T>().id, name);
  }
  template <class T>
  void alias(const std::string& name) {
    add(name, "alias", shape_of<T>(), &try_type<T>);
  }
  /// Nothing is compared: `how` says what stands for the definition, and `check`, if there is one,
  /// returns what is wrong with that, or nothing.
  void covered(const std::string& name, const std::string& how,
               const std::function<std::string(const Schema&)>& check = {});
  /// Differences noted at `where` (a `Definition` or `Definition.member`) are meant.
  void except(const std::string& where, const std::string& reason) { exceptions_[where] = reason; }
  /// Lenient decoding of a definition is meant to take more than the schema does.
  void loosen(const std::string& name, std::function<bool(const Json&)> takes) {
    schema_->loosen(name, std::move(takes));
  }
  /// A check beside the definitions; returns what is wrong, or nothing.
  void also(const std::string& what, const std::function<std::string(const Schema&)>& check);

  const Schema& schema() const { return *schema_; }
  /// The definition that T stands for, or empty.
  template <class T>
  std::string name_of() const {
    const auto found = types_.find(shape_of<T>().id);
    return found == types_.end() ? std::string() : found->second;
  }

  /// Runs all checks and prints the outcome; the exit code of the program.
  int run();

 private:
  struct Entry {
    std::string how;
    const Shape* shape = nullptr;
    Try attempt = nullptr;
  };

  void add(const std::string& name, const std::string& how, const Shape& shape, Try attempt);
  void wrong(const std::string& name, const std::string& what);
  void compare(const std::string& name, const Entry& entry);
  void try_instances(const std::string& name, const Entry& entry);
  bool try_valid(const std::string& name, const Entry& entry, const Json& instance);
  bool try_damaged(const std::string& name, const Entry& entry, const Json& instance);
  bool excepted(const std::string& difference);
  void report() const;

  Protocol protocol_;
  std::optional<Schema> schema_;
  std::string source_;
  bool verbose_ = false;
  std::uint32_t seed_ = 20251129;
  int count_ = 250;
  std::map<std::string, Entry> entries_;
  TypeNames types_;
  std::map<std::string, std::string> exceptions_;
  std::map<std::string, int> used_exceptions_;
  std::map<std::string, std::vector<std::string>> problems_;
  std::size_t valid_tried_ = 0;
  std::size_t damaged_tried_ = 0;
  std::size_t refused_ = 0;
};

}  // namespace parley::oracle
