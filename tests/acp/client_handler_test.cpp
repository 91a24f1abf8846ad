// SPDX-License-Identifier: MIT
// The handler's callbacks (acp 1.4): which one is called, with what, and what it announces.
//
// Rows that do not apply:
//   1.4.6  every callback has a default, so none can be missing.
//   1.4.7  there is no adapter in between; `message` is what arrived.
//   1.4.3's byte limit is the connection's: Limits::max_queued_bytes counts whole frames
//          (tests/rpc).
#include <parley/acp/methods.hpp>

#include "client_fixture.hpp"

namespace parley::acp::client_test {

TEST_CASE("acp 1.4.1: init runs once, before the handshake; what it throws stops the start") {
  Fixture f;
  std::vector<std::string> order;
  f.hooks.on_init = [&] {
    order.push_back("init after " + std::to_string(f.agent->received.size()) + " messages");
  };
  f.connect();
  CHECK(order == std::vector<std::string>{"init after 0 messages"});
  CHECK(f.agent->received.size() == 1);

  Fixture broken;
  broken.hooks.on_init = [] { throw std::runtime_error("no display"); };
  CHECK(broken.failure([&] { broken.connect(); }) == "no display");
  CHECK(broken.agent->received.empty());
}

/// Overrides the plain callbacks only.
struct Plain final : ClientHandler {
  std::vector<std::string> seen;
  using ClientHandler::handle_permission_request;
  using ClientHandler::handle_session_update;
  void handle_session_update(const SessionId& session, const SessionUpdate& update) override {
    seen.push_back(session + ": " + text_of(update));
  }
  RequestPermissionOutcome handle_permission_request(
      const SessionId& session, const ToolCallUpdate& tool_call,
      const std::vector<PermissionOption>& options) override {
    seen.push_back(session + ": " + tool_call.tool_call_id + " " + std::to_string(options.size()));
    return permission_selected("yes");
  }
};

TEST_CASE("acp 1.4.2: the plain form is called once for each update") {
  Plain plain;
  Fixture f(everything, {}, &plain);
  f.new_session();
  f.send(Fixture::chunk("hello"));
  f.run();
  CHECK(plain.seen == std::vector<std::string>{"s1: hello"});
}

TEST_CASE("acp 1.4.3: the form with the message is called instead, and gets all that was sent") {
  Fixture f;
  f.new_session();
  std::vector<Json> messages;
  f.hooks.on_update = [&](const SessionUpdate& update, const InboundMessage& inbound) {
    CHECK(std::holds_alternative<Plan>(update));
    CHECK(inbound.id.is_null());
    messages.push_back(inbound.json);
  };
  const std::string sent = R"({"method":"session/update","traceparent":"00-1","params":{
    "sessionId":"s1","turn":7,"update":{"sessionUpdate":"plan","entries":[],"extra":true}}})";
  f.send(sent);
  f.run();
  Json expected = json(sent);
  expected["jsonrpc"] = "2.0";
  CHECK(messages == std::vector<Json>{expected});
}

TEST_CASE("acp 1.4.4: the plain form of the permission request") {
  Plain plain;
  Fixture f(everything, {}, &plain);
  f.new_session();
  CHECK(f.ask(Fixture::permission("1")) ==
        R"({"outcome":{"optionId":"yes","outcome":"selected"}})");
  CHECK(plain.seen == std::vector<std::string>{"s1: t1 2"});
}

TEST_CASE("acp 1.4.5: with the message comes the request's id; the library answers") {
  Fixture f;
  f.new_session();
  RequestId id;
  Json vendor;
  f.hooks.on_permission = [&](const ToolCallUpdate& call, const auto& options,
                              const InboundMessage& message) {
    id = message.id;
    vendor = message.json.at("params").at("vendor");
    CHECK(call.title == "Delete");
    return permission_selected(options.at(1).option_id);
  };
  const std::string request = Fixture::permission(R"("id-1")");
  const std::size_t at = request.find(R"("sessionId")");
  CHECK(f.ask(request.substr(0, at) + R"("vendor":[1],)" + request.substr(at)) ==
        R"({"outcome":{"optionId":"no","outcome":"selected"}})");
  CHECK(id == RequestId("id-1"));
  CHECK(vendor == json("[1]"));
}

Json announced(const HandlerSupport& support) {
  Fixture f(support);
  f.connect();
  return f.agent->last("initialize").at("params").at("clientCapabilities");
}

