// SPDX-License-Identifier: MIT
// The types of MCP: what the specification's examples become, and what becomes of them again.
#include <parley/mcp/types.hpp>

#include <parley/json/convert.hpp>
#include <parley/mcp/content.hpp>

#include "catch.hpp"

namespace parley::mcp {
namespace {

Json json_of(std::string_view text) { return parse(text).value(); }

template <class T>
T decoded(std::string_view text, Policy policy = Policy::strict) {
  INFO(text);
  auto result = decode<T>(json_of(text), policy);
  INFO((result ? std::string("decoded") : result.error().message()));
  REQUIRE(result);
  return *result;
}

/// Decodes strictly and checks that the same JSON value comes out again.
template <class T>
T survives(std::string_view text, Policy policy = Policy::strict) {
  T value = decoded<T>(text, policy);
  CHECK(to_json(value) == json_of(text));
  return value;
}

template <class T>
std::string refusal(std::string_view text, Policy policy = Policy::strict) {
  INFO(text);
  auto result = decode<T>(json_of(text), policy);
  REQUIRE_FALSE(result);
  return result.error().message();
}

}  // namespace

TEST_CASE("mcp types: the handshake of the specification round-trips") {
  const auto params = survives<InitializeRequestParams>(R"({
    "protocolVersion": "2025-11-25",
    "capabilities": {"roots": {"listChanged": true}, "sampling": {}, "elicitation": {"form": {},
      "url": {}}, "tasks": {"requests": {"elicitation": {"create": {}}, "sampling":
      {"createMessage": {}}}}, "experimental": {"x": {"y": [1]}}},
    "clientInfo": {"name": "ExampleClient", "title": "Example Client Display Name",
      "version": "1.0.0", "description": "An example MCP client application", "icons": [{"src":
      "https://example.com/icon.png", "mimeType": "image/png", "sizes": ["48x48"],
      "theme": "dark"}], "websiteUrl": "https://example.com"}})");
  CHECK(params.client_info.icons.at(0).theme == IconTheme::dark);
  CHECK(params.capabilities.roots->list_changed);
  CHECK(params.capabilities.elicitation->url.has_value());
  CHECK_FALSE(params.capabilities.sampling->tools.has_value());
  CHECK(params.capabilities.tasks->requests->sampling->create_message.has_value());

  const auto result = survives<InitializeResult>(R"({
    "protocolVersion": "2024-11-05",
    "capabilities": {"logging": {}, "prompts": {"listChanged": true}, "resources":
      {"subscribe": true, "listChanged": false}, "tools": {}, "completions": {}},
    "serverInfo": {"name": "ExampleServer", "version": "1.0.0"},
    "instructions": "Optional instructions for the client"})");
  CHECK(result.capabilities.resources->subscribe);
  CHECK_FALSE(result.capabilities.resources->list_changed);
  CHECK_FALSE(result.capabilities.tasks.has_value());
}

TEST_CASE("mcp types: a tool and its schemas round-trip, unknown schema keywords included") {
  const auto tool = survives<Tool>(R"({
    "name": "get_weather", "title": "Weather", "description": "Get current weather",
    "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
      "properties": {"location": {"$ref": "#/$defs/place"}}, "required": ["location"],
      "$defs": {"place": {"$anchor": "p", "type": "string"}}, "additionalProperties": false},
    "outputSchema": {"type": "object", "properties": {"temperature": {"type": "number"}}},
    "annotations": {"readOnlyHint": true, "destructiveHint": false},
    "execution": {"taskSupport": "optional"}, "_meta": {"ui": {"resourceUri": "ui://x"}}})");
  CHECK(tool.annotations->read_only_hint == true);
  CHECK(tool.annotations->destructive_hint == false);
  CHECK_FALSE(tool.annotations->open_world_hint.has_value());
  CHECK(tool.execution->task_support == TaskSupport::optional);
}

TEST_CASE("mcp types: a tool that a program makes says at least that its arguments are an object") {
  CHECK(to_text(Tool{.name = "now"}) == R"({"name":"now","inputSchema":{"type":"object"}})");
}

