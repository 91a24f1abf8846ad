// SPDX-License-Identifier: MIT
// What a client takes from an agent and what it sends itself (acp 1.6).
//
// 1.6.13 is the types: tests/schema holds each of them against the official schema.
#include <parley/acp/errors.hpp>
#include <parley/acp/methods.hpp>
#include <parley/json/write.hpp>

#include "client_fixture.hpp"

namespace parley::acp::client_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

TEST_CASE("acp 1.6.1: envelopes") {
  Fixture f;
  f.new_session();
  f.agent->send_raw(R"({"jsonrpc":"1.0","id":1,"method":"x"})");
  f.agent->send_raw(R"({"jsonrpc":"2.0","id":2,"method":"x","result":{}})");
  f.agent->send_raw(R"({"jsonrpc":"2.0","id":3,"method":"x","params":"text"})");
  f.agent->send_raw(R"({"jsonrpc":"2.0","id":true,"method":"x"})");
  f.agent->send_raw(R"({"jsonrpc":"2.0","id":null,"method":"x"})");
  f.run();
  for (const int id : {1, 2, 3}) CHECK_THAT(f.answer(id), StartsWith("-32600 "));
  // A null id makes a request, not a notification; it is also what an unreadable id becomes.
  const auto answers = f.agent->answers(Json());
  REQUIRE(answers.size() == 2);
  CHECK(answers[0].at("error").at("code") == -32600);
  CHECK(answers[1].at("error").at("code") == -32601);
  CHECK_FALSE(f.client->closed());
}

TEST_CASE("acp 1.6.2: a _meta that is no object counts as absent (acp 5.5)") {
  Fixture f;
  f.new_session();
  std::vector<bool> has_meta;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    has_meta.push_back(std::get<Plan>(update).meta.has_value());
  };
  for (const char* meta : {R"({"a":1})", "null", "5"}) {
    f.send(R"({"method":"session/update","params":{"sessionId":"s1","update":{
      "sessionUpdate":"plan","entries":[],"_meta":)" +
           std::string(meta) + "}}}");
  }
  f.run();
  CHECK(has_meta == std::vector<bool>{true, false, false});
}

TEST_CASE("acp 1.6.3: a handshake that gives no version that is spoken here fails") {
  for (const char* bad : {R"({"protocolVersion":2})", R"({"protocolVersion":65536})",
                          R"({"protocolVersion":"1"})", R"({"protocolVersion":-1})", "{}", "5"}) {
    Fixture f;
    f.agent->results["initialize"] = json(bad);
    INFO(bad);
    CHECK(f.failure([&] { f.connect(); }) != "");
    CHECK(f.client == nullptr);
    CHECK(f.agent->closed);
  }
  Fixture f;
  f.connect();
  const Json params = f.agent->last("initialize").at("params");
  CHECK(params.at("protocolVersion") == 1);
  CHECK(params.at("clientInfo").at("name") == "parley");
}

TEST_CASE("acp 1.6.4: folders must be absolute; mcpServers is always there") {
  Fixture f;
  f.connect();
  CHECK_THAT(f.failure([&] { f.client->new_session("here"); }), ContainsSubstring("absolute"));
  CHECK_THAT(f.failure([&] { f.client->load_session("s", "here"); }),
             ContainsSubstring("absolute"));
  NewSessionRequest request;
  request.cwd = "/";
  request.additional_directories = {"there"};
  CHECK_THAT(f.failure([&] { f.client->call<method::session_new>(request); }),
             ContainsSubstring("absolute"));
  CHECK(f.agent->last("session/new").is_null());
  f.new_session();
  CHECK(f.agent->last("session/new").at("params").at("mcpServers") == Json::array());
}

