// SPDX-License-Identifier: MIT
// The state machine of a connection, stepped by hand: no transport, no thread, no clock.
#include <parley/rpc/session_core.hpp>

#include <map>
#include <memory>
#include <random>
#include <string>

#include <parley/json/parse.hpp>

#include "catch.hpp"

namespace parley::session_core_test {

constexpr ProtocolRules mcp_like{.cancel_method = "notifications/cancelled"};
constexpr ProtocolRules acp_like{.cancel_method = "$/cancel_request",
                                 .cancelled_answer = CancelledAnswer::error_at_once,
                                 .null_id_is_request = true,
                                 .require_version = false,
                                 .omit_unknown_id = false,
                                 .requests_wait_for_notifications = true};

/// A core, and what it wanted done.
struct Core {
  explicit Core(const ProtocolRules& rules = mcp_like, const Limits& limits = {})
      : core(rules, limits) {}

  void feed(std::string_view frame) {
    core.on_frame(frame, actions);
    run_completions();
  }
  void run_completions() {
    for (auto& done : actions->completions) done.completion.take(std::move(done.outcome));
    actions->completions.clear();
  }
  /// The next delivery: "note:method", "request:method", "done", or "".
  std::string next() {
    auto delivery = core.next_delivery(actions);
    if (!delivery) return "";
    if (auto* note = std::get_if<NotificationDelivery>(&*delivery)) {
      return "note:" + note->message->method;
    }
    if (auto* request = std::get_if<RequestDelivery>(&*delivery)) {
      started.push_back(request->request);
      return "request:" + request->request->message.method;
    }
    auto& done = std::get<CompletionDelivery>(*delivery);
    done.completion.take(std::move(done.outcome));
    return "done";
  }
  CallId call(std::string_view method, std::string& result, bool skip_barrier = false,
              std::optional<SessionCore::TimePoint> deadline = {}) {
    CallCompletion completion;
    completion.direct = true;
    completion.take = [&result](Outcome outcome) {
      result += outcome ? "result" : std::string("error: ") + outcome.error().what();
    };
    return *core.add_call(method, std::move(completion), deadline, skip_barrier);
  }
  std::string sent() {
    std::string all;
    for (const std::string& frame : actions->frames) all += frame + "\n";
    actions->frames.clear();
    return all;
  }
  std::string answer(const std::shared_ptr<InFlight>& request, std::string_view frame) {
    return std::string(core.answer(*request, frame).value_or("(nothing)"));
  }

