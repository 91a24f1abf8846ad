// SPDX-License-Identifier: MIT
// ACP's types as programs use them: rows of section 4 of the feature inventory that the schema
// oracle (tests/schema) does not see.
#include <parley/acp/types.hpp>

#include <parley/json/convert.hpp>

#include "catch.hpp"

namespace parley::acp {
namespace {

Json json_of(std::string_view text) { return parse(text).value(); }

template <class T>
T decoded(std::string_view text) {
  auto result = decode<T>(json_of(text));
  INFO((result ? std::string("decoded") : result.error().message()));
  REQUIRE(result);
  return *std::move(result);
}

template <class T>
std::string refusal(std::string_view text, Policy policy = Policy::lenient) {
  auto result = decode<T>(json_of(text), policy);
  REQUIRE_FALSE(result);
  return result.error().message();
}

template <class T>
void survives(std::string_view text) {
  INFO(text);
  CHECK(to_json(decoded<T>(text)) == json_of(text));
}

}  // namespace

TEST_CASE("acp 4.1.3: the tag of an update is no part of its payload, and is put back") {
  const auto update = decoded<SessionUpdate>(
      R"({"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hi"}})");
  const auto& chunk = std::get<AgentMessageChunk>(update);
  CHECK(std::get<TextContent>(chunk.content).text == "hi");
  CHECK(chunk.extra.empty());
  CHECK(to_text(update) ==
        R"({"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hi"}})");
}

TEST_CASE("acp 4.1.4: an unknown update is kept, a known one with a bad payload is refused") {
  const auto text = R"({"sessionUpdate":"hologram","data":[1,{"deep":null}]})";
  const auto update = decoded<SessionUpdate>(text);
  CHECK(std::get<Unknown>(update).tag == "hologram");
  CHECK(to_json(update) == json_of(text));
  CHECK(refusal<SessionUpdate>(text, Policy::strict) ==
        R"(/sessionUpdate: expected a known value, found "hologram")");
  CHECK(refusal<SessionUpdate>(R"({"sessionUpdate":"agent_message_chunk"})") ==
        R"(the value: expected a member "content", found no such member)");
}

TEST_CASE("acp 4.1.14: a session's title can be absent, cleared or set") {
  CHECK(decoded<SessionInfoUpdate>("{}").title.is_absent());
  CHECK(decoded<SessionInfoUpdate>(R"({"title":null})").title.is_null());
  CHECK(*decoded<SessionInfoUpdate>(R"({"title":"t"})").title == "t");
  CHECK(to_text(SessionInfoUpdate{.title = nullptr}) == R"({"title":null})");
  CHECK(to_text(SessionInfoUpdate{}) == "{}");
}

TEST_CASE("acp 4.1.15: the default kind, status and lists of a tool call are not written") {
  const ToolCall call{.tool_call_id = "1", .title = "t"};
  CHECK(call.kind == ToolKind::other);
  CHECK(call.status == ToolCallStatus::pending);
  CHECK(to_text(call) == R"({"toolCallId":"1","title":"t"})");
  survives<ToolCall>(
      R"({"toolCallId":"1","title":"t","kind":"other","status":"pending","content":[]})");
}

TEST_CASE("acp 4.1.15: the lists that MCP servers need are written though they are empty") {
  CHECK(to_text(NewSessionRequest{.cwd = "/w"}) == R"({"cwd":"/w","mcpServers":[]})");
  const McpServer server = McpServerStdio{.name = "m", .command = "/bin/m"};
  CHECK(to_text(server) == R"({"name":"m","command":"/bin/m","args":[],"env":[]})");
}

TEST_CASE("acp 4.1.16: only the literal true announces a capability") {
  for (const auto value : {"0", R"("")", R"("yes")", "[]", "1", "null"}) {
    INFO(value);
    const auto text = std::string(R"({"terminal":)") + value + "}";
    CHECK_FALSE(decoded<ClientCapabilities>(text).terminal);
    survives<ClientCapabilities>(text);
  }
  CHECK(decoded<ClientCapabilities>(R"({"terminal":true})").terminal);
}

TEST_CASE("acp A3: a capability object announces by being there, and null does not") {
  const auto session = decoded<SessionCapabilities>(R"({"list":{},"close":null})");
  CHECK(session.list.has_value());
  CHECK_FALSE(session.close.has_value());
  CHECK_FALSE(session.delete_.has_value());
}

TEST_CASE("acp 4.2.3: an unknown status in an update changes nothing") {
  const auto update = decoded<ToolCallUpdate>(R"({"toolCallId":"1","status":"levitating"})");
  CHECK_FALSE(update.status.has_value());
  survives<ToolCallUpdate>(R"({"toolCallId":"1","status":"levitating"})");
}

TEST_CASE("acp 4.2.4: bad plan entries are left out, and come back when nothing changed") {
  const auto text = R"({"entries":[{"content":"a","priority":"urgent","status":"pending"},)"
                    R"({"content":"b","priority":"low","status":"completed"}]})";
  const auto plan = decoded<Plan>(text);
  REQUIRE(plan.entries.size() == 1);
  CHECK(plan.entries[0].status == PlanEntryStatus::completed);
  survives<Plan>(text);
  CHECK(decoded<Plan>(R"({"entries":"none"})").entries.empty());
}

TEST_CASE("acp 4.2.7: an option carries its kind among its own members") {
  const auto option = decoded<SessionConfigOption>(
      R"({"id":"fast","name":"Fast","type":"boolean","currentValue":true,"category":"_mine"})");
  CHECK(option.name == "Fast");
  CHECK(std::get<SessionConfigBoolean>(option.kind).current_value);
  CHECK(option.category->text() == "_mine");
  CHECK(to_text(SessionConfigOption{
            .id = "i", .name = "n", .kind = SessionConfigBoolean{.current_value = true}}) ==
        R"({"id":"i","name":"n","type":"boolean","currentValue":true})");
}

TEST_CASE("acp 4.2.7: the choices of an option are a flat list or groups") {
  const auto flat = decoded<SessionConfigSelectOptions>(R"([{"value":"v","name":"n"}])");
  CHECK(std::get<std::vector<SessionConfigSelectOption>>(flat)[0].value == "v");
  const auto groups = decoded<SessionConfigSelectOptions>(
      R"([{"group":"g","name":"n","options":[{"value":"v","name":"n"}]}])");
  CHECK(std::get<std::vector<SessionConfigSelectGroup>>(groups)[0].options.size() == 1);
}

TEST_CASE("acp 4.2.9: token counts use all 64 bits") {
  const auto usage = decoded<UsageUpdate>(R"({"used":18446744073709551615,"size":0,"cost":7})");
  CHECK(usage.used == 18446744073709551615ULL);
  CHECK_FALSE(usage.cost.has_value());
}

TEST_CASE("acp 4.3.1: an embedded resource is text or a blob") {
  CHECK(std::holds_alternative<TextResourceContents>(
      decoded<EmbeddedResourceResource>(R"({"uri":"u","text":"t","blob":"b"})")));
  CHECK(std::holds_alternative<BlobResourceContents>(
      decoded<EmbeddedResourceResource>(R"({"uri":"u","blob":"b"})")));
  CHECK(refusal<EmbeddedResourceResource>(R"({"uri":"u"})", Policy::strict) ==
        R"(the value: expected a member "text", found no such member)");
}

TEST_CASE("acp A5: a method to sign in with an unknown type is an agent's") {
  const auto text = R"({"type":"env_var","id":"i","name":"n","vars":[{"name":"KEY"}]})";
  const auto method = decoded<AuthMethod>(text);
  CHECK(std::get<AuthMethodAgent>(method).id == "i");
  CHECK(std::get<AuthMethodAgent>(method).extra.contains("vars"));
  CHECK(to_json(method) == json_of(text));
}

TEST_CASE("acp D15: a server without a command is refused where it stands") {
  CHECK(refusal<NewSessionRequest>(R"({"cwd":"/w","mcpServers":[{"name":"m","args":[]}]})") ==
        R"(/mcpServers/0: expected a member "command", found no such member)");
  CHECK(
      refusal<NewSessionRequest>(
          R"({"cwd":"/w","mcpServers":[{"name":"m","command":"c","args":[],"env":{"K":"V"}}]})") ==
      "/mcpServers/0/env: expected an array, found an object");
}

TEST_CASE("acp A5: a question belongs to a session or to a request") {
  const auto question = decoded<CreateElicitationRequest>(
      R"({"message":"Name?","mode":"form","sessionId":"s","toolCallId":"t",)"
      R"("requestedSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1}}}})");
  const auto& form = std::get<ElicitationFormMode>(question.mode);
  CHECK(std::get<ElicitationSessionScope>(form.scope).tool_call_id == "t");
  CHECK(std::get<IntegerPropertySchema>(form.requested_schema.properties.at("n")).minimum == 1);
  const auto outside = decoded<CreateElicitationRequest>(
      R"({"message":"Go","mode":"url","requestId":7,"elicitationId":"e","url":"https://e.com"})");
  const auto& page = std::get<ElicitationUrlMode>(outside.mode);
  CHECK(std::get<ElicitationRequestScope>(page.scope).request_id == RequestId(7));
}

TEST_CASE("acp A5: what a user entered keeps its type") {
  const auto answer = decoded<CreateElicitationResponse>(
      R"({"action":"accept","content":{"s":"x","i":3,"d":0.5,"b":true,"l":["a"]}})");
  const auto& content = *std::get<ElicitationAcceptAction>(answer.action).content;
  CHECK(std::get<std::string>(content.at("s")) == "x");
  CHECK(std::get<std::int64_t>(content.at("i")) == 3);
  CHECK(std::get<double>(content.at("d")) == 0.5);
  CHECK(std::get<bool>(content.at("b")));
  CHECK(std::get<std::vector<std::string>>(content.at("l")) == std::vector<std::string>{"a"});
  CHECK(to_text(CreateElicitationResponse{.action = ElicitationDeclineAction{}}) ==
        R"({"action":"decline"})");
}

TEST_CASE("acp A6: members that the schema does not know stay where they were") {
  survives<NewSessionResponse>(
      R"({"sessionId":"s","models":{"currentModelId":"m","availableModels":[]},"_meta":{"k":1}})");
  survives<PromptResponse>(R"({"stopReason":"end_turn","usage":{"totalTokens":9}})");
}

}  // namespace parley::acp