TEST_CASE("acp 1.6.5: shapes of MCP servers") {
  Fixture f;
  f.connect();
  McpServerStdio stdio;
  stdio.name = "files";
  stdio.command = "files-server";
  CHECK_THAT(f.failure([&] { f.client->new_session("/", {stdio}); }),
             ContainsSubstring("absolute"));
  McpServerSse sse;
  CHECK_THAT(f.failure([&] { f.client->new_session("/", {sse}); }),
             ContainsSubstring("mcpCapabilities.sse"));
  stdio.command = "/bin/files";
  EnvVariable variable;
  variable.name = "A";
  variable.value = "1";
  stdio.env = {variable};
  McpServerHttp http;
  http.name = "web";
  http.url = "https://example.com";
  f.blocking([&] { f.client->new_session("/", {stdio, http}); });
  CHECK(f.agent->last("session/new").at("params").at("mcpServers") == json(R"([
    {"name":"files","command":"/bin/files","args":[],"env":[{"name":"A","value":"1"}]},
    {"type":"http","name":"web","url":"https://example.com","headers":[]}])"));
}

TEST_CASE("acp 1.6.6: an option is set to a string, or to a boolean that says so") {
  Fixture f;
  f.new_session();
  f.agent->results["session/set_config_option"] = json(R"({"configOptions":[]})");
  f.blocking([&] { f.client->set_config_option("s1", "model", "large"); });
  CHECK(f.agent->last("session/set_config_option").at("params") ==
        json(R"({"sessionId":"s1","configId":"model","value":"large"})"));
  f.blocking([&] { f.client->set_config_option("s1", "verbose", true); });
  CHECK(f.agent->last("session/set_config_option").at("params") ==
        json(R"({"sessionId":"s1","configId":"verbose","value":true,"type":"boolean"})"));
}

TEST_CASE("acp 1.6.7: params of terminal requests") {
  Fixture f;
  f.new_session();
  Json seen;
  f.hooks.on_terminal = [&](std::string_view, const Json& params, const auto&) {
    seen = params;
    return Json::object();
  };
  int id = 0;
  const auto create = [&](const std::string& members) {
    return f.ask(R"({"id":)" + std::to_string(++id) +
                 R"(,"method":"terminal/create","params":{"sessionId":"s1",)" + members + "}}");
  };
  CHECK(create(R"("command":"ls","args":["-l"],"env":[{"name":"A","value":"1"}],
                  "outputByteLimit":18446744073709551615)") == "{}");
  CHECK(seen.at("outputByteLimit") == 18446744073709551615U);
  CHECK(create(R"("command":"ls","args":null,"env":null,"cwd":null,"outputByteLimit":null)") ==
        "{}");
  for (const char* bad :
       {R"("command":"")", R"("args":[])", R"("command":"ls","args":[1])",
        R"("command":"ls","env":{"A":"1"})", R"("command":"ls","env":[{}])",
        R"("command":"ls","cwd":"here")", R"("command":"ls","outputByteLimit":-1)",
        R"("command":"ls","outputByteLimit":0.5)"}) {
    CHECK_THAT(create(bad), StartsWith("-32602 Invalid request parameters"));
  }
  for (const char* method : {"output", "release", "wait_for_exit", "kill"}) {
    for (const char* members : {"", R"(,"terminalId":"")", R"(,"terminalId":5)"}) {
      CHECK_THAT(f.ask(R"({"id":)" + std::to_string(++id) + R"(,"method":"terminal/)" + method +
                       R"(","params":{"sessionId":"s1")" + members + "}}"),
                 StartsWith("-32602 Invalid request parameters"));
    }
  }
}

