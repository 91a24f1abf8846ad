// SPDX-License-Identifier: MIT
// A connection over an in-memory transport: calls, handlers, order, cancellation, the end.
#include <parley/rpc/connection.hpp>

#include <parley/rpc/manual_timers.hpp>
#include <parley/rpc/router.hpp>
#include <parley/transport/memory.hpp>

#include <atomic>
#include <future>
#include <thread>

#include "catch.hpp"

namespace parley::connection_test {

struct Text {
  std::string text;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("text", self.text, required);
  }
};

struct echo {
  static constexpr MethodInfo info{.name = "echo", .to = "both"};
  using Params = Text;
  using Result = Text;
};
struct told {
  static constexpr MethodInfo info{.name = "told", .to = "both"};
  using Params = Text;
};

constexpr ProtocolRules acp_like{.cancel_method = "$/cancel_request",
                                 .cancelled_answer = CancelledAnswer::error_at_once,
                                 .requests_wait_for_notifications = true};

/// Two connected ends, stepped by one thread.
struct Pair {
  explicit Pair(const ProtocolRules& rules = acp_like) {
    auto [a, b] = memory_pair(executor);
    ConnectionOptions options;
    options.executor = &executor;
    options.timers = &timers;
    left = std::make_unique<Connection>(std::move(a), left_router, rules, runtime, options);
    right = std::make_unique<Connection>(std::move(b), right_router, rules, runtime, options);
  }
  ~Pair() {
    // The destructor of a connection waits for handlers, which only this thread can run.
    left->close();
    right->close();
    executor.run();
  }
  void start() {
    left->start();
    right->start();
  }

  ManualExecutor executor;
  ManualTimers timers;
  std::shared_ptr<Runtime> runtime = std::make_shared<Runtime>();
  Router left_router;
  Router right_router;
  std::unique_ptr<Connection> left;
  std::unique_ptr<Connection> right;
};

TEST_CASE("a typed call reaches its handler and its result comes back") {
  Pair pair;
  pair.right_router.on<echo>([](Text in) { return Text{in.text + "!"}; });
  pair.start();
  std::string got;
  pair.left->start_call<echo>(Text{"hi"}, {}, [&](std::exception_ptr error, Text result) {
    REQUIRE_FALSE(error);
    got = result.text;
  });
  pair.executor.run();
  CHECK(got == "hi!");
}

// Owns a connection and a notification that it was handed, which the connection waits for unless
// it is taken apart by one of its own handlers.
struct Keeper : Dispatcher {
  struct Gone {
    std::promise<void>& promise;
    ~Gone() { promise.set_value(); }
  };

  explicit Keeper(std::promise<void>& destroyed) : gone{destroyed} {}
  void on_request(IncomingRequest) override {}
  void on_notification(IncomingNotification notification) override {
    kept.emplace(std::move(notification));
    arrived.set_value();
  }

  Gone gone;
  std::promise<void> arrived;
  std::optional<IncomingNotification> kept;
  std::unique_ptr<Connection> connection;
};

TEST_CASE("what a handler owns goes while it counts as running, even what it holds const") {
  for (const bool throws : {false, true}) {
    auto runtime = std::make_shared<Runtime>();
    auto [a, b] = memory_pair(runtime->workers());
    Router router;
    Connection peer(std::move(a), router, acp_like, runtime);
    std::promise<void> destroyed;
    std::promise<void> released;
    {
      const auto keeper = std::make_shared<Keeper>(destroyed);
      keeper->connection = std::make_unique<Connection>(std::move(b), *keeper, acp_like, runtime);
      keeper->connection->start();
      peer.start();
      peer.notify("hello", "{}");
      keeper->arrived.get_future().get();
      keeper->connection->post([keeper, throws, &released] {
        released.get_future().get();
        if (throws) throw std::runtime_error("thrown by a test");
      });
    }
    released.set_value();
    destroyed.get_future().get();
  }
}

