// SPDX-License-Identifier: MIT
// Questions of the agent to the user (acp 1.5): which are refused, and how they end.
#include <parley/json/write.hpp>

#include "client_fixture.hpp"

namespace parley::acp::client_test {

using Catch::Matchers::StartsWith;

const char* const bad_params = "-32602 Invalid request parameters";

/// Asks with those params, which come after `sessionId`, and gives the answer.
std::string question(Fixture& f, const std::string& params, const std::string& scope = "s1") {
  static int id = 100;
  const std::string session = scope.empty() ? "" : R"("sessionId":")" + scope + R"(",)";
  return f.ask(R"({"id":)" + std::to_string(++id) + R"(,"method":"elicitation/create","params":{)" +
               session + params + "}}");
}

std::string form(Fixture& f, const std::string& schema) {
  return question(f, R"("mode":"form","message":"Q","requestedSchema":)" + schema);
}

std::string field(Fixture& f, const std::string& schema) {
  return form(f, R"({"type":"object","properties":{"x":)" + schema + "}}");
}

std::string url(Fixture& f, const std::string& address) {
  return question(f, R"("mode":"url","message":"Q","elicitationId":"e","url":")" + address + '"');
}

const char* const declined = R"({"action":"decline"})";

TEST_CASE("acp 1.5.1: forms that break the rules are refused") {
  Fixture f;
  f.new_session();
  CHECK(form(f, R"({"type":"object","properties":{"a":{"type":"string"}},"required":["a"]})") ==
        declined);
  for (const char* type : {"string", "number", "integer", "boolean"}) {
    CHECK(field(f, R"({"type":")" + std::string(type) + R"("})") == declined);
  }
  CHECK(field(f, R"({"type":"string","oneOf":[{"const":"a","title":"A"}]})") == declined);
  CHECK(field(f, R"({"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}})") == declined);
  CHECK_THAT(question(f, R"("mode":"form","message":"","requestedSchema":{"type":"object"})"),
             StartsWith(bad_params));
  CHECK_THAT(question(f, R"("mode":"form","message":"Q")"), StartsWith(bad_params));
  CHECK_THAT(form(f, R"({"type":"array"})"), StartsWith(bad_params));
  CHECK_THAT(form(f, R"({"type":"object","properties":[]})"), StartsWith(bad_params));
  CHECK_THAT(form(f, R"({"type":"object","properties":{},"required":["a"]})"),
             StartsWith(bad_params));
  for (const char* bad : {R"({"type":"object"})", R"({})", R"({"type":"string","oneOf":[]})",
                          R"({"type":"string","oneOf":[{"title":"A"}]})",
                          R"({"type":"string","oneOf":[{"const":"a","title":5}]})",
                          R"({"type":"array"})", R"({"type":"array","items":{"anyOf":[]}})"}) {
    CHECK_THAT(field(f, bad), StartsWith(bad_params));
  }
}

