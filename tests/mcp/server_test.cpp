// SPDX-License-Identifier: MIT
// Our client and our server together, on real threads: every feature through the blocking forms,
// and the coroutine form of calls and handlers.
#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/this_coro.hpp>
#include <asio/use_future.hpp>

#include <parley/mcp/client.hpp>
#include <parley/mcp/content.hpp>
#include <parley/mcp/request_context.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/rpc/asio.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"

namespace parley::mcp::server_test {

using namespace std::chrono_literals;

struct Add {
  int a = 0;
  int b = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("a", self.a, required);
    v("b", self.b, required);
  }
};
struct Sum {
  int sum = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("sum", self.sum, required);
  }
};

/// A client and a server on one runtime.
struct Both {
  Both() {
    server.add_tool("add", "Adds", [](const Add& in) { return Sum{in.a + in.b}; });
    server.add_tool("fail", "Fails", [](const Json&) -> std::string { throw ToolError("no"); });
    server.add_tool("steps", "Reports", [](const Json&, RequestContext& context) {
      for (int step = 1; step <= 20; ++step) context.progress(step, 20);
      return std::string("done");
    });
    server.add_text_resource("test://text", "text", "hello");
  }
  ClientSession& connect() {
    auto [near, far] = memory_pair(runtime->workers());
    served = server.attach(std::move(far), runtime, session_options);
    session = client.connect(std::move(near));
    return session;
  }
  static ClientOptions options(std::shared_ptr<Runtime> runtime) {
    ClientOptions options;
    options.runtime = std::move(runtime);
    return options;
  }

  std::shared_ptr<Runtime> runtime = std::make_shared<Runtime>();
  Server server{"server", "1"};
  SessionOptions session_options;
  Client client{Implementation{.name = "client", .version = "1"}, options(runtime)};
  std::unique_ptr<ServerSession> served;
  ClientSession session;
};

TEST_CASE("tools are listed and called, typed and untyped") {
  Both both;
  ClientSession& session = both.connect();
  CHECK(session.server_info().name == "server");
  const auto tools = session.tools();
  REQUIRE(tools.size() == 3);
  const auto result = session.call_tool("add", {{"a", 2}, {"b", 3}});
  CHECK(result.structured_content == Json{{"sum", 5}});
  CHECK(session.call_tool<Sum>("add", {{"a", 2}, {"b", 3}}, 10s).sum == 5);
  CHECK(session.call_tool("add", {{"a", "x"}}).is_error);
  CHECK_THROWS_AS(session.call_tool<Sum>("fail"), ToolFailed);
  try {
    session.call_tool("unknown");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == -32602);
  }
}

TEST_CASE("resources: read, listed, watched") {
  std::promise<std::string> updated;
  Both both;
  both.client.on_resource_updated(
      [&](const ResourceUpdatedNotificationParams& params, ClientSession& session) {
        // A handler of a notification may make a blocking call.
        session.ping(20s);
        updated.set_value(params.uri);
      });
  ClientSession& session = both.connect();
  REQUIRE(session.resources().size() == 1);
  CHECK(std::get<TextResourceContents>(session.read_resource("test://text").contents.at(0)).text ==
        "hello");
  CHECK_THROWS_AS(session.read_resource("test://none"), Error);
  session.subscribe("test://text");
  both.server.notify_resource_updated("test://text");
  CHECK(updated.get_future().get() == "test://text");
  session.unsubscribe("test://text");
}

TEST_CASE("prompts, completion and logging") {
  std::atomic<int> logged = 0;
  Both both;
  both.server.add_prompt(Prompt{.name = "greet", .arguments = {PromptArgument{.name = "who"}}},
                         [](const GetPromptRequestParams& params, RequestContext& context) {
                           context.log(LoggingLevel::error, "greeting");
                           GetPromptResult result;
                           PromptMessage message;
                           message.content = text("Hello " + params.arguments.at("who"));
                           result.messages.push_back(std::move(message));
                           return result;
                         });
  both.server.add_prompt_completion("greet", "who",
                                    [](const CompleteRequestParams& params, RequestContext&) {
                                      Completion out;
                                      out.values = {params.argument.value + "da"};
                                      return out;
                                    });
  both.client.on_log([&](const LoggingMessageNotificationParams& message) {
    if (*message.data == "greeting") ++logged;
  });
  ClientSession& session = both.connect();
  REQUIRE(session.prompts().size() == 1);
  const auto prompt = session.get_prompt("greet", {{"who", "Ada"}});
  CHECK(std::get<TextContent>(prompt.messages.at(0).content).text == "Hello Ada");
  // The message came before the answer, so its handler has run.
  CHECK(logged == 1);
  CHECK(session.complete_prompt("greet", "who", "A").completion.values ==
        std::vector<std::string>{"Ada"});
  session.set_logging_level(LoggingLevel::critical);
  session.get_prompt("greet", {{"who", "Ada"}});
  CHECK(logged == 1);
}

