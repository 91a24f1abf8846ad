// SPDX-License-Identifier: MIT
// Running the oracle and saying what it found.
#include "schema/acp/oracle.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

namespace parley::oracle {
namespace {

/// Of the many ways to fail, a person needs a few.
constexpr std::size_t shown_problems = 5;

std::string shortened(const std::string& text) {
  return text.size() <= 600 ? text : text.substr(0, 600) + "...";
}

Json parsed(const std::string& text) { return Json::parse(text, nullptr, false); }

}  // namespace

Oracle::Oracle(Protocol protocol, int argc, char** argv) : protocol_(std::move(protocol)) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "-v") == 0) verbose_ = true;
    if (i + 1 == argc) continue;
    if (std::strcmp(argv[i], "--seed") == 0) {
      seed_ = static_cast<std::uint32_t>(std::strtoul(argv[i + 1], nullptr, 10));
    }
    if (std::strcmp(argv[i], "--count") == 0) count_ = std::atoi(argv[i + 1]);
  }
  auto found = find_schema(protocol_.file);
  if (!found) {
    std::printf(
        "%s: SKIPPED, no official schema: neither %s below node_modules of the npm packages "
        "(tests/peers/install.sh) nor %s below PARLEY_SCHEMA_DIR\n",
        protocol_.title.c_str(), protocol_.file.npm.c_str(), protocol_.file.folder.c_str());
    std::exit(77);
  }
  source_ = found->source;
  schema_.emplace(std::move(found->document));
}

void Oracle::add(const std::string& name, const std::string& how, const Shape& shape, Try attempt) {
  if (!schema_->has(name)) return wrong(name, "is not in the schema");
  if (!entries_.emplace(name, Entry{how, &shape, attempt}).second) wrong(name, "is listed twice");
}

void Oracle::covered(const std::string& name, const std::string& how,
                     const std::function<std::string(const Schema&)>& check) {
  if (!schema_->has(name)) return wrong(name, "is not in the schema");
  if (!entries_.emplace(name, Entry{how}).second) wrong(name, "is listed twice");
  if (!check) return;
  if (const std::string problem = check(*schema_); !problem.empty()) wrong(name, problem);
}

void Oracle::also(const std::string& what, const std::function<std::string(const Schema&)>& check) {
  if (const std::string problem = check(*schema_); !problem.empty()) wrong(what, problem);
}

void Oracle::wrong(const std::string& name, const std::string& what) {
  problems_[name].push_back(what);
}

bool Oracle::excepted(const std::string& difference) {
  const std::string where = difference.substr(0, difference.find(": "));
  for (const auto& [name, reason] : exceptions_) {
    const bool inside =
        where.starts_with(name) && (where.size() == name.size() || where[name.size()] == '.' ||
                                    where[name.size()] == '<' || where[name.size()] == '[');
    if (!inside) continue;
    ++used_exceptions_[name];
    return true;
  }
  return false;
}

void Oracle::compare(const std::string& name, const Entry& entry) {
  Comparison comparison(*schema_, types_, protocol_.conventions);
  comparison.definition(name, *entry.shape);
  for (const std::string& difference : comparison.differences()) {
    if (!excepted(difference)) wrong(name, difference);
  }
}

bool Oracle::try_valid(const std::string& name, const Entry& entry, const Json& instance) {
  ++valid_tried_;
  for (const Policy policy : {Policy::strict, Policy::lenient}) {
    const char* mode = policy == Policy::strict ? "strict" : "lenient";
    const Attempt attempt = entry.attempt(instance, policy);
    std::string problem;
    if (!attempt.decoded) {
      problem = "valid, but refused (" + attempt.error + ")";
    } else if (parsed(attempt.text) != instance) {
      problem = "encoded unequal, as " + shortened(attempt.text);
    } else if (!attempt.equal) {
      problem = "a copy, or what its text decodes to, is unequal";
    }
    if (problem.empty()) continue;
    wrong(name, std::string(mode) + ": " + problem + ": " + shortened(instance.dump()));
    return false;
  }
  return true;
}

