// SPDX-License-Identifier: MIT
// What the agent asks of a client (acp 1.3): who is refused, with what, and who is let through.
//
// 1.3.11 does not apply: the handler is an object that outlives the client, no process that dies.
#include <filesystem>

#include <parley/acp/methods.hpp>

#include "client_fixture.hpp"

namespace parley::acp::client_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

TEST_CASE("acp 1.3.1: a second request with an id in use is refused, the first one goes on") {
  Fixture f;
  f.new_session();
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    f.send(R"({"id":7,"method":"no/such_method"})");
    f.run();
    CHECK(f.answer(7) == "-32600 Request id is already in use");
    return permission_selected("yes");
  };
  f.send(Fixture::permission("7"));
  f.run();
  const auto answers = f.agent->answers(7);
  REQUIRE(answers.size() == 2);
  CHECK(answers[1].at("result") == json(R"({"outcome":{"outcome":"selected","optionId":"yes"}})"));
}

TEST_CASE("acp 1.3.1: a capability that was not announced comes before bad params") {
  Fixture f(HandlerSupport{});
  f.new_session();
  CHECK_THAT(f.ask(R"({"id":1,"method":"fs/read_text_file","params":{}})"),
             StartsWith("-32601 Method not supported"));
  CHECK_THAT(f.ask(R"({"id":2,"method":"fs/write_text_file","params":{}})"),
             StartsWith("-32601 Method not supported"));
  CHECK_THAT(f.ask(R"({"id":3,"method":"terminal/kill","params":{}})"),
             StartsWith("-32601 Method not supported"));
  CHECK_THAT(f.ask(R"({"id":4,"method":"elicitation/create","params":{}})"),
             StartsWith("-32601 Method not supported"));
}

TEST_CASE("acp 1.3.1: unknown methods, then params, then the session, then the path") {
  Fixture f;
  f.new_session();
  CHECK_THAT(f.ask(R"({"id":1,"method":"terminal/resize","params":{}})"),
             StartsWith("-32601 Method not found"));
  CHECK_THAT(f.ask(R"({"id":2,"method":"fs/read_text_file","params":{"sessionId":"x"}})"),
             StartsWith("-32602 Invalid request parameters"));
  CHECK(f.ask(R"({"id":3,"method":"fs/read_text_file",
                  "params":{"sessionId":"x","path":"/etc/passwd"}})") == "-32602 Unknown session");
  CHECK(f.ask(R"({"id":4,"method":"fs/read_text_file",
                  "params":{"sessionId":"s1","path":"/etc/passwd"}})") ==
        "-32602 Path is outside the session workspace");
}

TEST_CASE("acp 1.3.1: capacity is checked last, and costs only those beyond it (acp 5.8)") {
  ClientOptions options;
  options.max_pending_requests = 1;
  Fixture f(everything, options);
  f.new_session();
  int asked = 0;
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    ++asked;
    return permission_selected("yes");
  };
  f.send(Fixture::permission("1"));
  f.send(Fixture::permission("2"));
  f.send(R"({"id":3,"method":"fs/read_text_file",
             "params":{"sessionId":"s1","path":"/etc/passwd"}})");
  f.run();
  CHECK(f.answer(1) == R"({"outcome":{"optionId":"yes","outcome":"selected"}})");
  CHECK(f.answer(2) == "-32603 Too many pending requests");
  CHECK(f.agent->answers(2)[0].at("error").at("data").at("limit") == 1);
  CHECK(f.answer(3) == "-32602 Path is outside the session workspace");
  CHECK(asked == 1);
  CHECK(f.ask(Fixture::permission("4")) ==
        R"({"outcome":{"optionId":"yes","outcome":"selected"}})");
}

TEST_CASE("acp 1.3.2: callbacks come in the order of arrival, and one that throws stops nothing") {
  Fixture f;
  f.new_session();
  std::vector<std::string> order;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    order.push_back(text_of(update));
    throw std::runtime_error("broken");
  };
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    order.push_back("permission");
    return permission_selected("yes");
  };
  f.send(Fixture::chunk("1"));
  f.send(Fixture::permission("7"));
  f.send(Fixture::chunk("2"));
  f.run();
  CHECK(order == std::vector<std::string>{"1", "permission", "2"});
  CHECK(f.answer(7) == R"({"outcome":{"optionId":"yes","outcome":"selected"}})");
}

