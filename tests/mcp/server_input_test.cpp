// SPDX-License-Identifier: MIT
// What a server answers to messages that no well-behaved client sends.
#include <array>
#include <atomic>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/parse.hpp>
#include <parley/json/tagged_union.hpp>
#include <parley/json/value.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/mcp/types/content.hpp>
#include <parley/mcp/types/prompts.hpp>
#include <parley/mcp/types/resources.hpp>
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

struct Team {
  std::vector<Plain> members{};
  Plain lead{};
  std::optional<Bounded> guests{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("members", self.members);
    v("lead", self.lead, required);
    v("guests", self.guests);
  }
};

struct Ratio {
  double value = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("value", self.value, required);
  }
};

struct Share {
  double value = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("value", self.value, required, Doc("A part of 1").range(0, 1));
  }
};

/// A server, and a client that sends what the test says.
struct Raw {
  Raw() {
    add_tools();
    connect();
  }
  explicit Raw(Server offered) : server(std::move(offered)) { connect(); }

  void add_tools() {
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
  }
  void connect() {
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

struct Size {
  int width = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("width", self.width, required, Doc("Columns").range(1, 9));
  }
};
struct Change : OneOf<Size, Plain, Unknown> {
  using OneOf::OneOf;
  static constexpr std::string_view tag = "change";
  static constexpr std::array<std::string_view, 2> tags{"size", "plain"};
};
struct Edit {
  std::string file{};
  Change change{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("file", self.file, required);
    v.flatten(self.change);
  }
};

TEST_CASE("a tool whose arguments are a union is listed as an object, and checked as the union") {
  Raw raw;
  raw.server.add_tool("edit", "", [&](const Edit&) { ++raw.handled; });
  raw.server.add_tool("change", "", [&](const Change&) { ++raw.handled; });
  for (int i = 0; i < 2; ++i) CHECK(raw.sink.wait_lines(++raw.answers));  // list_changed
  const Json listed = raw.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  for (const Json& tool : listed["result"]["tools"]) {
    CHECK_FALSE(tool["inputSchema"].contains("anyOf"));
    CHECK_FALSE(tool["inputSchema"].contains("allOf"));
  }
  for (const std::string arguments :
       {R"({"file":"a","change":"size","width":10})", R"({"file":"a","change":"size"})",
        R"({"file":"a","change":"none"})", R"({"file":"a","width":1})"}) {
    CHECK(raw.call("edit", arguments)["isError"] == true);
    CHECK(raw.call("change", arguments)["isError"] == true);
  }
  CHECK(raw.handled == 0);
  const std::string fits = R"({"file":"a","change":"size","width":9})";
  CHECK_FALSE(raw.call("edit", fits).contains("isError"));
  CHECK_FALSE(raw.call("change", fits).contains("isError"));
  CHECK(raw.handled == 2);
}

// As a validator of the listed schema says it: the same for a tool whose arguments are only decoded
// ("plain") and for one whose arguments are validated, too ("bounded", "team").
TEST_CASE("a missing argument is named, with what is expected, however it is found to be missing") {
  Raw raw;
  raw.server.add_tool("team", "", [](const Team&) {});
  raw.server.add_tool("teams", "", [](const std::map<std::string, std::vector<Team>>&) {});
  const auto next = [&] { CHECK(raw.sink.wait_lines(++raw.answers)); };
  next();  // list_changed
  next();
  const auto refusal = [&](const std::string& tool, const std::string& arguments) {
    return raw.call(tool, arguments)["content"][0]["text"].get<std::string>();
  };
  CHECK(refusal("plain", "{}") ==
        R"(Invalid arguments for tool plain: missing required property "count", expected integer)");
  CHECK(refusal("bounded", "{}") ==
        R"(Invalid arguments for tool bounded: missing required property "names", expected array)");
  CHECK(refusal("team", "{}") ==
        R"(Invalid arguments for tool team: missing required property "lead", expected object)");
  CHECK(refusal("team", R"({"lead":"Ann"})").find("missing") == std::string::npos);
  CHECK(refusal("team", R"({"lead":{}})") ==
        R"(Invalid arguments for tool team: /lead: )"
        R"(missing required property "count", expected integer)");
  CHECK(refusal("team", R"({"lead":{"count":1},"members":[{"count":1},{}]})") ==
        R"(Invalid arguments for tool team: /members/1: )"
        R"(missing required property "count", expected integer)");
}

TEST_CASE("mcp A16: a result that its output schema does not allow is an error, not sent") {
  Raw raw;
  raw.server.add_tool("ratio", "", [](const Json& in) {
    return Ratio{in["of"] == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.5};
  });
  raw.server.add_tool("endless", "",
                      [] { return Ratio{-std::numeric_limits<double>::infinity()}; });
  raw.server.add_tool("share", "", [](const Json& in) { return Share{in["of"].get<double>()}; });
  for (int i = 0; i < 3; ++i) CHECK(raw.sink.wait_lines(++raw.answers));  // list_changed
  const auto answer = [&](const std::string& tool, const std::string& arguments) {
    return raw.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool +
                   R"(","arguments":)" + arguments + "}}");
  };
  CHECK(answer("ratio", R"({"of":2})")["result"]["structuredContent"] ==
        *parse(R"({"value":0.5})"));
  CHECK(answer("share", R"({"of":1})")["result"]["structuredContent"] == *parse(R"({"value":1})"));
  for (const auto& [tool, arguments, told] : std::vector<std::array<std::string, 3>>{
           {"ratio", R"({"of":0})", "NaN"},
           {"endless", "{}", "infinity"},
           {"share", R"({"of":2})", "/value"},
       }) {
    const Json refused = answer(tool, arguments);
    INFO(refused);
    CHECK(refused["error"]["code"] == -32603);
    const auto text = refused["error"]["message"].get<std::string>();
    CHECK(text.find(tool) != std::string::npos);
    CHECK(text.find(told) != std::string::npos);
  }
}

