// SPDX-License-Identifier: MIT
// What went wrong in other implementations (acp.md D): a client that gets it right.
#include <parley/acp/methods.hpp>
#include <parley/json/write.hpp>

#include "client_fixture.hpp"

namespace parley::acp::client_test {

const char* const end_turn = R"({"stopReason":"end_turn"})";

TEST_CASE("acp D1: an answer's continuation runs before a message that came after it") {
  Fixture f;
  f.new_session();
  std::vector<std::string> order;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    order.push_back(text_of(update));
  };
  f.client->async_prompt("s1", "go", [&](const std::exception_ptr&, const PromptResponse&) {
    order.push_back("answer");
  });
  f.run();
  f.agent->respond("session/prompt", end_turn);
  f.send(Fixture::chunk("after"));
  f.run();
  CHECK(order == std::vector<std::string>{"answer", "after"});
}

TEST_CASE("acp D2: a prompt ends after the handlers of all its updates, also at the end") {
  for (const bool closes : {false, true}) {
    Fixture f;
    f.new_session();
    std::string text;
    f.hooks.on_update = [&](const SessionUpdate& update, const auto&) { text += text_of(update); };
    std::string at_the_end;
    f.client->async_prompt(
        "s1", "go", [&](const std::exception_ptr&, const PromptResponse&) { at_the_end = text; });
    f.run();
    for (int i = 0; i < 100; ++i) f.send(Fixture::chunk("x"));
    f.agent->respond("session/prompt", end_turn);
    if (closes) f.agent->transport->close();
    f.run();
    CHECK(at_the_end == std::string(100, 'x'));
  }
}

TEST_CASE("acp D4: updates that come before the answer that names their session are kept") {
  Fixture f;
  f.connect();
  f.agent->results.erase("session/new");
  std::vector<std::string> seen;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    seen.push_back(text_of(update));
  };
  NewSessionRequest request;
  request.cwd = f.folder;
  f.client->async_call<method::session_new>(
      request, [&](const std::exception_ptr&, const NewSessionResponse& response) {
        seen.push_back("answer " + response.session_id);
      });
  f.run();
  f.send(Fixture::chunk("early 1"));
  f.send(Fixture::chunk("early 2"));
  f.run();
  CHECK(seen.empty());
  f.agent->respond("session/new", R"({"sessionId":"s1"})");
  f.send(Fixture::chunk("late"));
  f.run();
  std::erase(seen, "answer s1");
  CHECK(seen == std::vector<std::string>{"early 1", "early 2", "late"});
}

TEST_CASE("acp D4: early updates are bounded, and forgotten when no session comes of it") {
  ClientOptions options;
  options.max_early_updates = 2;
  Fixture f(everything, options);
  f.connect();
  f.agent->results.erase("session/new");
  int seen = 0;
  f.hooks.on_update = [&](const auto&, const auto&) { ++seen; };
  NewSessionRequest request;
  request.cwd = f.folder;
  const auto begin = [&] {
    f.client->async_call<method::session_new>(
        request, [](const std::exception_ptr&, const NewSessionResponse&) {});
    f.run();
  };
  begin();
  for (int i = 0; i < 5; ++i) f.send(Fixture::chunk("x"));
  f.run();
  f.agent->respond("session/new", R"({"sessionId":"other"})");
  f.run();
  begin();
  f.agent->respond("session/new", R"({"sessionId":"s1"})");
  f.run();
  CHECK(seen == 0);
}

TEST_CASE("acp D5: what is replayed while a session loads is delivered before the answer") {
  Fixture f;
  f.connect();
  std::vector<std::string> order;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    order.push_back(text_of(update));
  };
  LoadSessionRequest request;
  request.session_id = "s1";
  request.cwd = f.folder;
  f.client->async_call<method::session_load>(
      request, [&](const std::exception_ptr& error, const LoadSessionResponse&) {
        order.push_back(error == nullptr ? "answer" : "failure");
      });
  f.run();
  f.send(Fixture::chunk("1"));
  f.send(Fixture::chunk("2"));
  f.agent->respond("session/load", "null");
  f.run();
  CHECK(order == std::vector<std::string>{"1", "2", "answer"});
}

