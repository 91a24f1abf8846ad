// SPDX-License-Identifier: MIT
// What a server answers to messages that no well-behaved client sends.
#include <string>
#include <string_view>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"
#include "transport/recording_sink.hpp"

namespace parley::mcp::server_input_test {

/// A server, and a client that sends what the test says.
struct Raw {
  Raw() {
    server.add_tool("greet", "Greets", [](const Json&) { return std::string("hello"); });
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

}  // namespace parley::mcp::server_input_test
