// SPDX-License-Identifier: MIT
// Every request of a client's session on the wire, capability checks, and servers that misbehave.
#include <parley/mcp/client_session.hpp>

#include <functional>
#include <string>
#include <vector>

#include "mcp/scripted_server.hpp"

namespace parley::mcp::client_session_test {

using namespace std::chrono_literals;
using test::Ending;
using test::json;
using test::ScriptedServer;

/// Starts something, checks what goes out, and answers it.
template <class Result, class Start>
Result exchange(ScriptedServer& server, Start start, std::string_view method,
                std::string_view params, std::string_view result) {
  Ending<Result> ending;
  start(ending.fill());
  const Json request = server.wire->take();
  REQUIRE_FALSE(request.is_null());
  CHECK(request.at("method") == method);
  CHECK(request.value("params", Json::object()) == json(params));
  server.answer(request, result);
  REQUIRE(ending.over);
  REQUIRE(ending.error.empty());
  return std::move(ending.result);
}

TEST_CASE("requests for lists carry the cursor and give one page") {
  ScriptedServer server;
  server.connect();
  ClientSession& session = server.session;
  const auto tools = exchange<ListToolsResult>(
      server, [&](auto done) { session.async_list_tools(std::move(done), "c1"); }, "tools/list",
      R"({"cursor":"c1"})",
      R"({"tools":[{"name":"t","inputSchema":{"type":"object"}}],"nextCursor":"c2"})");
  CHECK(tools.tools.at(0).name == "t");
  CHECK(tools.next_cursor == "c2");
  const auto resources = exchange<ListResourcesResult>(
      server, [&](auto done) { session.async_list_resources(std::move(done)); }, "resources/list",
      "{}", R"({"resources":[{"uri":"a:b","name":"n"}]})");
  CHECK(resources.resources.at(0).uri == "a:b");
  const auto templates = exchange<ListResourceTemplatesResult>(
      server, [&](auto done) { session.async_list_resource_templates(std::move(done)); },
      "resources/templates/list", "{}",
      R"({"resourceTemplates":[{"uriTemplate":"a:{b}","name":"n"}]})");
  CHECK(templates.resource_templates.at(0).uri_template == "a:{b}");
  const auto prompts = exchange<ListPromptsResult>(
      server, [&](auto done) { session.async_list_prompts(std::move(done), ""); }, "prompts/list",
      R"({"cursor":""})", R"({"prompts":[{"name":"p"}]})");
  CHECK(prompts.prompts.at(0).name == "p");
}

TEST_CASE("requests about resources, prompts and the session") {
  ScriptedServer server;
  server.connect();
  ClientSession& session = server.session;
  const auto read = exchange<ReadResourceResult>(
      server, [&](auto done) { session.async_read_resource("a:b", std::move(done)); },
      "resources/read", R"({"uri":"a:b"})", R"({"contents":[{"uri":"a:b","text":"T"}]})");
  CHECK(std::get<TextResourceContents>(read.contents.at(0)).text == "T");
  exchange<EmptyResult>(
      server, [&](auto done) { session.async_subscribe("a:b", std::move(done)); },
      "resources/subscribe", R"({"uri":"a:b"})", "{}");
  exchange<EmptyResult>(
      server, [&](auto done) { session.async_unsubscribe("a:b", std::move(done)); },
      "resources/unsubscribe", R"({"uri":"a:b"})", "{}");
  const auto prompt = exchange<GetPromptResult>(
      server,
      [&](auto done) {
        session.async_get_prompt("p", {{"a", "1"}}, std::move(done));
      },
      "prompts/get", R"({"name":"p","arguments":{"a":"1"}})",
      R"({"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]})");
  CHECK(std::get<TextContent>(prompt.messages.at(0).content).text == "hi");
  CompleteRequestParams params;
  params.ref = PromptReference{.name = "p"};
  params.argument = {.name = "a", .value = "x"};
  const auto completion = exchange<CompleteResult>(
      server, [&](auto done) { session.async_complete(params, std::move(done)); },
      "completion/complete",
      R"({"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"x"}})",
      R"({"completion":{"values":["xy"],"hasMore":true}})");
  CHECK(completion.completion.values == std::vector<std::string>{"xy"});
  exchange<EmptyResult>(
      server,
      [&](auto done) { session.async_set_logging_level(LoggingLevel::warning, std::move(done)); },
      "logging/setLevel", R"({"level":"warning"})", "{}");
  exchange<EmptyResult>(
      server, [&](auto done) { session.async_ping(std::move(done)); }, "ping", "{}", "{}");
}

