// SPDX-License-Identifier: MIT
// A client's handler that keeps what it is told, for programs that check an agent.
#pragma once

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include <parley/acp/client.hpp>

#include "terminal_host.hpp"

namespace peers {

namespace acp = parley::acp;

/// Keeps updates and questions; files and terminals are real ones.
class RecordingHost final : public acp::ClientHandler {
 public:
  std::function<acp::RequestPermissionOutcome(const std::vector<acp::PermissionOption>&,
                                              const acp::InboundMessage&)>
      permission;
  std::function<acp::CreateElicitationResponse()> elicitation;

  acp::HandlerSupport supports() const override {
    return {.file_read = true,
            .file_write = true,
            .terminal = true,
            .form_elicitation = true,
            .url_elicitation = true,
            .boolean_config_options = true,
            .notices = true,
            .compaction = true};
  }

  // --- what a program looks at -----------------------------------------------------------------

  void forget() {
    const std::lock_guard lock(mutex_);
    updates_.clear();
    asked_.clear();
  }
  /// The updates of a session; all kinds, or one.
  std::vector<Json> updates(const std::string& session, const std::string& kind = "") const {
    const std::lock_guard lock(mutex_);
    std::vector<Json> found;
    for (const Json& params : updates_) {
      const Json& update = params.at("update");
      if (params.at("sessionId") != session) continue;
      if (kind.empty() || update.value("sessionUpdate", "") == kind) found.push_back(update);
    }
    return found;
  }
  /// The text of a session's message chunks.
  std::string said(const std::string& session) const {
    std::string text;
    for (const Json& chunk : updates(session, "agent_message_chunk")) {
      const Json& content = chunk.at("content");
      if (content.value("type", "") == "text") text += content.at("text").get<std::string>();
    }
    return text;
  }
  std::vector<Json> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  std::vector<std::string> completed() const {
    const std::lock_guard lock(mutex_);
    return completed_;
  }
  /// Waits until something that is told to this handler makes `condition` true.
  void until(const std::string& what, const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    for (;;) {
      std::size_t seen = 0;
      {
        const std::lock_guard lock(mutex_);
        seen = events_;
      }
      if (condition()) return;
      std::unique_lock lock(mutex_);
      if (!changed_.wait_until(lock, end, [&] { return events_ != seen; })) {
        throw std::runtime_error(what + ": not seen within 10 s");
      }
    }
  }

  // --- what the agent tells and asks -----------------------------------------------------------

  using ClientHandler::handle_permission_request;
  using ClientHandler::handle_session_update;
  void handle_session_update(const acp::SessionId&, const acp::SessionUpdate&,
                             const acp::InboundMessage& message) override {
    note([&] { updates_.push_back(message.json.at("params")); });
  }
  acp::RequestPermissionOutcome handle_permission_request(
      const acp::SessionId&, const acp::ToolCallUpdate&,
      const std::vector<acp::PermissionOption>& options,
      const acp::InboundMessage& message) override {
    note([&] { asked_.push_back(message.json.at("params")); });
    return permission(options, message);
  }
  std::string handle_file_read(const acp::SessionId&, const std::string& path,
                               const acp::FileReadOptions& options) override {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw parley::Error(acp::error_code::resource_not_found, "no such file: " + path);
    std::ostringstream text;
    text << file.rdbuf();
    return acp::slice_lines(text.str(), options);
  }
  void handle_file_write(const acp::SessionId&, const std::string& path,
                         const std::string& content) override {
    std::ofstream(path, std::ios::binary) << content;
  }
  Json handle_terminal_request(std::string_view method, const Json& params,
                               const acp::InboundMessage&) override {
    return terminals_.handle(method, params);
  }
  acp::CreateElicitationResponse handle_form_elicitation(
      const acp::CreateElicitationRequest&, const acp::InboundMessage& message) override {
    note([&] { asked_.push_back(message.json.at("params")); });
    return elicitation();
  }
  acp::CreateElicitationResponse handle_url_elicitation(
      const acp::CreateElicitationRequest& request, const acp::InboundMessage& message) override {
    return handle_form_elicitation(request, message);
  }
  void handle_elicitation_complete(const acp::ElicitationId& elicitation_id) override {
    note([&] { completed_.push_back(elicitation_id); });
  }

 private:
  template <class Change>
  void note(Change&& change) {
    const std::lock_guard lock(mutex_);
    change();
    ++events_;
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t events_ = 0;
  std::vector<Json> updates_;
  std::vector<Json> asked_;
  std::vector<std::string> completed_;
  TerminalHost terminals_;
};

/// Waits until a request is withdrawn, as a dialog does that nobody looks at.
inline void wait_for_stop(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, stop, std::chrono::seconds(10), [] { return false; });
}

/// The agent that the command line names.
inline parley::ProcessOptions agent_process(int argc, char** argv) {
  if (argc < 2) throw std::runtime_error("usage: PROGRAM AGENT_COMMAND [ARGUMENT...]");
  parley::ProcessOptions process;
  process.command = argv[1];
  process.args.assign(argv + 2, argv + argc);
  return process;
}

}  // namespace peers
