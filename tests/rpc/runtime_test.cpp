// SPDX-License-Identifier: MIT
// Runtime: the pool grows when its threads block and shrinks when they idle, timers fire in order,
// a borrowed loop stays the program's, and shutting down never hangs.
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <parley/rpc/manual_timers.hpp>
#include <parley/rpc/runtime.hpp>

#include "catch.hpp"

using namespace std::chrono_literals;
using parley::ManualExecutor;
using parley::ManualTimers;
using parley::Runtime;
using parley::RuntimeOptions;
using parley::TimerService;

TEST_CASE("a posted task runs on a thread of the pool, not inside post") {
  Runtime runtime;
  std::promise<std::thread::id> ran;
  runtime.workers().post([&] { ran.set_value(std::this_thread::get_id()); });
  CHECK(ran.get_future().get() != std::this_thread::get_id());
}

TEST_CASE("tasks that block do not starve others, up to the bound") {
  RuntimeOptions options;
  options.max_workers = 9;
  Runtime runtime(options);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<int> blocked = 0;
  for (int i = 0; i < 8; ++i) {
    runtime.workers().post([&, released] {
      ++blocked;
      blocked.notify_all();
      released.wait();
    });
  }
  std::promise<void> last_ran;
  runtime.workers().post([&] { last_ran.set_value(); });
  last_ran.get_future().get();
  // They were begun before the last one, but may not have counted yet.
  for (int seen = blocked; seen != 8; seen = blocked) blocked.wait(seen);
  CHECK(blocked == 8);
  release.set_value();
}

TEST_CASE("the pool never has more threads than its bound, and loses no task") {
  RuntimeOptions options;
  options.max_workers = 3;
  Runtime runtime(options);
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  std::atomic<int> done = 0;
  std::promise<void> all_done;
  for (int i = 0; i < 60; ++i) {
    runtime.workers().post([&] {
      const int running = ++now;
      for (int seen = most; seen < running && !most.compare_exchange_weak(seen, running);) {
      }
      // Long enough for the pool to see a stall.
      std::promise<void>().get_future().wait_for(1ms);
      --now;
      if (++done == 60) all_done.set_value();
    });
  }
  all_done.get_future().get();
  CHECK(most <= 3);
}

TEST_CASE("idle threads end, and the pool starts new ones afterwards") {
  RuntimeOptions options;
  options.worker_idle_time = 1ms;
  Runtime runtime(options);
  for (int round = 0; round < 5; ++round) {
    std::promise<void> ran;
    runtime.workers().post([&] { ran.set_value(); });
    ran.get_future().get();
    std::promise<void> later;
    runtime.timers().schedule(TimerService::Clock::now() + 3ms, [&] { later.set_value(); });
    later.get_future().get();
  }
}

TEST_CASE("tasks posted from many threads all run, each once") {
  std::atomic<int> count = 0;
  {
    Runtime runtime;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) runtime.workers().post([&] { ++count; });
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  CHECK(count == 4000);
}

TEST_CASE("a timer fires on the loop thread, not before its time; a cancelled one does not") {
  Runtime runtime;
  std::promise<bool> fired;
  std::atomic<bool> wrong = false;
  const auto start = TimerService::Clock::now();
  const auto cancelled = runtime.timers().schedule(start + 5ms, [&] { wrong = true; });
  runtime.timers().schedule(start + 10ms, [&] { fired.set_value(runtime.on_loop_thread()); });
  CHECK(cancelled != 0);
  runtime.timers().cancel(cancelled);
  CHECK(fired.get_future().get());
  CHECK(TimerService::Clock::now() >= start + 10ms);
  CHECK_FALSE(wrong);
  CHECK_FALSE(runtime.on_loop_thread());
}

TEST_CASE("timers fire in order of their time, whatever order they were set in") {
  asio::io_context io;
  Runtime runtime(io);
  const auto start = TimerService::Clock::now();
  std::vector<int> fired;
  for (const int when : {5, 1, 4, 2, 3, 5}) {
    runtime.timers().schedule(start + std::chrono::milliseconds(when),
                              [&, when] { fired.push_back(when); });
  }
  io.run();
  CHECK(fired == std::vector<int>{1, 2, 3, 4, 5, 5});
}

