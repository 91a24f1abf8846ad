// SPDX-License-Identifier: MIT
// MCP's method table, versions and error codes against section A of the protocol's documents.
#include <parley/mcp/methods.hpp>

#include <algorithm>
#include <set>

#include <parley/mcp/errors.hpp>

#include "catch.hpp"

namespace parley::mcp {
namespace {

std::size_t methods_of(std::string_view protocol_version) {
  return static_cast<std::size_t>(std::count_if(
      method::all.begin(), method::all.end(),
      [&](const MethodInfo& info) { return method::exists_in(info, protocol_version); }));
}

}  // namespace

TEST_CASE("mcp A2: the table has a row for every method of every session version") {
  CHECK(methods_of(version::v2024_11_05) == 15 + 9);
  CHECK(methods_of(version::v2025_03_26) == 15 + 9);
  CHECK(methods_of(version::v2025_06_18) == 16 + 9);
  CHECK(methods_of(version::v2025_11_25) == 20 + 11);
  std::set<std::string_view> names;
  for (const MethodInfo& info : method::all) names.insert(info.name);
  CHECK(names.size() == method::all.size());
}

TEST_CASE("mcp A2: methods of sessions end with 2025-11-25") {
  for (const auto name : {"initialize", "ping", "resources/subscribe", "logging/setLevel",
                          "notifications/initialized", "tasks/list"}) {
    CHECK_FALSE(method::exists_in(*method::find(name), "2026-07-28"));
  }
  CHECK(method::exists_in(*method::find("tools/call"), "2026-07-28"));
  CHECK(method::find("tools/destroy") == nullptr);
}

TEST_CASE("mcp A7: a method names the capability that gates it") {
  CHECK(method::resources_subscribe::info.capability == "resources.subscribe");
  CHECK(method::sampling_create_message::info.capability == "sampling");
  CHECK(method::notifications_tools_list_changed::info.sender_capability == "tools.listChanged");
  CHECK(method::ping::info.capability.empty());
}

TEST_CASE("mcp A3: params may be missing where the method needs none") {
  for (const MethodInfo& info : method::all) {
    const bool list = info.name.ends_with("/list") || info.name.ends_with("list_changed");
    const bool bare = info.name == "ping" || info.name == "notifications/initialized";
    INFO(info.name);
    CHECK(info.params_optional == (list || bare));
  }
}

TEST_CASE("mcp methods: a row with a result is a request, one without is a notification") {
  STATIC_REQUIRE(RequestMethod<method::tools_call>);
  STATIC_REQUIRE(NotificationMethod<method::notifications_progress>);
  STATIC_REQUIRE_FALSE(RequestMethod<method::notifications_progress>);
}

TEST_CASE(
    "mcp A8: a server answers with the version asked for if it speaks that, else its latest") {
  CHECK(version::negotiate("2024-11-05") == "2024-11-05");
  CHECK(version::negotiate("2025-06-18") == "2025-06-18");
  CHECK(version::negotiate("1999-01-01") == "2025-11-25");
  CHECK(version::negotiate("2099-01-01") == "2025-11-25");
  CHECK(version::negotiate("") == "2025-11-25");
  CHECK_FALSE(version::is_supported("2025-11-26"));
}

TEST_CASE("mcp A1: only 2025-03-26 has batches") {
  CHECK_FALSE(version::has_batches(version::v2024_11_05));
  CHECK(version::has_batches(version::v2025_03_26));
  CHECK_FALSE(version::has_batches(version::v2025_06_18));
  CHECK_FALSE(version::has_structured_content(version::v2025_03_26));
  CHECK(version::has_structured_content(version::v2025_06_18));
  CHECK(version::has_url_elicitation(version::v2025_11_25));
}

TEST_CASE("mcp A4: the codes that MCP adds") {
  CHECK(error_code::resource_not_found == -32002);
  CHECK(error_code::url_elicitation_required == -32042);
  CHECK(error_code::invalid_params == -32602);
}

}  // namespace parley::mcp
