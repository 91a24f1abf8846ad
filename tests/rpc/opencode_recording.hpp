// SPDX-License-Identifier: MIT
// What a client and a real ACP agent said: OpenCode 1.18.33, recorded by the client. It has ids
// that are numbers and strings, errors, notifications both ways, and an update amidst a prompt.
#pragma once

#include <string_view>

namespace parley::test {

// clang-format off
inline constexpr std::string_view opencode_recording = R"jsonl({"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 0, \"method\": \"initialize\", \"params\": {\"protocolVersion\": 1, \"clientCapabilities\": {\"fs\": {\"readTextFile\": true, \"writeTextFile\": true}, \"terminal\": true, \"session\": {\"configOptions\": {\"boolean\": {}}, \"notices\": {}, \"compaction\": {}}, \"elicitation\": {\"form\": {}, \"url\": {}}}, \"clientInfo\": {\"name\": \"acp-probe\", \"version\": \"0.1.0\"}}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true,\"mcpCapabilities\":{\"http\":true,\"sse\":true},\"promptCapabilities\":{\"embeddedContext\":true,\"image\":true},\"sessionCapabilities\":{\"close\":{},\"fork\":{},\"list\":{},\"resume\":{}}},\"authMethods\":[{\"description\":\"Run `opencode auth login` in the terminal\",\"name\":\"Login with opencode\",\"id\":\"opencode-login\"}],\"agentInfo\":{\"name\":\"OpenCode\",\"version\":\"1.18.33\"}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"session/new\", \"params\": {\"cwd\": \"/workspace\", \"mcpServers\": []}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"ses_dd781b84bffeAzMjoqRxGRQHgo\",\"configOptions\":[{\"id\":\"model\",\"name\":\"Model\",\"category\":\"model\",\"type\":\"select\",\"currentValue\":\"opencode/big-pickle\",\"options\":[{\"value\":\"opencode/big-pickle\",\"name\":\"OpenCode Zen/Big Pickle\"},{\"value\":\"opencode/ling-3.0-flash-fin-free\",\"name\":\"OpenCode Zen/Ling 3.0 Flash Fin Free\"},{\"value\":\"opencode/longcat-2.5-preview-free\",\"name\":\"OpenCode Zen/LongCat 2.5 Preview Free\"},{\"value\":\"opencode/mimo-v2.6-flash-free\",\"name\":\"OpenCode Zen/MiMo-V2.6-Flash Free\"},{\"value\":\"opencode/muse-spark-1.3-contributor-free\",\"name\":\"OpenCode Zen/Muse Spark 1.3 Free\"},{\"value\":\"opencode/nemotron-3-ultra-free\",\"name\":\"OpenCode Zen/Nemotron 3 Ultra Free\"},{\"value\":\"opencode/nemotron-3.5-lightning-free\",\"name\":\"OpenCode Zen/Nemotron 3.5 Lightning Free\"},{\"value\":\"opencode/space-bunny-free\",\"name\":\"OpenCode Zen/Space Bunny Free\"}]},{\"id\":\"mode\",\"name\":\"Session Mode\",\"category\":\"mode\",\"type\":\"select\",\"currentValue\":\"build\",\"options\":[{\"value\":\"build\",\"name\":\"build\",\"description\":\"The default agent. Executes tools based on configured permissions.\"},{\"value\":\"plan\",\"name\":\"plan\",\"description\":\"Plan mode. Disallows all edit tools.\"}]}]}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"ses_dd781b84bffeAzMjoqRxGRQHgo\",\"update\":{\"sessionUpdate\":\"available_commands_update\",\"availableCommands\":[{\"name\":\"customize-opencode\",\"description\":\"Use ONLY when the user is editing or creating opencode's own configuration: opencode.json, opencode.jsonc, files under .opencode/, or files under ~/.config/opencode/. Also use when creating or fixing opencode agents, subagents, skills, plugins, MCP servers, or permission rules. Do not use for the user's own application code, or for any project that is not configuring opencode itself.\"},{\"name\":\"init\",\"description\":\"guided AGENTS.md setup\"},{\"name\":\"review\",\"description\":\"review changes [commit|branch|pr], defaults to uncommitted\"}]}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\": \"authenticate\", \"params\": {\"methodId\": \"no-such-method\"}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"Invalid params: unknown auth method: no-such-method\",\"data\":{\"methodId\":\"no-such-method\"}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 3, \"method\": \"session/list\", \"params\": {}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"sessions\":[{\"sessionId\":\"ses_dd781b84bffeAzMjoqRxGRQHgo\",\"cwd\":\"/workspace\",\"title\":\"New session - 2026-11-29T18:08:14.260Z\",\"updatedAt\":\"2026-11-29T18:08:14.260Z\"}]}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": \"str-4\", \"method\": \"session/bogus\", \"params\": {}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":\"str-4\",\"error\":{\"code\":-32601,\"message\":\"\\\"Method not found\\\": session/bogus\",\"data\":{\"method\":\"session/bogus\"}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\": \"_probe.example/ext\", \"params\": {\"a\": 1}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":-32601,\"message\":\"\\\"Method not found\\\": _probe.example/ext\",\"data\":{\"method\":\"_probe.example/ext\"}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"method\": \"_probe.example/note\", \"params\": {}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"method\": \"$/cancel_request\", \"params\": {\"requestId\": 777}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 6, \"method\": \"session/prompt\", \"params\": {\"sessionId\": \"no-such-session\", \"prompt\": [{\"type\": \"text\", \"text\": \"hi\"}]}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":6,\"error\":{\"code\":-32602,\"message\":\"Invalid params: session not found: no-such-session\",\"data\":{\"sessionId\":\"no-such-session\"}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"session/prompt\", \"params\": {\"prompt\": \"wrong type\"}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32602,\"message\":\"Invalid params\",\"data\":{\"_errors\":[],\"prompt\":{\"_errors\":[\"Invalid input: expected array, received string\"]},\"sessionId\":{\"_errors\":[\"Invalid input: expected string, received undefined\"]}}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 8, \"method\": \"session/prompt\", \"params\": {\"sessionId\": \"ses_dd781b84bffeAzMjoqRxGRQHgo\", \"prompt\": [{\"type\": \"text\", \"text\": \"Say hi\"}]}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"method\": \"session/cancel\", \"params\": {\"sessionId\": \"ses_dd781b84bffeAzMjoqRxGRQHgo\"}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"ses_dd781b84bffeAzMjoqRxGRQHgo\",\"update\":{\"sessionUpdate\":\"usage_update\",\"used\":0,\"size\":200000,\"cost\":{\"amount\":0,\"currency\":\"USD\"}}}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"stopReason\":\"end_turn\",\"usage\":{\"inputTokens\":0,\"outputTokens\":0,\"totalTokens\":0},\"_meta\":{}}}"}
{"dir": "client->agent", "line": "{\"jsonrpc\": \"2.0\", \"id\": 9, \"method\": \"session/close\", \"params\": {\"sessionId\": \"ses_dd781b84bffeAzMjoqRxGRQHgo\"}}"}
{"dir": "agent->client", "line": "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}"}
)jsonl";
// clang-format on

}  // namespace parley::test
