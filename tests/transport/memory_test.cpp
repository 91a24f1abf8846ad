// SPDX-License-Identifier: MIT
// MemoryTransport: order, close, injected failures, and no call of the sink after destruction.
#include <atomic>
#include <string>
#include <vector>

#include <parley/rpc/executor.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"
#include "transport/recording_sink.hpp"

using parley::ManualExecutor;
using parley::memory_pair;
using parley::test::RecordingSink;
using Lines = std::vector<std::string>;

TEST_CASE("memory: frames arrive in order, through the executor, never inside send") {
  ManualExecutor executor;
  RecordingSink left;
  RecordingSink right;
  auto [a, b] = memory_pair(executor);
  a->start(left);
  b->start(right);
  a->send("1");
  a->send("2");
  b->send("3");
  CHECK(right.lines().empty());
  CHECK(a->pending_bytes() == 2);
  executor.run();
  CHECK(a->pending_bytes() == 0);
  CHECK(right.lines() == Lines{"1", "2"});
  CHECK(left.lines() == Lines{"3"});
}

TEST_CASE("memory: what was sent before the other end started is kept") {
  ManualExecutor executor;
  RecordingSink left;
  RecordingSink right;
  auto [a, b] = memory_pair(executor);
  a->start(left);
  a->send("1");
  a->close();
  executor.run();
  b->start(right);
  executor.run();
  CHECK(right.lines() == Lines{"1", "<closed>"});
}

TEST_CASE("memory: close delivers what was sent, then on_close once on both ends") {
  ManualExecutor executor;
  RecordingSink left;
  RecordingSink right;
  auto [a, b] = memory_pair(executor);
  a->start(left);
  b->start(right);
  a->send("1");
  a->close();
  a->send("2");
  a->close();
  CHECK(left.lines().empty());  // on_close never comes inside close
  executor.run();
  b->send("3");
  b->close();
  executor.run();
  CHECK(right.lines() == Lines{"1", "<closed>"});
  CHECK(left.lines() == Lines{"<closed>"});
}

TEST_CASE("memory: a paused end gets nothing until it resumes") {
  ManualExecutor executor;
  RecordingSink left;
  RecordingSink right;
  auto [a, b] = memory_pair(executor);
  a->start(left);
  b->start(right);
  b->pause_reading(true);
  a->send("1");
  executor.run();
  CHECK(right.lines().empty());
  CHECK(a->pending_bytes() == 1);
  b->pause_reading(false);
  executor.run();
  CHECK(right.lines() == Lines{"1"});
}

TEST_CASE("memory: an injected failure breaks the connection after so many frames") {
  ManualExecutor executor;
  RecordingSink left;
  RecordingSink right;
  auto [a, b] = memory_pair(executor);
  a->start(left);
  b->start(right);
  a->fail_after(1);
  a->send("1");
  a->send("2");
  a->send("3");
  executor.run();
  const std::string reset = std::make_error_code(std::errc::connection_reset).message();
  CHECK(right.lines() == Lines{"1", "<closed: " + reset + ">"});
  CHECK(left.lines() == Lines{"<closed: " + reset + ">"});
}

TEST_CASE("memory: a destroyed end is not called any more, and the other one sees the close") {
  ManualExecutor executor;
  RecordingSink left;
  RecordingSink right;
  auto [a, b] = memory_pair(executor);
  a->start(left);
  b->start(right);
  b->send("1");
  a.reset();
  executor.run();
  CHECK(left.lines().empty());
  CHECK(right.lines() == Lines{"<closed>"});
}

TEST_CASE("memory: both ends send at once from several threads, nothing is lost or reordered") {
  parley::Runtime runtime;
  RecordingSink left;
  RecordingSink right;
  auto [a, b] = memory_pair(runtime.workers());
  a->start(left);
  b->start(right);
  constexpr int count = 2000;
  std::thread from_a([&, end = a.get()] {
    for (int i = 0; i < count; ++i) end->send(std::to_string(i));
    end->close();
  });
  for (int i = 0; i < count; ++i) b->send(std::to_string(i));
  from_a.join();
  right.wait_closed();
  left.wait_closed();
  Lines expected;
  for (int i = 0; i < count; ++i) expected.push_back(std::to_string(i));
  expected.push_back("<closed>");
  CHECK(right.lines() == expected);
  // a closed at some point; what b sent before that arrived in order.
  const Lines got = left.lines();
  for (std::size_t i = 0; i + 1 < got.size(); ++i) REQUIRE(got[i] == std::to_string(i));
}
