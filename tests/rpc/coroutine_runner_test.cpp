// SPDX-License-Identifier: MIT
// CoroutineRunner: one handler after another in one coroutine, and none of them notices.
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/redirect_error.hpp>
#include <asio/steady_timer.hpp>
#include <asio/this_coro.hpp>
#include <parley/rpc/asio.hpp>
#include <parley/rpc/runtime.hpp>

#include "catch.hpp"

namespace parley::coroutine_runner_test {

using asio::awaitable;

// Runs `step` on the runtime's loop and waits for it.
template <class Step>
void on_loop(Runtime& runtime, Step step) {
  std::promise<void> done;
  asio::post(runtime.io(), [&] {
    step();
    done.set_value();
  });
  done.get_future().get();
}

awaitable<void> note(std::vector<std::string>& seen, std::string text) {
  seen.push_back(std::move(text));
  co_return;
}

// A handler that waits, and a way to let it go on.
struct Suspended {
  asio::steady_timer gate;
  std::vector<std::string>& seen;
  std::promise<void> done{};

  Suspended(asio::io_context& io, std::vector<std::string>& texts)
      : gate(io, asio::steady_timer::time_point::max()), seen(texts) {}

  awaitable<void> handle(std::string text) {
    asio::error_code ignored;
    co_await gate.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    seen.push_back(std::move(text));
    done.set_value();
  }

  void finish(Runtime& runtime) {
    asio::post(runtime.io(), [this] { gate.cancel(); });
    done.get_future().get();
  }
};

TEST_CASE("on the loop's thread a handler runs at once, elsewhere on the loop") {
  Runtime runtime;
  std::promise<std::thread::id> ran;
  const auto tell = [&]() -> awaitable<void> {
    ran.set_value(std::this_thread::get_id());
    co_return;
  };
  runtime.coroutines().run(tell());
  const std::thread::id loop = ran.get_future().get();
  CHECK(loop != std::this_thread::get_id());
  std::vector<std::string> seen;
  on_loop(runtime, [&] {
    CHECK(std::this_thread::get_id() == loop);
    for (const char* text : {"a", "b", "c"}) {
      runtime.coroutines().run(note(seen, text));
      seen.emplace_back("after " + std::string(text));
    }
  });
  CHECK(seen == std::vector<std::string>{"a", "after a", "b", "after b", "c", "after c"});
}

TEST_CASE("a handler that is started inside another one runs inside of it") {
  Runtime runtime;
  std::vector<std::string> seen;
  const auto outer = [&]() -> awaitable<void> {
    seen.emplace_back("begin");
    runtime.coroutines().run(note(seen, "inner"));
    seen.emplace_back("end");
    co_return;
  };
  on_loop(runtime, [&] {
    runtime.coroutines().run(outer());
    runtime.coroutines().run(outer());
  });
  CHECK(seen == std::vector<std::string>{"begin", "inner", "end", "begin", "inner", "end"});
}

TEST_CASE("handlers that are suspended do not wait for each other") {
  Runtime runtime;
  std::vector<std::string> seen;
  Suspended first(runtime.io(), seen);
  Suspended second(runtime.io(), seen);
  on_loop(runtime, [&] {
    runtime.coroutines().run(note(seen, "warm"));
    runtime.coroutines().run(first.handle("first"));
    runtime.coroutines().run(second.handle("second"));
    runtime.coroutines().run(note(seen, "third"));
  });
  second.finish(runtime);
  first.finish(runtime);
  on_loop(runtime, [&] { runtime.coroutines().run(note(seen, "last")); });
  CHECK(seen == std::vector<std::string>{"warm", "third", "second", "first", "last"});
}

TEST_CASE("what one handler sets for itself does not hold for the next") {
  Runtime runtime;
  std::vector<bool> seen;
  const auto change = [&]() -> awaitable<void> {
    seen.push_back(co_await asio::this_coro::throw_if_cancelled());
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
  };
  on_loop(runtime, [&] {
    for (int i = 0; i < 3; ++i) runtime.coroutines().run(change());
  });
  CHECK(seen == std::vector<bool>{true, true, true});
}

TEST_CASE("a handler that throws ends, and the next one runs") {
  Runtime runtime;
  std::vector<std::string> seen;
  const auto fail = []() -> awaitable<void> {
    throw std::runtime_error("no");
    co_return;
  };
  on_loop(runtime, [&] {
    for (int i = 0; i < 3; ++i) {
      runtime.coroutines().run(fail());
      runtime.coroutines().run(note(seen, "next"));
    }
  });
  CHECK(seen == std::vector<std::string>(3, "next"));
}

TEST_CASE("what a handler owns goes when it ends, before the next one is started") {
  Runtime runtime;
  const auto owned = std::make_shared<int>();
  const auto hold = [](std::shared_ptr<int>) -> awaitable<void> { co_return; };
  std::vector<long> uses;
  on_loop(runtime, [&] {
    for (int i = 0; i < 3; ++i) {
      runtime.coroutines().run(hold(owned));
      uses.push_back(owned.use_count());
    }
  });
  CHECK(uses == std::vector<long>{1, 1, 1});
}

TEST_CASE("a runtime that goes takes along the coroutine that waits, and one that is suspended") {
  const auto owned = std::make_shared<int>();
  {
    auto runtime = std::make_unique<Runtime>();
    // Lives as long as the loop, in the coroutine.
    const auto hold = [&io = runtime->io()](std::shared_ptr<int>) -> awaitable<void> {
      asio::steady_timer never(io, asio::steady_timer::time_point::max());
      co_await never.async_wait(asio::use_awaitable);
    };
    std::vector<std::string> seen;
    on_loop(*runtime, [&] {
      runtime->coroutines().run(hold(owned));
      runtime->coroutines().run(note(seen, "done"));
    });
    CHECK(owned.use_count() == 2);
  }
  CHECK(owned.use_count() == 1);
}

TEST_CASE("a borrowed loop ends when its handlers have ended") {
  asio::io_context io;
  Runtime runtime(io);
  std::vector<std::string> seen;
  runtime.coroutines().run(note(seen, "one"));
  io.run();
  io.restart();
  Suspended two(io, seen);
  runtime.coroutines().run(two.handle("two"));
  io.poll();
  CHECK(seen.size() == 1);
  two.gate.cancel();
  io.run();
  CHECK(seen == std::vector<std::string>{"one", "two"});
}

}  // namespace parley::coroutine_runner_test
