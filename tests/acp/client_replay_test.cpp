// SPDX-License-Identifier: MIT
// A client against the recording of a real agent, through the doors that an editor uses; and what
// it records of that itself.
#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <parley/acp/client.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/rpc/recorder.hpp>
#include <parley/rpc/replayer.hpp>

#include "catch.hpp"
#include "rpc/opencode_recording.hpp"

namespace parley::acp::client_replay_test {

struct Editor final : ClientHandler {
  void handle_session_update(const SessionId& session, const SessionUpdate& update) override {
    CHECK(session == "ses_dd781b84bffeAzMjoqRxGRQHgo");
    if (std::holds_alternative<AvailableCommandsUpdate>(update)) ++commands;
  }
  int commands = 0;
};

/// The rows that a client sends and gets which behaves: what the recording has besides are errors
/// that its client provoked, and a prompt that it cancelled.
std::vector<RecordedFrame> well_behaved() {
  auto recording = parse_recording(test::opencode_recording);
  REQUIRE(recording);
  std::erase_if(*recording, [](const RecordedFrame& frame) {
    return (frame.row > 5 && frame.row < 20) || frame.row == 21;
  });
  return std::move(*recording);
}

/// What one side sends, in its order: methods, and "" for an answer, whose id differs.
std::vector<std::string> methods(const std::vector<RecordedFrame>& rows,
                                 std::string_view direction) {
  std::vector<std::string> out;
  for (const RecordedFrame& row : rows) {
    if (row.dir == direction) out.push_back(parse(row.line).value().value("method", ""));
  }
  return out;
}

TEST_CASE("a client replays a session with a real agent, and records the same again") {
  const auto recording = well_behaved();
  auto runtime = std::make_shared<Runtime>();
  Replayer replayer(
      recording, runtime->workers(),
      {.live = "client->agent", .ignore = {"/params/clientInfo", "/params/clientCapabilities"}});
  std::stringstream file;
  const Recorder recorder(file, {.sent = "client->agent", .received = "agent->client"});
  Editor editor;
  ClientOptions options;
  options.connection.trace = recorder.hook();
  const auto client = Client::connect(replayer.transport(), editor, options, runtime);
  CHECK(client->agent().agent_info->name == "OpenCode");
  const auto session = client->new_session("/workspace").session_id;
  CHECK(client->prompt(session, "Say hi").stop_reason == StopReason::end_turn);
  CHECK(editor.commands == 1);
  client->close_session(session);
  CHECK(replayer.wait_finished(std::chrono::seconds(20)));
  CHECK_FALSE(replayer.mismatch());

  const auto again = parse_recording(file.str());
  REQUIRE(again);
  REQUIRE(again->size() == recording.size());
  // Each direction in its order; what crosses on the way may be seen in either order.
  for (const char* direction : {"client->agent", "agent->client"}) {
    CHECK(methods(*again, direction) == methods(recording, direction));
  }
}

TEST_CASE("a client that does something else fails with the row and the place") {
  auto runtime = std::make_shared<Runtime>();
  Replayer replayer(well_behaved(), runtime->workers(),
                    {.live = "client->agent", .ignore = {"/params/clientInfo"}});
  Editor editor;
  CHECK_THROWS_WITH(
      Client::connect(replayer.transport(), editor, {}, runtime),
      Catch::Matchers::ContainsSubstring("row 1 of the recording says; at /params/clientCapab"));
}

}  // namespace parley::acp::client_replay_test
