// SPDX-License-Identifier: MIT
// Progress, timeouts, cancellation and `_meta` of a client's requests.
#include <parley/mcp/request_options.hpp>

#include <string>
#include <vector>

#include "mcp/scripted_server.hpp"

namespace parley::mcp::request_options_test {

using namespace std::chrono_literals;
using test::Ending;
using test::json;
using test::ScriptedServer;

Json meta_of(const Json& request) { return request.at("params").value("_meta", Json()); }

void send_progress(ScriptedServer& server, const Json& token, double progress) {
  server.tell("notifications/progress", R"({"progressToken":)" + to_text(token) +
                                            R"(,"progress":)" + to_text(Json(progress)) + "}");
}

TEST_CASE("mcp A14: a request that wants progress has a token of its own in its _meta") {
  ScriptedServer server;
  server.connect();
  RequestOptions options;
  options.on_progress = [](const ProgressNotificationParams&) {};
  const auto ignore = [](std::exception_ptr, const auto&) {};
  server.session.async_call_tool("t", {}, ignore, options);
  server.session.async_ping(ignore, options);
  const Json first = meta_of(server.wire->take()).at("progressToken");
  const Json second = meta_of(server.wire->take()).at("progressToken");
  CHECK(first.is_number_integer());
  CHECK(first != second);
  server.session.async_ping(ignore);
  CHECK(meta_of(server.wire->take()).is_null());
}

TEST_CASE("_meta of the options joins that of the params") {
  ScriptedServer server;
  server.connect();
  CallToolRequestParams params;
  params.name = "t";
  params.meta = json(R"({"a":1,"b":1})");
  RequestOptions options;
  options.meta = json(R"({"b":2,"c":2})");
  server.session.async_call_tool(
      params, [](std::exception_ptr, const CallToolResult&) {}, options);
  CHECK(meta_of(server.wire->take()) == json(R"({"a":1,"b":2,"c":2})"));
  CHECK(params.meta == json(R"({"a":1,"b":1})"));
  options.meta = json("[]");
  CHECK_THROWS_AS(server.session.async_call_tool(
                      params, [](std::exception_ptr, const CallToolResult&) {}, options),
                  Error);
  CHECK(server.wire->empty());
}

TEST_CASE("mcp E20: progress is seen in wire order and before the answer; later it is dropped") {
  ScriptedServer server;
  server.connect();
  std::vector<std::string> seen;
  RequestOptions options;
  options.on_progress = [&](const ProgressNotificationParams& p) {
    seen.push_back(std::to_string(static_cast<int>(p.progress)) + p.message.value_or(""));
  };
  server.session.async_call_tool(
      "t", {}, [&](std::exception_ptr, const CallToolResult&) { seen.emplace_back("answer"); },
      options);
  const Json request = server.wire->take();
  const Json token = meta_of(request).at("progressToken");
  // All at once, as it comes out of one read.
  for (const char* progress : {"1", "2", "3,\"message\":\"!\""}) {
    server.wire->send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
                      R"({"progressToken":)" +
                      to_text(token) + R"(,"progress":)" + progress + "}}");
  }
  server.answer(request, R"({"content":[]})");
  send_progress(server, token, 4);
  CHECK(seen == std::vector<std::string>{"1", "2", "3!", "answer"});
}

TEST_CASE("progress that belongs to no request of ours is dropped") {
  ScriptedServer server;
  server.connect();
  int seen = 0;
  RequestOptions options;
  options.on_progress = [&](const ProgressNotificationParams&) { ++seen; };
  server.session.async_ping([](std::exception_ptr, EmptyResult) {}, options);
  const Json token = meta_of(server.wire->take()).at("progressToken");
  send_progress(server, token.get<int>() + 1, 1);
  send_progress(server, "other", 1);
  send_progress(server, to_text(token), 1);
  server.tell("notifications/progress", R"({"progress":1})");
  server.tell("notifications/progress", "{}");
  CHECK(seen == 0);
  server.tell("notifications/progress", R"({"progressToken":)" + to_text(token) + "}");
  CHECK(seen == 0);
  CHECK(server.log.size() == 1);
  send_progress(server, token, 1);
  CHECK(seen == 1);
}