TEST_CASE("a callback may make a blocking call: it does not wait for the callback to return") {
  auto runtime = std::make_shared<Runtime>();
  auto [a, b] = memory_pair(runtime->workers());
  Router left_router;
  Router right_router;
  right_router.on<echo>([](Text in) { return in; });
  Connection left(std::move(a), left_router, acp_like, runtime);
  Connection right(std::move(b), right_router, acp_like, runtime);
  left.start();
  right.start();
  std::promise<std::string> got;
  left.start_call<echo>(Text{"1"}, {}, [&](std::exception_ptr, Text first) {
    got.set_value(first.text + left.call<echo>(Text{"2"}, {std::chrono::seconds(20)}).text);
  });
  CHECK(got.get_future().get() == "12");
}

TEST_CASE("mcp E8: what is no message is skipped without an answer where the rules say so") {
  for (const bool answers : {true, false}) {
    ProtocolRules rules;
    rules.answer_parse_errors = answers;
    SessionCore core(rules, Limits{});
    Actions actions;
    for (const char* noise : {"Server ready.", "\"text\"", "{\"level\":\"info\"}", "17"}) {
      core.on_frame(noise, actions);
    }
    CHECK(actions->frames.size() == (answers ? 4 : 0));
    CHECK(actions->warnings.size() == 4);
    core.on_frame(R"({"id":3,"level":"info"})", actions);
    core.on_frame("[]", actions);
    CHECK(actions->frames.size() == (answers ? 6 : 2));
  }
}

TEST_CASE("mcp E8: a peer that prints without end does not fill the log") {
  ProtocolRules rules;
  rules.answer_parse_errors = false;
  SessionCore core(rules, Limits{});
  Actions actions;
  for (int line = 0; line < 1000; ++line) core.on_frame("noise", actions);
  CHECK(actions->warnings.size() == 20);
  CHECK_THAT(actions->warnings.back(), Catch::Matchers::EndsWith("skipped silently"));
}

TEST_CASE("acp D2: an answer is handed over after the notifications before it were handled") {
  Pair pair;
  std::vector<std::string> order;
  pair.left_router.on<told>([&](Text in) { order.push_back(in.text); });
  pair.right_router.on<echo>([&](Text in) {
    for (const char* text : {"1", "2", "3"}) pair.right->notify<told>(Text{text});
    return in;
  });
  pair.start();
  pair.left->start_call<echo>(Text{"x"}, {},
                              [&](std::exception_ptr, Text) { order.push_back("answer"); });
  pair.executor.run();
  CHECK(order == std::vector<std::string>{"1", "2", "3", "answer"});
}

TEST_CASE("a handler's error is the answer, anything else it throws stays secret") {
  Pair pair;
  pair.right_router.on<echo>([](Text in) -> Text {
    if (in.text == "mine") throw Error(-1, "refused");
    throw std::runtime_error("password=1234");
  });
  pair.start();
  std::vector<std::string> errors;
  for (const char* text : {"mine", "other"}) {
    pair.left->start_call<echo>(Text{text}, {}, [&](std::exception_ptr error, Text) {
      try {
        std::rethrow_exception(error);
      } catch (const Error& e) {
        errors.push_back(std::to_string(e.code()) + " " + e.what());
      }
    });
  }
  pair.executor.run();
  CHECK(errors == std::vector<std::string>{"-1 refused", "-32603 Internal error"});
}