TEST_CASE("acp 1.5.2: pages must be http or https, with a host and no user information") {
  Fixture f;
  f.new_session();
  CHECK(url(f, "https://example.com/sign-in?x=1") == declined);
  CHECK(url(f, "http://localhost:8080") == declined);
  for (const char* bad : {"ftp://example.com", "javascript:alert(1)", "https://", "https:///x",
                          "https://bank.example\\u0040evil.example/", "example.com", ""}) {
    CHECK_THAT(url(f, bad), StartsWith(bad_params));
  }
  CHECK_THAT(question(f, R"("mode":"url","message":"Q","url":"https://example.com")"),
             StartsWith(bad_params));
}

TEST_CASE("acp 1.5.3: a question belongs to a session or to a pending request, never to both") {
  Fixture f;
  f.new_session();
  const std::string rest = R"("mode":"url","message":"Q","elicitationId":"e","url":"http://a")";
  CHECK_THAT(question(f, rest, ""), StartsWith(bad_params));
  CHECK_THAT(question(f, R"("requestId":1,)" + rest), StartsWith(bad_params));
  CHECK_THAT(question(f, R"("requestId":4711,)" + rest, ""), StartsWith(bad_params));
  CHECK(question(f, rest, "other") == "-32602 Unknown session");
  CHECK(question(f, R"("toolCallId":"t",)" + rest) == declined);

  const auto turn = f.prompt("hello");
  const Json id = f.agent->last("session/prompt").at("id");
  const std::string request = R"("requestId":)" + to_text(id) + ',';
  CHECK(question(f, request + rest, "") == declined);
  CHECK_THAT(question(f, request + R"("toolCallId":"t",)" + rest, ""), StartsWith(bad_params));
  f.agent->respond("session/prompt", R"({"stopReason":"end_turn"})");
  f.run();
  CHECK(turn->over);
  CHECK_THAT(question(f, request + rest, ""), StartsWith(bad_params));
}

TEST_CASE("acp 1.5.4: a form must not ask for secrets") {
  Fixture f;
  f.new_session();
  for (const char* secret :
       {R"("writeOnly":true)", R"("isSecret":true)", R"("format":"password")",
        R"("format":"secret")", R"("_meta":{"sensitive":true})", R"("_meta":{"secret":true})",
        R"("_meta":{"codex":{"isSecret":true}})"}) {
    CHECK_THAT(field(f, R"({"type":"string",)" + std::string(secret) + "}"),
               StartsWith(bad_params));
  }
  CHECK(field(f, R"({"type":"string","format":"email","writeOnly":false})") == declined);
}

TEST_CASE("acp 1.5.5: a mode that was not announced is refused, whatever else is wrong") {
  Fixture forms({.form_elicitation = true});
  forms.new_session();
  CHECK_THAT(question(forms, R"("mode":"url")"), StartsWith("-32601 Method not supported"));
  Fixture pages({.url_elicitation = true});
  pages.new_session();
  CHECK_THAT(question(pages, R"("mode":"form")"), StartsWith("-32601 Method not supported"));
}

TEST_CASE("acp 1.5.6: the three answers, and what is none") {
  Fixture f;
  f.new_session();
  CreateElicitationResponse response;
  f.hooks.on_form = [&](const auto&, const auto&) { return response; };
  const auto answer = [&](CreateElicitationResponse value) {
    response = std::move(value);
    return field(f, R"({"type":"string"})");
  };
  CHECK(answer(elicitation_accepted()) == R"({"action":"accept"})");
  CHECK(answer(elicitation_declined()) == declined);
  CHECK(answer(elicitation_cancelled()) == R"({"action":"cancel"})");
  CreateElicitationResponse invalid;
  invalid.action = Unknown{};
  CHECK(answer(invalid) == "-32603 Invalid elicitation response");
}

TEST_CASE("acp 1.5.7: cancelling the turn, or the agent, ends an open question") {
  Fixture f;
  f.new_session();
  bool told = false;
  f.hooks.on_form = [&](const auto&, const InboundMessage& message) {
    f.client->cancel("s1");
    told = message.stop.stop_requested();
    return elicitation_accepted();
  };
  CHECK(field(f, R"({"type":"string"})") == R"({"action":"cancel"})");
  CHECK(told);
  CHECK(f.agent->received.at(f.agent->received.size() - 2).contains("result"));
  CHECK(f.agent->received.back().at("method") == "session/cancel");

  f.hooks.on_form = [&](const auto&, const InboundMessage& message) {
    f.send(R"({"method":"$/cancel_request","params":{"requestId":)" + message.id.text() + "}}");
    f.run();
    told = message.stop.stop_requested();
    return elicitation_accepted();
  };
  told = false;
  CHECK(field(f, R"({"type":"string"})") == "-32800 Request cancelled");
  CHECK(told);
}

TEST_CASE("acp 1.5.8: a completion that is no completion is dropped") {
  Fixture f;
  f.new_session();
  int told = 0;
  f.hooks.on_complete = [&](const ElicitationId&) { ++told; };
  f.send(R"({"method":"elicitation/complete","params":{"elicitationId":"e1"}})");
  f.send(R"({"method":"elicitation/complete","params":{"elicitationId":5}})");
  f.send(R"({"method":"elicitation/complete"})");
  f.run();
  CHECK(told == 1);
  CHECK_FALSE(f.client->closed());
}

}  // namespace parley::acp::client_test