  SessionCore core;
  Actions actions;
  std::vector<std::shared_ptr<InFlight>> started;
};

TEST_CASE("an answer waits for the notifications before it on the wire") {
  Core core;
  std::string result;
  core.call("ask", result);
  core.feed(R"({"jsonrpc":"2.0","method":"one"})");
  core.feed(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  core.feed(R"({"jsonrpc":"2.0","method":"two"})");
  CHECK(core.next() == "note:one");
  CHECK(core.next().empty());
  CHECK(result.empty());
  core.core.delivery_done();
  CHECK(core.next() == "done");
  CHECK(result == "result");
  CHECK(core.next() == "note:two");
}

TEST_CASE("a call made by a notification's handler does not wait for that notification") {
  Core core;
  std::string result;
  core.feed(R"({"jsonrpc":"2.0","method":"one"})");
  CHECK(core.next() == "note:one");
  core.call("ask", result, /*skip_barrier=*/true);
  core.feed(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  CHECK(result == "result");
}

TEST_CASE("mcp A3: an id is echoed with its type and text") {
  for (const char* id : {"7", "\"7\"", "-9223372036854775808", "9223372036854775807",
                         "18446744073709551615", "\"\"", "\"\\u00e9\"", "1.5"}) {
    Core core;
    core.feed(std::string(R"({"jsonrpc":"2.0","method":"m","id":)") + id + "}");
    REQUIRE(core.next() == "request:m");
    std::string frame;
    write_result(core.started[0]->message.id, "{}", frame);
    const Json expected = *parse(std::string(R"({"jsonrpc":"2.0","result":{},"id":)") + id + "}");
    CHECK(*parse(core.answer(core.started[0], frame)) == expected);
  }
}

TEST_CASE("mcp A3: a request with a null id is invalid; acp A1: it is a request") {
  const auto frame = R"({"jsonrpc":"2.0","id":null,"method":"m"})";
  Core mcp;
  mcp.feed(frame);
  CHECK_THAT(mcp.sent(), Catch::Matchers::ContainsSubstring("-32600"));
  CHECK(mcp.next().empty());
  Core acp(acp_like);
  acp.feed(frame);
  CHECK(acp.next() == "request:m");
}

TEST_CASE("acp 5.2: a duplicate id is refused and the first request is not disturbed") {
  Core core;
  core.feed(R"({"jsonrpc":"2.0","id":1,"method":"m"})");
  core.feed(R"({"jsonrpc":"2.0","id":1,"method":"m"})");
  CHECK(core.sent() == R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,)"
                       R"("message":"Request id is already in use"}})"
                       "\n");
  REQUIRE(core.next() == "request:m");
  CHECK(core.answer(core.started[0], "{}") == "{}");
  core.feed(R"({"jsonrpc":"2.0","id":1,"method":"m"})");
  CHECK(core.next() == "request:m");
}

TEST_CASE("acp 5.2: an id is free again when its request is answered, and only then") {
  Core core;
  for (const char* id : {"1", "\"x\"", "2", "\"1\"", "1"}) {
    const std::string request = R"({"jsonrpc":"2.0","method":"m","id":)" + std::string(id) + "}";
    core.feed(request);
    REQUIRE(core.next() == "request:m");
    core.feed(request);
    CHECK_THAT(core.sent(), Catch::Matchers::ContainsSubstring("Request id is already in use"));
    CHECK(core.answer(core.started.back(), "{}") == "{}");
  }
  CHECK(core.core.in_flight_count() == 0);
}

TEST_CASE("acp 5.2: an id is in use from its request to its answer, in whatever order they come") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Core core;
    std::map<int, std::shared_ptr<InFlight>> open;
    for (int step = 0; step < 40; ++step) {
      const int id = static_cast<int>(random() % 5);
      const auto found = open.find(id);
      if (found != open.end() && random() % 2 == 0) {
        REQUIRE(core.answer(found->second, "answer") == "answer");
        open.erase(found);
        continue;
      }
      core.feed(R"({"jsonrpc":"2.0","method":"m","id":)" + std::to_string(id) + "}");
      REQUIRE(core.next() == (found == open.end() ? "request:m" : ""));
      REQUIRE(core.sent().empty() == (found == open.end()));
      if (found == open.end()) open.emplace(id, core.started.back());
      REQUIRE(core.core.in_flight_count() == open.size());
    }
    core.actions.clear();
    core.core.on_close(Error(Errc::closed, "over"), core.actions);
    REQUIRE(core.actions->cancelled.size() == open.size());
    REQUIRE(core.core.in_flight_count() == 0);
  }
}

TEST_CASE("\"1\" and 1 are different requests") {
  Core core;
  core.feed(R"({"jsonrpc":"2.0","id":1,"method":"a"})");
  core.feed(R"({"jsonrpc":"2.0","id":"1","method":"b"})");
  CHECK(core.next() == "request:a");
  CHECK(core.next() == "request:b");
}

TEST_CASE("acp 4.5.7: malformed input is answered as the protocol says, and nothing ends") {
  struct Case {
    const char* frame;
    int code;
    const char* id;
  };
  for (const auto& [frame, code, id] :
       {Case{"{", -32700, "null"}, Case{"nonsense", -32700, "null"}, Case{"\xff", -32700, "null"},
        Case{"5", -32600, "null"}, Case{"\"x\"", -32600, "null"}, Case{"[]", -32600, "null"},
        Case{"[1]", -32600, "null"}, Case{"{}", -32600, "null"}, Case{R"({"id":3})", -32600, "3"},
        Case{R"({"id":"x","method":5})", -32600, "\"x\""},
        Case{R"({"id":{},"method":"m"})", -32600, "null"},
        Case{R"({"id":4,"method":"m","params":7})", -32600, "4"},
        Case{R"({"jsonrpc":"1.0","id":5,"method":"m"})", -32600, "5"},
        Case{R"({"id":6,"method":"m","result":{}})", -32600, "6"}}) {
    INFO(frame);
    Core core(acp_like);
    core.feed(frame);
    const Json answer = *parse(core.sent());
    CHECK(answer["error"]["code"] == code);
    CHECK(answer["id"] == *parse(id));
    core.feed(R"({"jsonrpc":"2.0","id":9,"method":"still here"})");
    CHECK(core.next() == "request:still here");
  }
}

TEST_CASE("mcp A3: an error about an unreadable message has no id") {
  Core core;
  core.feed("{");
  CHECK_FALSE(parse(core.sent())->contains("id"));
}