TEST_CASE("acp 1.4.8: reading files is announced when the handler can") {
  CHECK(announced({.file_read = true}).at("fs").at("readTextFile") == true);
  CHECK(announced({.terminal = true}).value("/fs/readTextFile"_json_pointer, false) == false);
}

TEST_CASE("acp 1.4.9: writing files is announced when the handler can (acp 5.7: as fs)") {
  const Json both = announced({.file_write = true});
  CHECK(both.at("fs").at("writeTextFile") == true);
  CHECK(both.value("/fs/readTextFile"_json_pointer, false) == false);
  CHECK_FALSE(both.contains("fileSystem"));
}

TEST_CASE("acp 1.4.10: one callback takes all five terminal methods, ids of every kind") {
  CHECK(announced({.terminal = true}).at("terminal") == true);
  Fixture f;
  f.new_session();
  std::vector<std::string> seen;
  f.hooks.on_terminal = [&](std::string_view method, const Json&, const InboundMessage& message) {
    seen.push_back(std::string(method) + " " + message.id.text());
    return Json::object();
  };
  const std::string rest = R"("params":{"sessionId":"s1","terminalId":"t1"}})";
  f.ask(R"({"id":1,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}})");
  f.ask(R"({"id":"x","method":"terminal/output",)" + rest);
  CHECK(f.ask(R"({"id":null,"method":"terminal/wait_for_exit",)" + rest) == "{}");
  f.ask(R"({"id":2,"method":"terminal/kill",)" + rest);
  f.ask(R"({"id":3,"method":"terminal/release",)" + rest);
  CHECK(seen == std::vector<std::string>{"terminal/create 1", R"(terminal/output "x")",
                                         "terminal/wait_for_exit null", "terminal/kill 2",
                                         "terminal/release 3"});
}

TEST_CASE("acp 1.4.11: a form is answered by its callback, and announced") {
  CHECK(announced({.form_elicitation = true}).at("elicitation") == json(R"({"form":{}})"));
  Fixture f;
  f.new_session();
  f.hooks.on_form = [](const CreateElicitationRequest& request, const InboundMessage&) {
    CHECK(request.message == "Name?");
    return elicitation_accepted(std::map<std::string, ElicitationContentValue>{{"name", "Ada"}});
  };
  CHECK(f.ask(R"({"id":1,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form",
                  "message":"Name?","requestedSchema":{"type":"object",
                  "properties":{"name":{"type":"string"}}}}})") ==
        R"({"action":"accept","content":{"name":"Ada"}})");
}

TEST_CASE("acp 1.4.12: a page is answered by its callback, and announced") {
  CHECK(announced({.url_elicitation = true}).at("elicitation") == json(R"({"url":{}})"));
  Fixture f;
  f.new_session();
  f.hooks.on_url = [](const CreateElicitationRequest& request, const InboundMessage&) {
    CHECK(std::get<ElicitationUrlMode>(request.mode).url == "https://example.com/x");
    return elicitation_declined();
  };
  CHECK(f.ask(R"({"id":1,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url",
                  "message":"Sign in","elicitationId":"e1","url":"https://example.com/x"}})") ==
        R"({"action":"decline"})");
}

TEST_CASE("acp 1.4.13: the end of what was to do on a page is told, if pages were announced") {
  for (const bool able : {true, false}) {
    Fixture f({.url_elicitation = able});
    f.new_session();
    std::vector<std::string> told;
    f.hooks.on_complete = [&](const ElicitationId& id) { told.push_back(id); };
    f.send(R"({"method":"elicitation/complete","params":{"elicitationId":"e1"}})");
    f.run();
    CHECK(told == (able ? std::vector<std::string>{"e1"} : std::vector<std::string>{}));
  }
}

TEST_CASE("acp 1.4.14: terminate comes once, last, with the reason") {
  Fixture f;
  f.new_session();
  std::vector<std::string> order;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    order.push_back(text_of(update));
  };
  f.hooks.on_terminate = [&](const Error& reason) {
    order.push_back(reason.is(Errc::closed) ? "closed" : "?");
  };
  f.send(Fixture::chunk("1"));
  f.agent->transport->close();
  f.run();
  f.client->close();
  f.run();
  CHECK(order == std::vector<std::string>{"1", "closed"});
}

}  // namespace parley::acp::client_test