TEST_CASE("mcp A7: what was announced stays, empty, when the last one of the kind is removed") {
  Server server("server", "1");
  server.add_tool("only", "", [] {});
  server.add_text_resource("test://only", "only", "");
  server.add_prompt(Prompt{.name = "only"}, [](const GetPromptRequestParams&, RequestContext&) {
    return GetPromptResult();
  });
  Raw raw(std::move(server));
  CHECK(raw.server.remove_tool("only"));
  CHECK(raw.server.remove_resource("test://only"));
  CHECK(raw.server.remove_prompt("only"));
  for (int i = 0; i < 3; ++i) CHECK(raw.sink.wait_lines(++raw.answers));  // list_changed
  for (const std::string kind : {"tools", "resources", "prompts"}) {
    const Json answer = raw.ask(R"({"jsonrpc":"2.0","id":1,"method":")" + kind + R"(/list"})");
    CHECK(answer["result"] == *parse("{\"" + kind + "\":[]}"));
  }
}

TEST_CASE("mcp A7: a client hears of changes only in what it was told of") {
  Raw raw;  // tools, and nothing else
  raw.server.add_text_resource("test://late", "late", "");
  raw.server.add_prompt(Prompt{.name = "late"}, [](const GetPromptRequestParams&, RequestContext&) {
    return GetPromptResult();
  });
  raw.server.add_tool("late", "", [] {});
  CHECK(raw.sink.wait_lines(++raw.answers));
  CHECK(*parse(raw.sink.lines().back()) ==
        *parse(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"));
  raw.ask(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  CHECK(raw.sink.lines().size() == raw.answers);
}

TEST_CASE("mcp A15: the cursor of one list is none of another") {
  Server server({.name = "server", .version = "1"}, ServerOptions{.page_size = 1});
  server.add_text_resource("test://a", "a", "");
  server.add_text_resource("test://b", "b", "");
  server.add_tool("a", "", [] {});
  server.add_tool("b", "", [] {});
  Raw raw(std::move(server));
  const auto list = [&](const std::string& kind, const std::string& cursor) {
    return raw.ask(R"({"jsonrpc":"2.0","id":1,"method":")" + kind +
                   R"(/list","params":{"cursor":)" + cursor + "}}");
  };
  const Json first = raw.ask(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})");
  const std::string cursor = first["result"]["nextCursor"].dump();
  CHECK(list("resources", cursor)["result"]["resources"][0]["uri"] == "test://b");
  CHECK(list("tools", cursor)["error"]["code"] == -32602);
  CHECK(list("resources/templates", cursor)["error"]["code"] == -32602);
}

TEST_CASE("a resource's reader gets every value of an exploded variable") {
  Server server("server", "1");
  for (const char* text : {"a://{/path*}", "b://{?tag*}"}) {
    server.add_resource_template(
        ResourceTemplate{.uri_template = text, .name = text},
        [](const std::string& uri, const Server::Variables& variables, RequestContext&) {
          ReadResourceResult result;
          result.contents.push_back(
              TextResourceContents{.uri = uri, .text = variables.begin()->second});
          return result;
        });
  }
  Raw raw(std::move(server));
  for (const auto& [uri, values] : std::map<std::string, std::string>{
           {"a:///x/y/z", "x,y,z"}, {"a:///x", "x"}, {"b://?tag=1&tag=2", "1,2"}}) {
    const Json answer = raw.ask(
        R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":")" + uri + "\"}}");
    CHECK(answer["result"]["contents"][0]["text"] == values);
  }
}

}  // namespace parley::mcp::server_input_test