TEST_CASE("acp 4.5.4: a malformed response, or one nobody asked for, is never answered") {
  for (const char* frame :
       {R"({"jsonrpc":"2.0","id":77,"result":{}})", R"({"jsonrpc":"2.0","id":"1","result":{}})",
        R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}})",
        R"({"jsonrpc":"2.0","error":{"code":1,"message":"x"}})", R"({"id":77,"result":{}})",
        R"({"jsonrpc":"3.0","id":77,"result":{}})", R"({"jsonrpc":"2.0","id":{},"result":{}})",
        R"({"jsonrpc":"2.0","id":true,"error":5})",
        R"({"jsonrpc":"2.0","id":77,"result":{},"error":{"code":1,"message":"x"}})"}) {
    INFO(frame);
    Core core;
    std::string result;
    core.call("ask", result);
    core.feed(frame);
    CHECK(core.sent().empty());
    CHECK(result.empty());
    CHECK_FALSE(core.actions->warnings.empty());
    core.feed(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    CHECK(core.next() == "done");
  }
}

TEST_CASE("a malformed response ends the call it was meant for, which would wait for ever") {
  for (const char* frame :
       {R"({"id":1,"result":{}})", R"({"jsonrpc":"3.0","id":1,"result":{}})",
        R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}})"}) {
    INFO(frame);
    Core core;
    std::string result;
    core.call("ask", result);
    core.feed(frame);
    CHECK(core.sent().empty());
    CHECK(core.next() == "done");
    CHECK_THAT(result, Catch::Matchers::StartsWith("error: the answer to ask is malformed"));
  }
}

TEST_CASE("the member that does not apply may be null in a response, as old peers write it") {
  Core core;
  std::string result;
  core.call("ask", result);
  core.feed(R"({"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"x"}})");
  CHECK(core.next() == "done");
  CHECK(result == "error: x");
  CHECK(core.actions->warnings.empty());
}

TEST_CASE("mcp E17: a batch is one invalid request, except where the version has them") {
  const auto batch = R"([{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"n"},)"
                     R"(5,{"jsonrpc":"2.0","id":2,"method":"b"}])";
  Core strict;
  strict.feed(batch);
  CHECK_THAT(strict.sent(), Catch::Matchers::ContainsSubstring("batches are not supported"));
  CHECK(strict.next().empty());

  Core core;
  core.core.rules().accept_batches = true;
  core.feed(batch);
  CHECK(core.sent().empty());
  REQUIRE(core.next() == "request:a");
  REQUIRE(core.next() == "request:b");
  CHECK(core.next() == "note:n");
  CHECK(core.answer(core.started[1], R"({"id":2})") == "(nothing)");
  const Json reply = *parse(core.answer(core.started[0], R"({"id":1})"));
  REQUIRE(reply.is_array());
  CHECK(reply.size() == 3);  // the error about 5, and both answers
}

TEST_CASE("mcp A14: a cancelled request is not answered; acp A7.3: it is, once") {
  Core mcp;
  mcp.feed(R"({"jsonrpc":"2.0","id":1,"method":"m"})");
  REQUIRE(mcp.next() == "request:m");
  mcp.feed(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  CHECK(mcp.actions->cancelled.size() == 1);
  CHECK(mcp.sent().empty());
  CHECK(mcp.answer(mcp.started[0], "{}") == "(nothing)");

  Core acp(acp_like);
  acp.feed(R"({"jsonrpc":"2.0","id":"x","method":"m"})");
  REQUIRE(acp.next() == "request:m");
  acp.feed(R"({"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"x"}})");
  CHECK(parse(acp.sent())->at("error").at("code") == -32800);
  CHECK(acp.answer(acp.started[0], "{}") == "(nothing)");
}