TEST_CASE("a call that takes too long is cancelled at the peer and ends with timeout") {
  Pair pair;
  std::vector<Responder<Text>> waiting;
  pair.right_router.on<echo>(
      [&](Text, Responder<Text> answer) { waiting.push_back(std::move(answer)); });
  pair.start();
  std::exception_ptr failure;
  pair.left->start_call<echo>(Text{"x"}, {std::chrono::seconds(5)},
                              [&](std::exception_ptr error, Text) { failure = error; });
  pair.executor.run();
  REQUIRE(waiting.size() == 1);
  CHECK_FALSE(waiting[0].stop_token().stop_requested());
  pair.timers.advance(std::chrono::seconds(6));
  pair.executor.run();
  REQUIRE(failure);
  CHECK_THROWS_AS(std::rethrow_exception(failure), Error);
  CHECK(waiting[0].stop_token().stop_requested());
  waiting[0](Text{"late"});
  pair.executor.run();
}

TEST_CASE("the end of a connection fails what is pending") {
  Pair pair;
  std::vector<Responder<Text>> waiting;
  pair.right_router.on<echo>(
      [&](Text, Responder<Text> answer) { waiting.push_back(std::move(answer)); });
  pair.start();
  int failed = 0;
  for (int i = 0; i < 3; ++i) {
    pair.left->start_call<echo>(
        Text{"x"}, {}, [&](std::exception_ptr error, Text) { failed += error != nullptr; });
  }
  pair.executor.run();
  pair.right->close();
  pair.executor.run();
  CHECK(failed == 3);
}

TEST_CASE("params that do not decode are refused with their place, before the handler runs") {
  Pair pair;
  bool ran = false;
  pair.right_router.on<echo>([&](Text in) {
    ran = true;
    return in;
  });
  pair.start();
  std::string message;
  pair.left->start_call("echo", R"({"text":5})", {},
                        [&](Outcome outcome) { message = outcome.error().what(); });
  pair.executor.run();
  CHECK_FALSE(ran);
  CHECK_THAT(message, Catch::Matchers::ContainsSubstring("/params/text: expected a string"));
}

/// Knows whether it is told anything after it should have gone.
struct Mortal : Dispatcher {
  std::atomic<bool> gone = false;
  std::atomic<int> told_late = 0;
  void on_request(IncomingRequest request) override {
    if (gone) ++told_late;
    request.reply(Text{"late"});
  }
  void on_notification(IncomingNotification) override {}
  void on_closed(const Error&) override {
    if (gone) ++told_late;
  }
};

TEST_CASE("once a connection is destroyed its dispatcher is not called, whichever side ended it") {
  auto runtime = std::make_shared<Runtime>();
  for (int i = 0; i < 300; ++i) {
    Mortal left_dispatcher;
    Mortal right_dispatcher;
    auto [a, b] = memory_pair(runtime->workers());
    {
      Connection left(std::move(a), left_dispatcher, {}, runtime);
      Connection right(std::move(b), right_dispatcher, {}, runtime);
      left.start();
      right.start();
      left.start_call<echo>(Text{"x"}, {}, [](std::exception_ptr, const Text&) {});
      if (i % 3 == 1) left.close();
      if (i % 3 == 2) right.close();
    }
    left_dispatcher.gone = true;
    right_dispatcher.gone = true;
    std::promise<void> others_ran;
    runtime->workers().post([&] { others_ran.set_value(); });
    others_ran.get_future().get();
    REQUIRE(left_dispatcher.told_late == 0);
    REQUIRE(right_dispatcher.told_late == 0);
  }
}

TEST_CASE("blocking calls from many threads each get their own answer") {
  auto runtime = std::make_shared<Runtime>();
  auto [a, b] = memory_pair(runtime->workers());
  Router left_router;
  Router right_router;
  right_router.on<echo>([](Text in) { return in; });
  Connection left(std::move(a), left_router, acp_like, runtime);
  Connection right(std::move(b), right_router, acp_like, runtime);
  left.start();
  right.start();
  std::vector<std::jthread> threads;
  std::atomic<int> right_answers = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const std::string text = std::to_string(t) + "." + std::to_string(i);
        right_answers += left.call<echo>(Text{text}).text == text;
      }
    });
  }
  threads.clear();
  CHECK(right_answers == 800);
}

}  // namespace parley::connection_test