TEST_CASE("acp D6: an unknown update is handed over raw, an unknown session disturbs nothing") {
  Fixture f;
  f.new_session();
  std::vector<std::string> seen;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    const auto* unknown = std::get_if<Unknown>(&update);
    seen.push_back(unknown == nullptr ? text_of(update) : to_text(*unknown->raw));
  };
  f.send(R"({"method":"session/update","params":{"sessionId":"s1","update":{
    "sessionUpdate":"hologram","depth":3}}})");
  f.send(R"({"method":"session/update","params":{"sessionId":"nobody","update":{
    "sessionUpdate":"usage_update","used":1,"size":2}}})");
  f.send(Fixture::chunk("on"));
  f.run();
  CHECK(seen == std::vector<std::string>{R"({"depth":3,"sessionUpdate":"hologram"})", "on"});
}

TEST_CASE("acp D7: the end of the transport fails every call, also later ones") {
  Fixture f;
  f.new_session();
  const auto first = f.prompt("1");
  const auto second = f.prompt("2");
  f.agent->transport->close();
  f.run();
  CHECK(first->error != "");
  CHECK(second->error != "");
  CHECK(f.prompt("3")->error != "");
  CHECK(f.failure([&] { f.client->new_session("/"); }) != "");
}

TEST_CASE("acp D7: a connection that breaks while a call is sent fails the call") {
  Fixture f;
  f.client_end->fail_after(2);
  f.new_session();
  CHECK(f.prompt("1")->error != "");
}

TEST_CASE("acp D13: cancel first answers what the user was asked, then tells the agent") {
  Fixture f;
  f.new_session();
  const auto turn = f.prompt("go");
  bool told = false;
  f.hooks.on_permission = [&](const auto&, const auto&, const InboundMessage& message) {
    f.client->cancel("s1");
    told = message.stop.stop_requested();
    return permission_selected("yes");
  };
  CHECK(f.ask(Fixture::permission("1")) == R"({"outcome":{"outcome":"cancelled"}})");
  CHECK(told);
  const auto& received = f.agent->received;
  CHECK(received.at(received.size() - 2).contains("result"));
  CHECK(received.back().at("method") == "session/cancel");
  CHECK_FALSE(turn->over);
  f.agent->respond("session/prompt", R"({"stopReason":"cancelled"})");
  f.run();
  CHECK(turn->response.stop_reason == StopReason::cancelled);
}

TEST_CASE("acp D13: a request whose handler has not begun is cancelled too, and nobody is asked") {
  Fixture f;
  f.new_session();
  bool asked = false;
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    asked = true;
    return permission_selected("yes");
  };
  f.send(Fixture::permission("1"));
  f.executor.run_one();  // It has arrived; its handler waits for the executor.
  f.client->cancel("s1");
  f.run();
  CHECK(f.answer(1) == R"({"outcome":{"outcome":"cancelled"}})");
  CHECK(f.agent->received.back().at("method") == "session/cancel");
  CHECK_FALSE(asked);
}

TEST_CASE("acp D13: closing a session settles its requests; other sessions are left alone") {
  Fixture f;
  f.new_session();
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    CloseSessionRequest close;
    close.session_id = "s2";
    f.client->async_call<method::session_close>(
        close, [](const std::exception_ptr&, const CloseSessionResponse&) {});
    f.run();
    CHECK(f.answer(1) == "none");
    close.session_id = "s1";
    f.client->async_call<method::session_close>(
        close, [](const std::exception_ptr&, const CloseSessionResponse&) {});
    f.run();
    return permission_selected("yes");
  };
  CHECK(f.ask(Fixture::permission("1")) == R"({"outcome":{"outcome":"cancelled"}})");
}

TEST_CASE("acp D13: a timeout is a failure, not a cancelled outcome") {
  ClientOptions options;
  options.handler_timeout = std::chrono::seconds(1);
  Fixture f(everything, options);
  f.new_session();
  f.hooks.on_permission = [&](const auto&, const auto&, const auto&) {
    f.timers.advance(std::chrono::seconds(2));
    return permission_cancelled();
  };
  CHECK(f.ask(Fixture::permission("1")) == "-32603 Client handler timed out");
}

