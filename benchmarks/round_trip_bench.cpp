// SPDX-License-Identifier: MIT
// Prints what a tool call costs from call to result: our client with our server, in memory and over
// the pipes of a child process; one after another, 64 in flight, and with 1 MiB of text.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <parley/mcp/client.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/transport/memory.hpp>
#include <parley/transport/process.hpp>

namespace {

namespace mcp = parley::mcp;
using parley::Json;

struct Echo {
  std::string text;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("text", self.text, parley::required);
  }
};

/// `calls` calls, at most `window` of them in flight; returns when all are answered.
class Flood {
 public:
  Flood(mcp::ClientSession& session, Json arguments, int calls, int window)
      : session_(session), arguments_(std::move(arguments)), left_(calls), unanswered_(calls) {
    for (int i = 0; i < window; ++i) call_next();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    over_.wait(lock, [this] { return unanswered_ == 0; });
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void call_next() {
    {
      const std::lock_guard lock(mutex_);
      if (left_ == 0) return;
      --left_;
    }
    session_.async_call_tool("echo", arguments_,
                             [this](std::exception_ptr failure, const mcp::CallToolResult&) {
                               call_next();
                               answered(std::move(failure));
                             });
  }

  void answered(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (failure) failure_ = std::move(failure);
    if (--unanswered_ == 0) over_.notify_one();
  }

  mcp::ClientSession& session_;
  const Json arguments_;
  std::mutex mutex_;
  std::condition_variable over_;
  int left_;
  int unanswered_;
  std::exception_ptr failure_;
};

using Clock = std::chrono::steady_clock;

void print_row(const char* transport, const char* mode, int calls, Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  std::printf("%-8s %-14s %10.0f %12.1f\n", transport, mode, calls / seconds,
              seconds / calls * 1e6);
}

void one_by_one(const char* transport, const char* mode, mcp::ClientSession& session,
                const std::string& text, int calls) {
  const Json arguments = {{"text", text}};
  const auto start = Clock::now();
  for (int i = 0; i < calls; ++i) session.call_tool("echo", arguments);
  print_row(transport, mode, calls, Clock::now() - start);
}

void run(const char* transport, mcp::ClientSession session) {
  one_by_one(transport, "(warming up)", session, "hello", 2'000);
  one_by_one(transport, "sequential", session, "hello", 20'000);
  const auto start = Clock::now();
  Flood flood(session, {{"text", "hello"}}, 60'000, 64);
  flood.wait();
  print_row(transport, "64 in flight", 60'000, Clock::now() - start);
  one_by_one(transport, "1 MiB", session, std::string(1 << 20, 'x'), 50);
}

}  // namespace

int main(int, char** argv) {
  std::printf("%-8s %-14s %10s %12s\n", "over", "mode", "calls/s", "us a call");
  const mcp::Client client("round_trip_bench", "1.0");

  mcp::Server server("echo", "1.0");
  server.add_tool(
      "echo", "Gives the text back", [](Echo in) { return std::move(in.text); },
      parley::Run::inline_);
  auto [ours, theirs] = parley::memory_pair(client.runtime()->workers());
  const auto served = server.attach(std::move(theirs), client.runtime());
  run("memory", client.connect(std::move(ours)));

  parley::ProcessOptions child;
  child.command = std::filesystem::path(argv[0]).replace_filename("echo_server").string();
  child.args = {"inline"};
  run("stdio", client.spawn(std::move(child)));
}
