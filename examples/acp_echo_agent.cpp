// SPDX-License-Identifier: MIT
// An ACP agent that says a prompt back, piece by piece. For the prompt `read PATH` it asks for
// permission and reads the file through the client.
#include <string>
#include <variant>

#include <CLI/CLI.hpp>

#include <parley/acp/agent.hpp>

namespace acp = parley::acp;

// The text of a prompt: its text blocks, one after the other.
std::string text_of(const acp::PromptRequest& request) {
  std::string text;
  for (const acp::ContentBlock& block : request.prompt) {
    if (const auto* part = std::get_if<acp::TextContent>(&block)) text += part->text;
  }
  return text;
}

// Sends the text in pieces of one word, so that the client sees it grow.
void say_words(acp::Turn& turn, const std::string& text) {
  for (std::size_t start = 0; start < text.size() && !turn.cancelled();) {
    const std::size_t end = text.find(' ', start);
    const std::size_t next = end == std::string::npos ? text.size() : end + 1;
    turn.say(text.substr(start, next - start));
    start = next;
  }
}

void read_file(acp::Turn& turn, const std::string& path) {
  acp::ToolCall call;
  call.tool_call_id = "read-1";
  call.title = "Read " + path;
  call.kind = acp::ToolKind::read;
  call.status = acp::ToolCallStatus::pending;
  turn.update(call);

  acp::ToolCallUpdate change;
  change.tool_call_id = call.tool_call_id;
  change.title = call.title;
  if (!turn.ask_permission(change)) {
    change.status = acp::ToolCallStatus::failed;
    turn.update(change);
    return turn.say("I was not allowed to read " + path + ".");
  }
  try {
    const std::string content = turn.read_text_file(path);
    change.status = acp::ToolCallStatus::completed;
    turn.update(change);
    turn.say(content);
  } catch (const parley::Error& error) {
    change.status = acp::ToolCallStatus::failed;
    turn.update(change);
    turn.say("I could not read " + path + ": " + error.what());
  }
}

int main(int argc, char** argv) {
  CLI::App app("An ACP agent; a client starts it and speaks on its standard input and output");
  CLI11_PARSE(app, argc, argv);
  acp::Agent agent("parley-echo-agent", PARLEY_VERSION);
  agent.on_prompt([](const acp::PromptRequest& request, acp::Turn& turn) {
    const std::string text = text_of(request);
    if (text.starts_with("read ")) {
      read_file(turn, text.substr(5));
    } else {
      turn.say("You said: ");
      say_words(turn, text);
    }
    return acp::StopReason::end_turn;
  });
  return acp::serve_stdio(agent);
}
