// SPDX-License-Identifier: MIT
// Drives rude_agent.mjs and checks what README.md section 5 says: acp_rude_client AGENT_COMMAND...
#include <future>
#include <optional>

#include "recording_host.hpp"

using namespace peers;

namespace {

constexpr const char* session = "rude-1";

void check_hello(RecordingHost& host, acp::Client& client) {
  equal(parley::to_json(client.prompt(session, "hello").stop_reason), "end_turn");
  // What is said after the answer may have come by now.
  expect(host.said(session).starts_with("rude but right grüße 👋"), host.said(session));
  const auto holograms = host.updates(session, "hologram");
  expect(holograms.size() == 1, "the unknown update must arrive once");
  expect(holograms[0].size() > 1, "the unknown update must keep its members");
  host.until("the late chunk", [&] { return host.said(session).ends_with("late"); });
}

void check_slow(RecordingHost& host, acp::Client& client) {
  host.forget();
  auto turn = std::async(std::launch::async, [&] { return client.prompt(session, "slow"); });
  host.until("a tick", [&] { return host.said(session).starts_with("tick "); });
  client.cancel(session);
  equal(parley::to_json(turn.get().stop_reason), "cancelled");
}

void check_report(RecordingHost& host, acp::Client& client) {
  host.until("what comes after the end",
             [&] { return host.said(session).ends_with("after the end"); });
  host.forget();
  client.prompt(session, "report");
  Json told = json(host.said(session));
  expect(told.at("refusals").is_number_integer(), "refusals must be a number");
  told.erase("refusals");
  equal(told, json(R"({"permission":{"outcome":"selected","optionId":"a"},"unknown_request":-32601,
                       "null_id":"answered","cancelled":true})"));
}

int run(int argc, char** argv) {
  Report report;
  RecordingHost host;
  host.permission = [](const auto&, const auto&) { return acp::permission_selected("a"); };
  std::promise<parley::ExitStatus> ended;
  parley::ProcessOptions process = agent_process(argc, argv);
  process.close_grace = std::chrono::milliseconds(200);
  process.on_exit = [&](parley::ExitStatus status) { ended.set_value(status); };
  std::unique_ptr<acp::Client> client;
  report.check("initialize", [&] { client = acp::Client::spawn(std::move(process), host); });
  if (client == nullptr) return report.finish();
  report.check("session/new, and the update that came before its answer", [&] {
    equal(client->new_session("/").session_id, session);
    host.until("the update", [&] { return !host.updates(session).empty(); });
  });
  report.check("a turn full of surprises", [&] { check_hello(host, *client); });
  report.check("cancel", [&] { check_slow(host, *client); });
  report.check("what the agent saw", [&] { check_report(host, *client); });
  report.check("closing ends the process, which takes a SIGTERM", [&] {
    client.reset();
    const parley::ExitStatus status = ended.get_future().get();
    expect(status.signal == SIGTERM || status.code == 128 + SIGTERM, status.to_string());
  });
  return report.finish();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 2;
  }
}