TEST_CASE("timers can be set and cancelled inside a timer, and by the thousand") {
  asio::io_context io;
  Runtime runtime(io);
  TimerService& timers = runtime.timers();
  const auto start = TimerService::Clock::now();
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < 5000; ++i) numbers.push_back(timers.schedule(start + 1h, [] { FAIL(); }));
  CHECK(std::set<std::uint64_t>(numbers.begin(), numbers.end()).size() == 5000);
  bool second = false;
  timers.schedule(start + 1ms, [&] {
    for (const std::uint64_t number : numbers) timers.cancel(number);
    timers.schedule(start + 2ms, [&] { second = true; });
  });
  io.run();  // returns because nothing is left that could fire
  CHECK(second);
  timers.cancel(numbers.front());
  timers.cancel(12345678);
}

TEST_CASE("a borrowed loop: run() returns when the last timer has been cancelled") {
  asio::io_context io;
  Runtime runtime(io);
  CHECK(&runtime.io() == &io);
  const auto timer = runtime.timers().schedule(TimerService::Clock::now() + 1h, [] {});
  asio::post(io, [&] {
    CHECK(runtime.on_loop_thread());
    runtime.timers().cancel(timer);
  });
  io.run();
}

TEST_CASE("the last owner may let go on the loop thread, on a worker, inside a timer") {
  std::promise<void> done;
  auto runtime = std::make_shared<Runtime>();
  SECTION("loop thread") {
    asio::post(runtime->io(), [&, owner = runtime]() mutable {
      owner.reset();
      done.set_value();
    });
  }
  SECTION("worker") {
    runtime->workers().post([&, owner = runtime]() mutable {
      owner.reset();
      done.set_value();
    });
  }
  SECTION("timer") {
    runtime->timers().schedule(TimerService::Clock::now(), [&, owner = runtime]() mutable {
      owner.reset();
      done.set_value();
    });
  }
  runtime.reset();
  done.get_future().get();
}

TEST_CASE("a borrowed loop may go away right after its runtime, which ended on it") {
  for (int i = 0; i < 50; ++i) {
    asio::io_context io;
    auto runtime = std::make_shared<Runtime>(io);
    runtime->timers().schedule(TimerService::Clock::now() + 1h, [] {});
    runtime->workers().post([] {});
    asio::post(io, [&, owner = std::move(runtime)]() mutable { owner.reset(); });
    io.run();
  }
}

namespace {

// Lets the pool see that tasks are quick.
void warm_up(Runtime& runtime) {
  for (int i = 0; i < 100; ++i) {
    std::promise<void> ran;
    runtime.workers().post([&] { ran.set_value(); });
    ran.get_future().get();
  }
}

}  // namespace

TEST_CASE("quick tasks that the loop posts run on its thread, but not inside the loop") {
  Runtime runtime;
  bool same_thread = false;
  // A busy machine may make a task look slow, so that it is tried again.
  for (int i = 0; i < 1000 && !same_thread; ++i) {
    warm_up(runtime);
    std::promise<bool> ran;
    asio::post(runtime.io(), [&] {
      runtime.workers().post([&, loop = std::this_thread::get_id()] {
        CHECK_FALSE(runtime.on_loop_thread());
        ran.set_value(std::this_thread::get_id() == loop);
      });
    });
    same_thread = ran.get_future().get();
  }
  CHECK(same_thread);
}

TEST_CASE("a task that blocks on the loop's thread does not hold up the loop, nor other tasks") {
  Runtime runtime;
  for (const bool warned : {false, true}) {
    for (int i = 0; i < 20; ++i) {
      warm_up(runtime);
      std::promise<void> timer_fired;
      std::promise<void> other_ran;
      std::promise<void> done;
      asio::post(runtime.io(), [&] {
        runtime.workers().post([&] {
          if (warned) runtime.about_to_block();
          timer_fired.get_future().get();
          other_ran.get_future().get();
          done.set_value();
        });
        runtime.workers().post([&] { other_ran.set_value(); });
        runtime.timers().schedule(TimerService::Clock::now(), [&] { timer_fired.set_value(); });
      });
      done.get_future().get();
    }
  }
  runtime.about_to_block();  // means nothing here
}