TEST_CASE("a tool is called with an object, an empty one if none is given") {
  ScriptedServer server;
  server.connect();
  ClientSession& session = server.session;
  const auto result = exchange<CallToolResult>(
      server,
      [&](auto done) {
        session.async_call_tool("add", {{"a", 1}}, std::move(done));
      },
      "tools/call", R"({"name":"add","arguments":{"a":1}})",
      R"({"content":[{"type":"text","text":"1"}],"structuredContent":{"sum":1},"isError":false})");
  CHECK(std::get<TextContent>(result.content.at(0)).text == "1");
  CHECK(result.structured_content == json(R"({"sum":1})"));
  exchange<CallToolResult>(
      server, [&](auto done) { session.async_call_tool("now", nullptr, std::move(done)); },
      "tools/call", R"({"name":"now","arguments":{}})", R"({"content":[]})");
  CallToolRequestParams params;
  params.name = "now";
  params.meta = json(R"({"trace":"7"})");
  exchange<CallToolResult>(
      server, [&](auto done) { session.async_call_tool(params, std::move(done)); }, "tools/call",
      R"({"name":"now","_meta":{"trace":"7"}})", R"({"content":[]})");
}

struct Sum {
  int sum = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("sum", self.sum, required);
  }
};

Ending<Sum> sum_of(ScriptedServer& server, std::string_view result) {
  Ending<Sum> ending;
  server.session.async_call_tool<Sum>("add", Json::object(), ending.fill());
  server.answer(server.wire->take(), result);
  REQUIRE(ending.over);
  return ending;
}

TEST_CASE("structured content is decoded into a struct; text that is JSON stands in for it") {
  ScriptedServer server;
  server.connect();
  CHECK(sum_of(server, R"({"content":[],"structuredContent":{"sum":3}})").result.sum == 3);
  CHECK(sum_of(server, R"({"content":[{"type":"text","text":"{\"sum\":4}"}]})").result.sum == 4);
  const std::string invalid = "the peer answered with an invalid result";
  CHECK(sum_of(server, R"({"content":[],"structuredContent":{"sum":"x"}})").error == invalid);
  CHECK(sum_of(server, R"({"content":[{"type":"text","text":"four"}]})").error == invalid);
  CHECK(sum_of(server, R"({"content":[{"type":"text","text":"no"},{"type":"text","text":"way"}],
                           "isError":true})")
            .error == "no\nway");
}

// --- capabilities --------------------------------------------------------------------------------

/// Starts each method that needs a capability; gives what they end with.
std::vector<std::string> errors_of_all(ScriptedServer& server) {
  ClientSession& session = server.session;
  std::vector<std::string> errors;
  const auto note = [&](std::exception_ptr error, const auto&) {
    errors.push_back(error ? Ending<int>::describe(error) : "");
  };
  session.async_list_tools(note);
  session.async_tools(note);
  session.async_call_tool("t", {}, note);
  session.async_list_resources(note);
  session.async_resource_templates(note);
  session.async_read_resource("a:b", note);
  session.async_subscribe("a:b", note);
  session.async_unsubscribe("a:b", note);
  session.async_prompts(note);
  session.async_get_prompt("p", {}, note);
  session.async_complete(CompleteRequestParams{}, note);
  session.async_set_logging_level(LoggingLevel::info, note);
  server.run();
  return errors;
}

TEST_CASE("mcp A7: what the server did not announce is refused before anything is sent") {
  ScriptedServer server;
  server.connect(version::latest, "{}");
  CHECK(errors_of_all(server) == std::vector<std::string>(12, "the peer does not offer this"));
  CHECK(server.wire->empty());
}

TEST_CASE("mcp A7: subscribing needs resources.subscribe, and false is as good as absent") {
  for (const char* resources : {"{}", R"({"subscribe":false})"}) {
    ScriptedServer server;
    server.connect(version::latest, std::string(R"({"resources":)") + resources + "}");
    Ending<EmptyResult> subscribed;
    server.session.async_subscribe("a:b", subscribed.fill());
    server.run();
    CHECK(subscribed.error == "the peer does not offer this");
    Ending<ListResourcesResult> listed;
    server.session.async_list_resources(listed.fill());
    CHECK(server.wire->take().at("method") == "resources/list");
  }
}