bool Oracle::try_damaged(const std::string& name, const Entry& entry, const Json& instance) {
  ++damaged_tried_;
  for (const auto& [policy, strictness, mode] :
       {std::tuple{Policy::strict, Strictness::strict, "strict"},
        std::tuple{Policy::lenient, Strictness::lenient, "lenient"}}) {
    const bool expected = schema_->accepts_reference(name, instance, strictness);
    const Attempt attempt = entry.attempt(instance, policy);
    std::string problem;
    if (attempt.decoded && !expected) problem = "invalid, but accepted";
    if (!attempt.decoded && expected) problem = "valid, but refused (" + attempt.error + ")";
    if (problem.empty() && attempt.decoded && parsed(attempt.text) != instance) {
      problem = "encoded unequal, as " + shortened(attempt.text);
    }
    if (policy == Policy::strict && !attempt.decoded) ++refused_;
    if (problem.empty()) continue;
    wrong(name, std::string(mode) + ": " + problem + ": " + shortened(instance.dump()));
    return false;
  }
  return true;
}

void Oracle::try_instances(const std::string& name, const Entry& entry) {
  // Seeded by name, so that a new definition does not change the others' instances.
  std::uint32_t seed = seed_;
  for (const char c : name) seed = seed * 31 + static_cast<unsigned char>(c);
  Instances instances(*schema_, seed);
  const Json& schema = schema_->definition(name);
  for (int i = 0; i < count_; ++i) {
    const Json instance = instances.valid(schema);
    if (!schema_->accepts(schema, instance, Strictness::strict)) {
      return wrong(name, "the oracle made an invalid instance: " + shortened(instance.dump()));
    }
    if (!try_valid(name, entry, instance)) return;
    if (!try_damaged(name, entry, instances.damaged(instance))) return;
  }
}

void Oracle::report() const {
  std::map<std::string, int> kinds;
  for (const auto& [name, entry] : entries_) {
    ++kinds[entry.how];
    if (verbose_) std::printf("  %-42s %s\n", name.c_str(), entry.how.c_str());
  }
  for (const auto& [name, problems] : problems_) {
    for (std::size_t i = 0; i < problems.size() && i < shown_problems; ++i) {
      std::printf("FAIL %s: %s\n", name.c_str(), problems[i].c_str());
    }
  }
  for (const auto& [name, reason] : exceptions_) {
    const auto used = used_exceptions_.find(name);
    std::printf("%s: %s: %s\n", used == used_exceptions_.end() ? "FAIL unused exception" : "meant",
                name.c_str(), reason.c_str());
  }
  for (const auto& [how, count] : kinds) std::printf("  %3d %s\n", count, how.c_str());
  std::printf(
      "  %zu valid instances round-trip, strict and lenient; of %zu damaged ones strict "
      "decoding refused %zu, as the schema does\n",
      valid_tried_, damaged_tried_, refused_);
}

int Oracle::run() {
  for (const std::string& name : schema_->names()) {
    const auto entry = entries_.find(name);
    if (entry == entries_.end()) {
      wrong(name, "nothing stands for it");
    } else if (entry->second.shape != nullptr) {
      compare(name, entry->second);
      try_instances(name, entry->second);
    }
  }
  report();
  std::size_t agreeing = 0;
  for (const std::string& name : schema_->names()) agreeing += problems_.contains(name) ? 0 : 1;
  const bool all_used = used_exceptions_.size() == exceptions_.size();
  std::printf("%s: %zu/%zu definitions agree (source: %s)\n", protocol_.title.c_str(), agreeing,
              schema_->names().size(), source_.c_str());
  return problems_.empty() && all_used ? 0 : 1;
}

}  // namespace parley::oracle