TEST_CASE("a handler of the loop may wait for tasks that it posts, when it says so") {
  Runtime runtime;
  for (int round = 0; round < 20; ++round) {
    warm_up(runtime);
    std::promise<void> done;
    asio::post(runtime.io(), [&] {
      std::promise<void> before;
      std::promise<void> after;
      runtime.workers().post([&] { before.set_value(); });
      runtime.about_to_block();
      runtime.workers().post([&] { after.set_value(); });
      before.get_future().get();
      after.get_future().get();
      done.set_value();
    });
    done.get_future().get();
  }
}

TEST_CASE("slow tasks leave the loop's thread, whatever their rhythm") {
  for (const int shift : {0, 1}) {
    Runtime runtime;
    const auto runs_on_loop = [&](bool slow) {
      std::promise<bool> ran;
      asio::post(runtime.io(), [&] {
        runtime.workers().post([&, loop = std::this_thread::get_id()] {
          const auto end = TimerService::Clock::now() + (slow ? 800us : 0us);
          while (TimerService::Clock::now() < end) continue;
          ran.set_value(std::this_thread::get_id() == loop);
        });
      });
      return ran.get_future().get();
    };
    // After so many quick ones only some tasks are measured.
    for (int i = 0; i < 3000 + shift; ++i) runs_on_loop(false);
    bool left = false;
    for (int i = 0; i < 1000 && !left; ++i) {
      runs_on_loop(false);
      left = !runs_on_loop(true);
    }
    CHECK(left);
  }
}

TEST_CASE("many tasks of the loop that all block get threads, up to the bound") {
  RuntimeOptions options;
  options.max_workers = 8;
  Runtime runtime(options);
  warm_up(runtime);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::promise<void> last_ran;
  std::atomic<int> count = 0;
  for (int i = 0; i < 8; ++i) {
    asio::post(runtime.io(), [&] {
      runtime.workers().post([&, released] {
        if (++count == 8) return last_ran.set_value();
        released.wait();
      });
    });
  }
  last_ran.get_future().get();
  release.set_value();
}

TEST_CASE("the last owner may let go in a task on the loop's thread") {
  for (int i = 0; i < 20; ++i) {
    auto runtime = std::make_shared<Runtime>();
    warm_up(*runtime);
    std::promise<void> done;
    asio::post(runtime->io(), [&, owner = runtime]() mutable {
      Runtime& kept = *owner;
      kept.workers().post([&, owner = std::move(owner)]() mutable {
        owner.reset();
        done.set_value();
      });
    });
    runtime.reset();
    done.get_future().get();
  }
}

TEST_CASE("tasks and handlers that post each other from everywhere, until the end") {
  std::atomic<int> count = 0;
  for (int round = 0; round < 5; ++round) {
    Runtime runtime;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) {
          asio::post(runtime.io(), [&] {
            runtime.workers().post([&] {
              ++count;
              asio::post(runtime.io(), [&] { runtime.workers().post([&] { ++count; }); });
            });
          });
          runtime.workers().post([&] { ++count; });
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::promise<void> reached;
    asio::post(runtime.io(), [&] { reached.set_value(); });
    reached.get_future().get();
  }
  // What was posted before the end was waited for has run; the second step may have come too late.
  CHECK(count >= 5 * 3 * 50);
  CHECK(count <= 5 * 3 * 150);
}

TEST_CASE("a runtime of given parts is stepped through on one thread") {
  ManualExecutor workers;
  ManualTimers timers;
  Runtime runtime(workers, timers);
  std::vector<int> order;
  runtime.workers().post([&] { order.push_back(1); });
  runtime.timers().schedule(timers.now() + 30s, [&] {
    order.push_back(3);
    runtime.timers().schedule(timers.now() + 1s, [&] { order.push_back(4); });
  });
  const auto cancelled = runtime.timers().schedule(timers.now() + 1s, [&] { order.push_back(0); });
  runtime.timers().cancel(cancelled);
  CHECK(order.empty());
  workers.run();
  timers.advance(29s);
  CHECK(order == std::vector<int>{1});
  timers.advance(1s);
  CHECK(order == std::vector<int>{1, 3});
  timers.advance(1s);
  CHECK(order == std::vector<int>{1, 3, 4});
  CHECK(timers.size() == 0);
}
