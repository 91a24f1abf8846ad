// SPDX-License-Identifier: MIT
// What a server answers to messages that no well-behaved client sends.
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/mcp/types/content.hpp>
#include <parley/mcp/types/tools.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"
#include "transport/recording_sink.hpp"

namespace parley::mcp::server_input_test {

struct Plain {
  int count = 0;
  Nullable<int> limit{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("count", self.count, required);
    v("limit", self.limit);
  }
};

struct Bounded {
  std::vector<std::string> names{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("names", self.names, required, Doc("Who").length(1, 2));
  }
};

/// A server, and a client that sends what the test says.
struct Raw {
  Raw() {
    server.add_tool("greet", "Greets", [](const Json&) { return std::string("hello"); });
    server.add_tool("plain", "", [this](const Plain&) { ++handled; });
    server.add_tool("bounded", "", [this](const Bounded&) { ++handled; });
    server.add_tool("shape", "", [](const ContentBlock& block) { return block; });
    server.add_tool("maybe", "", [](const std::optional<Plain>&) {});
    server.add_tool("map", "", [](const std::map<std::string, int>&) {});
    Tool strict;
    strict.name = "strict";
    strict.input_schema = *parse(R"({"type":"object","properties":{"n":{"multipleOf":2}}})");
    server.add_tool(strict, [this](const Json&) { ++handled; });
    auto [near, far] = memory_pair(runtime->workers());
    session = server.attach(std::move(far), runtime);
    client = std::move(near);
    client->start(sink);
    ask(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
        R"("capabilities":{},"clientInfo":{"name":"raw","version":"1"}}})");
  }
  /// The answer to a message that has one.
  Json ask(std::string_view message) {
    client->send(message);
    REQUIRE(sink.wait_lines(++answers));
    return *parse(sink.lines().back());
  }

  Json call(const std::string& tool, const std::string& arguments) {
    const Json answer = ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" +
                            tool + R"(","arguments":)" + arguments + "}}");
    REQUIRE(answer.contains("result"));
    return answer["result"];
  }

  std::atomic<int> handled = 0;
  parley::test::RecordingSink sink;
  std::shared_ptr<Runtime> runtime = std::make_shared<Runtime>();
  Server server{"server", "1"};
  std::unique_ptr<ServerSession> session;
  std::unique_ptr<Transport> client;
  std::size_t answers = 0;
};

TEST_CASE("mcp A3: a method that has no name is not found") {
  Raw raw;
  const Json answer = raw.ask(R"({"jsonrpc":"2.0","id":1,"method":""})");
  CHECK(answer["error"]["code"] == -32601);
  CHECK(answer["id"] == 1);
}

TEST_CASE("an error quotes no more than the start of what the client sent") {
  Raw raw;
  const std::string name(100'000, 'x');
  using Ends = std::pair<const char*, const char*>;
  for (const auto& [head, tail] :
       {Ends{R"({"jsonrpc":"2.0","id":1,"method":")", "\"}"},
        Ends{R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")", "\"}}"}}) {
    const Json answer = raw.ask(head + name + tail);
    CHECK(answer["error"]["message"].get<std::string>().size() < 200);
  }
}

TEST_CASE("mcp A16: arguments that do not fit the schema are an error for the model") {
  Raw raw;
  for (const auto& [tool, arguments, told] : std::vector<std::array<std::string, 3>>{
           {"plain", R"({"count":"three"})", "/count"},
           {"plain", R"({"count":2.5})", "/count"},
           {"plain", R"({"count":9999999999})", "/count"},
           {"plain", R"({"count":null})", "/count"},
           {"plain", R"({})", "count"},
           {"bounded", R"({"names":[]})", "/names"},
           {"bounded", R"({"names":["a","b","c"]})", "/names"},
           {"bounded", R"({"names":[1]})", "/names/0"},
           {"strict", R"({"n":3})", "/n"},
       }) {
    INFO(tool << ' ' << arguments);
    const Json result = raw.call(tool, arguments);
    CHECK(result["isError"] == true);
    const auto text = result["content"][0]["text"].get<std::string>();
    CHECK(text.starts_with("Invalid arguments for tool " + tool + ": "));
    CHECK(text.find(told) != std::string::npos);
  }
  CHECK(raw.handled == 0);
}

TEST_CASE("arguments that fit reach the handler, null and members nobody knows included") {
  Raw raw;
  CHECK_FALSE(raw.call("plain", R"({"count":3,"limit":null,"more":[]})").contains("isError"));
  CHECK_FALSE(raw.call("plain", R"({"count":3.0})").contains("isError"));
  CHECK_FALSE(raw.call("bounded", R"({"names":["a","b"]})").contains("isError"));
  CHECK_FALSE(raw.call("strict", R"({"n":4})").contains("isError"));
  CHECK(raw.handled == 4);
}

TEST_CASE("the arguments of a tool are an object, whatever its handler takes") {
  Raw raw;
  const Json answer = raw.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  CHECK(answer["result"]["tools"].size() == 7);
  for (const Json& tool : answer["result"]["tools"]) {
    CAPTURE(tool["name"]);
    CHECK(tool["inputSchema"]["type"] == "object");
  }
  CHECK_THROWS_AS(raw.server.add_tool("list", "", [](const std::vector<int>&) {}), Error);
  CHECK_THROWS_AS(raw.server.add_tool("text", "", [](const std::string&) {}), Error);
}

TEST_CASE("a tool whose own schema is none is refused when it is added") {
  Server server("server", "1");
  Tool tool;
  tool.name = "broken";
  tool.input_schema = *parse(R"({"type":"object","properties":{"n":{"type":"nonsense"}}})");
  CHECK_THROWS_AS(server.add_tool(tool, [](const Json&) {}), Error);
}

}  // namespace parley::mcp::server_input_test