TEST_CASE("mcp types: each kind of content block round-trips and is told by its type") {
  const auto result = survives<CallToolResult>(R"({"content": [
    {"type": "text", "text": "Tool result text", "annotations": {"audience": ["user",
      "assistant"], "priority": 0.9, "lastModified": "2025-01-12T15:00:58Z"}},
    {"type": "image", "data": "aGk=", "mimeType": "image/png"},
    {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
    {"type": "resource_link", "uri": "file:///project/src/main.rs", "name": "main.rs",
      "description": "Primary application entry point", "mimeType": "text/x-rust", "size": 12},
    {"type": "resource", "resource": {"uri": "file:///a", "mimeType": "text/plain",
      "text": "fn main() {}"}},
    {"type": "resource", "resource": {"uri": "file:///b", "blob": "aGk="}, "_meta": {}}],
    "structuredContent": {"temperature": 22.5}, "isError": false})");
  REQUIRE(result.content.size() == 6);
  CHECK(std::get<TextContent>(result.content[0]).annotations->audience.size() == 2);
  CHECK(std::get<ImageContent>(result.content[1]).mime_type == "image/png");
  CHECK(std::get<AudioContent>(result.content[2]).data == "aGk=");
  CHECK(std::get<ResourceLink>(result.content[3]).size == 12);
  const auto& embedded = std::get<EmbeddedResource>(result.content[4]).resource;
  CHECK(std::get<TextResourceContents>(embedded).text == "fn main() {}");
  const auto& blob = std::get<EmbeddedResource>(result.content[5]).resource;
  CHECK(std::holds_alternative<BlobResourceContents>(blob));
  CHECK_FALSE(result.is_error);
}

TEST_CASE("mcp types: a content type of a newer version is kept leniently and refused strictly") {
  const auto text = R"({"content":[{"type":"video","frames":[1,{"x":null}]}]})";
  const auto result = survives<CallToolResult>(text, Policy::lenient);
  CHECK(std::get<Unknown>(result.content.at(0)).tag == "video");
  CHECK(refusal<CallToolResult>(text) ==
        R"(/content/0/type: expected a known value, found "video")");
}

TEST_CASE("mcp types: a known content type with a bad payload is an error in both modes") {
  const auto text = R"({"content":[{"type":"text"}]})";
  CHECK(refusal<CallToolResult>(text, Policy::lenient) ==
        R"(/content/0: expected a member "text", found no such member)");
}

TEST_CASE("mcp types: members that no version has survive where they stood") {
  survives<CallToolResult>(R"({"content":[{"type":"text","text":"a","x":1}],"y":{"z":[]}})");
  survives<PromptMessage>(R"({"role":"user","content":{"type":"text","text":"a"},"vendor":null})");
  survives<ServerCapabilities>(R"({"tools":{"vendor":{"a":1}},"logging":{"level":"x"}})");
}

TEST_CASE("mcp types: sampling content stays one block or an array, as it was") {
  const auto one = survives<SamplingMessage>(
      R"({"role":"user","content":{"type":"text","text":"What is the capital of France?"}})");
  CHECK_FALSE(one.content.is_array());
  CHECK(one.content.size() == 1);

  const auto list =
      survives<SamplingMessage>(R"({"role":"user","content":[{"type":"text","text":"a"}]})");
  CHECK(list.content.is_array());
  CHECK(list.content.size() == 1);

  const auto results = survives<SamplingMessage>(R"({"role":"user","content":[
    {"type":"tool_result","toolUseId":"call_abc","content":[{"type":"text","text":"18°C"}]},
    {"type":"tool_result","toolUseId":"call_def","content":[],"isError":true,
     "structuredContent":{"a":1},"_meta":{"cache":1}}]})");
  CHECK(std::get<ToolResultContent>(results.content.blocks()[1]).is_error);
  survives<SamplingMessage>(R"({"role":"assistant","content":[]})");
}