TEST_CASE("mcp E19: a cancellation that comes before the handler started keeps it from starting") {
  Core core;
  core.feed(R"({"jsonrpc":"2.0","id":1,"method":"m"})");
  core.feed(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  CHECK(core.next() == "note:notifications/cancelled");
  core.core.delivery_done();
  CHECK(core.next().empty());
}

TEST_CASE("a cancellation of something unknown, finished or malformed is ignored") {
  for (const char* params : {R"({"requestId":5})", "{}", R"({"requestId":[]})", "[]"}) {
    Core core(acp_like);
    core.feed(std::string(R"({"jsonrpc":"2.0","method":"$/cancel_request","params":)") + params +
              "}");
    CHECK(core.sent().empty());
    CHECK(core.actions->cancelled.empty());
  }
}

TEST_CASE("a call that times out is cancelled at the peer, and its late answer is dropped") {
  Core core;
  std::string result;
  const SessionCore::TimePoint noon{std::chrono::hours(12)};
  core.call("slow", result, false, noon);
  CHECK(core.core.next_deadline() == noon);
  core.core.on_time(noon - std::chrono::seconds(1), core.actions);
  CHECK(core.actions->completions.empty());
  core.core.on_time(noon, core.actions);
  core.run_completions();
  CHECK(result == "error: no answer to slow in time; it was cancelled");
  CHECK(core.sent() ==
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"
        "\n");
  core.feed(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  CHECK(core.next().empty());
}

TEST_CASE("mcp A8: initialize is never cancelled on the wire") {
  Core core;
  std::string result;
  const CallId call = core.call("initialize", result);
  core.core.cancel_call(call, Error(Errc::cancelled, "enough"), core.actions);
  core.run_completions();
  CHECK(core.sent().empty());
  CHECK(result == "error: enough");
}

TEST_CASE("acp D7: the end fails every pending call, after the notifications before it") {
  Core core;
  std::string result;
  core.call("a", result);
  core.call("b", result);
  core.feed(R"({"jsonrpc":"2.0","method":"last words"})");
  core.core.on_close(Error(Errc::closed, "gone"), core.actions);
  CHECK(core.next() == "note:last words");
  CHECK(result.empty());
  core.core.delivery_done();
  CHECK(core.next() == "done");
  CHECK(core.next() == "done");
  CHECK(core.core.pending_count() == 0);
  CHECK_THAT(result, Catch::Matchers::ContainsSubstring("no answer to a: gone"));
  CHECK_FALSE(core.core.add_call("c", CallCompletion{}, {}, false));
}

TEST_CASE("the bounds are kept: pending calls, requests in flight, queued notifications") {
  Limits limits;
  limits.max_pending = 2;
  limits.max_in_flight = 2;
  limits.max_queued_notifications = 4;
  Core core(mcp_like, limits);
  std::string result;
  core.call("a", result);
  core.call("b", result);
  CHECK(core.core.add_call("c", CallCompletion{}, {}, false).error().is(Errc::too_many_pending));
  for (int id = 1; id <= 3; ++id) {
    core.feed(R"({"jsonrpc":"2.0","method":"m","id":)" + std::to_string(id) + "}");
  }
  CHECK_THAT(core.sent(), Catch::Matchers::ContainsSubstring("\"id\":3,\"error\""));
  std::vector<bool> pauses;
  for (int i = 0; i < 20; ++i) {
    core.feed(R"({"jsonrpc":"2.0","method":"n"})");
    if (core.actions->pause_reading) pauses.push_back(*core.actions->pause_reading);
    core.actions->pause_reading.reset();
  }
  CHECK(pauses == std::vector<bool>{true});
  int delivered = 0;
  for (; core.next() != ""; core.core.delivery_done()) ++delivered;
  CHECK(delivered == 8 + 2);  // twice the bound, and the two requests
  CHECK(core.actions->pause_reading == false);
}

TEST_CASE("acp 5.2: a duplicate is called one at the bound, too, and is let go of") {
  Limits limits;
  limits.max_in_flight = 1;
  Core core(mcp_like, limits);
  core.feed(R"({"jsonrpc":"2.0","method":"m","id":1})");
  REQUIRE(core.next() == "request:m");
  core.answer(core.started[0], "{}");
  core.feed(R"({"jsonrpc":"2.0","method":"m","id":2})");
  auto duplicate = *SessionCore::read_frame(R"({"jsonrpc":"2.0","method":"m","id":2})", limits);
  const std::weak_ptr<InFlight> seen = duplicate;
  core.core.on_read(std::move(duplicate), 1, core.actions);
  CHECK(seen.expired());
  CHECK_THAT(core.sent(), Catch::Matchers::ContainsSubstring("Request id is already in use"));
  core.feed(R"({"jsonrpc":"2.0","method":"m","id":3})");
  CHECK_THAT(core.sent(), Catch::Matchers::ContainsSubstring("too many requests"));
  CHECK(core.core.in_flight_count() == 1);
}

TEST_CASE("a cancelled request counts until its handler has finished") {
  for (const ProtocolRules& rules : {mcp_like, acp_like}) {
    Limits limits;
    limits.max_in_flight = 2;
    Core core(rules, limits);
    const auto cancel = [&](int id) {
      core.feed(R"({"jsonrpc":"2.0","method":")" + std::string(rules.cancel_method) +
                R"(","params":{"requestId":)" + std::to_string(id) + "}}");
      while (core.next() != "") core.core.delivery_done();
      core.actions.clear();
    };
    core.feed(R"({"jsonrpc":"2.0","method":"m","id":1})");
    core.feed(R"({"jsonrpc":"2.0","method":"m","id":2})");
    while (core.next() != "") continue;
    cancel(1);
    core.feed(R"({"jsonrpc":"2.0","method":"m","id":3})");
    CHECK_THAT(core.sent(), Catch::Matchers::ContainsSubstring("\"id\":3,\"error\""));
    CHECK(core.answer(core.started[0], "late") == "(nothing)");
    core.feed(R"({"jsonrpc":"2.0","method":"m","id":4})");
    CHECK(core.sent().empty());
    // Cancelled before its handler began, it leaves at once.
    cancel(4);
    core.feed(R"({"jsonrpc":"2.0","method":"m","id":5})");
    CHECK(core.sent().empty());
    CHECK(core.next() == "request:m");
  }
}

