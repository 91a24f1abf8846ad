// SPDX-License-Identifier: MIT
// Lists of many pages: collected to the end, and never beyond what is sane.
#include <parley/mcp/client_request.hpp>

#include <string>
#include <vector>

#include "mcp/scripted_server.hpp"

namespace parley::mcp::client_request_test {

using namespace std::chrono_literals;
using test::Ending;
using test::ScriptedServer;

/// Answers the request for a page with one tool; the cursor is left out when it is null.
Json give_page(ScriptedServer& server, const std::string& tool, const Json& next_cursor) {
  const Json request = server.wire->take();
  REQUIRE(request.at("method") == "tools/list");
  const std::string cursor =
      next_cursor.is_null() ? "" : R"(,"nextCursor":)" + to_text(next_cursor);
  server.answer(request, R"({"tools":[{"name":")" + tool +
                             R"(","inputSchema":{"type":"object"}}])" + cursor + "}");
  return request.value("params", Json::object()).value("cursor", Json());
}

TEST_CASE("mcp A15: all pages are collected; an empty cursor is one like any other") {
  ScriptedServer server;
  server.connect();
  Ending<std::vector<Tool>> tools;
  server.session.async_tools(tools.fill());
  CHECK(give_page(server, "a", "next").is_null());
  CHECK(give_page(server, "b", "") == "next");
  CHECK_FALSE(tools.over);
  CHECK(give_page(server, "c", nullptr) == "");
  REQUIRE(tools.over);
  REQUIRE(tools.result.size() == 3);
  CHECK(tools.result[0].name + tools.result[1].name + tools.result[2].name == "abc");
  CHECK(server.wire->empty());
}

TEST_CASE("mcp A15: pages that go round in a circle are an error") {
  ScriptedServer server;
  server.connect();
  Ending<std::vector<Tool>> tools;
  server.session.async_tools(tools.fill());
  give_page(server, "a", "1");
  give_page(server, "b", "2");
  CHECK_FALSE(tools.over);
  give_page(server, "c", "1");
  CHECK(tools.error == "the peer answered with an invalid result");
  CHECK(tools.result.empty());
  CHECK(server.wire->empty());
}

TEST_CASE("mcp A28: more pages than allowed are an error, just as many are not") {
  for (const bool one_more : {false, true}) {
    ClientOptions options;
    options.max_pages = 3;
    ScriptedServer server(options);
    server.connect();
    Ending<std::vector<Tool>> tools;
    server.session.async_tools(tools.fill());
    give_page(server, "a", "1");
    give_page(server, "b", "2");
    give_page(server, "c", one_more ? Json("3") : Json());
    CHECK(tools.over);
    CHECK(tools.error == (one_more ? "the peer answered with an invalid result" : ""));
    CHECK(server.wire->empty());
  }
  CHECK(ClientOptions{}.max_pages == 64);
}

TEST_CASE("an error on any page ends the whole") {
  ScriptedServer server;
  server.connect();
  Ending<std::vector<Tool>> tools;
  server.session.async_tools(tools.fill());
  give_page(server, "a", "1");
  const Json request = server.wire->take();
  server.send(R"({"jsonrpc":"2.0","id":)" + to_text(request.at("id")) +
              R"(,"error":{"code":-32602,"message":"bad cursor"}})");
  CHECK(tools.error == "-32602 bad cursor");
}

TEST_CASE("a collection can be stopped on any page, by its handle or a stop token") {
  for (const bool by_token : {false, true}) {
    ScriptedServer server;
    server.connect();
    std::stop_source source;
    RequestOptions options;
    options.stop = source.get_token();
    Ending<std::vector<Tool>> tools;
    const auto handle = server.session.async_tools(tools.fill(), options);
    give_page(server, "a", "1");
    const Json second = server.wire->take();
    CHECK_FALSE(tools.over);
    if (by_token) {
      source.request_stop();
    } else {
      handle.cancel();
    }
    server.run();
    CHECK(tools.error == "the call was cancelled");
    const Json cancel = server.wire->take();
    CHECK(cancel.at("method") == "notifications/cancelled");
    CHECK(cancel.at("params").at("requestId") == second.at("id"));
    server.answer(second, R"({"tools":[],"nextCursor":"2"})");
    CHECK(server.wire->empty());
  }
}

TEST_CASE("the timeout is that of each page") {
  ScriptedServer server;
  server.connect();
  Ending<std::vector<Tool>> tools;
  server.session.async_tools(tools.fill(), 10s);
  for (int page = 0; page < 3; ++page) {
    server.advance(9s);
    give_page(server, "a", std::to_string(page));
  }
  CHECK_FALSE(tools.over);
  server.advance(10s);
  CHECK(tools.error == "no answer in time");
}

}  // namespace parley::mcp::client_request_test
