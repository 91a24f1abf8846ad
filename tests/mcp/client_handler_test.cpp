// SPDX-License-Identifier: MIT
// What a client answers when a server asks, and hears when a server tells.
#include <parley/mcp/client_handler.hpp>

#include <optional>
#include <string>
#include <vector>

#include <parley/mcp/content.hpp>
#include <parley/mcp/elicitation.hpp>
#include <parley/mcp/errors.hpp>

#include "mcp/scripted_server.hpp"

namespace parley::mcp::client_handler_test {

using namespace std::chrono_literals;
using test::json;
using test::ScriptedServer;

constexpr std::string_view hi =
    R"({"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"maxTokens":5})";

CreateMessageResult say(std::string words) {
  CreateMessageResult result;
  result.content = text(std::move(words));
  result.model = "stub";
  return result;
}

const Json said_hi =
    json(R"({"result":{"role":"assistant","content":{"type":"text","text":"hi"},"model":"stub"}})");

TEST_CASE("mcp A17: a handler of sampling may take several forms") {
  ScriptedServer server;
  SECTION("params to result") {
    server.client.on_sampling([](const CreateMessageRequestParams& p) {
      CHECK(p.max_tokens == 5);
      return say("hi");
    });
  }
  SECTION("with the session that asks") {
    server.client.on_sampling([](CreateMessageRequestParams, ClientContext& context) {
      CHECK(context.session().server_info().name == "scripted");
      CHECK_FALSE(context.cancelled());
      return say("hi");
    });
  }
  SECTION("answering later") {
    server.client.on_sampling([](CreateMessageRequestParams,
                                 Responder<CreateMessageResult> respond) { respond(say("hi")); });
  }
  SECTION("answering later, with the session that asks") {
    server.client.on_sampling([](CreateMessageRequestParams, ClientContext& context,
                                 Responder<CreateMessageResult> respond) {
      context.session().connection().post(
          [respond = std::move(respond)]() mutable { respond(say("hi")); });
    });
  }
  SECTION("on the reading thread") {
    server.client.on_sampling([](const CreateMessageRequestParams&) { return say("hi"); },
                              Run::inline_);
  }
  server.connect();
  CHECK(server.ask("sampling/createMessage", hi) == said_hi);
}

TEST_CASE("what a handler throws is the answer; only its own errors are told") {
  ScriptedServer server;
  server.client.on_sampling([](const CreateMessageRequestParams& p) -> CreateMessageResult {
    if (p.max_tokens == 1) throw std::runtime_error("secret");
    throw Error(error_code::user_rejected, "the person said no");
  });
  server.connect();
  CHECK(server.ask("sampling/createMessage", hi) ==
        json(R"({"error":{"code":-1,"message":"the person said no"}})"));
  CHECK(server.ask("sampling/createMessage", R"({"messages":[],"maxTokens":1})") ==
        json(R"({"error":{"code":-32603,"message":"Internal error"}})"));
  const Json wrong = server.ask("sampling/createMessage", R"({"messages":[]})");
  CHECK(wrong.at("error").at("code") == -32602);
}

TEST_CASE("a request that nothing handles is answered with -32601; ping always works") {
  ScriptedServer server;
  server.connect();
  for (const char* method : {"sampling/createMessage", "elicitation/create", "roots/list",
                             "tools/list", "no/such/method"}) {
    CHECK(server.ask(method, "{}").at("error").at("code") == -32601);
  }
  CHECK(server.ask("ping", "{}") == json(R"({"result":{}})"));
}

TEST_CASE("mcp A17: tools in sampling need the capability that says so") {
  constexpr std::string_view with_tools =
      R"({"messages":[],"maxTokens":5,"tools":[{"name":"t","inputSchema":{"type":"object"}}]})";
  for (const bool announced : {false, true}) {
    ClientOptions options;
    options.sampling_tools = announced;
    ScriptedServer server(options);
    server.client.on_sampling([](const CreateMessageRequestParams&) { return say("hi"); });
    server.connect();
    const Json answer = server.ask("sampling/createMessage", with_tools);
    if (announced) {
      CHECK(answer == said_hi);
    } else {
      CHECK(answer.at("error").at("code") == -32602);
    }
  }
}

