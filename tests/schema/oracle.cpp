// SPDX-License-Identifier: MIT
// Running the oracle over one schema file and telling what it found.
#include "schema/oracle.hpp"

#include <algorithm>
#include <cstdio>

#include <parley/json/write.hpp>

namespace parley::schema_test {

struct Oracle::Pass {
  SchemaFile& file;
  std::string version;
  Comparer comparer;
  InstanceMaker maker;
  std::vector<std::string> wrong{};
  std::set<std::string> listed{};    ///< Differences that exceptions excused.
  std::set<std::string> disagree{};  ///< Definitions.
};

namespace {

bool matches(std::string_view pattern, const std::string& text) {
  if (!pattern.starts_with('*')) return pattern == text;
  return text.ends_with(pattern.substr(1));
}

}  // namespace

bool Oracle::excused(const Difference& difference, Pass& pass) {
  for (const Since& entry : since) {
    if (difference.what != "not in the schema" || !matches(entry.place, difference.place)) continue;
    if (pass.version >= entry.version) continue;
    used_.insert(entry.place);
    return true;
  }
  for (const Exception& entry : exceptions) {
    if (!matches(entry.text, difference.text())) continue;
    if (pass.version < entry.first || (!entry.last.empty() && pass.version > entry.last)) continue;
    used_.insert(entry.text);
    pass.listed.insert(std::string(entry.text));
    if (difference.node == nullptr) return true;
    if (difference.what == "required in the schema only")
      pass.file.tolerate_absence(difference.node);
    pass.maker.leave_alone(difference.node);
    for (const Leaf& leaf : pass.file.choices(*difference.node).leaves) {
      pass.maker.leave_alone(leaf.node);
    }
    return true;
  }
  return false;
}

void Oracle::compare(const Check& check, const Json& node, Pass& pass) {
  std::vector<Difference> differences;
  if (check.shape != nullptr) {
    const auto& type_name = check.shape->type_name;
    const auto& place = type_name.empty() ? check.definition : type_name;
    const auto& name = check.pointer.empty() ? check.definition : std::string();
    pass.comparer.compare(node, *check.shape, place, check.tag, name);
    differences = pass.comparer.take();
  }
  if (check.also) {
    const Json& definition = *pass.file.definition(check.definition);
    for (auto& other : check.also(pass.file, pass.version, definition)) {
      differences.push_back(std::move(other));
    }
  }
  for (const Difference& difference : differences) {
    if (excused(difference, pass)) continue;
    pass.wrong.push_back(check.definition + ": " + difference.text());
    pass.disagree.insert(check.definition);
  }
}

void Oracle::try_valid(const Check& check, const Json& value, Pass& pass) {
  const RoundTrip strict = check.coder(value, Policy::strict);
  const RoundTrip lenient = check.coder(value, Policy::lenient);
  if (strict.accepted && strict.equal && lenient.accepted && lenient.equal) return;
  const std::string problem = !strict.accepted    ? "is refused: " + strict.message
                              : !strict.equal     ? "is changed by a round trip"
                              : !lenient.accepted ? "is refused leniently: " + lenient.message
                                                  : "is changed by a lenient round trip";
  pass.wrong.push_back(check.definition + ": " + to_text(value) + " " + problem);
}

void Oracle::try_broken(const Check& check, const Json& value, const Json& node, Pass& pass) {
  const RoundTrip strict = check.coder(value, Policy::strict);
  const RoundTrip lenient = check.coder(value, Policy::lenient);
  if (strict.accepted && !pass.file.conforms(value, node)) {
    pass.wrong.push_back(check.definition + ": " + to_text(value) + " is accepted");
  }
  if ((strict.accepted && !strict.equal) ||
      (lenient.accepted && !lenient.equal && !check.repairs)) {
    pass.wrong.push_back(check.definition + ": " + to_text(value) + " is changed by a round trip");
  }
}

void Oracle::try_instances(const Check& check, const Json& node, Pass& pass) {
  const Json* whole = pass.file.definition(check.whole);
  const std::size_t before = pass.wrong.size();
  for (int i = 0; i < instances && pass.wrong.size() == before; ++i) {
    const Instance instance = pass.maker.make(node);
    if (!pass.file.conforms(instance.value, node)) {
      pass.wrong.push_back(check.definition + ": the generator made " + to_text(instance.value));
    }
    try_valid(check, instance.value, pass);
    try_broken(check, pass.maker.broken(instance), whole == nullptr ? node : *whole, pass);
  }
  if (pass.wrong.size() > before) pass.disagree.insert(check.definition);
}

std::vector<std::string> Oracle::run(const std::string& protocol, const std::string& version,
                                     SchemaFile& file) {
  Pass pass{file, version, Comparer(file), InstanceMaker(file, 20251125)};
  for (const auto& [definition, name] : aliases) pass.comparer.alias(definition, name);
  std::set<std::string> covered;
  for (const bool comparing : {true, false}) {
    for (const Check& check : checks) {
      const Json* definition = file.definition(check.definition);
      if (definition == nullptr) continue;
      covered.insert(check.definition);
      const Json& node = file.at(*definition, check.pointer);
      if (comparing) {
        compare(check, node, pass);
      } else if (check.coder != nullptr) {
        try_instances(check, node, pass);
      }
    }
  }
  met_.insert(covered.begin(), covered.end());
  for (const Uncovered& entry : uncovered) {
    if (file.definition(entry.definition) == nullptr) continue;
    used_.insert(entry.definition);
    covered.insert(std::string(entry.definition));
    pass.listed.insert(std::string(entry.definition));
  }
  for (const auto& [name, schema] : file.definitions().items()) {
    if (covered.insert(name).second) {
      pass.wrong.push_back(name + ": no type stands for this definition, and none is excused");
      pass.disagree.insert(name);
    }
  }
  const std::size_t count = file.definitions().size();
  std::printf("%s %s: %zu/%zu definitions agree, %zu listed exceptions (source: %s)\n",
              protocol.c_str(), version.c_str(), count - pass.disagree.size(), count,
              pass.listed.size(), file.path().c_str());
  return pass.wrong;
}

std::vector<std::string> Oracle::stale() const {
  std::vector<std::string> out;
  const auto unused = [&](std::string_view text) { return used_.count(text) == 0; };
  for (const auto& entry : exceptions) {
    if (unused(entry.text)) out.push_back("never needed: " + std::string(entry.text));
  }
  for (const auto& entry : uncovered) {
    if (unused(entry.definition))
      out.push_back("no such definition: " + std::string(entry.definition));
  }
  for (const auto& entry : since) {
    if (unused(entry.place)) out.push_back("no version is older: " + std::string(entry.place));
  }
  for (const Check& check : checks) {
    if (met_.count(check.definition) == 0) {
      out.push_back("no such definition: " + check.definition);
    }
  }
  return out;
}

}  // namespace parley::schema_test
