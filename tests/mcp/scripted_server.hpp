// SPDX-License-Identifier: MIT
// A client and a server that says just what a test lets it say, stepped by one thread.
#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>
#include <parley/mcp/client.hpp>
#include <parley/rpc/manual_timers.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"

namespace parley::mcp::test {

inline Json json(std::string_view text) {
  auto parsed = parse(text);
  if (!parsed) throw std::runtime_error("bad JSON in a test: " + std::string(text));
  return std::move(*parsed);
}

/// What ends a request: a result, or an error in short form ("timeout", "-32601 text").
template <class Result>
struct Ending {
  bool over = false;
  Result result{};
  std::string error;

  /// A callback that fills this in, while it is there; it must be called once.
  auto fill() {
    return [this, there = std::weak_ptr(there_)](std::exception_ptr failure, Result value) {
      if (there.expired()) return;
      REQUIRE_FALSE(over);
      over = true;
      result = std::move(value);
      if (failure) error = describe(failure);
    };
  }

  static std::string describe(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const Error& e) {
      return e.is_local() ? e.reason().message() : std::to_string(e.code()) + " " + e.what();
    } catch (const std::exception& e) {
      return e.what();
    }
  }

 private:
  std::shared_ptr<bool> there_ = std::make_shared<bool>(true);
};

/// The server's end of the wire.
class Wire final : public TransportSink {
 public:
  Wire(std::unique_ptr<MemoryTransport> transport, ManualExecutor& executor)
      : executor_(executor), transport_(std::move(transport)) {
    transport_->start(*this);
  }
  void on_frame(std::string_view frame) override { received_.push_back(json(frame)); }
  void on_oversize_frame(std::size_t, std::size_t) override {}
  void on_close(std::error_code, std::string) override { closed_ = true; }

  void send(std::string_view line) { transport_->send(line); }
  void close() { transport_->close(); }
  bool closed() const { return closed_; }
  bool empty() {
    executor_.run();
    return received_.empty();
  }
  /// The oldest message of the client that was not taken yet; null when there is none.
  Json take() {
    if (empty()) return nullptr;
    Json first = std::move(received_.front());
    received_.pop_front();
    return first;
  }

 private:
  ManualExecutor& executor_;
  std::deque<Json> received_;
  bool closed_ = false;
  std::unique_ptr<MemoryTransport> transport_;
};

inline constexpr std::string_view all_capabilities =
    R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},)"
    R"("prompts":{"listChanged":true},"completions":{},"logging":{}})";

class ScriptedServer {
 public:
  explicit ScriptedServer(ClientOptions options = {})
      : client(Implementation{.name = "test", .version = "1"}, prepare(std::move(options))) {}
  ~ScriptedServer() {
    // Destroying a session waits for its handlers, which only this thread can run.
    if (session) session.close();
    wire->close();
    run();
  }

  /// Begins the handshake; the server has not answered yet.
  void begin() {
    auto [near, far] = memory_pair(executor);
    wire = std::make_unique<Wire>(std::move(far), executor);
    client.async_connect(std::move(near), connected.fill());
    run();
  }
  /// Answers `initialize` and takes what follows.
  void accept(std::string_view version = version::latest,
              std::string_view capabilities = all_capabilities) {
    const Json initialize = wire->take();
    REQUIRE(initialize.at("method") == "initialize");
    answer(initialize, R"({"protocolVersion":")" + std::string(version) + R"(","capabilities":)" +
                           std::string(capabilities) +
                           R"(,"serverInfo":{"name":"scripted","version":"2"}})");
    session = std::move(connected.result);
  }
  /// The whole handshake.
  void connect(std::string_view version = version::latest,
               std::string_view capabilities = all_capabilities) {
    begin();
    accept(version, capabilities);
    REQUIRE(connected.error.empty());
    REQUIRE(wire->take().at("method") == "notifications/initialized");
  }

  void run() { executor.run(); }
  void advance(std::chrono::milliseconds time) {
    timers.advance(time);
    run();
  }
  /// Sends a line, and lets everybody do what follows from it.
  void send(std::string_view line) {
    wire->send(line);
    run();
  }
  void answer(const Json& request, std::string_view result) {
    send(R"({"jsonrpc":"2.0","id":)" + to_text(request.at("id")) + R"(,"result":)" +
         std::string(result) + "}");
  }
  /// Sends a request with this id, and gives the client's answer without `jsonrpc` and `id`.
  Json ask(std::string_view method, std::string_view params, int id = 77) {
    send(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + std::string(method) +
         R"(","params":)" + std::string(params) + "}");
    Json response = wire->take();
    REQUIRE(response.at("id") == id);
    response.erase("jsonrpc");
    response.erase("id");
    return response;
  }
  void tell(std::string_view method, std::string_view params = "{}") {
    send(R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":)" +
         std::string(params) + "}");
  }

  ManualExecutor executor;
  ManualTimers timers;
  std::shared_ptr<Runtime> runtime = std::make_shared<Runtime>(executor, timers);
  std::vector<std::string> log;
  Client client;
  std::unique_ptr<Wire> wire;
  Ending<ClientSession> connected;
  ClientSession session;

 private:
  ClientOptions prepare(ClientOptions options) {
    options.runtime = runtime;
    options.connection.log = [this](Severity, std::string_view text) { log.emplace_back(text); };
    return options;
  }
};

}  // namespace parley::mcp::test