TEST_CASE("mcp A1: in 2024-11-05 completion needs no capability, because there was none") {
  ScriptedServer server;
  server.connect("2024-11-05", "{}");
  server.session.async_complete(CompleteRequestParams{}, [](std::exception_ptr, CompleteResult) {});
  CHECK(server.wire->take().at("method") == "completion/complete");
}

TEST_CASE("a method that the session's version does not have is refused") {
  ScriptedServer server;
  server.connect("2025-06-18", R"({"tasks":{"list":{}}})");
  Ending<ListTasksResult> tasks;
  server.session.async_call<method::tasks_list>(PaginatedRequestParams{}, tasks.fill());
  server.run();
  CHECK(tasks.error == "no protocol version in common");
  CHECK(server.wire->empty());
}

// --- the output of tools -------------------------------------------------------------------------

constexpr std::string_view weather_list = R"({"tools":[{"name":"weather",
    "inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["degrees"],
    "properties":{"degrees":{"type":"number"}}}}]})";

/// Lists the tools, then calls one and answers the call.
std::string error_of_call(ScriptedServer& server, std::string_view list, std::string_view result) {
  Ending<ListToolsResult> listed;
  server.session.async_list_tools(listed.fill());
  server.answer(server.wire->take(), list);
  Ending<CallToolResult> called;
  server.session.async_call_tool("weather", {}, called.fill());
  server.answer(server.wire->take(), result);
  REQUIRE(called.over);
  return called.error;
}

TEST_CASE("mcp A16: structured content is validated against the schema that a list told") {
  const std::string invalid = "the peer answered with an invalid result";
  const auto error_of = [](std::string_view result) {
    ScriptedServer server;
    server.connect();
    return error_of_call(server, weather_list, result);
  };
  CHECK(error_of(R"({"content":[],"structuredContent":{"degrees":20.5}})").empty());
  CHECK(error_of(R"({"content":[],"structuredContent":{"degrees":"hot"}})") == invalid);
  CHECK(error_of(R"({"content":[],"structuredContent":{}})") == invalid);
  CHECK(error_of(R"({"content":[]})") == invalid);
  CHECK(error_of(R"({"content":[],"isError":true})").empty());
}

TEST_CASE("mcp A16: a schema that cannot be used is an error, not a permission") {
  constexpr std::string_view list = R"({"tools":[{"name":"weather",
      "inputSchema":{"type":"object"},"outputSchema":{"$ref":"https://example.com/schema"}}]})";
  ScriptedServer server;
  server.connect();
  CHECK(error_of_call(server, list, R"({"content":[],"structuredContent":{}})") ==
        "the peer answered with an invalid result");
}

TEST_CASE("output is not validated where the program, the version or a new list says so") {
  constexpr std::string_view wrong = R"({"content":[],"structuredContent":{"degrees":"hot"}})";
  SECTION("the option is off") {
    ClientOptions options;
    options.validate_output = false;
    ScriptedServer server(options);
    server.connect();
    CHECK(error_of_call(server, weather_list, wrong).empty());
  }
  SECTION("the version has no output schemas") {
    ScriptedServer server;
    server.connect("2025-03-26");
    CHECK(error_of_call(server, weather_list, wrong).empty());
  }
  SECTION("the tools have changed since, or lost their schema") {
    ScriptedServer server;
    server.connect();
    CHECK_FALSE(error_of_call(server, weather_list, wrong).empty());
    server.tell("notifications/tools/list_changed");
    Ending<CallToolResult> called;
    server.session.async_call_tool("weather", {}, called.fill());
    server.answer(server.wire->take(), wrong);
    CHECK(called.error.empty());
    constexpr std::string_view plain =
        R"({"tools":[{"name":"weather","inputSchema":{"type":"object"}}]})";
    CHECK(error_of_call(server, plain, wrong).empty());
  }
}

// --- servers that misbehave ----------------------------------------------------------------------

TEST_CASE("a second answer is ignored, and so is one that nobody asked for") {
  ScriptedServer server;
  server.connect();
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill());
  const Json request = server.wire->take();
  server.answer(request, "{}");
  REQUIRE(ping.over);
  server.answer(request, R"({"again":true})");
  server.send(R"({"jsonrpc":"2.0","id":4711,"result":{}})");
  server.send(R"({"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"late"}})");
  CHECK(server.log.size() == 3);
  CHECK(server.wire->empty());
  CHECK_FALSE(server.session.closed());
}