TEST_CASE("mcp types: sampling content that a program makes is one block until there are more") {
  SamplingMessage message{.content = text("hi")};
  CHECK(to_text(message) == R"({"role":"user","content":{"type":"text","text":"hi"}})");
  message.content.blocks().push_back(image("aGk=", "image/png"));
  CHECK(to_json(message).at("content").size() == 2);
}

TEST_CASE("mcp types: a sampling request with tools round-trips") {
  const auto params = survives<CreateMessageRequestParams>(R"({
    "messages": [{"role": "user", "content": {"type": "text", "text": "weather?"}},
      {"role": "assistant", "content": [{"type": "tool_use", "id": "call_abc", "name": "w",
        "input": {"city": "Paris"}}]}],
    "modelPreferences": {"hints": [{"name": "claude-3-sonnet"}, {}], "intelligencePriority": 0.8,
      "speedPriority": 0.5},
    "systemPrompt": "You are a helpful assistant.", "includeContext": "thisServer",
    "temperature": 0.1, "maxTokens": 100, "stopSequences": ["END"], "metadata": {"a": 1},
    "tools": [{"name": "w", "inputSchema": {"type": "object"}}], "toolChoice": {"mode": "auto"},
    "task": {"ttl": 60000}})");
  CHECK(params.include_context == IncludeContext::this_server);
  CHECK(params.tool_choice->mode == ToolChoiceMode::automatic);
  CHECK(params.max_tokens == 100);
  CHECK(params.task->ttl == 60000);
}

TEST_CASE("mcp types: a stop reason may be one that only its provider knows") {
  const auto known = survives<CreateMessageResult>(R"({"role":"assistant","content":{"type":"text",
    "text":"The capital of France is Paris."},"model":"claude-3-sonnet","stopReason":"endTurn"})");
  CHECK(known.stop_reason == StopReason::end_turn);
  const auto open = survives<CreateMessageResult>(R"({"role":"assistant","content":{"type":"text",
    "text":""},"model":"m","stopReason":"content_filter"})");
  CHECK(open.stop_reason->text() == "content_filter");
}

TEST_CASE("mcp types: ids and progress tokens keep their type and their text") {
  const auto number = survives<ProgressNotificationParams>(
      R"({"progressToken":7,"progress":1,"total":2.5,"message":"half"})");
  CHECK(number.progress_token == ProgressToken(7));
  const auto string = survives<ProgressNotificationParams>(R"({"progressToken":"7","progress":0})");
  CHECK(string.progress_token == ProgressToken("7"));
  CHECK_FALSE(number.progress_token == string.progress_token);
  const auto large = decoded<CancelledNotificationParams>(R"({"requestId":9223372036854775807})");
  CHECK(to_text(large) == R"({"requestId":9223372036854775807})");
}

TEST_CASE("mcp A27.1: a fractional id is refused strictly, tolerated and echoed leniently") {
  CHECK(refusal<CancelledNotificationParams>(R"({"requestId":1.5})") ==
        "/requestId: expected a string or an integer, found a number (1.5)");
  survives<CancelledNotificationParams>(R"({"requestId":1.5})", Policy::lenient);
  CHECK(refusal<ProgressNotificationParams>(R"({"progressToken":null,"progress":1})",
                                            Policy::lenient) ==
        "/progressToken: expected a string or an integer, found null");
}

TEST_CASE("mcp types: the progress token of a request's _meta can be read and written") {
  auto params = decoded<CallToolRequestParams>(R"({"name":"t","_meta":{"progressToken":"p"}})");
  CHECK(progress_token_of(params.meta) == ProgressToken("p"));
  set_progress_token(params.meta, 12);
  CHECK(to_text(params) == R"({"name":"t","_meta":{"progressToken":12}})");
  OptionalJson none;
  CHECK_FALSE(progress_token_of(none).has_value());
  set_progress_token(none, "a");
  CHECK(progress_token_of(none) == ProgressToken("a"));
  CHECK_FALSE(progress_token_of(OptionalJson(json_of(R"({"progressToken":{}})"))).has_value());
}