TEST_CASE("an array with one block is sent as that block to a server before 2025-11-25") {
  for (const std::string_view version : {version::v2025_06_18, version::v2025_11_25}) {
    ScriptedServer server;
    server.client.on_sampling([](const CreateMessageRequestParams&) {
      auto result = say("");
      result.content = SamplingContent(std::vector<SamplingMessageContentBlock>{text("one")});
      return result;
    });
    server.connect(version);
    const Json content = server.ask("sampling/createMessage", hi).at("result").at("content");
    CHECK(content.is_array() == (version == version::v2025_11_25));
  }
}

TEST_CASE("mcp A14: a request that the server cancels trips the stop token and is not answered") {
  ScriptedServer server;
  std::optional<Responder<CreateMessageResult>> waiting;
  server.client.on_sampling(
      [&](CreateMessageRequestParams, Responder<CreateMessageResult> respond) {
        waiting.emplace(std::move(respond));
      });
  server.connect();
  server.send(R"({"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":)" +
              std::string(hi) + "}");
  REQUIRE(waiting);
  CHECK_FALSE(waiting->stop_token().stop_requested());
  server.tell("notifications/cancelled", R"({"requestId":"s","reason":"changed my mind"})");
  CHECK(waiting->stop_token().stop_requested());
  (*waiting)(say("too late"));
  server.run();
  CHECK(server.wire->empty());
}

TEST_CASE("a handler reports progress to a server that asked for it, if it grows") {
  ScriptedServer server;
  server.client.on_sampling([](const CreateMessageRequestParams&, ClientContext& context) {
    context.progress(1, 2, "half");
    context.progress(1);
    context.progress(2);
    return say("hi");
  });
  server.connect();
  server.send(R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":)"
              R"({"messages":[],"maxTokens":1,"_meta":{"progressToken":"tok"}}})");
  CHECK(server.wire->take() == json(R"({"jsonrpc":"2.0","method":"notifications/progress",
                 "params":{"progressToken":"tok","progress":1,"total":2,"message":"half"}})"));
  CHECK(server.wire->take().at("params") == json(R"({"progressToken":"tok","progress":2})"));
  CHECK(server.wire->take().contains("result"));
  CHECK(server.ask("sampling/createMessage", hi) == said_hi);
}

// --- elicitation ---------------------------------------------------------------------------------

constexpr std::string_view form = R"({"message":"Who?","requestedSchema":{"type":"object",
    "properties":{"name":{"type":"string","minLength":1},
                  "age":{"type":"integer","minimum":0,"default":18},
                  "mail":{"type":"string","format":"email"}},"required":["name"]}})";

/// What the server gets when the person enters this.
Json entered(std::string_view content, bool fill = false) {
  ClientOptions options;
  options.fill_form_defaults = fill;
  ScriptedServer server(options);
  server.client.on_elicitation([&](const ElicitRequestFormParams& params) {
    CHECK(params.message == "Who?");
    ElicitResult result;
    result.action = ElicitAction::accept;
    if (!content.empty()) result.content = json(content);
    return result;
  });
  server.connect();
  return server.ask("elicitation/create", form);
}

TEST_CASE("mcp A17: what fits the form is sent, what does not is not") {
  CHECK(entered(R"({"name":"Ada"})") ==
        json(R"({"result":{"action":"accept","content":{"name":"Ada"}}})"));
  for (const char* wrong : {"", "{}", R"({"name":""})", R"({"name":"A","age":-1})",
                            R"({"name":"A","age":"old"})", R"({"name":"A","mail":"nowhere"})"}) {
    const Json answer = entered(wrong);
    CHECK(answer.at("error").at("code") == -32603);
    CHECK_THAT(answer.at("error").at("message").get<std::string>(),
               Catch::Matchers::ContainsSubstring("does not fit the form"));
  }
}

