// SPDX-License-Identifier: MIT
// Where the official schemas come from: an npm package of the tests, or a folder.
#pragma once

#include <optional>
#include <string>

#include <parley/json/value.hpp>

namespace parley::oracle {

/// The two places where a schema can be.
struct SchemaFile {
  std::string npm;     ///< Below node_modules; empty when no package ships it.
  std::string folder;  ///< Below PARLEY_SCHEMA_DIR.
};

struct Found {
  Json document;
  std::string path;
  std::string source;  ///< For people: "npm @agentclientprotocol/sdk 2.4.0".
};

/// Looks below `PARLEY_PEERS_DIR`/node_modules (where the tests install npm packages) first, then
/// in `PARLEY_SCHEMA_DIR`; both are environment variables, with CMake's values as defaults.
std::optional<Found> find_schema(const SchemaFile& file);

}  // namespace parley::oracle