TEST_CASE("acp 1.6.8: the four kinds of permission options, and no other") {
  Fixture f;
  f.new_session();
  f.hooks.on_permission = [](const auto&, const std::vector<PermissionOption>& options,
                             const auto&) { return permission_selected(options.at(0).option_id); };
  int id = 0;
  const auto ask = [&](const std::string& kind) {
    return f.ask(R"({"id":)" + std::to_string(++id) +
                 R"(,"method":"session/request_permission","params":{"sessionId":"s1",
                 "toolCall":{"toolCallId":"t"},"options":[{"optionId":"a","name":"A","kind":)" +
                 kind + "}]}}");
  };
  for (const char* kind :
       {R"("allow_once")", R"("allow_always")", R"("reject_once")", R"("reject_always")"}) {
    CHECK(ask(kind) == R"({"outcome":{"optionId":"a","outcome":"selected"}})");
  }
  for (const char* kind : {R"("ask")", "5", "null"}) {
    CHECK_THAT(ask(kind), StartsWith("-32602 Invalid request parameters"));
  }
}

/// Sends one update of s1 and gives what the handler got as JSON, or null when it was dropped.
Json delivered(Fixture& f, const std::string& update) {
  Json seen;
  f.hooks.on_update = [&](const SessionUpdate& got, const auto&) { seen = to_json(got); };
  f.send(R"({"method":"session/update","params":{"sessionId":"s1","update":)" + update + "}}");
  f.run();
  return seen;
}

TEST_CASE("acp 1.6.9: every kind of update arrives as it was sent") {
  Fixture f;
  f.new_session();
  const std::string text = R"("content":{"type":"text","text":"x"}})";
  for (const std::string& update : std::vector<std::string>{
           R"({"sessionUpdate":"user_message_chunk","messageId":"m",)" + text,
           R"({"sessionUpdate":"agent_message_chunk",)" + text,
           R"({"sessionUpdate":"agent_thought_chunk",)" + text,
           R"({"sessionUpdate":"tool_call","toolCallId":"t","title":"T","kind":"edit",
               "status":"pending","content":[{"type":"diff","path":"/a","newText":"b"}],
               "locations":[{"path":"/a","line":4294967295}],"rawInput":{"a":1}})",
           R"({"sessionUpdate":"tool_call_update","toolCallId":"t","status":"failed",
               "content":[{"type":"terminal","terminalId":"x"}]})",
           R"({"sessionUpdate":"plan","entries":[
               {"content":"c","priority":"high","status":"in_progress"}]})",
           R"({"sessionUpdate":"available_commands_update","availableCommands":[
               {"name":"n","description":"d","input":{"hint":"h"}}]})",
           R"({"sessionUpdate":"current_mode_update","currentModeId":"code"})",
           R"({"sessionUpdate":"config_option_update","configOptions":[{"id":"i","name":"n",
               "type":"select","currentValue":"v","options":[{"value":"v","name":"V"}]}]})",
           R"({"sessionUpdate":"session_info_update","title":null,"updatedAt":"2026-01-01"})",
           R"({"sessionUpdate":"usage_update","used":1,"size":18446744073709551615,
               "cost":{"amount":0.5,"currency":"EUR"}})"}) {
    INFO(update);
    CHECK(delivered(f, update) == json(update));
  }
}

TEST_CASE("acp 1.6.9: an update without what it needs is dropped, the connection goes on") {
  Fixture f;
  f.new_session();
  for (const char* bad : {"5", "{}", R"({"sessionUpdate":"agent_message_chunk"})",
                          R"({"sessionUpdate":"tool_call","title":"no id"})",
                          R"({"sessionUpdate":"tool_call_update","status":"failed"})",
                          R"({"sessionUpdate":"current_mode_update","currentModeId":7})",
                          R"({"sessionUpdate":"usage_update","used":-1,"size":1})"}) {
    INFO(bad);
    const Json got = delivered(f, bad);
    CHECK((got.is_null() || !got.contains("sessionUpdate")));
  }
  CHECK_FALSE(delivered(f, R"({"sessionUpdate":"plan","entries":[]})").is_null());
}

