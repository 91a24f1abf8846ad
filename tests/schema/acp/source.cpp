// SPDX-License-Identifier: MIT
// Finding and reading schemas. Read with nlohmann's parser: a fault of ours shall not hide itself.
#include "schema/acp/source.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace parley::oracle {
namespace {

namespace fs = std::filesystem;

std::optional<Json> read(const fs::path& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  Json document = Json::parse(file, nullptr, false);
  if (document.is_discarded()) return std::nullopt;
  return document;
}

fs::path folder(const char* variable, const char* fallback) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : fallback;
}

/// "@scope/name 1.2.3" of the package that a file below node_modules belongs to.
std::string package_of(const fs::path& modules, const fs::path& relative) {
  fs::path package;
  for (const fs::path& part : relative) {
    package /= part;
    if (const auto manifest = read(modules / package / "package.json")) {
      return manifest->value("name", "?") + " " + manifest->value("version", "?");
    }
  }
  return "?";
}

}  // namespace

std::optional<Found> find_schema(const SchemaFile& file) {
  if (!file.npm.empty()) {
    const fs::path modules = folder("PARLEY_PEERS_DIR", PARLEY_TEST_PEERS_DIR) / "node_modules";
    if (auto document = read(modules / file.npm)) {
      return Found{std::move(*document), modules / file.npm,
                   "npm " + package_of(modules, file.npm)};
    }
  }
  const fs::path schemas = folder("PARLEY_SCHEMA_DIR", PARLEY_TEST_SCHEMA_DIR);
  if (schemas.empty()) return std::nullopt;
  if (auto document = read(schemas / file.folder)) {
    return Found{std::move(*document), schemas / file.folder, (schemas / file.folder).string()};
  }
  return std::nullopt;
}

}  // namespace parley::oracle