TEST_CASE("mcp types: what must be an object is refused when it is something else") {
  CHECK(refusal<CallToolRequestParams>(R"({"name":"t","arguments":[1]})", Policy::lenient) ==
        "/arguments: expected an object, found an array");
  CHECK(refusal<Tool>(R"({"name":"t","inputSchema":null})", Policy::lenient) ==
        "/inputSchema: expected an object, found null");
  CHECK(refusal<RequestParams>(R"({"_meta":"x"})") ==
        R"(/_meta: expected an object, found a string ("x"))");
  survives<CallToolRequestParams>(R"({"name":"t","arguments":null})", Policy::lenient);
}

TEST_CASE("mcp A17: an elicitation without a mode is a form, and stays without one") {
  const auto form = survives<ElicitRequestParams>(R"({"message":"Your name?","requestedSchema":
    {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}})");
  REQUIRE(std::holds_alternative<ElicitRequestFormParams>(form));
  CHECK_FALSE(std::get<ElicitRequestFormParams>(form).mode.has_value());
  survives<ElicitRequestParams>(
      R"({"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{}}})");
  const auto url = survives<ElicitRequestParams>(R"({"mode":"url",
    "elicitationId":"550e8400-e29b-41d4-a716-446655440000",
    "url":"https://mcp.example.com/ui/set_api_key","message":"Please provide your API key."})");
  CHECK(std::get<ElicitRequestURLParams>(url).url == "https://mcp.example.com/ui/set_api_key");
  CHECK(refusal<ElicitRequestParams>(R"({"mode":"voice","message":"m"})") ==
        R"(/mode: expected a known value, found "voice")");
}

TEST_CASE("mcp A17: every kind of form field is told by its schema") {
  const auto schema = survives<ElicitRequestedSchema>(R"({"type":"object","properties":{
    "a":{"type":"string","format":"email","minLength":3,"maxLength":50,"default":"a@b.c"},
    "b":{"type":"number","minimum":0,"maximum":1.5,"default":0.5},
    "c":{"type":"integer","minimum":-9007199254740993},
    "d":{"type":"boolean","default":false},
    "e":{"type":"string","enum":["Red","Green"],"default":"Red"},
    "f":{"type":"string","oneOf":[{"const":"#FF0000","title":"Red"}],"default":"#FF0000"},
    "g":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["Red"]},
         "default":["Red"]},
    "h":{"type":"array","items":{"anyOf":[{"const":"#FF0000","title":"Red"}]},"default":[]},
    "i":{"type":"string","enum":["r"],"enumNames":["Red"]}},
    "required":["a"],"$schema":"https://json-schema.org/draft/2020-12/schema"})");
  std::vector<std::size_t> kinds;
  for (const auto& [name, field] : schema.properties) kinds.push_back(field.index());
  CHECK(kinds == std::vector<std::size_t>{0, 1, 1, 2, 3, 4, 5, 6, 7});
  const auto& whole = std::get<NumberSchema>(schema.properties.at("c"));
  CHECK(whole.type == NumberType::integer);
  CHECK(whole.minimum == Number(std::int64_t{-9007199254740993}));
  CHECK_FALSE(std::get<BooleanSchema>(schema.properties.at("d")).default_value.value());
}

TEST_CASE("mcp A27.4: a bound of a number field may be a fraction") {
  const auto field = survives<PrimitiveSchemaDefinition>(R"({"type":"number","minimum":0.25})");
  CHECK(std::get<NumberSchema>(field).minimum == Number(0.25));
}

TEST_CASE("mcp types: a form field of a kind that is not known is kept leniently") {
  const auto text = R"({"type":"object","properties":{"a":{"type":"colour","x":1}}})";
  survives<ElicitRequestedSchema>(text, Policy::lenient);
  CHECK(refusal<ElicitRequestedSchema>(text) ==
        R"(/properties/a/type: expected a known value, found "colour")");
  survives<StringSchema>(R"({"format":"phone"})", Policy::lenient);
}

TEST_CASE("mcp A27.3: an elicitation result may hold fractions and arrays of strings") {
  const auto result = survives<ElicitResult>(
      R"({"action":"accept","content":{"age":30.5,"name":"M","on":true,"tags":["a","b"]}})");
  CHECK(result.action == ElicitAction::accept);
  CHECK(result.content->at("age") == 30.5);
  survives<ElicitResult>(R"({"action":"cancel"})");
}

