// SPDX-License-Identifier: MIT
// The handler that needs nobody in front of it (acp 1.4.15).
#include <parley/acp/default_handler.hpp>

#include <parley/json/convert.hpp>

#include "client_fixture.hpp"

namespace parley::acp::client_test {

SessionUpdate saying(const std::string& text) {
  AgentMessageChunk chunk;
  TextContent content;
  content.text = text;
  chunk.content = content;
  return chunk;
}

std::string told(const DefaultHandler& handler) {
  std::string all;
  for (const auto& event : handler.events()) {
    all += event.session + ":" + event.update->at("content").at("text").get<std::string>() + " ";
  }
  return all;
}

std::vector<PermissionOption> offer(const std::vector<PermissionOptionKind>& kinds) {
  std::vector<PermissionOption> options;
  for (const PermissionOptionKind kind : kinds) {
    PermissionOption option;
    option.option_id = "option-" + std::to_string(options.size());
    option.kind = kind;
    options.push_back(option);
  }
  return options;
}

std::string chosen(DefaultHandler& handler, const std::vector<PermissionOptionKind>& kinds) {
  const auto outcome = handler.handle_permission_request("s1", {}, offer(kinds));
  const auto* selected = std::get_if<SelectedPermissionOutcome>(&outcome);
  return selected == nullptr ? "cancelled" : selected->option_id;
}

TEST_CASE("acp 1.4.15: updates are kept, the newest first, bounded by count") {
  DefaultHandler handler({.max_events = 2});
  for (const char* text : {"1", "2", "3"}) handler.handle_session_update("s1", saying(text));
  CHECK(told(handler) == "s1:3 s1:2 ");
  handler.clear();
  CHECK(handler.events().empty());
}

TEST_CASE("acp 1.4.15: updates are bounded by bytes; one that does not fit costs nothing else") {
  const std::size_t one = to_text(saying("1")).size();
  DefaultHandler handler({.max_event_bytes = 2 * one});
  for (const char* text : {"1", "2", "3"}) handler.handle_session_update("s1", saying(text));
  CHECK(told(handler) == "s1:3 s1:2 ");
  handler.handle_session_update("s1", saying(std::string(2 * one, 'x')));
  CHECK(told(handler) == "s1:3 s1:2 ");
}

TEST_CASE("acp 1.4.15: bounds of 0 stand for the defaults") {
  DefaultHandler handler({.max_events = 0, .max_event_bytes = 0});
  for (int i = 0; i < 1001; ++i) handler.handle_session_update("s1", saying("x"));
  CHECK(handler.events().size() == 1000);
}

TEST_CASE("acp 1.4.15: permissions are rejected, or approved when asked to") {
  using enum PermissionOptionKind;
  DefaultHandler rejecting;
  CHECK(chosen(rejecting, {allow_once, reject_always, reject_once}) == "option-1");
  CHECK(chosen(rejecting, {allow_once, allow_always}) == "cancelled");
  DefaultHandler approving({.auto_approve_permissions = true});
  CHECK(chosen(approving, {reject_once, allow_always, allow_once}) == "option-1");
  CHECK(chosen(approving, {reject_once}) == "option-0");
  CHECK(chosen(approving, {}) == "cancelled");
}

TEST_CASE("acp 1.4.15: nothing is announced; updates arrive through a client") {
  DefaultHandler handler;
  Fixture f(everything, {}, &handler);
  f.new_session();
  f.send(Fixture::chunk("hello"));
  CHECK(f.ask(Fixture::permission("1")) == R"({"outcome":{"optionId":"no","outcome":"selected"}})");
  CHECK(told(handler) == "s1:hello ");
  CHECK(f.ask(R"({"id":2,"method":"fs/read_text_file","params":{}})") ==
        "-32601 Method not supported: fs/read_text_file");
}

}  // namespace parley::acp::client_test