TEST_CASE("acp 1.3.3: permission requests are checked before anybody is asked") {
  Fixture f;
  f.new_session();
  bool asked = false;
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    asked = true;
    return permission_cancelled();
  };
  const auto refused = [&](int id, const std::string& call, const std::string& option) {
    const std::string text = R"({"id":)" + std::to_string(id) +
                             R"(,"method":"session/request_permission","params":{
      "sessionId":"s1","toolCall":)" +
                             call + R"(,"options":[)" + option + "]}}";
    CHECK_THAT(f.ask(text), StartsWith("-32602 Invalid request parameters"));
  };
  const std::string call = R"({"toolCallId":"t"})";
  refused(1, R"({"toolCallId":""})", R"({"optionId":"a","name":"A","kind":"allow_once"})");
  refused(2, R"({})", R"({"optionId":"a","name":"A","kind":"allow_once"})");
  refused(3, call, R"({"optionId":"","name":"A","kind":"allow_once"})");
  refused(4, call, R"({"optionId":"a","kind":"allow_once"})");
  refused(5, call, R"({"optionId":"a","name":"A","kind":"maybe"})");
  CHECK_FALSE(asked);
  CHECK(f.ask(Fixture::permission("6")) == R"({"outcome":{"outcome":"cancelled"}})");
}

TEST_CASE("acp 1.3.4: an option that was not offered is never sent") {
  Fixture f;
  f.new_session();
  f.hooks.on_permission = [](const auto&, const auto&, const auto&) {
    return permission_selected("always");
  };
  CHECK(f.ask(Fixture::permission("1")) == "-32603 Client handler returned an invalid result");
}

TEST_CASE("acp 1.3.5: a file is read; line and limit are bounded, the path absolute") {
  Fixture f;
  f.new_session();
  f.write_file("a.txt", "x");
  FileReadOptions seen;
  f.hooks.on_read = [&](const std::string& path, const FileReadOptions& options) {
    CHECK(path == f.folder + "/a.txt");
    seen = options;
    return std::string("text");
  };
  CHECK(f.ask(R"({"id":1,"method":"fs/read_text_file","params":{"sessionId":"s1",
                  "path":"@/a.txt","line":4294967295,"limit":0}})") == R"({"content":"text"})");
  CHECK(seen.line == 4294967295U);
  CHECK(seen.limit == 0U);
  int id = 10;
  for (const char* bad : {R"("line":0)", R"("line":4294967296)", R"("line":1.5)", R"("limit":-1)",
                          R"("limit":4294967296)"}) {
    CHECK_THAT(f.ask(R"({"id":)" + std::to_string(++id) +
                     R"(,"method":"fs/read_text_file","params":{"sessionId":"s1",
                     "path":"@/a.txt",)" +
                     bad + "}}"),
               StartsWith("-32602 Invalid request parameters"));
  }
  CHECK_THAT(f.ask(R"({"id":2,"method":"fs/read_text_file",
                       "params":{"sessionId":"s1","path":"a.txt"}})"),
             StartsWith("-32602 Invalid request parameters"));
}

TEST_CASE("acp 1.3.6: a file is written; its content must be a string") {
  Fixture f;
  f.new_session();
  std::string written;
  f.hooks.on_write = [&](const std::string& path, const std::string& content) {
    written = path + "=" + content;
  };
  CHECK(f.ask(R"({"id":1,"method":"fs/write_text_file","params":{"sessionId":"s1",
                  "path":"@/new.txt","content":"grüße"}})") == "{}");
  CHECK(written == f.folder + "/new.txt=grüße");
  CHECK_THAT(f.ask(R"({"id":2,"method":"fs/write_text_file","params":{"sessionId":"s1",
                       "path":"@/new.txt","content":5}})"),
             StartsWith("-32602 Invalid request parameters"));
}

