// SPDX-License-Identifier: MIT
// A client and a scripted agent, both stepped by one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <parley/acp/client.hpp>
#include <parley/json/value.hpp>
#include <parley/rpc/manual_timers.hpp>
#include <parley/transport/memory.hpp>

#include "catch.hpp"

namespace parley::acp::client_test {

/// JSON from text; a test that is written wrong throws.
Json json(std::string_view text);

/// The agent's end: sends what a test says, keeps what the client sends.
struct ScriptedAgent final : TransportSink {
  explicit ScriptedAgent(std::unique_ptr<MemoryTransport> end);
  void on_frame(std::string_view frame) override;
  void on_oversize_frame(std::size_t, std::size_t) override {}
  void on_close(std::error_code, std::string) override { closed = true; }

  /// A message; `jsonrpc` is added.
  void send(std::string_view text) const;
  /// Bytes as they are.
  void send_raw(std::string_view text) const { transport->send(text); }
  /// Answers the newest request of that method.
  void respond(std::string_view method, std::string_view result) const;
  /// All responses with that id, in the order they came.
  std::vector<Json> answers(const Json& id) const;
  /// The newest message of that method, or null.
  Json last(std::string_view method) const;

  std::unique_ptr<MemoryTransport> transport;
  /// Results of the methods that are answered at once.
  std::map<std::string, Json, std::less<>> results;
  std::vector<Json> received;
  bool closed = false;
};

/// A handler whose callbacks a test replaces. What is not replaced does what the library does.
struct Hooks final : ClientHandler {
  HandlerSupport support;
  std::function<void()> on_init;
  std::function<void(const SessionUpdate&, const InboundMessage&)> on_update;
  std::function<RequestPermissionOutcome(
      const ToolCallUpdate&, const std::vector<PermissionOption>&, const InboundMessage&)>
      on_permission;
  std::function<std::string(const std::string&, const FileReadOptions&)> on_read;
  std::function<void(const std::string&, const std::string&)> on_write;
  std::function<Json(std::string_view, const Json&, const InboundMessage&)> on_terminal;
  std::function<CreateElicitationResponse(const CreateElicitationRequest&, const InboundMessage&)>
      on_form;
  std::function<CreateElicitationResponse(const CreateElicitationRequest&, const InboundMessage&)>
      on_url;
  std::function<void(const ElicitationId&)> on_complete;
  std::function<void(const Error&)> on_terminate;

  HandlerSupport supports() const override { return support; }
  void init() override;
  using ClientHandler::handle_permission_request;
  using ClientHandler::handle_session_update;
  void handle_session_update(const SessionId&, const SessionUpdate&,
                             const InboundMessage&) override;
  RequestPermissionOutcome handle_permission_request(const SessionId&, const ToolCallUpdate&,
                                                     const std::vector<PermissionOption>&,
                                                     const InboundMessage&) override;
  std::string handle_file_read(const SessionId&, const std::string&,
                               const FileReadOptions&) override;
  void handle_file_write(const SessionId&, const std::string&, const std::string&) override;
  Json handle_terminal_request(std::string_view, const Json&, const InboundMessage&) override;
  CreateElicitationResponse handle_form_elicitation(const CreateElicitationRequest&,
                                                    const InboundMessage&) override;
  CreateElicitationResponse handle_url_elicitation(const CreateElicitationRequest&,
                                                   const InboundMessage&) override;
  void handle_elicitation_complete(const ElicitationId&) override;
  void terminate(const Error&) override;
};

inline constexpr HandlerSupport everything{.file_read = true,
                                           .file_write = true,
                                           .terminal = true,
                                           .form_elicitation = true,
                                           .url_elicitation = true};

/// How a turn went on the client's side.
struct Turn {
  bool over = false;
  PromptResponse response{};
  std::string error;
};

/// A client that is connected to a scripted agent, after the handshake unless told otherwise; the
/// session `s1` has a fresh folder as its root. In messages `@` stands for that folder.
struct Fixture {
  explicit Fixture(const HandlerSupport& support = everything, ClientOptions options = {},
                   ClientHandler* handler = nullptr);
  ~Fixture();
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  void connect();
  void new_session();
  /// Runs a blocking call while another thread steps the executor.
  void blocking(const std::function<void()>& call);
  /// What the error of a blocking call says, or "".
  std::string failure(const std::function<void()>& call);
  void run() { executor.run(); }

  void send(std::string_view text) const { agent->send(with_folder(text)); }
  /// Sends a request of the agent, lets everything run, and gives the answer: the result as text,
  /// "CODE MESSAGE" for an error, "none" or "several".
  std::string ask(std::string_view text);
  std::string answer(const Json& id) const;
  /// A permission request with that id, options `yes` (allow_once) and `no` (reject_once).
  static std::string permission(std::string_view id);
  /// An update of `s1` that says `text`.
  static std::string chunk(std::string_view text);
  std::shared_ptr<Turn> prompt(std::string text, const CallOptions& options = {});
  std::string with_folder(std::string_view text) const;
  void write_file(const std::string& name, const std::string& content) const;

  ManualExecutor executor;
  ManualTimers timers;
  std::string folder;
  ClientOptions options;
  std::vector<std::string> logged;
  Hooks hooks;
  ClientHandler* handler;
  std::unique_ptr<MemoryTransport> client_end;
  std::unique_ptr<ScriptedAgent> agent;
  std::unique_ptr<Client> client;
};

/// The text of an update's text chunk, or its tag when it is unknown, or "?".
std::string text_of(const SessionUpdate& update);

}  // namespace parley::acp::client_test
