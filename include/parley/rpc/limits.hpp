// SPDX-License-Identifier: MIT
// The bounds of a connection, and what differs between protocols at the JSON-RPC level.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace parley {

/// Bounds of one connection. Each has a defined behaviour, so that no peer can exhaust this
/// program.
struct Limits {
  /// Longest frame, received or sent, in bytes. A longer one that arrives is skipped and answered
  /// with an error without id; a longer one that is to be sent fails with `frame_too_large`.
  std::size_t max_frame_bytes = std::size_t{64} << 20;
  /// Deepest nesting of a received message; deeper ones are answered as parse errors.
  std::size_t max_depth = 256;
  /// Most values (members, items) of a received message, each of which takes up to 160 bytes of
  /// memory; a message of more is answered as a parse error.
  std::size_t max_values = std::size_t{1} << 21;
  /// Messages of one batch (MCP 2025-03-26); a larger batch is answered with one error.
  std::size_t max_batch = 16384;
  /// Calls of this side that wait for answers; one more fails with `too_many_pending`.
  std::size_t max_pending = 65536;
  /// Requests of the peer whose handlers have not finished, by count and by bytes of their frames;
  /// one more is answered with an internal error. Those that the peer has cancelled count as long
  /// as their handlers run. A single request may exceed the bytes.
  std::size_t max_in_flight = 1024;
  std::size_t max_in_flight_bytes = std::size_t{128} << 20;
  /// Notifications that wait for their handlers, by count and by bytes of their frames. Beyond
  /// either, reading pauses until half of them are handled; one that arrives while paused is
  /// still queued, up to twice the bound, and dropped with a warning after that.
  std::size_t max_queued_notifications = 16384;
  std::size_t max_queued_bytes = std::size_t{64} << 20;
  /// Bytes that were sent and that the peer has not taken. Beyond it, calls and notifications fail
  /// with `peer_not_reading`; a reply of any kind that exceeds it ends the connection.
  std::size_t max_send_bytes = std::size_t{128} << 20;
  /// How long the replies to what is in flight may take once the peer has ended its input; then
  /// handlers are told to stop and the connection ends.
  std::chrono::milliseconds drain_time{5000};
};

/// What becomes of a request that its sender cancels while it is being handled.
enum class CancelledAnswer {
  none,           ///< Nothing is sent any more (MCP A14).
  error_at_once,  ///< It is answered with `cancelled_code`; a later result is dropped (ACP).
};

/// How a protocol uses JSON-RPC. Data, so that one session core serves every protocol.
struct ProtocolRules {
  /// Notification that cancels a request; its params hold `requestId`.
  std::string_view cancel_method{};
  CancelledAnswer cancelled_answer = CancelledAnswer::none;
  int cancelled_code = -32800;
  /// A method whose handler answers even when the request is cancelled; its stop token is tripped.
  std::string_view answers_when_cancelled{};
  /// A request whose id is null is a request (ACP v1) rather than an invalid message (MCP).
  bool null_id_is_request = false;
  /// `jsonrpc` must be present.
  bool require_version = true;
  /// Errors about a message whose id is not known leave `id` out instead of making it null.
  bool omit_unknown_id = true;
  /// What is no message at all (not JSON, or JSON that has neither `jsonrpc` nor an id) is answered
  /// with an error. Off, it is skipped with a warning: servers print banners and log lines where
  /// their client expects messages (MCP E8).
  bool answer_parse_errors = true;
  /// Arrays of messages are processed (MCP 2025-03-26); otherwise one is an invalid request.
  bool accept_batches = false;
  /// A request's handler starts only after the handlers of all notifications before it finished.
  bool requests_wait_for_notifications = false;
};

}  // namespace parley