TEST_CASE("mcp A27.7: a tool result without content is refused strictly, accepted leniently") {
  CHECK(refusal<CallToolResult>(R"({"structuredContent":{"a":1}})") ==
        R"(the value: expected a member "content", found no such member)");
  CHECK(decoded<CallToolResult>(R"({"structuredContent":{"a":1}})", Policy::lenient)
            .structured_content->at("a") == 1);
}

TEST_CASE("mcp A27: structured content may be any value, as later versions allow") {
  survives<CallToolResult>(R"({"content":[],"structuredContent":[1,2]})");
}

TEST_CASE("mcp types: a completion request names a prompt or a resource template") {
  const auto prompt = survives<CompleteRequestParams>(R"({"ref":{"type":"ref/prompt",
    "name":"code_review"},"argument":{"name":"framework","value":"fla"},
    "context":{"arguments":{"language":"python"}}})");
  CHECK(std::get<PromptReference>(prompt.ref).name == "code_review");
  CHECK(prompt.context->arguments.at("language") == "python");
  survives<CompleteRequestParams>(R"({"ref":{"type":"ref/resource","uri":"file:///{path}"},
    "argument":{"name":"path","value":""}})");
  const auto result = survives<CompleteResult>(
      R"({"completion":{"values":["python","pytorch"],"total":10,"hasMore":true}})");
  CHECK(result.completion.has_more);
}

TEST_CASE("mcp types: logging levels are in the order of their severity") {
  CHECK(LoggingLevel::debug < LoggingLevel::info);
  CHECK(LoggingLevel::info < LoggingLevel::notice);
  CHECK(LoggingLevel::error < LoggingLevel::critical);
  CHECK(LoggingLevel::alert < LoggingLevel::emergency);
  survives<SetLevelRequestParams>(R"({"level":"notice"})");
  CHECK(refusal<SetLevelRequestParams>(R"({"level":"verbose"})", Policy::lenient)
            .starts_with(R"(/level: expected one of "debug", "info")"));
  survives<LoggingMessageNotificationParams>(
      R"({"level":"error","logger":"database","data":{"error":"x","details":[null]}})");
  survives<LoggingMessageNotificationParams>(R"({"level":"info","data":null})");
}

TEST_CASE("mcp A23: a task says whether it is kept forever") {
  const auto limited = survives<CreateTaskResult>(R"({"task":{"taskId":"786512e2","status":
    "working","statusMessage":"The operation is now in progress.","createdAt":
    "2025-11-25T10:30:00Z","lastUpdatedAt":"2025-11-25T10:40:00Z","ttl":60000,
    "pollInterval":5000},"_meta":{"io.modelcontextprotocol/model-immediate-response":"soon"}})");
  CHECK(*limited.task.ttl == 60000);
  const auto forever = survives<GetTaskResult>(R"({"taskId":"a","status":"input_required",
    "createdAt":"","lastUpdatedAt":"","ttl":null,"_meta":{"x":1}})");
  CHECK(forever.ttl.is_null());
  CHECK(to_json(Task{.task_id = "t"}).at("ttl").is_null());
  CHECK(refusal<Task>(R"({"taskId":"a","status":"working","createdAt":"","lastUpdatedAt":""})") ==
        R"(the value: expected a member "ttl", found no such member)");
  survives<ListTasksResult>(R"({"tasks":[],"nextCursor":""})");
  survives<GetTaskPayloadResult>(R"({"content":[{"type":"text","text":"a"}],"isError":false})");
}

TEST_CASE("mcp A15: the empty string is a cursor and not the lack of one") {
  CHECK(survives<PaginatedRequestParams>(R"({"cursor":""})").cursor == "");
  CHECK(survives<ListToolsResult>(R"({"tools":[],"nextCursor":""})").next_cursor == "");
  CHECK_FALSE(survives<ListToolsResult>(R"({"tools":[]})").next_cursor.has_value());
}