TEST_CASE("acp 1.3.7: links are followed before the path is judged") {
  namespace fs = std::filesystem;
  Fixture f;
  f.new_session();
  fs::create_directory(f.folder + "/in");
  fs::create_directory_symlink("/etc", f.folder + "/out");
  fs::create_symlink("in/../in", f.folder + "/relative");
  for (int i = 0; i < 41; ++i) {
    fs::create_symlink(i == 0 ? "in" : "hop" + std::to_string(i - 1),
                       f.folder + "/hop" + std::to_string(i));
  }
  f.hooks.on_read = [](const std::string& path, const auto&) { return path; };
  int id = 0;
  const auto read = [&](const std::string& path) {
    return f.ask(R"({"id":)" + std::to_string(++id) +
                 R"(,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"@)" + path +
                 R"("}})");
  };
  const std::string outside = "-32602 Path is outside the session workspace";
  const std::string missing = f.with_folder(R"({"content":"@/in/missing"})");
  CHECK(read("/in/missing") == missing);
  CHECK(read("/relative/missing") == missing);
  CHECK(read("/hop39/missing") == missing);
  CHECK(read("/hop40/missing") == outside);
  CHECK(read("/out/passwd") == outside);
  CHECK(read("/in/../../other") == outside);
  CHECK(read("-sibling/file") == outside);
  CHECK(read("/gone/missing") == outside);
}

TEST_CASE("acp 1.3.7: additional directories are roots too") {
  Fixture f;
  f.connect();
  Fixture other;
  NewSessionRequest request;
  request.cwd = f.folder;
  request.additional_directories = {other.folder};
  f.blocking([&] { f.client->call<method::session_new>(request); });
  f.hooks.on_read = [](const std::string& path, const auto&) { return path; };
  CHECK(f.ask(R"({"id":1,"method":"fs/read_text_file","params":{"sessionId":"s1","path":")" +
              other.folder + R"(/a"}})") == R"({"content":")" + other.folder + R"(/a"})");
}

TEST_CASE("acp 1.3.8: terminals") {
  Fixture f;
  f.new_session();
  std::filesystem::create_directory(f.folder + "/in");
  std::string method;
  Json params;
  Json result = json(R"({"terminalId":"t1","custom":1})");
  f.hooks.on_terminal = [&](std::string_view name, const Json& given, const auto&) {
    method = name;
    params = given;
    return result;
  };
  CHECK(f.ask(R"({"id":1,"method":"terminal/create",
                  "params":{"sessionId":"s1","command":"ls"}})") ==
        R"({"custom":1,"terminalId":"t1"})");
  CHECK(params.at("cwd") == f.folder);
  f.ask(R"({"id":2,"method":"terminal/create",
            "params":{"sessionId":"s1","command":"ls","cwd":"@/in"}})");
  CHECK(params.at("cwd") == f.folder + "/in");
  CHECK(f.ask(R"({"id":3,"method":"terminal/create",
                  "params":{"sessionId":"s1","command":"ls","cwd":"/etc"}})") ==
        "-32602 Path is outside the session workspace");
  result = json(R"({"output":"x"})");
  CHECK(f.ask(R"({"id":4,"method":"terminal/output",
                  "params":{"sessionId":"s1","terminalId":"t1"}})") ==
        R"({"output":"x","truncated":false})");
  result = Json();
  int id = 4;
  for (const std::string name : {"terminal/release", "terminal/wait_for_exit", "terminal/kill"}) {
    CHECK(f.ask(R"({"id":)" + std::to_string(++id) + R"(,"method":")" + name +
                R"(","params":{"sessionId":"s1","terminalId":"t1"}})") == "{}");
    CHECK(method == name);
  }
}

