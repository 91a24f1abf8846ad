// SPDX-License-Identifier: MIT
// A peer that does not take what it is sent, and one that ends its input early.
#include <parley/rpc/connection.hpp>

#include <parley/rpc/executor.hpp>
#include <parley/rpc/manual_timers.hpp>
#include <parley/rpc/router.hpp>

#include <future>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace parley::connection_hostile_peer_test {

/// A transport whose peer is the test.
class FakeTransport final : public Transport {
 public:
  void start(TransportSink& sink) override { sink_ = &sink; }
  void send(std::string_view frame) override {
    if (on_send) on_send(frame);
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    sent_.emplace_back(frame);
    pending_ += frame.size();
  }
  void close() override {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  std::size_t pending_bytes() const noexcept override { return takes_nothing ? pending_ : 0; }

  TransportSink& sink() { return *sink_; }
  std::vector<std::string> sent() {
    const std::lock_guard lock(mutex_);
    return sent_;
  }
  bool closed() {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

  bool takes_nothing = false;
  std::function<void(std::string_view)> on_send;

 private:
  TransportSink* sink_ = nullptr;
  std::mutex mutex_;
  std::vector<std::string> sent_;
  std::size_t pending_ = 0;
  bool closed_ = false;
};

struct End {
  explicit End(std::size_t max_send_bytes = 1 << 20) {
    auto owned = std::make_unique<FakeTransport>();
    transport = owned.get();
    ConnectionOptions options;
    options.executor = &executor;
    options.timers = &timers;
    options.limits.max_send_bytes = max_send_bytes;
    connection = std::make_unique<Connection>(std::move(owned), router,
                                              ProtocolRules{.cancel_method = "$/cancel_request"},
                                              runtime, options);
    connection->start();
  }
  ~End() {
    connection->close();
    executor.run();
  }
  void receive(std::string_view frame) { transport->sink().on_frame(frame); }

  ManualExecutor executor;
  ManualTimers timers;
  std::shared_ptr<Runtime> runtime = std::make_shared<Runtime>();
  Router router;
  FakeTransport* transport = nullptr;
  std::unique_ptr<Connection> connection;
};

TEST_CASE("error replies to a peer that takes nothing end the connection as other replies do") {
  End end(1000);
  end.transport->takes_nothing = true;
  std::size_t frames = 0;
  for (; !end.connection->closed() && frames < 1000; ++frames) end.receive("nonsense");
  CHECK(frames < 30);
  CHECK(frames > 3);
  CHECK(end.transport->closed());
  end.executor.run();
  const std::size_t before = end.transport->sent().size();
  end.receive("nonsense");
  CHECK(end.transport->sent().size() == before);
}

TEST_CASE("calls end when the peer takes no replies") {
  End end(1000);
  std::string why;
  end.connection->start_call("ask", "", {}, [&](Outcome outcome) { why = outcome.error().what(); });
  end.transport->takes_nothing = true;
  for (int i = 0; i < 100; ++i) end.receive("nonsense");
  end.executor.run();
  CHECK_THAT(why, Catch::Matchers::ContainsSubstring("does not take the replies"));
}

TEST_CASE("a reply that is being sent when the last one has gone out is not lost") {
  End end;
  std::vector<IncomingRequest> open;
  end.router.on_request(
      "m", [&](IncomingRequest request) { open.push_back(std::move(request)); }, Run::inline_);
  end.receive(R"({"jsonrpc":"2.0","id":1,"method":"m"})");
  end.receive(R"({"jsonrpc":"2.0","id":2,"method":"m"})");
  REQUIRE(open.size() == 2);
  end.transport->sink().on_close({}, "");
  std::promise<void> sending;
  std::promise<void> go_on;
  end.transport->on_send = [&](std::string_view frame) {
    if (frame.find("\"first\"") == std::string_view::npos) return;
    sending.set_value();
    go_on.get_future().wait();
  };
  std::thread first([&] { open[0].reply_text("\"first\""); });
  sending.get_future().wait();
  open[1].reply_text("\"second\"");
  CHECK_FALSE(end.connection->closed());
  go_on.set_value();
  first.join();
  CHECK(end.connection->closed());
  CHECK(end.transport->sent() ==
        std::vector<std::string>{R"({"jsonrpc":"2.0","id":2,"result":"second"})",
                                 R"({"jsonrpc":"2.0","id":1,"result":"first"})"});
}

}  // namespace parley::connection_hostile_peer_test