TEST_CASE("mcp types: resources, templates, prompts and roots round-trip") {
  survives<ListResourcesResult>(R"({"resources":[{"uri":"file:///project/src/main.rs",
    "name":"main.rs","title":"Rust Software Application Main File","description":"Primary",
    "mimeType":"text/x-rust","size":9007199254740993,"annotations":{"audience":["user"]}}],
    "nextCursor":"next-page-cursor"})");
  survives<ListResourceTemplatesResult>(R"({"resourceTemplates":[{"uriTemplate":
    "file:///{path}","name":"Project Files","mimeType":"application/octet-stream"}]})");
  survives<ReadResourceResult>(R"({"contents":[{"uri":"file:///a","text":""},
    {"uri":"file:///b","blob":"","mimeType":"image/png"}]})");
  survives<ListPromptsResult>(R"({"prompts":[{"name":"code_review","title":"Request Code Review",
    "arguments":[{"name":"code","description":"The code to review","required":true},
    {"name":"style","required":false}]},{"name":"b","arguments":[]}]})");
  survives<GetPromptRequestParams>(R"({"name":"code_review","arguments":{"code":"x"}})");
  survives<GetPromptResult>(R"({"description":"Code review prompt","messages":[{"role":"user",
    "content":{"type":"text","text":"Please review"}}]})");
  survives<ListRootsResult>(R"({"roots":[{"uri":"file:///home/user","name":"My Project"}]})");
}

TEST_CASE("mcp types: a resource that is neither text nor blob is refused strictly") {
  CHECK(refusal<ReadResourceResult>(R"({"contents":[{"uri":"u"}]})") ==
        R"(/contents/0: expected a member "text", found no such member)");
  survives<ReadResourceResult>(R"({"contents":[{"uri":"u"}]})", Policy::lenient);
}

TEST_CASE("mcp types: hints that are not understood do not break the message leniently") {
  survives<TextContent>(R"({"text":"a","annotations":{"audience":["user","robot"]}})",
                        Policy::lenient);
  survives<Icon>(R"({"src":"https://x/i.svg","theme":"sepia"})", Policy::lenient);
  CHECK_FALSE(
      decode<Icon>(json_of(R"({"src":"https://x/i.svg","theme":"sepia"})"), Policy::strict));
}

TEST_CASE("mcp types: the data of the error that asks for a web page") {
  const auto data = survives<URLElicitationRequiredData>(R"({"elicitations":[{"mode":"url",
    "elicitationId":"550e8400","url":"https://mcp.example.com/connect?elicitationId=550e8400",
    "message":"Authorization is required to access your Example Co files."}]})");
  CHECK(data.elicitations.at(0).elicitation_id == "550e8400");
  CHECK(to_json(URLElicitationRequiredData{.elicitations = {{.url = "u"}}})
            .at("elicitations")
            .at(0)
            .at("mode") == "url");
}

TEST_CASE("mcp content: the short ways make what they say") {
  CallToolResult result{.content = {text("a"), image("aGk=", "image/png"),
                                    audio("aGk=", "audio/wav"), link("file:///a", "a"),
                                    embedded(text_resource("file:///b", "b")),
                                    embedded(blob_resource("file:///c", "aGk=", "image/png"))}};
  CHECK(to_json(result) == json_of(R"({"content":[
    {"type":"text","text":"a"},{"type":"image","data":"aGk=","mimeType":"image/png"},
    {"type":"audio","data":"aGk=","mimeType":"audio/wav"},
    {"type":"resource_link","uri":"file:///a","name":"a"},
    {"type":"resource","resource":{"uri":"file:///b","text":"b","mimeType":"text/plain"}},
    {"type":"resource","resource":{"uri":"file:///c","blob":"aGk=","mimeType":"image/png"}}]})"));
}

TEST_CASE("mcp types: values compare member by member") {
  const auto one = decoded<CallToolResult>(R"({"content":[{"type":"text","text":"a"}]})");
  auto other = one;
  CHECK(one == other);
  std::get<TextContent>(other.content[0]).text = "b";
  CHECK_FALSE(one == other);
}

}  // namespace parley::mcp
