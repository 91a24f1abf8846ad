// SPDX-License-Identifier: MIT
// Bodies of the client's test fixture.
#include "client_fixture.hpp"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>

namespace parley::acp::client_test {

Json json(std::string_view text) {
  auto parsed = parse(text);
  if (!parsed) throw std::logic_error(parsed.error().message() + " in " + std::string(text));
  return std::move(*parsed);
}

std::string text_of(const SessionUpdate& update) {
  if (const auto* unknown = std::get_if<Unknown>(&update)) return unknown->tag;
  const auto* chunk = std::get_if<AgentMessageChunk>(&update);
  const auto* text = chunk == nullptr ? nullptr : std::get_if<TextContent>(&chunk->content);
  return text == nullptr ? "?" : text->text;
}

// --- the agent -----------------------------------------------------------------------------------

ScriptedAgent::ScriptedAgent(std::unique_ptr<MemoryTransport> end) : transport(std::move(end)) {
  results["initialize"] = json(R"({"protocolVersion":1,"agentCapabilities":{
    "loadSession":true,"auth":{"logout":{}},"mcpCapabilities":{"http":true},
    "promptCapabilities":{"image":true},
    "sessionCapabilities":{"list":{},"delete":{},"resume":{},"close":{},
                           "additionalDirectories":{}}}})");
  results["session/new"] = json(R"({"sessionId":"s1"})");
  results["session/close"] = Json::object();
  transport->start(*this);
}

void ScriptedAgent::on_frame(std::string_view frame) {
  received.push_back(json(frame));
  const Json& message = received.back();
  if (!message.contains("method") || !message.contains("id")) return;
  const auto found = results.find(message["method"].get<std::string>());
  if (found == results.end()) return;
  Json reply;
  reply["id"] = message["id"];
  reply["result"] = found->second;
  send(to_text(reply));
}

void ScriptedAgent::send(std::string_view text) const {
  Json message = json(text);
  message["jsonrpc"] = "2.0";
  transport->send(to_text(message));
}

void ScriptedAgent::respond(std::string_view method, std::string_view result) const {
  Json reply;
  reply["id"] = last(method).at("id");
  reply["result"] = json(result);
  send(to_text(reply));
}

std::vector<Json> ScriptedAgent::answers(const Json& id) const {
  std::vector<Json> found;
  for (const Json& message : received) {
    if (!message.contains("method") && message.value("id", Json("absent")) == id) {
      found.push_back(message);
    }
  }
  return found;
}

Json ScriptedAgent::last(std::string_view method) const {
  for (auto message = received.rbegin(); message != received.rend(); ++message) {
    if (message->contains("method") && (*message)["method"] == method) return *message;
  }
  return {};
}

// --- the handler ---------------------------------------------------------------------------------

void Hooks::init() {
  if (on_init) on_init();
}

void Hooks::handle_session_update(const SessionId& session, const SessionUpdate& update,
                                  const InboundMessage& message) {
  if (on_update) return on_update(update, message);
  ClientHandler::handle_session_update(session, update, message);
}

RequestPermissionOutcome Hooks::handle_permission_request(
    const SessionId& session, const ToolCallUpdate& tool_call,
    const std::vector<PermissionOption>& options, const InboundMessage& message) {
  if (on_permission) return on_permission(tool_call, options, message);
  return ClientHandler::handle_permission_request(session, tool_call, options, message);
}

std::string Hooks::handle_file_read(const SessionId& session, const std::string& path,
                                    const FileReadOptions& options) {
  if (on_read) return on_read(path, options);
  return ClientHandler::handle_file_read(session, path, options);
}

void Hooks::handle_file_write(const SessionId& session, const std::string& path,
                              const std::string& content) {
  if (on_write) return on_write(path, content);
  ClientHandler::handle_file_write(session, path, content);
}

Json Hooks::handle_terminal_request(std::string_view method, const Json& params,
                                    const InboundMessage& message) {
  if (on_terminal) return on_terminal(method, params, message);
  return ClientHandler::handle_terminal_request(method, params, message);
}

CreateElicitationResponse Hooks::handle_form_elicitation(const CreateElicitationRequest& request,
                                                         const InboundMessage& message) {
  if (on_form) return on_form(request, message);
  return ClientHandler::handle_form_elicitation(request, message);
}