TEST_CASE("mcp A17: defaults are filled in where the program wants it") {
  CHECK(entered(R"({"name":"Ada"})", true).at("result").at("content") ==
        json(R"({"name":"Ada","age":18})"));
  CHECK(entered(R"({"name":"Ada","age":3})", true).at("result").at("content") ==
        json(R"({"name":"Ada","age":3})"));
}

TEST_CASE("mcp A17: content goes with accept only") {
  for (const auto action : {ElicitAction::decline, ElicitAction::cancel}) {
    ScriptedServer server;
    server.client.on_elicitation([&](ElicitRequestFormParams, Responder<ElicitResult> respond) {
      ElicitResult result;
      result.action = action;
      result.content = json(R"({"name":""})");
      respond(result);
    });
    server.connect();
    const Json answer = server.ask("elicitation/create", form).at("result");
    CHECK_FALSE(answer.contains("content"));
    CHECK(answer.at("action") == (action == ElicitAction::decline ? "decline" : "cancel"));
  }
}

TEST_CASE("mcp A17: a page is asked for by its own handler, and its answer has no content") {
  ScriptedServer server;
  server.client.on_url_elicitation([](const ElicitRequestURLParams& params) {
    CHECK(params.url == "https://example.com/go");
    CHECK(params.elicitation_id == "e1");
    ElicitResult result;
    result.action = ElicitAction::accept;
    result.content = Json::object();
    return result;
  });
  server.connect();
  CHECK(server.ask("elicitation/create",
                   R"({"mode":"url","message":"Go","url":"https://example.com/go",
                       "elicitationId":"e1"})") == json(R"({"result":{"action":"accept"}})"));
}

TEST_CASE("mcp A17: a mode that was not announced is refused, and so is a form nothing fits") {
  const auto accept = [](ElicitRequestFormParams) { return ElicitResult{}; };
  ScriptedServer server;
  server.client.on_elicitation(accept);
  server.connect();
  for (const char* params :
       {R"({"mode":"url","message":"m","url":"https://a.b","elicitationId":"1"})",
        R"({"mode":"voice","message":"m"})", R"({"mode":7,"message":"m"})",
        R"({"message":"m","requestedSchema":{"type":"object","properties":7}})"}) {
    CHECK(server.ask("elicitation/create", params).at("error").at("code") == -32602);
  }
}

TEST_CASE("a form's defaults, and what does not fit it, can be had before answering") {
  auto schema = decode<ElicitRequestedSchema>(json(form).at("requestedSchema"));
  REQUIRE(schema);
  CHECK(default_content(*schema) == json(R"({"age":18})"));
  CHECK_FALSE(form_problem(*schema, json(R"({"name":"A"})")));
  const auto problem = form_problem(*schema, json(R"({"name":"A","age":-5})"));
  REQUIRE(problem);
  CHECK_THAT(*problem, Catch::Matchers::StartsWith("/age"));
}

TEST_CASE("mcp A4: the pages that an error asks for are read out of it") {
  const Error error(error_code::url_elicitation_required, "visit",
                    json(R"({"elicitations":[{"mode":"url","message":"m","url":"https://a.b",
                             "elicitationId":"1"}]})"));
  const auto pages = required_pages(error);
  REQUIRE(pages);
  CHECK(pages->elicitations.at(0).url == "https://a.b");
  CHECK_FALSE(required_pages(Error(-32603, "other")));
  CHECK_FALSE(required_pages(Error(error_code::url_elicitation_required, "bad", Json(1))));
}

// --- roots ---------------------------------------------------------------------------------------