TEST_CASE("mcp E13: an answer whose id has another type is not the answer") {
  ScriptedServer server;
  server.connect();
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill(), 5s);
  const std::string id = to_text(server.wire->take().at("id"));
  server.send(R"({"jsonrpc":"2.0","id":")" + id + R"(","result":{}})");
  server.send(R"({"jsonrpc":"2.0","id":[)" + id + R"(],"result":{}})");
  CHECK_FALSE(ping.over);
  server.advance(5s);
  CHECK(ping.error == "no answer in time");
}

TEST_CASE("mcp E14: an error without id, or with a null one, is logged and ends nothing") {
  ScriptedServer server;
  server.connect();
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill());
  const Json request = server.wire->take();
  server.send(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}})");
  server.send(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}})");
  REQUIRE(server.log.size() == 2);
  CHECK_THAT(server.log[0], Catch::Matchers::ContainsSubstring("-32700: what?"));
  CHECK_FALSE(ping.over);
  server.answer(request, "{}");
  CHECK(ping.error.empty());
}

TEST_CASE("mcp E8: what a server prints between its messages is skipped") {
  ScriptedServer server;
  server.connect();
  for (const char* noise : {"Listening on stdio...", "", "\xff\xfe", R"({"level":"info"})", "[1",
                            "17", "null", "\"ready\""}) {
    server.send(noise);
  }
  CHECK(server.wire->empty());
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill());
  server.answer(server.wire->take(), "{}");
  CHECK(ping.over);
}

TEST_CASE("mcp E37: notifications that nobody knows or handles are ignored") {
  ScriptedServer server;
  server.connect();
  server.tell("notifications/unheard_of", R"({"x":1})");
  server.tell("notifications/message", R"({"level":"info","data":"unhandled"})");
  server.tell("notifications/cancelled", R"({"requestId":99})");
  server.tell("tools/list");
  CHECK(server.wire->empty());
  CHECK(server.log.empty());
  CHECK(server.ask("ping", "{}") == json(R"({"result":{}})"));
}

TEST_CASE("a result that is no result of the method fails that call only") {
  ScriptedServer server;
  server.connect();
  for (const char* result : {"null", "[]", R"({"tools":"none"})", R"({"tools":[{"name":1}]})"}) {
    Ending<ListToolsResult> listed;
    server.session.async_list_tools(listed.fill());
    server.answer(server.wire->take(), result);
    CHECK(listed.error == "the peer answered with an invalid result");
  }
  CHECK_FALSE(server.session.closed());
}

TEST_CASE("what is pending when the server goes ends as closed, and later requests are refused") {
  ScriptedServer server;
  server.connect();
  Ending<EmptyResult> first;
  Ending<std::vector<Tool>> second;
  server.session.async_ping(first.fill());
  server.session.async_tools(second.fill());
  server.wire->close();
  server.run();
  CHECK(first.error == "the connection is closed");
  CHECK(second.error == "the connection is closed");
  Ending<EmptyResult> late;
  server.session.async_ping(late.fill());
  server.run();
  CHECK(late.error == "the connection is closed");
}

// --- batches -------------------------------------------------------------------------------------

TEST_CASE("mcp E17: batches are taken from a server that speaks 2025-03-26, and from no other") {
  for (const std::string_view version : version::supported) {
    ScriptedServer server;
    int logged = 0;
    server.client.on_log([&] { ++logged; });
    server.connect(version);
    Ending<EmptyResult> ping;
    server.session.async_ping(ping.fill());
    const std::string id = to_text(server.wire->take().at("id"));
    server.send(R"([{"jsonrpc":"2.0","method":"notifications/message",
                     "params":{"level":"info","data":"x"}},
                    {"jsonrpc":"2.0","id":"p","method":"ping"},
                    {"jsonrpc":"2.0","id":)" +
                id + R"(,"result":{}}])");
    const Json answer = server.wire->take();
    if (version == version::v2025_03_26) {
      CHECK(answer == json(R"([{"jsonrpc":"2.0","id":"p","result":{}}])"));
      CHECK(logged == 1);
      CHECK(ping.over);
    } else {
      CHECK(answer.at("error").at("code") == -32600);
      CHECK(answer.contains("id") == (version != version::v2025_11_25));
      CHECK(logged == 0);
      CHECK_FALSE(ping.over);
    }
    CHECK(server.wire->empty());
  }
}

}  // namespace parley::mcp::client_session_test
