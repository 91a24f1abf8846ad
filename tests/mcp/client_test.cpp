// SPDX-License-Identifier: MIT
// A client's handshake: versions, capabilities, and every way in which it may fail.
#include <parley/mcp/client.hpp>

#include <string>
#include <vector>

#include "mcp/scripted_server.hpp"

namespace parley::mcp::client_test {

using namespace std::chrono_literals;
using test::json;
using test::ScriptedServer;

TEST_CASE("mcp A8: a client sends initialize, waits for the answer, and says that it is ready") {
  ScriptedServer server;
  server.begin();
  const Json hello = server.wire->take();
  CHECK(hello.at("jsonrpc") == "2.0");
  CHECK(hello.at("method") == "initialize");
  CHECK(hello.at("params") == json(R"({"protocolVersion":"2025-11-25","capabilities":{},
                                       "clientInfo":{"name":"test","version":"1"}})"));
  CHECK(server.wire->empty());
  CHECK_FALSE(server.connected.over);

  server.answer(hello, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},
      "serverInfo":{"name":"s","version":"2","title":"S"},"instructions":"Be kind."})");
  REQUIRE(server.connected.error.empty());
  server.session = std::move(server.connected.result);
  CHECK(server.wire->take() == json(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  CHECK(server.session.protocol_version() == "2025-11-25");
  CHECK(server.session.server_info().title == "S");
  CHECK(server.session.server_capabilities().tools.has_value());
  CHECK_FALSE(server.session.server_capabilities().prompts.has_value());
  CHECK(server.session.instructions() == "Be kind.");
}

TEST_CASE("mcp A8: every version that parley speaks is accepted, whichever was asked for") {
  for (const std::string_view asked : version::supported) {
    for (const std::string_view answered : version::supported) {
      ClientOptions options;
      options.protocol_version = asked;
      ScriptedServer server(options);
      server.connect(answered);
      CHECK(server.session.protocol_version() == answered);
    }
  }
}

TEST_CASE("mcp A8: a client leaves when it does not speak the server's version") {
  for (const char* answered : {"2099-01-01", "2026-07-28", "1.0", ""}) {
    ScriptedServer server;
    server.begin();
    server.accept(answered);
    CHECK(server.connected.error == "no protocol version in common");
    CHECK(server.wire->closed());
    CHECK(server.wire->empty());
  }
}

TEST_CASE("a server that refuses initialize is quoted") {
  ScriptedServer server;
  server.begin();
  server.wire->take();
  server.send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"too new"}})");
  CHECK(server.connected.error == "-32602 too new");
  CHECK(server.wire->closed());
}

TEST_CASE("a handshake that makes no sense is an error that says where") {
  ScriptedServer server;
  server.begin();
  server.answer(server.wire->take(), R"({"protocolVersion":"2025-11-25","capabilities":{}})");
  CHECK(server.connected.error == "the peer answered with an invalid result");
  CHECK(server.wire->closed());
}

TEST_CASE("mcp A8: a handshake times out; initialize is never cancelled") {
  ClientOptions options;
  options.handshake_timeout = 5s;
  ScriptedServer server(options);
  server.begin();
  server.wire->take();
  server.advance(4999ms);
  CHECK_FALSE(server.connected.over);
  server.advance(1ms);
  CHECK(server.connected.error == "no answer in time");
  CHECK(server.wire->empty());
  CHECK(server.wire->closed());
}

TEST_CASE("a server that goes during the handshake ends it") {
  ScriptedServer server;
  server.begin();
  server.wire->close();
  server.run();
  CHECK(server.connected.error == "the connection is closed");
}

Json announced(ScriptedServer& server) {
  server.begin();
  const Json hello = server.wire->take();
  return hello.at("params").at("capabilities");
}

TEST_CASE("mcp A7: the capabilities follow from the handlers") {
  const auto sample = [](CreateMessageRequestParams) { return CreateMessageResult{}; };
  const auto form = [](ElicitRequestFormParams) { return ElicitResult{}; };
  const auto url = [](ElicitRequestURLParams) { return ElicitResult{}; };
  SECTION("sampling") {
    ScriptedServer server;
    server.client.on_sampling(sample);
    CHECK(announced(server) == json(R"({"sampling":{}})"));
  }
  SECTION("sampling with everything") {
    ClientOptions options;
    options.sampling_tools = true;
    options.sampling_context = true;
    ScriptedServer server(options);
    server.client.on_sampling(sample);
    CHECK(announced(server) == json(R"({"sampling":{"tools":{},"context":{}}})"));
  }
  SECTION("forms") {
    ScriptedServer server;
    server.client.on_elicitation(form);
    CHECK(announced(server) == json(R"({"elicitation":{"form":{}}})"));
  }
  SECTION("pages") {
    ScriptedServer server;
    server.client.on_url_elicitation(url);
    CHECK(announced(server) == json(R"({"elicitation":{"url":{}}})"));
  }
  SECTION("roots, even if there are none yet, and experimental ones") {
    ClientOptions options;
    options.experimental = json(R"({"x":{}})");
    ScriptedServer server(options);
    server.client.set_roots({});
    CHECK(announced(server) == json(R"({"experimental":{"x":{}},"roots":{"listChanged":true}})"));
  }
  SECTION("2025-06-18 has no modes of elicitation, 2025-03-26 no elicitation") {
    for (const auto& [version, expected] :
         {std::pair("2025-06-18", R"({"elicitation":{},"sampling":{}})"),
          std::pair("2025-03-26", R"({"sampling":{}})")}) {
      ClientOptions options;
      options.protocol_version = version;
      options.sampling_tools = true;
      ScriptedServer server(options);
      server.client.on_elicitation(form).on_url_elicitation(url).on_sampling(sample);
      CHECK(announced(server) == json(expected));
    }
  }
}

TEST_CASE("until the handshake is done, only pings go out") {
  ScriptedServer server;
  std::string refused;
  test::Ending<EmptyResult> ping;
  server.client.on_log([&](ClientSession& session) {
    test::Ending<ListToolsResult> list;
    session.async_list_tools(list.fill());
    session.async_ping(ping.fill());
    CHECK(session.protocol_version().empty());
    server.run();
    refused = list.error;
  });
  server.begin();
  const Json hello = server.wire->take();
  server.tell("notifications/message", R"({"level":"info","data":"starting"})");
  CHECK(refused == "the handshake is not done");
  CHECK(server.wire->take().at("method") == "ping");
}

TEST_CASE("a session keeps the handlers that its client had when it was made") {
  ScriptedServer server;
  server.client.on_request(
      "ext/one", [](ClientContext&, IncomingRequest request) { request.reply_text("1"); });
  server.connect();
  server.client.on_request(
      "ext/two", [](ClientContext&, IncomingRequest request) { request.reply_text("2"); });
  CHECK(server.ask("ext/one", "{}") == json(R"({"result":1})"));
  CHECK(server.ask("ext/two", "{}").at("error").at("code") == -32601);
}

TEST_CASE("the end of a session is told once, with its reason") {
  ScriptedServer server;
  std::vector<std::string> reasons;
  server.client.on_closed([&](ClientSession& session, const Error& reason) {
    CHECK(session.closed());
    reasons.emplace_back(reason.what());
  });
  server.connect();
  server.wire->close();
  server.run();
  server.session.close();
  server.run();
  CHECK(reasons == std::vector<std::string>{"the peer ended the connection"});
}

}  // namespace parley::mcp::client_test