TEST_CASE("mcp A17: roots are listed, and a change of them is told") {
  ScriptedServer server;
  server.client.set_roots({Root{.uri = "file:///a", .name = "A"}});
  server.connect();
  CHECK(server.ask("roots/list", "{}") ==
        json(R"({"result":{"roots":[{"uri":"file:///a","name":"A"}]}})"));
  server.session.set_roots({Root{.uri = "file:///b"}, Root{.uri = "file:///c"}});
  server.run();
  CHECK(server.wire->take().at("method") == "notifications/roots/list_changed");
  CHECK(server.ask("roots/list", "{}").at("result").at("roots").size() == 2);
}

TEST_CASE("mcp A17: roots are file URIs, and only those of a client that announced any") {
  Client client("c", "1");
  CHECK_THROWS_AS(client.set_roots({Root{.uri = "https://a.b"}}), Error);
  ScriptedServer server;
  server.connect();
  CHECK_THROWS_AS(server.session.set_roots({}), Error);
  CHECK_THROWS_AS(server.session.notify_roots_changed(), Error);
  CHECK(server.wire->empty());
}

TEST_CASE("roots may be answered by a function") {
  ScriptedServer server;
  server.client.on_list_roots([](RequestParams, ClientContext& context) {
    ListRootsResult result;
    result.roots.push_back(Root{.uri = "file:///" + context.session().server_info().name});
    return result;
  });
  server.connect();
  CHECK(server.ask("roots/list", "{}") ==
        json(R"({"result":{"roots":[{"uri":"file:///scripted"}]}})"));
  server.session.notify_roots_changed();
  server.run();
  CHECK(server.wire->take().at("method") == "notifications/roots/list_changed");
}

// --- notifications -------------------------------------------------------------------------------

TEST_CASE("each notification reaches its handler, in wire order, in whatever form that is") {
  ScriptedServer server;
  std::vector<std::string> heard;
  server.client
      .on_log([&](const LoggingMessageNotificationParams& p) {
        heard.push_back("log " + p.data->get<std::string>());
      })
      .on_tools_changed([&] { heard.emplace_back("tools"); })
      .on_resources_changed([&](ClientSession& session) {
        heard.push_back("resources of " + session.server_info().name);
      })
      .on_prompts_changed([&](const NotificationParams&) { heard.emplace_back("prompts"); })
      .on_resource_updated([&](const ResourceUpdatedNotificationParams& p, ClientSession&) {
        heard.push_back("updated " + p.uri);
      })
      .on_elicitation_complete([&](const ElicitationCompleteNotificationParams& p) {
        heard.push_back("complete " + p.elicitation_id);
      })
      .on_notification(
          "ext/told",
          [&](ClientSession&, IncomingNotification& n) {
            heard.push_back("ext " + to_text(n.params()));
          },
          Run::inline_);
  server.connect();
  server.wire->send(R"({"jsonrpc":"2.0","method":"notifications/message",)"
                    R"("params":{"level":"error","data":"one"}})");
  server.wire->send(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  server.wire->send(R"({"jsonrpc":"2.0","method":"notifications/resources/list_changed"})");
  server.wire->send(R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed"})");
  server.tell("notifications/resources/updated", R"({"uri":"a:b"})");
  server.tell("notifications/elicitation/complete", R"({"elicitationId":"e1"})");
  server.tell("ext/told", R"({"x":1})");
  CHECK(heard == std::vector<std::string>{"log one", "tools", "resources of scripted", "prompts",
                                          "updated a:b", "complete e1", R"(ext {"x":1})"});
}

TEST_CASE("a notification whose params are wrong is logged, and the next one is heard") {
  ScriptedServer server;
  int heard = 0;
  server.client.on_log([&](const LoggingMessageNotificationParams&) { ++heard; });
  server.connect();
  server.tell("notifications/message", R"({"level":"loud","data":1})");
  server.tell("notifications/message", R"({"level":"info","data":1})");
  CHECK(heard == 1);
  CHECK(server.log.size() == 1);
}

TEST_CASE("a blocking call in an inline handler is refused rather than stuck") {
  ScriptedServer server;
  std::string error;
  server.client.on_log(
      [&](ClientSession& session) {
        try {
          session.ping();
        } catch (const Error& e) {
          error = e.reason().message();
        }
      },
      Run::inline_);
  server.connect();
  server.tell("notifications/message", R"({"level":"info","data":1})");
  CHECK(error == "a blocking call here would never return");
}

}  // namespace parley::mcp::client_handler_test
