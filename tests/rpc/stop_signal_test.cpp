// SPDX-License-Identifier: MIT
// StopSignal: a token that is made on demand still hears of every request to stop.
#include <atomic>
#include <stop_token>
#include <thread>

#include <parley/rpc/stop_signal.hpp>

#include "catch.hpp"

using parley::StopSignal;

TEST_CASE("stop signal: who asks first is told, and called back once") {
  StopSignal signal;
  int calls = 0;
  const std::stop_callback count(signal.token(), [&] { ++calls; });
  CHECK_FALSE(signal.requested());
  CHECK_FALSE(signal.token().stop_requested());
  signal.request();
  signal.request();
  CHECK(signal.requested());
  CHECK(signal.token().stop_requested());
  CHECK(calls == 1);
}

TEST_CASE("stop signal: who asks when it is over is told so") {
  StopSignal signal;
  signal.request();
  CHECK(signal.requested());
  CHECK(signal.token().stop_requested());
}

TEST_CASE("stop signal: a copy of the token outlives the signal") {
  std::stop_token token;
  {
    StopSignal signal;
    token = signal.token();
    signal.request();
  }
  CHECK(token.stop_requested());
}

TEST_CASE("stop signal: asking and requesting at the same time lose nothing") {
  for (int round = 0; round < 2000; ++round) {
    StopSignal signal;
    std::atomic<int> ready = 0;
    const auto meet = [&] {
      ++ready;
      while (ready < 2) {
      }
    };
    std::thread other([&] {
      meet();
      signal.request();
    });
    meet();
    const std::stop_token token = signal.token();
    other.join();
    REQUIRE(token.stop_requested());
  }
}