std::string chosen(const RequestPermissionOutcome& outcome) {
  const auto* selected = std::get_if<SelectedPermissionOutcome>(&outcome);
  return selected == nullptr ? "cancelled" : selected->option_id;
}

TEST_CASE("acp D14: allowing takes what allows, rejecting what rejects, whatever is offered") {
  using enum PermissionOptionKind;
  const auto offer = [](const std::vector<PermissionOptionKind>& kinds) {
    std::vector<PermissionOption> options(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      options[i].option_id = std::to_string(i);
      options[i].kind = kinds[i];
    }
    return options;
  };
  CHECK(chosen(allow_permission(offer({allow_always, allow_once}))) == "1");
  CHECK(chosen(allow_permission(offer({reject_once, allow_always}))) == "1");
  CHECK(chosen(allow_permission(offer({reject_once}))) == "cancelled");
  CHECK(chosen(reject_permission(offer({reject_always, reject_once}))) == "1");
  CHECK(chosen(reject_permission(offer({allow_once, reject_always}))) == "1");
  CHECK(chosen(reject_permission(offer({allow_once}))) == "cancelled");
  CHECK(chosen(allow_permission({})) == "cancelled");
}

TEST_CASE("acp D16: updates and permissions of a call that was never announced arrive") {
  Fixture f;
  f.new_session();
  std::string updated;
  f.hooks.on_update = [&](const SessionUpdate& update, const auto&) {
    updated = std::get<ToolCallUpdate>(update).tool_call_id;
  };
  f.send(R"({"method":"session/update","params":{"sessionId":"s1","update":{
    "sessionUpdate":"tool_call_update","toolCallId":"never","status":"completed"}}})");
  CHECK(f.ask(Fixture::permission("1")) == R"({"outcome":{"optionId":"no","outcome":"selected"}})");
  CHECK(updated == "never");
}

TEST_CASE(
    "acp D18: the spelling of cancellation, late answers, and ids that are never used again") {
  Fixture f;
  f.new_session();
  const auto turn = f.prompt("go", CallOptions(std::chrono::seconds(1)));
  f.timers.advance(std::chrono::seconds(2));
  f.run();
  CHECK(turn->error != "");
  const Json id = f.agent->last("session/prompt").at("id");
  CHECK(f.agent->received.back().at("method") == "$/cancel_request");
  CHECK(f.agent->received.back().at("params").at("requestId") == id);
  f.agent->respond("session/prompt", end_turn);
  const auto second = f.prompt("again");
  CHECK(f.agent->last("session/prompt").at("id") != id);
  CHECK_FALSE(second->over);

  // A cancellation of what was answered already disturbs nothing that runs.
  f.hooks.on_permission = [&](const auto&, const auto&, const InboundMessage& message) {
    if (message.id == RequestId(2)) {
      f.send(R"({"method":"$/cancel_request","params":{"requestId":1}})");
      f.run();
      CHECK_FALSE(message.stop.stop_requested());
    }
    return permission_selected("yes");
  };
  const std::string yes = R"({"outcome":{"optionId":"yes","outcome":"selected"}})";
  CHECK(f.ask(Fixture::permission("1")) == yes);
  CHECK(f.ask(Fixture::permission("2")) == yes);
  CHECK(f.answer(1) == yes);
}

TEST_CASE("acp D20: lines of a file") {
  const std::string text = "one\ntwo\r\nthree";
  const auto slice = [&](std::optional<std::uint32_t> line, std::optional<std::uint32_t> limit) {
    return slice_lines(text, FileReadOptions{line, limit});
  };
  CHECK(slice({}, {}) == text);
  CHECK(slice(1, {}) == text);
  CHECK(slice(2, {}) == "two\r\nthree");
  CHECK(slice(2, 1) == "two\r\n");
  CHECK(slice({}, 2) == "one\ntwo\r\n");
  CHECK(slice(3, 5) == "three");
  CHECK(slice(4, {}).empty());
  CHECK(slice(4294967295U, 4294967295U).empty());
  CHECK(slice(1, 0).empty());
  CHECK(slice_lines("", FileReadOptions{1, 1}).empty());
}

}  // namespace parley::acp::client_test
