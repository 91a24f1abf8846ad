// SPDX-License-Identifier: MIT
// Starts any MCP server, lists what it offers, and calls a tool of it.
//   mcp_client [--call TOOL [--args JSON]] [--timeout SECONDS] -- SERVER [ARGS...]
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>
#include <parley/mcp/client.hpp>
#include <parley/transport/process.hpp>

namespace mcp = parley::mcp;

void print_entry(const std::string& name, const std::optional<std::string>& description) {
  std::cout << "  " << name;
  // The first line is enough for a list.
  if (description) std::cout << "  - " << description->substr(0, description->find('\n'));
  std::cout << "\n";
}

void print_offer(mcp::ClientSession& session) {
  const mcp::ServerCapabilities& server = session.server_capabilities();
  if (server.tools) {
    std::cout << "tools:\n";
    for (const mcp::Tool& tool : session.tools()) print_entry(tool.name, tool.description);
  }
  if (server.resources) {
    std::cout << "resources:\n";
    for (const auto& resource : session.resources()) print_entry(resource.uri, resource.name);
    for (const auto& family : session.resource_templates()) {
      print_entry(family.uri_template, family.name);
    }
  }
  if (server.prompts) {
    std::cout << "prompts:\n";
    for (const mcp::Prompt& prompt : session.prompts()) {
      print_entry(prompt.name, prompt.description);
    }
  }
}

void print_result(const mcp::CallToolResult& result) {
  std::cout << (result.is_error ? "the tool failed:\n" : "result:\n");
  for (const mcp::ContentBlock& block : result.content) {
    if (const auto* text = std::get_if<mcp::TextContent>(&block)) {
      std::cout << "  " << text->text << "\n";
    } else if (const auto* image = std::get_if<mcp::ImageContent>(&block)) {
      std::cout << "  [image " << image->mime_type << "]\n";
    } else if (const auto* audio = std::get_if<mcp::AudioContent>(&block)) {
      std::cout << "  [audio " << audio->mime_type << "]\n";
    } else if (const auto* link = std::get_if<mcp::ResourceLink>(&block)) {
      std::cout << "  [resource " << link->uri << "]\n";
    } else {
      std::cout << "  " << parley::to_json(block) << "\n";
    }
  }
  if (result.structured_content) {
    std::cout << "structured: " << parley::to_text(*result.structured_content) << "\n";
  }
}

int call(mcp::ClientSession& session, const std::string& tool, const std::string& text) {
  auto arguments = parley::parse(text);
  if (!arguments) {
    std::cerr << "mcp_client: --args is no JSON: " << arguments.error().message() << "\n";
    return 2;
  }
  mcp::RequestOptions options;
  options.reset_timeout_on_progress = true;
  options.on_progress = [](const mcp::ProgressNotificationParams& progress) {
    std::cout << "progress: " << progress.progress;
    if (progress.total) std::cout << " of " << *progress.total;
    std::cout << "  " << progress.message.value_or("") << "\n";
  };
  const mcp::CallToolResult result = session.call_tool(tool, std::move(*arguments), options);
  print_result(result);
  return result.is_error ? 1 : 0;
}

int main(int argc, char** argv) {
  CLI::App app("Lists what an MCP server offers, or calls a tool of it");
  std::string tool;
  std::string arguments = "{}";
  int timeout = 60;
  std::vector<std::string> command;
  app.add_option("--call", tool, "The tool to call");
  app.add_option("--args", arguments, "Its arguments, a JSON object");
  app.add_option("--timeout", timeout, "Seconds that a request may take")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("command", command, "The server and its arguments")->required();
  CLI11_PARSE(app, argc, argv);

  try {
    mcp::ClientOptions options;
    options.handshake_timeout = options.request_timeout = std::chrono::seconds(timeout);
    mcp::Client client({.name = "parley-mcp-client", .version = PARLEY_VERSION}, options);
    client.on_log([](const mcp::LoggingMessageNotificationParams& message) {
      std::cout << "log: " << parley::to_text(*message.data) << "\n";
    });
    parley::ProcessOptions process;
    process.command = command.front();
    process.args.assign(command.begin() + 1, command.end());
    mcp::ClientSession session = client.spawn(std::move(process));
    std::cout << "connected to " << session.server_info().name << " "
              << session.server_info().version << " (MCP " << session.protocol_version() << ")\n";
    if (!tool.empty()) return call(session, tool, arguments);
    print_offer(session);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "mcp_client: " << error.what() << "\n";
    return 1;
  }
}
