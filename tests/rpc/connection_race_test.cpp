// SPDX-License-Identifier: MIT
// Result, timeout, cancellation and the end run against each other: one outcome each, always.
#include <atomic>
#include <random>
#include <thread>

#include <parley/rpc/connection.hpp>
#include <parley/rpc/manual_timers.hpp>
#include <parley/rpc/router.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"

namespace parley::connection_race_test {

constexpr ProtocolRules rules{.cancel_method = "$/cancel_request",
                              .cancelled_answer = CancelledAnswer::error_at_once};

/// Runs tasks in an order that a seed chooses.
class ShufflingExecutor final : public Executor {
 public:
  explicit ShufflingExecutor(std::mt19937& random) : random_(random) {}

  void post(Task task) override {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  bool run_one() {
    Task task;
    {
      const std::lock_guard lock(mutex_);
      if (tasks_.empty()) return false;
      const std::size_t chosen = random_() % tasks_.size();
      std::swap(tasks_[chosen], tasks_.back());
      task = std::move(tasks_.back());
      tasks_.pop_back();
    }
    task();
    return true;
  }

 private:
  std::mt19937& random_;
  std::mutex mutex_;
  std::vector<Task> tasks_;
};

/// The answers to requests that a handler kept, given in a random order or never.
struct Peer {
  Router router;
  std::vector<IncomingRequest> kept;

  Peer() {
    router.on_request("ask",
                      [this](IncomingRequest request) { kept.push_back(std::move(request)); });
  }
};

/// What a random step may touch.
struct Table {
  Connection& left;
  Connection& right;
  Peer& peer;
  std::vector<CallHandle>& handles;
  ManualTimers& timers;
  ManualExecutor& wire;
  ShufflingExecutor& executor;
};

void take_step(std::mt19937& random, const Table& table) {
  switch (random() % 8) {
    case 0:
      return table.timers.advance(std::chrono::seconds(1));
    case 1:
      return table.handles[random() % table.handles.size()].cancel();
    case 2:
      if (!table.peer.kept.empty()) {
        IncomingRequest request = std::move(table.peer.kept.back());
        table.peer.kept.pop_back();
        if (random() % 4 != 0) request.reply_text("{}");
      }
      return;
    case 3:
      if (random() % 8 == 0) (random() % 2 == 0 ? table.left : table.right).close();
      return;
    case 4:
      table.wire.run_one();
      return;
    default:
      table.executor.run_one();
  }
}

TEST_CASE("10,000 random interleavings of result, timeout, cancel and close: one outcome a call") {
  int calls = 0;
  for (unsigned seed = 0; seed < 10'000; ++seed) {
    std::mt19937 random(seed);
    ShufflingExecutor executor(random);
    ManualExecutor wire;
    ManualTimers timers;
    static const auto runtime = std::make_shared<Runtime>();
    auto [a, b] = memory_pair(wire);
    ConnectionOptions options;
    options.executor = &executor;
    options.timers = &timers;
    Router nobody;
    Peer peer;
    Connection left(std::move(a), nobody, rules, runtime, options);
    Connection right(std::move(b), peer.router, rules, runtime, options);
    for (Connection* end : {&left, &right}) end->start();
    std::vector<int> seen(4);
    std::vector<CallHandle> handles;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const CallOptions timeout(std::chrono::seconds(1 + random() % 3));
      handles.push_back(left.start_call("ask", "{}", timeout, [&seen, i](Outcome) { ++seen[i]; }));
    }
    for (int step = 0; step < 40; ++step) {
      take_step(random, {left, right, peer, handles, timers, wire, executor});
    }
    for (Connection* end : {&left, &right}) end->close();
    peer.kept.clear();
    while (wire.run_one() || executor.run_one()) {
    }
    for (const int count : seen) {
      ++calls;
      if (count != 1) FAIL("seed " << seed << ": a call had " << count << " outcomes");
    }
  }
  CHECK(calls == 40'000);
}

TEST_CASE("threads answer, cancel, time out and close at the same time: one outcome a call") {
  constexpr int rounds = 60;
  constexpr int per_round = 24;
  std::atomic<int> outcomes = 0;
  for (int round = 0; round < rounds; ++round) {
    auto runtime = std::make_shared<Runtime>();
    auto [a, b] = memory_pair(runtime->workers());
    Router nobody;
    Router answers;
    std::atomic<int> turn = 0;
    answers.on_request("ask", [&](IncomingRequest request) {
      if (++turn % 3 != 0) request.reply_text("{}");
    });
    auto left = std::make_unique<Connection>(std::move(a), nobody, rules, runtime);
    auto right = std::make_unique<Connection>(std::move(b), answers, rules, runtime);
    left->start();
    right->start();
    std::vector<std::jthread> threads;
    std::stop_source stop;
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < per_round / 2; ++i) {
          CallOptions options(std::chrono::milliseconds(i % 4));
          if (i % 2 == t) options.stop = stop.get_token();
          const CallHandle call =
              left->start_call("ask", "{}", options, [&](Outcome) { ++outcomes; });
          if (i % 5 == 0) call.cancel();
        }
      });
    }
    threads.emplace_back([&] { stop.request_stop(); });
    if (round % 2 == 0) threads.emplace_back([&] { right->close(); });
    threads.clear();
    left.reset();
    right.reset();
  }
  CHECK(outcomes == rounds * per_round);
}

TEST_CASE("a connection that is destroyed while its handlers run waits for them") {
  for (int round = 0; round < 50; ++round) {
    auto runtime = std::make_shared<Runtime>();
    auto [a, b] = memory_pair(runtime->workers());
    Router nobody;
    Router busy;
    std::atomic<int> running = 0;
    busy.on_request("ask", [&](IncomingRequest request) {
      ++running;
      std::this_thread::yield();
      request.reply_text("{}");
      --running;
    });
    Connection left(std::move(a), nobody, rules, runtime);
    {
      Connection right(std::move(b), busy, rules, runtime);
      left.start();
      right.start();
      for (int i = 0; i < 20; ++i) {
        left.start_call("ask", "{}", {}, UniqueFunction<void(Outcome)>([](Outcome) {}));
      }
    }
    CHECK(running == 0);
  }
}

}  // namespace parley::connection_race_test