TEST_CASE("mcp A28: a request takes 60 s at most, unless it or the client says otherwise") {
  const auto ends_after = [](const RequestOptions& options, std::chrono::milliseconds time,
                             ClientOptions client = {}) {
    ScriptedServer server(std::move(client));
    server.connect();
    Ending<EmptyResult> ping;
    server.session.async_ping(ping.fill(), options);
    const Json request = server.wire->take();
    server.advance(time - 1ms);
    if (ping.over) return false;
    server.advance(1ms);
    const Json cancel = server.wire->take();
    return ping.error == "no answer in time" && cancel.at("method") == "notifications/cancelled" &&
           cancel.at("params").at("requestId") == request.at("id");
  };
  CHECK(ends_after({}, 60s));
  CHECK(ends_after(3s, 3s));
  ClientOptions slow;
  slow.request_timeout = 5min;
  CHECK(ends_after({}, 5min, slow));
  RequestOptions bounded(10s);
  bounded.max_total_timeout = 4s;
  CHECK(ends_after(bounded, 4s));
}

TEST_CASE("no timeout is none") {
  ScriptedServer server;
  server.connect();
  RequestOptions options;
  options.no_timeout = true;
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill(), options);
  server.advance(std::chrono::hours(100));
  CHECK_FALSE(ping.over);
}

TEST_CASE("mcp A14: progress may start the timeout anew, but not for ever") {
  ScriptedServer server;
  server.connect();
  RequestOptions options(10s);
  options.reset_timeout_on_progress = true;
  options.max_total_timeout = 25s;
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill(), options);
  const Json token = meta_of(server.wire->take()).at("progressToken");
  server.advance(9s);
  send_progress(server, token, 1);
  server.advance(9s);
  CHECK_FALSE(ping.over);
  send_progress(server, token, 2);
  server.advance(6900ms);
  CHECK_FALSE(ping.over);
  server.advance(100ms);
  CHECK(ping.error == "no answer in time");
}

TEST_CASE("progress does not move the timeout unless the request says so") {
  ScriptedServer server;
  server.connect();
  RequestOptions options(10s);
  options.on_progress = [](const ProgressNotificationParams&) {};
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill(), options);
  const Json token = meta_of(server.wire->take()).at("progressToken");
  server.advance(9s);
  send_progress(server, token, 1);
  server.advance(1s);
  CHECK(ping.error == "no answer in time");
}

TEST_CASE("mcp A14: a request that is cancelled ends at once; what comes later is dropped") {
  ScriptedServer server;
  server.connect();
  int progress = 0;
  std::stop_source source;
  RequestOptions options;
  options.stop = source.get_token();
  options.on_progress = [&](const ProgressNotificationParams&) { ++progress; };
  Ending<CallToolResult> by_token;
  Ending<CallToolResult> by_handle;
  server.session.async_call_tool("t", {}, by_token.fill(), options);
  const auto handle = server.session.async_call_tool("t", {}, by_handle.fill());
  const Json first = server.wire->take();
  const Json second = server.wire->take();
  source.request_stop();
  handle.cancel();
  server.run();
  CHECK(by_token.error == "the call was cancelled");
  CHECK(by_handle.error == "the call was cancelled");
  CHECK(server.wire->take().at("params").at("requestId") == first.at("id"));
  CHECK(server.wire->take().at("params").at("requestId") == second.at("id"));
  send_progress(server, meta_of(first).at("progressToken"), 1);
  server.answer(first, R"({"content":[]})");
  CHECK(progress == 0);
  CHECK(server.wire->empty());
}

TEST_CASE("a handler of progress that throws is told to the log and harms nothing") {
  ScriptedServer server;
  server.connect();
  RequestOptions options;
  options.on_progress = [](const ProgressNotificationParams&) { throw std::runtime_error("boom"); };
  Ending<EmptyResult> ping;
  server.session.async_ping(ping.fill(), options);
  const Json request = server.wire->take();
  send_progress(server, meta_of(request).at("progressToken"), 1);
  REQUIRE(server.log.size() == 1);
  CHECK_THAT(server.log[0], Catch::Matchers::ContainsSubstring("boom"));
  server.answer(request, "{}");
  CHECK(ping.error.empty());
}

}  // namespace parley::mcp::request_options_test