TEST_CASE("acp 1.6.9: bad optional members are skipped, unknown kinds kept (acp 5.4, 5.5, D6)") {
  Fixture f;
  f.new_session();
  std::vector<ToolCallLocation> locations;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    const auto& call = std::get<ToolCall>(update);
    locations = call.locations;
    CHECK(call.content.empty());
  };
  f.send(R"({"method":"session/update","params":{"sessionId":"s1","update":{
    "sessionUpdate":"tool_call","toolCallId":"t","title":"T",
    "locations":[{"path":"/a"},{"line":1}],"content":[5]}}})");
  f.run();
  REQUIRE(locations.size() == 1);
  CHECK(locations[0].path == "/a");
  const std::string hologram = R"({"sessionUpdate":"hologram","depth":{"z":3}})";
  CHECK(delivered(f, hologram) == json(hologram));
}

TEST_CASE("acp 1.6.10: content blocks") {
  Fixture f;
  f.new_session();
  const auto chunk = [](const std::string& content) {
    return R"({"sessionUpdate":"agent_message_chunk","content":)" + content + "}";
  };
  for (const char* good :
       {R"({"type":"text","text":"x","annotations":{"audience":["user"],"priority":1.0}})",
        R"({"type":"image","data":"aGk=","mimeType":"image/png","uri":"file:///a"})",
        R"({"type":"audio","data":"aGk=","mimeType":"audio/wav"})",
        R"({"type":"resource_link","name":"n","uri":"file:///a","size":3})",
        R"({"type":"resource","resource":{"uri":"file:///a","text":"t"}})",
        R"({"type":"resource","resource":{"uri":"file:///a","blob":"aGk="}})"}) {
    INFO(good);
    CHECK(delivered(f, chunk(good)) == json(chunk(good)));
  }
  for (const char* bad :
       {R"({"type":"text"})", R"({"type":"image","data":"aGk="})", R"({"type":"audio"})",
        R"({"type":"resource_link","name":"n"})", R"({"type":"resource"})", "5"}) {
    INFO(bad);
    CHECK(delivered(f, chunk(bad)).is_null());
  }
}

TEST_CASE("acp 1.6.11: the five stop reasons, and no other; what else was said is kept") {
  Fixture f;
  f.new_session();
  for (const char* reason :
       {"end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"}) {
    const auto turn = f.prompt("go");
    f.agent->respond("session/prompt",
                     R"({"stopReason":")" + std::string(reason) + R"(","usage":{"tokens":3}})");
    f.run();
    CHECK(turn->error == "");
    CHECK(to_json(turn->response.stop_reason) == reason);
    REQUIRE(turn->response.extra.contains("usage"));
    CHECK(*turn->response.extra.find("usage") == json(R"({"tokens":3})"));
  }
  const auto turn = f.prompt("go");
  f.agent->respond("session/prompt", R"({"stopReason":"tired"})");
  f.run();
  CHECK(turn->over);
  CHECK_THAT(turn->error, ContainsSubstring("stopReason"));
}

TEST_CASE("acp 1.6.12: error codes, as they are sent and as they arrive") {
  CHECK(error_code::parse_error == -32700);
  CHECK(error_code::invalid_request == -32600);
  CHECK(error_code::method_not_found == -32601);
  CHECK(error_code::invalid_params == -32602);
  CHECK(error_code::internal_error == -32603);
  CHECK(error_code::auth_required == -32000);
  CHECK(error_code::resource_not_found == -32002);
  CHECK(error_code::request_cancelled == -32800);
  Fixture f;
  f.connect();
  f.agent->results.erase("session/new");
  int code = 0;
  f.client->async_call<method::session_new>(
      [] {
        NewSessionRequest request;
        request.cwd = "/";
        return request;
      }(),
      [&](const std::exception_ptr& error, const NewSessionResponse&) {
        try {
          std::rethrow_exception(error);
        } catch (const Error& e) {
          code = e.code();
        }
      });
  f.run();
  f.agent->send(R"({"id":)" + to_text(f.agent->last("session/new").at("id")) +
                R"(,"error":{"code":-32000,"message":"Authentication required"}})");
  f.run();
  CHECK(code == error_code::auth_required);
}

}  // namespace parley::acp::client_test
