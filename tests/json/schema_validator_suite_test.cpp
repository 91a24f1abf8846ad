// SPDX-License-Identifier: MIT
// The JSON Schema Test Suite, from Debian's libtest-json-schema-acceptance-perl when it is
// installed.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include <parley/json/schema_validator.hpp>
#include <parley/json/value.hpp>

#include "catch.hpp"

namespace {

namespace fs = std::filesystem;
using parley::Json;

const fs::path suite = "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance";

Json read(const fs::path& file) {
  std::ifstream in(file);
  return Json::parse(in);
}

/// Serves the suite's "remotes" folder as http://localhost:1234/.
std::shared_ptr<const Json> load_remote(const std::string& uri) {
  static const std::string base = "http://localhost:1234/";
  if (uri.rfind(base, 0) != 0) return nullptr;
  const auto file = suite / "remotes" / uri.substr(base.size());
  return fs::is_regular_file(file) ? std::make_shared<const Json>(read(file)) : nullptr;
}

struct Figures {
  int passed = 0, failed = 0;
};

/// Cases for what is not offered: the metaschemas of older drafts, and `regex` as an asserted
/// format.
bool is_out_of_scope(const Json& group) {
  const auto text = group["schema"].dump();
  for (const char* metaschema : {"draft-07/schema#", "draft-06/schema#", "draft/2019-09/schema"}) {
    if (text.find(std::string("\"$ref\":\"http://json-schema.org/") + metaschema) != text.npos ||
        text.find(std::string("\"$ref\":\"https://json-schema.org/") + metaschema) != text.npos) {
      return true;
    }
  }
  return group["description"] == "\\a is not an ECMA 262 control escape";
}

/// Runs a group; `dialect`, unless empty, is the `$schema` of schemas that name none.
void run_group(const Json& group, const std::string& name, const std::string& dialect,
               const parley::SchemaOptions& options, Figures& figures) {
  auto document = group["schema"];
  if (document.is_object() && !dialect.empty()) document.emplace("$schema", dialect);
  const auto schema = parley::SchemaValidator::compile(std::move(document), options);
  for (const auto& test : group["tests"]) {
    const bool fine =
        schema && schema->validate(test["data"]).has_value() == test["valid"].get<bool>();
    ++(fine ? figures.passed : figures.failed);
    if (!fine) {
      UNSCOPED_INFO(name << " / " << group["description"] << " / " << test["description"] << ": "
                         << (schema ? "wrong verdict" : schema.error().message));
    }
  }
}

/// Runs one file of the suite, or all files of a folder (not of its subfolders).
Figures run(const fs::path& path, const parley::SchemaOptions& options,
            const std::string& dialect = "") {
  Figures figures;
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() != ".json") continue;
      const auto part = run(entry.path(), options, dialect);
      figures.passed += part.passed;
      figures.failed += part.failed;
    }
    return figures;
  }
  for (const auto& group : read(path)) {
    if (is_out_of_scope(group)) continue;
    run_group(group, path.stem(), dialect, options, figures);
  }
  return figures;
}

bool present() {
  if (fs::is_directory(suite / "tests/draft2020-12")) return true;
  WARN("skipped: apt-get install libtest-json-schema-acceptance-perl brings the suite");
  return false;
}

parley::SchemaOptions with_remotes() {
  parley::SchemaOptions options;
  options.load = load_remote;
  return options;
}

void report(const char* what, const Figures& figures) {
  std::cout << what << ": " << figures.passed << " of " << figures.passed + figures.failed
            << " cases\n";
  CHECK(figures.failed == 0);
}

}  // namespace

TEST_CASE("schema suite: every required test of draft 2020-12 passes") {
  if (present())
    report("JSON Schema suite, draft2020-12", run(suite / "tests/draft2020-12", with_remotes()));
}

TEST_CASE("schema suite: the formats that can be asserted pass their optional tests") {
  if (!present()) return;
  auto options = with_remotes();
  options.assert_formats = true;
  for (const char* format : {"email", "uri", "date", "date-time"}) {
    report(format,
           run(suite / "tests/draft2020-12/optional/format" / (std::string(format) + ".json"),
               options));
  }
}

TEST_CASE("schema suite: optional tests of draft 2020-12 that apply pass") {
  if (!present()) return;
  for (const char* name :
       {"bignum", "cross-draft", "dependencies-compatibility", "ecmascript-regex", "float-overflow",
        "no-schema", "non-bmp-regex", "refOfUnknownKeyword"}) {
    report(name, run(suite / "tests/draft2020-12/optional" / (std::string(name) + ".json"),
                     with_remotes()));
  }
}

TEST_CASE("schema suite: the older drafts that are understood pass their required tests") {
  if (!present()) return;
  const auto options = with_remotes();
  report("draft2019-09", run(suite / "tests/draft2019-09", options,
                             "https://json-schema.org/draft/2019-09/schema"));
  report("draft7", run(suite / "tests/draft7", options, "http://json-schema.org/draft-07/schema#"));
  report("draft6", run(suite / "tests/draft6", options, "http://json-schema.org/draft-06/schema#"));
}
