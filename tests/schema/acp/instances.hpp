// SPDX-License-Identifier: MIT
// Random JSON out of a schema: valid instances, and near misses.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "schema/acp/schema.hpp"

namespace parley::oracle {

/// Makes valid instances of definitions, and damages them. The same seed makes the same ones.
class Instances {
 public:
  Instances(const Schema& schema, std::uint32_t seed) : schema_(schema), random_(seed) {}

  Json valid(const Json& schema);

  /// A copy with one random place changed: another type, another value, null, or gone. May well be
  /// valid still; ask the schema.
  Json damaged(const Json& instance);

 private:
  Json make(const Json& schema, int depth);
  Json of_type(const std::string& type, const Json& schema, int depth);
  Json object(const Json& schema, int depth);
  Json part(const Json& parts, int depth);
  Json number();
  Json integer(const std::string& format);
  Json text(const Json& schema);
  Json anything(int depth);
  Json other_than(const Json& value);

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  bool chance(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }

  const Schema& schema_;
  std::mt19937_64 random_;
};

}  // namespace parley::oracle