TEST_CASE("mcp E20: when a call returns, its progress has been seen, all of it and in order") {
  Both both;
  ClientSession& session = both.connect();
  for (int round = 0; round < 50; ++round) {
    std::vector<double> seen;
    RequestOptions options;
    options.on_progress = [&](const ProgressNotificationParams& p) { seen.push_back(p.progress); };
    session.call_tool("steps", {}, options);
    REQUIRE(seen.size() == 20);
    CHECK(std::is_sorted(seen.begin(), seen.end()));
  }
}

TEST_CASE("a call that ends early waits for the progress handler that is running") {
  std::atomic<bool> stop = false;
  Both both;
  both.server.add_tool("endless", "", [&](const Json&, RequestContext& context) {
    for (double step = 1; !context.cancelled() && !stop; ++step) {
      if (step <= 100) context.progress(step);  // more could outrun the client for ever
      std::this_thread::yield();
    }
    return std::string();
  });
  ClientSession& session = both.connect();
  for (int round = 0; round < 20; ++round) {
    std::stop_source source;
    std::atomic<bool> inside = false;
    std::atomic<bool> returned = false;
    std::atomic<bool> wrong = false;
    RequestOptions options;
    options.stop = source.get_token();
    options.on_progress = [&](const ProgressNotificationParams& p) {
      inside = true;
      if (p.progress > 3) source.request_stop();
      std::this_thread::yield();
      if (returned) wrong = true;
      inside = false;
    };
    CHECK_THROWS_AS(session.call_tool("endless", {}, options), Error);
    returned = true;
    CHECK_FALSE(inside);
    CHECK_FALSE(wrong);
  }
  stop = true;
}

TEST_CASE("a server asks for a model, a form and roots, and hears when the roots change") {
  std::promise<void> changed;
  Both both;
  both.session_options.on_roots_changed = [&](ServerSession&) { changed.set_value(); };
  both.server.add_tool("ask", "", [](const Json&, RequestContext& context) {
    CreateMessageRequestParams params;
    params.max_tokens = 10;
    const auto said = context.sample(params);
    const auto form = context.elicit<Sum>("How much?");
    const auto roots = context.list_roots();
    return said.model + " " + std::to_string(form ? form->sum : -1) + " " + roots.roots.at(0).uri;
  });
  both.client.set_roots({Root{.uri = "file:///one"}});
  both.client.on_sampling([](CreateMessageRequestParams) {
    CreateMessageResult result;
    result.model = "stub";
    result.content = text("hi");
    return result;
  });
  both.client.on_elicitation([](ElicitRequestFormParams) {
    ElicitResult result;
    result.action = ElicitAction::accept;
    result.content = Json{{"sum", 7}};
    return result;
  });
  ClientSession& session = both.connect();
  const auto answer = session.call_tool("ask");
  CHECK(std::get<TextContent>(answer.content.at(0)).text == "stub 7 file:///one");
  session.set_roots({Root{.uri = "file:///two"}});
  changed.get_future().get();
}

TEST_CASE("a handler may call the server that asked, and two servers do not get mixed up") {
  Both both;
  both.server.add_tool("who", "", [](const Json&, RequestContext& context) {
    return context.sample(CreateMessageRequestParams{}).model;
  });
  both.client.on_sampling([](CreateMessageRequestParams, ClientContext& context) {
    CreateMessageResult result;
    const auto sum = context.session().call_tool<Sum>("add", {{"a", 1}, {"b", 1}});
    result.model = context.session().server_info().name + std::to_string(sum.sum);
    result.content = text("");
    return result;
  });
  Server other("other", "1");
  other.add_tool("add", "", [](const Add&) { return Sum{9}; });
  auto [near, far] = memory_pair(both.runtime->workers());
  const auto other_served = other.attach(std::move(far), both.runtime);
  ClientSession& first = both.connect();
  ClientSession second = both.client.connect(std::move(near));
  CHECK(std::get<TextContent>(first.call_tool("who").content.at(0)).text == "server2");
  CHECK(second.call_tool<Sum>("add", {{"a", 1}, {"b", 1}}).sum == 9);
  ClientSession moved = std::move(second);
  CHECK(moved.server_info().name == "other");
}