CreateElicitationResponse Hooks::handle_url_elicitation(const CreateElicitationRequest& request,
                                                        const InboundMessage& message) {
  if (on_url) return on_url(request, message);
  return ClientHandler::handle_url_elicitation(request, message);
}

void Hooks::handle_elicitation_complete(const ElicitationId& elicitation) {
  if (on_complete) on_complete(elicitation);
}

void Hooks::terminate(const Error& reason) {
  if (on_terminate) on_terminate(reason);
}

// --- both ----------------------------------------------------------------------------------------

Fixture::Fixture(const HandlerSupport& support, ClientOptions given, ClientHandler* other)
    : options(std::move(given)), handler(other != nullptr ? other : &hooks) {
  std::string pattern = std::filesystem::temp_directory_path() / "parley-acp-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  folder = std::filesystem::canonical(pattern);
  hooks.support = support;
  options.connection.log = [this](Severity, std::string_view text) { logged.emplace_back(text); };
  auto [left, right] = memory_pair(executor);
  client_end = std::move(left);
  agent = std::make_unique<ScriptedAgent>(std::move(right));
}

Fixture::~Fixture() {
  // The destructor of a client waits for handlers, which only this thread can run.
  if (client != nullptr) client->close();
  agent->transport->close();
  executor.run();
  client.reset();
  std::filesystem::remove_all(folder);
}

void Fixture::blocking(const std::function<void()>& call) {
  {
    const std::jthread stepper([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        if (!executor.run_one()) std::this_thread::yield();
      }
    });
    call();
  }
  executor.run();
}

std::string Fixture::failure(const std::function<void()>& call) {
  try {
    blocking(call);
  } catch (const std::exception& error) {
    run();
    return error.what();
  }
  return "";
}

void Fixture::connect() {
  blocking([&] {
    client = Client::connect(std::move(client_end), *handler, options,
                             std::make_shared<Runtime>(executor, timers));
  });
}

void Fixture::new_session() {
  if (client == nullptr) connect();
  blocking([&] { client->new_session(folder); });
}

std::string Fixture::with_folder(std::string_view text) const {
  std::string out;
  for (const char c : text) c == '@' ? out.append(folder) : out.append(1, c);
  return out;
}

std::string Fixture::ask(std::string_view text) {
  send(text);
  run();
  return answer(json(with_folder(text)).at("id"));
}

std::string Fixture::answer(const Json& id) const {
  const std::vector<Json> answers = agent->answers(id);
  if (answers.empty()) return "none";
  if (answers.size() > 1) return "several";
  if (answers[0].contains("result")) return to_text(answers[0]["result"]);
  const Json& error = answers[0].at("error");
  return to_text(error.at("code")) + " " + error.at("message").get<std::string>();
}

std::string Fixture::permission(std::string_view id) {
  return R"({"id":)" + std::string(id) +
         R"(,"method":"session/request_permission","params":{"sessionId":"s1",
            "toolCall":{"toolCallId":"t1","title":"Delete"},"options":[
            {"optionId":"yes","name":"Yes","kind":"allow_once"},
            {"optionId":"no","name":"No","kind":"reject_once"}]}})";
}

std::string Fixture::chunk(std::string_view text) {
  return R"({"method":"session/update","params":{"sessionId":"s1","update":{
    "sessionUpdate":"agent_message_chunk","content":{"type":"text","text":")" +
         std::string(text) + R"("}}}})";
}

std::shared_ptr<Turn> Fixture::prompt(std::string text, const CallOptions& call_options) {
  auto turn = std::make_shared<Turn>();
  client->async_prompt(
      "s1", std::move(text),
      [turn](std::exception_ptr error, PromptResponse response) {
        turn->over = true;
        turn->response = std::move(response);
        if (error == nullptr) return;
        try {
          std::rethrow_exception(error);
        } catch (const std::exception& e) {
          turn->error = e.what();
        }
      },
      call_options);
  executor.run();
  return turn;
}

void Fixture::write_file(const std::string& name, const std::string& content) const {
  std::ofstream(folder + "/" + name, std::ios::binary) << content;
}

}  // namespace parley::acp::client_test