TEST_CASE("requests in flight are bounded by their bytes, but for a single one") {
  Limits limits;
  limits.max_in_flight_bytes = 100;
  Core core(mcp_like, limits);
  const std::string padding(200, ' ');
  core.feed(R"({"jsonrpc":"2.0","method":"m","id":1})" + padding);
  core.feed(R"({"jsonrpc":"2.0","method":"m","id":2})");
  CHECK_THAT(core.sent(), Catch::Matchers::ContainsSubstring("\"id\":2,\"error\""));
  REQUIRE(core.next() == "request:m");
  core.answer(core.started[0], "{}");
  core.feed(R"({"jsonrpc":"2.0","method":"m","id":2})");
  CHECK(core.sent().empty());
}

TEST_CASE("a batch is bounded by its messages, and its notifications count with their bytes") {
  ProtocolRules rules = mcp_like;
  rules.accept_batches = true;
  Limits limits;
  limits.max_batch = 3;
  limits.max_queued_bytes = 100;
  Core core(rules, limits);
  core.feed("[1,2,3,4]");
  const Json answer = *parse(core.sent());
  REQUIRE(answer.is_object());
  CHECK(answer["error"]["code"] == -32600);
  const std::string big(100, 'x');
  core.feed(R"([{"jsonrpc":"2.0","method":"n","params":{"x":")" + big + R"("}}])");
  CHECK(core.actions->pause_reading == true);
}

TEST_CASE("a message of too many values is a parse error") {
  Limits limits;
  limits.max_values = 10;
  Core core(mcp_like, limits);
  core.feed(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"x":[1,1,1,1,1]}})");
  CHECK(core.sent().empty());
  core.feed(R"({"jsonrpc":"2.0","id":2,"method":"m","params":{"x":[1,1,1,1,1,1]}})");
  CHECK_THAT(core.sent(), Catch::Matchers::ContainsSubstring("-32700"));
}

TEST_CASE("an error object that is none, or has a strange code, is still an outcome") {
  for (const char* error : {"5", "{}", R"({"code":"x"})", R"({"code":1e30,"message":"m"})",
                            R"({"code":-2147483648})", R"({"code":1001,"message":7})"}) {
    Core core;
    std::string result;
    core.call("ask", result);
    core.feed(std::string(R"({"jsonrpc":"2.0","id":1,"error":)") + error + "}");
    CHECK(core.next() == "done");
    CHECK(result.starts_with("error: "));
  }
}

TEST_CASE("mcp A3: the version is missed in objects only, before all else") {
  using Catch::Matchers::ContainsSubstring;
  ProtocolRules rules = mcp_like;
  rules.require_version = true;
  const auto answer = [&rules](std::string_view frame) {
    Core core(rules);
    core.feed(frame);
    return core.sent();
  };
  const std::string missing = "jsonrpc is missing; it must be \\\"2.0\\\"";
  CHECK_THAT(answer(R"({"id":1,"method":"a"})"), ContainsSubstring(missing));
  CHECK_THAT(answer(R"({"id":1,"method":7})"), ContainsSubstring(missing));
  CHECK_THAT(answer("{}"), ContainsSubstring(missing));
  CHECK_THAT(answer("42"), ContainsSubstring("a message must be a JSON object"));
  CHECK_THAT(answer("null"), ContainsSubstring("a message must be a JSON object"));
}

}  // namespace parley::session_core_test
