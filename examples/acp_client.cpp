// SPDX-License-Identifier: MIT
// Drives an ACP agent: starts it, sends one prompt, prints what it does.
//   acp_client [--allow | --deny] [--cwd DIR] PROMPT -- AGENT [ARGS...]
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>

#include <CLI/CLI.hpp>

#include <parley/acp/client.hpp>

namespace acp = parley::acp;

enum class Answer { ask, allow, deny };

class Terminal final : public acp::ClientHandler {
 public:
  explicit Terminal(Answer answer) : answer_(answer) {}

  acp::HandlerSupport supports() const override { return {.file_read = true, .file_write = true}; }

  void handle_session_update(const acp::SessionId&, const acp::SessionUpdate& update) override {
    const std::lock_guard lock(mutex_);
    if (const auto* chunk = std::get_if<acp::AgentMessageChunk>(&update)) {
      if (const auto* text = std::get_if<acp::TextContent>(&chunk->content)) {
        std::cout << text->text << std::flush;
      }
    } else if (const auto* call = std::get_if<acp::ToolCall>(&update)) {
      std::cout << "\n[tool] " << call->title << "\n";
    } else if (const auto* change = std::get_if<acp::ToolCallUpdate>(&update)) {
      if (change->status)
        std::cout << "[tool] " << parley::to_json(*change->status).get<std::string>() << "\n";
    } else if (const auto* plan = std::get_if<acp::Plan>(&update)) {
      for (const auto& entry : plan->entries) std::cout << "[plan] " << entry.content << "\n";
    }
  }

  acp::RequestPermissionOutcome handle_permission_request(
      const acp::SessionId&, const acp::ToolCallUpdate& call,
      const std::vector<acp::PermissionOption>& options) override {
    const std::lock_guard lock(mutex_);
    std::cout << "[permission] " << call.title.value_or(call.tool_call_id) << "\n";
    if (answer_ == Answer::allow) return acp::allow_permission(options);
    if (answer_ == Answer::deny) return acp::reject_permission(options);
    for (std::size_t i = 0; i < options.size(); ++i) {
      std::cout << "  " << i + 1 << ") " << options[i].name << "\n";
    }
    std::cout << "choose: " << std::flush;
    std::size_t chosen = 0;
    if (!(std::cin >> chosen) || chosen == 0 || chosen > options.size()) {
      return acp::reject_permission(options);
    }
    return acp::permission_selected(options[chosen - 1].option_id);
  }

  std::string handle_file_read(const acp::SessionId&, const std::string& path,
                               const acp::FileReadOptions& options) override {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw parley::Error(-32002, "Resource not found: " + path);
    std::stringstream text;
    text << file.rdbuf();
    return acp::slice_lines(text.str(), options);
  }

  void handle_file_write(const acp::SessionId&, const std::string& path,
                         const std::string& content) override {
    std::ofstream file(path, std::ios::binary);
    if (!(file << content)) throw parley::Error(-32603, "Cannot write " + path);
  }

 private:
  const Answer answer_;
  std::mutex mutex_;
};

int main(int argc, char** argv) {
  CLI::App app("Drives an ACP agent with one prompt");
  bool allow = false;
  bool deny = false;
  std::string cwd = std::filesystem::current_path().string();
  std::string prompt;
  std::vector<std::string> command;
  auto* allow_flag = app.add_flag("--allow", allow, "Allow everything that the agent asks for");
  app.add_flag("--deny", deny, "Refuse everything that the agent asks for")->excludes(allow_flag);
  app.add_option("--cwd", cwd, "The folder that the agent works in")->check(CLI::ExistingDirectory);
  app.add_option("prompt", prompt, "What to say to the agent")->required();
  app.add_option("command", command, "The agent and its arguments")->required();
  CLI11_PARSE(app, argc, argv);

  try {
    Terminal terminal(allow ? Answer::allow : deny ? Answer::deny : Answer::ask);
    parley::ProcessOptions process;
    process.command = command.front();
    process.args.assign(command.begin() + 1, command.end());
    const auto client = acp::Client::spawn(std::move(process), terminal);
    const auto& info = client->agent().agent_info;
    std::cout << "connected to " << (info ? info->name : "the agent") << "\n";
    const auto session = client->new_session(std::filesystem::absolute(cwd).string()).session_id;
    const auto answer = client->prompt(session, prompt);
    std::cout << "\nstopped: " << parley::to_json(answer.stop_reason).get<std::string>() << "\n";
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "acp_client: " << error.what() << "\n";
    return 1;
  }
}