TEST_CASE("list_changed comes when tools are added, and the handler may list them") {
  std::promise<std::size_t> count;
  Both both;
  both.client.on_tools_changed(
      [&](ClientSession& session) { count.set_value(session.tools().size()); });
  both.connect();
  both.server.add_tool("new", "", [](const Json&) { return std::string(); });
  CHECK(count.get_future().get() == 4);
}

TEST_CASE("a blocking call ends when the session is closed by another thread") {
  std::promise<void> entered;
  Both both;
  both.server.add_tool("block", "", [&](const Json&, RequestContext& context) {
    entered.set_value();
    std::promise<void> stopped;
    const std::stop_callback wake(context.stop_token(), [&] { stopped.set_value(); });
    stopped.get_future().get();
    return std::string();
  });
  ClientSession& session = both.connect();
  std::jthread closer([&] {
    entered.get_future().get();
    session.close();
  });
  try {
    session.call_tool("block");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.is(Errc::closed));
  }
  CHECK(session.wait_closed().is(Errc::closed));
}

// --- coroutines ----------------------------------------------------------------------------------

asio::awaitable<std::string> converse(Client& client, std::unique_ptr<Transport> transport) {
  ClientSession session = co_await client.async_connect(std::move(transport), use_awaitable);
  const auto tools = co_await session.async_tools(use_awaitable);
  const Json arguments = {{"a", 20}, {"b", 22}};
  const Sum sum = co_await session.async_call_tool<Sum>("add", arguments, use_awaitable);
  std::string error;
  try {
    co_await session.async_read_resource("test://none", use_awaitable);
  } catch (const Error& e) {
    error = std::to_string(e.code());
  }
  co_return std::to_string(tools.size()) + " " + std::to_string(sum.sum) + " " + error;
}

TEST_CASE("a coroutine tool may throw before there is a coroutine") {
  Both both;
  both.server.add_tool("early", "", [](const Json&) -> asio::awaitable<std::string> {
    throw ToolError("not today");
  });
  ClientSession& session = both.connect();
  const CallToolResult result = session.call_tool("early");
  CHECK(result.is_error);
  CHECK(std::get<TextContent>(result.content.at(0)).text == "not today");
  CHECK(session.call_tool<Sum>("add", {{"a", 1}, {"b", 1}}).sum == 2);
}

TEST_CASE("a coroutine tool may have the executor of the event loop, and return nothing") {
  using Executor = asio::io_context::executor_type;
  Both both;
  both.server.add_tool("narrow", "", [](const Add& in) -> asio::awaitable<Sum, Executor> {
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable_t<Executor>());
    co_return Sum{in.a + in.b};
  });
  both.server.add_tool("quiet", "",
                       [](const Json&) -> asio::awaitable<void, Executor> { co_return; });
  both.server.add_tool("still", "", [](const Json&) -> asio::awaitable<void> { co_return; });
  ClientSession& session = both.connect();
  CHECK(session.call_tool<Sum>("narrow", {{"a", 20}, {"b", 22}}).sum == 42);
  CHECK(session.call_tool("quiet").content.empty());
  CHECK(session.call_tool("still").content.empty());
}

TEST_CASE("a coroutine connects, lists, calls and catches") {
  std::promise<std::string> got;
  Both both;
  auto [near, far] = memory_pair(both.runtime->workers());
  both.served = both.server.attach(std::move(far), both.runtime);
  asio::co_spawn(both.runtime->io(), converse(both.client, std::move(near)),
                 [&](std::exception_ptr error, std::string text) {
                   if (error) return got.set_exception(error);
                   got.set_value(std::move(text));
                 });
  CHECK(got.get_future().get() == "3 42 -32002");
}

asio::awaitable<CreateMessageResult> sample(CreateMessageRequestParams, ClientContext& context) {
  const Json arguments = {{"a", 3}, {"b", 4}};
  const Sum sum = co_await context.session().async_call_tool<Sum>("add", arguments, use_awaitable);
  CreateMessageResult result;
  result.model = std::to_string(sum.sum);
  result.content = text("");
  co_return result;
}

TEST_CASE("a handler may be a coroutine that calls the server that asked") {
  Both both;
  both.server.add_tool("who", "", [](const Json&, RequestContext& context) {
    return context.sample(CreateMessageRequestParams{}).model;
  });
  both.client.on_sampling(&sample);
  ClientSession& session = both.connect();
  CHECK(std::get<TextContent>(session.call_tool("who").content.at(0)).text == "7");
}

TEST_CASE("futures work as any other completion token") {
  Both both;
  ClientSession& session = both.connect();
  std::future<Sum> sum =
      session.async_call_tool<Sum>("add", {{"a", 1}, {"b", 2}}, asio::use_future);
  CHECK(sum.get().sum == 3);
}

}  // namespace parley::mcp::server_test
