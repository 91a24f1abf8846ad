// SPDX-License-Identifier: MIT
// What an agent answers to a client that sends what the test says.
#include <parley/acp/agent.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"
#include "transport/recording_sink.hpp"

namespace parley::acp::agent_test {

// Waits until the turn is cancelled, and then has more to say.
StopReason talk_after_cancel(const PromptRequest&, Turn& turn) {
  turn.say("begun");
  std::mutex mutex;
  std::condition_variable_any cancelled;
  std::unique_lock lock(mutex);
  cancelled.wait(lock, turn.stop_token(), [] { return false; });
  for (int i = 0; i < 200; ++i) turn.say("more");
  return StopReason::end_turn;
}

TEST_CASE("acp session/close: the turn is cancelled and answered before the session is closed") {
  parley::test::RecordingSink sink;
  const auto runtime = std::make_shared<Runtime>();
  Agent agent("agent", "1");
  agent.on_new_session([](const NewSessionRequest&, Turn&) {
    NewSessionResponse response;
    response.session_id = "s";
    return response;
  });
  agent.on_prompt(talk_after_cancel);
  agent.on_close_session([](const CloseSessionRequest&, Turn& turn) {
    turn.say("closing");
    return CloseSessionResponse{};
  });
  auto [near, far] = memory_pair(runtime->workers());
  const auto session = agent.attach(std::move(far), runtime);
  near->start(sink);
  const auto send = [&](std::string_view message, std::size_t lines) {
    near->send(message);
    REQUIRE(sink.wait_lines(lines));
  };
  send(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}})", 1);
  send(R"({"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/","mcpServers":[]}})",
       2);
  send(R"({"jsonrpc":"2.0","id":3,"method":"session/prompt",)"
       R"("params":{"sessionId":"s","prompt":[]}})",
       3);
  // Then 200 pieces, the turn's answer, what the close handler says, and its answer.
  send(R"({"jsonrpc":"2.0","id":4,"method":"session/close","params":{"sessionId":"s"}})", 206);

  const auto lines = sink.lines();
  const auto line = [&](std::size_t i) { return parse(lines.at(i)).value(); };
  for (std::size_t i = 3; i < 203; ++i) {
    CHECK(line(i)["params"]["update"]["content"]["text"] == "more");
  }
  CHECK(line(203)["id"] == 3);
  CHECK(line(203)["result"]["stopReason"] == "cancelled");
  CHECK(line(204)["params"]["update"]["content"]["text"] == "closing");
  CHECK(line(205)["id"] == 4);
  CHECK(line(205).contains("result"));
}

}  // namespace parley::acp::agent_test
