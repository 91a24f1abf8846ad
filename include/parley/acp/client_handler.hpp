// SPDX-License-Identifier: MIT
// What a client does for its agent: updates to show, permissions to ask, files, terminals, forms.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <parley/acp/types.hpp>
#include <parley/json/request_id.hpp>
#include <parley/rpc/error.hpp>

namespace parley::acp {

/// What a handler can do. The capabilities that the client announces follow from this, and what is
/// not announced is refused before the handler is called (acp 1.1.13).
struct HandlerSupport {
  bool file_read = false;
  bool file_write = false;
  bool terminal = false;
  bool form_elicitation = false;
  bool url_elicitation = false;
  /// Configuration options that are on or off, notices, and compaction can be shown.
  bool boolean_config_options = false;
  bool notices = false;
  bool compaction = false;
};

/// The message that a callback is about, beyond what its types have a place for.
struct InboundMessage {
  /// The message as it was decoded, unknown members included. Not the bytes.
  const Json& json;
  /// The request's id; null for notifications.
  const RequestId& id;
  /// Tripped when the answer is not wanted any more: the agent withdrew the request, the turn was
  /// cancelled, or the connection ended. A dialog that is open should close.
  std::stop_token stop{};
};

/// `handle_file_read`'s options: `line` counts from 1, `limit` is a number of lines.
struct FileReadOptions {
  std::optional<std::uint32_t> line{};
  std::optional<std::uint32_t> limit{};
};

/// Callbacks of an ACP client (seed 000). Override what the program does; the defaults refuse
/// politely. Functions return their outcome and may block, for a person who is asked, say: they run
/// on worker threads. Updates arrive one at a time, in order; requests may arrive at the same time.
///
/// Correlation, validation, cancellation and timeouts stay with the library: it answers each
/// request exactly once, whatever the handler does. What a handler throws is answered as an
/// internal error whose reason stays on this side (acp 1.3.9), except that a `parley::Error` with a
/// JSON-RPC code is answered as it is.
///
/// Where there is a form with `InboundMessage`, it is the one that is called; its default calls the
/// other one.
class ClientHandler {
 public:
  virtual ~ClientHandler() = default;

  /// What this handler can do. Asked once, before the handshake.
  virtual HandlerSupport supports() const { return {}; }

  /// Called once before the handshake; what it throws stops the start.
  virtual void init() {}

  /// One update of a session. Unknown kinds arrive as `Unknown`.
  virtual void handle_session_update(const SessionId& session, const SessionUpdate& update);
  virtual void handle_session_update(const SessionId& session, const SessionUpdate& update,
                                     const InboundMessage& message);

  /// The agent asks before it runs a tool. The outcome must be `cancelled`, or select an option
  /// that is in `options`; anything else counts as a failure of the handler (acp 1.3.4). The
  /// default selects the first option that rejects.
  virtual RequestPermissionOutcome handle_permission_request(
      const SessionId& session, const ToolCallUpdate& tool_call,
      const std::vector<PermissionOption>& options);
  virtual RequestPermissionOutcome handle_permission_request(
      const SessionId& session, const ToolCallUpdate& tool_call,
      const std::vector<PermissionOption>& options, const InboundMessage& message);

  /// Gives the text of a file. `path` is absolute and inside one of the session's roots, with
  /// symbolic links resolved.
  virtual std::string handle_file_read(const SessionId& session, const std::string& path,
                                       const FileReadOptions& options);
  /// Writes a file, and creates it if need be. The same holds for `path`.
  virtual void handle_file_write(const SessionId& session, const std::string& path,
                                 const std::string& content);
  /// One of the five `terminal/*` methods, with its params; gives its result. `terminal/create`
  /// always has a `cwd`.
  virtual Json handle_terminal_request(std::string_view method, const Json& params,
                                       const InboundMessage& message);

  /// The agent asks the user something, in a form or on a web page. Showing a page needs consent:
  /// show the whole URL first, fetch nothing before.
  virtual CreateElicitationResponse handle_form_elicitation(const CreateElicitationRequest& request,
                                                            const InboundMessage& message);
  virtual CreateElicitationResponse handle_url_elicitation(const CreateElicitationRequest& request,
                                                           const InboundMessage& message);
  /// What was to be done on the page of an accepted URL elicitation is done.
  virtual void handle_elicitation_complete(const ElicitationId& elicitation);

  /// The connection is over; nothing else is called after this.
  virtual void terminate(const Error& reason);
};

/// The lines of a text that a read asked for: from `line`, at most `limit` of them, their line
/// ends included. Beyond the end there is nothing (acp D20).
std::string slice_lines(std::string_view text, const FileReadOptions& options);

/// Outcomes that handlers return.
RequestPermissionOutcome permission_selected(PermissionOptionId option);
RequestPermissionOutcome permission_cancelled();
/// The first option of one of these kinds, in this order; cancelled when there is none (acp D14).
RequestPermissionOutcome choose_permission(const std::vector<PermissionOption>& options,
                                           const std::vector<PermissionOptionKind>& kinds);
RequestPermissionOutcome allow_permission(const std::vector<PermissionOption>& options);
RequestPermissionOutcome reject_permission(const std::vector<PermissionOption>& options);
CreateElicitationResponse elicitation_declined();
CreateElicitationResponse elicitation_cancelled();
CreateElicitationResponse elicitation_accepted(
    std::optional<std::map<std::string, ElicitationContentValue>> content = {});

}  // namespace parley::acp

#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/client_handler.ipp>
#endif