TEST_CASE("acp 1.3.9: why a handler failed stays on this side") {
  Fixture f;
  f.new_session();
  f.hooks.on_read = [](const auto&, const auto&) -> std::string {
    throw std::runtime_error("password=1234");
  };
  f.hooks.on_terminal = [](std::string_view, const Json&, const auto&) { return Json(5); };
  CHECK(f.ask(R"({"id":1,"method":"fs/read_text_file",
                  "params":{"sessionId":"s1","path":"@/a"}})") == "-32603 Client handler failed");
  CHECK(f.ask(R"({"id":2,"method":"terminal/kill",
                  "params":{"sessionId":"s1","terminalId":"t"}})") ==
        "-32603 Client handler returned an invalid result");
  CHECK_THAT(f.logged.front(), ContainsSubstring("password=1234"));
}

TEST_CASE("acp 1.3.10: a handler that takes too long is answered for, once") {
  ClientOptions options;
  options.handler_timeout = std::chrono::seconds(5);
  Fixture f(everything, options);
  f.new_session();
  const std::size_t timers = f.timers.size();
  bool told = false;
  f.hooks.on_permission = [&](const auto&, const auto&, const InboundMessage& message) {
    f.timers.advance(std::chrono::seconds(6));
    told = message.stop.stop_requested();
    return permission_selected("yes");
  };
  CHECK(f.ask(Fixture::permission("1")) == "-32603 Client handler timed out");
  CHECK(told);
  f.hooks.on_permission = nullptr;
  CHECK(f.ask(Fixture::permission("2")) == R"({"outcome":{"optionId":"no","outcome":"selected"}})");
  CHECK(f.timers.size() == timers);
}

TEST_CASE("acp 1.3.12: a request that the agent withdraws is answered -32800, once (acp 5.1)") {
  Fixture f;
  f.new_session();
  bool told = false;
  f.hooks.on_permission = [&](const auto&, const auto&, const InboundMessage& message) {
    f.send(R"({"method":"$/cancel_request","params":{"requestId":"unknown"}})");
    f.run();
    CHECK_FALSE(message.stop.stop_requested());
    f.send(R"({"method":"$/cancel_request","params":{"requestId":1}})");
    f.run();
    told = message.stop.stop_requested();
    return permission_selected("yes");
  };
  CHECK(f.ask(Fixture::permission("1")) == "-32800 Request cancelled");
  CHECK(told);
}

TEST_CASE("acp 1.3.13: while one handler works, others are called") {
  Fixture f;
  f.new_session();
  f.hooks.on_read = [](const auto&, const auto&) { return std::string("text"); };
  std::string meanwhile;
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    meanwhile = f.ask(R"({"id":2,"method":"fs/read_text_file",
                          "params":{"sessionId":"s1","path":"@/a"}})");
    return permission_selected("yes");
  };
  f.ask(Fixture::permission("1"));
  CHECK(meanwhile == R"({"content":"text"})");
}

TEST_CASE("acp 1.3.14: updates go to the listener, then to the handler; strangers are dropped") {
  std::vector<std::string> order;
  ClientOptions options;
  options.event_listener = [&](const SessionId&, const SessionUpdate& update) {
    order.push_back("listener " + text_of(update));
  };
  Fixture f(everything, options);
  f.new_session();
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    order.push_back("handler " + text_of(update));
  };
  f.send(Fixture::chunk("1"));
  f.send(R"({"method":"session/update","params":{"sessionId":"other","update":{
    "sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"stranger"}}}})");
  f.send(R"({"method":"session/update","params":{"sessionId":"s1"}})");
  f.send(R"({"method":"session/update"})");
  f.send(Fixture::chunk("2"));
  f.run();
  CHECK(order == std::vector<std::string>{"listener 1", "handler 1", "listener 2", "handler 2"});
  CHECK(f.logged.size() == 3);
}

TEST_CASE("acp 1.3.15: unknown notifications are ignored, unknown requests refused") {
  Fixture f;
  f.new_session();
  const std::size_t before = f.agent->received.size();
  f.send(R"({"method":"_vendor/note","params":{"x":1}})");
  f.run();
  CHECK(f.agent->received.size() == before);
  CHECK_THAT(f.ask(R"({"id":"a","method":"_vendor/ask"})"), StartsWith("-32601 Method not found"));
}

}  // namespace parley::acp::client_test
