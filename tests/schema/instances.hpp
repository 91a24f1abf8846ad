// SPDX-License-Identifier: MIT
// Random JSON values that conform to a schema node, and values that just do not.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "schema/schema_file.hpp"

namespace parley::schema_test {

/// A value, and the places in it that a schema node says something about.
struct Instance {
  struct Site {
    Json::json_pointer pointer;
    const Json* node = nullptr;
  };
  Json value;
  std::vector<Site> sites;
};

class InstanceMaker {
 public:
  InstanceMaker(const SchemaFile& file, std::uint32_t seed) : file_(file), random_(seed) {}

  /// Nodes below which nothing is to be broken: our types accept more there, and say so.
  void leave_alone(const Json* node) { alone_.insert(node); }

  /// A value that conforms to the node, with members that no schema knows here and there.
  Instance make(const Json& node);
  /// The instance with one thing broken: a member removed, or a value of another type or name.
  /// Whether the result conforms after all is for the schema to say.
  Json broken(const Instance& instance);

 private:
  Json value_for(const Json& node, const Json::json_pointer& at, int depth, bool noted);
  Json object_for(const Json& node, const Json::json_pointer& at, int depth, bool noted);
  Json array_for(const Json& node, const Json::json_pointer& at, int depth, bool noted);
  Json number_for(const Json& node, bool integer);
  Json anything(int depth);
  std::string text();
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }
  std::size_t below(std::size_t bound) { return random_() % bound; }

  const SchemaFile& file_;
  std::mt19937 random_;
  std::set<const Json*> alone_;
  Instance* instance_ = nullptr;
};

}  // namespace parley::schema_test
