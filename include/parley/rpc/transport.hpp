// SPDX-License-Identifier: MIT
// The pluggable part of a connection: ordered frames in, ordered frames out, close.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

namespace parley {

/// What a transport calls when something arrives. A connection implements it.
///
/// The transport calls these one at a time, in wire order, from any thread of its own, and never
/// from inside `Transport::send`, `start` or `close`. They must not throw and must not block: the
/// thread that calls them may be the one that serves every other connection.
class TransportSink {
 public:
  virtual ~TransportSink() = default;

  /// One complete frame: a JSON text without its line end. The view is valid during the call only.
  virtual void on_frame(std::string_view frame) = 0;

  /// A frame of `bytes` bytes (so far) was over the transport's limit of `limit` and was skipped;
  /// the frames around it are intact.
  virtual void on_oversize_frame(std::size_t bytes, std::size_t limit) = 0;

  /// Nothing more will arrive. `reason` is empty at an orderly end of the stream, and then what is
  /// sent still goes out, as far as the peer reads it, until `close`: a peer that writes its
  /// requests and closes its end at once (`server < requests`) gets its answers. With a reason the
  /// other direction is gone as well. `detail` adds what a person needs (exit status of a child,
  /// tail of its stderr). Called exactly once per started transport, and last; not at all if the
  /// transport is destroyed first.
  virtual void on_close(std::error_code reason, std::string detail) = 0;
};

/// Carries frames between this program and its peer.
///
/// A transport of your own needs `start`, `send` and `close`; `MemoryTransport`
/// (<parley/transport/memory.hpp>) is the example.
///
/// Thread safety: every member may be called from any thread, also several at once.
/// Lifetime: the destructor closes, and returns only when the sink will not be called any more;
/// it may therefore not run inside a call of the sink.
class Transport {
 public:
  virtual ~Transport() = default;

  /// Begins to deliver to `sink`, which outlives this transport. Called once, before anything else.
  virtual void start(TransportSink& sink) = 0;

  /// Sends one frame (a JSON text that holds no raw newline) after all earlier ones. Never blocks
  /// and never calls the sink: what the peer does not take at once is queued. Frames sent by one
  /// thread keep their order. After `close`, or once the peer is gone, it does nothing.
  virtual void send(std::string_view frame) = 0;

  /// Sends what is queued as far as the peer takes it within a short grace period, then ends the
  /// stream; `on_close` follows if it has not been called yet. Returns at once. Idempotent.
  virtual void close() = 0;

  /// Bytes that `send` accepted and the peer has not taken yet: how far the peer lags behind.
  virtual std::size_t pending_bytes() const noexcept { return 0; }

  /// While paused a transport reads nothing new, so that a peer that floods is slowed down. Frames
  /// that were read already may still be delivered. A transport that cannot pause ignores this.
  virtual void pause_reading(bool paused) { static_cast<void>(paused); }
};

}  // namespace parley
