// SPDX-License-Identifier: MIT
// Plays one side of a recorded conversation against a live connection.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <parley/config.hpp>
#include <parley/rpc/executor.hpp>
#include <parley/rpc/recording.hpp>
#include <parley/rpc/transport.hpp>

namespace parley {

namespace detail {
class Replay;
}

/// How a recording is replayed. Places are JSON Pointers (RFC 6901) into a whole message, such as
/// "/params/clientInfo/version".
struct ReplayOptions {
  /// The `dir` of the frames that the live side has to send. The rows of the one other `dir` are
  /// what it receives.
  std::string live = "sent";
  /// Places of the live side's messages that may differ from the recording, be missing, or be there
  /// in addition: versions, times, what was redacted. `*` stands for every member or item there.
  std::vector<std::string> ignore{};
  /// Places where the live side makes up a string of its own, such as "/result/sessionId" of an
  /// agent. In that message and after it, the live one takes the place of the recorded one wherever
  /// the recording has it as a whole string.
  std::vector<std::string> chosen_by_live{};
  /// After the last row the replayed peer ends the stream. If not, it stays silent.
  bool close_at_end = true;
  /// The reason it gives then; empty is an orderly end. `std::errc::connection_reset` replays a
  /// peer that died.
  std::error_code end_reason{};
};

/// Where the live side did not do what the recording says.
struct ReplayMismatch {
  std::size_t row = 0;   ///< The row that should have come; the last one if none should have.
  std::string recorded;  ///< That row's frame in the ids of this run, or empty.
  std::string sent;      ///< What the live side sent, or empty when it closed instead.
  std::string message;   ///< All of that for a person, the first place that differs, in one line.
};

/// Replays a recording: its transport is the peer that was recorded.
///
///     parley::ManualExecutor executor;       // or runtime->workers()
///     parley::Replayer replayer("session.jsonl", executor);
///     Connection live(replayer.transport(), dispatcher, rules, runtime, options);
///     ... do what the program did ...
///     CHECK(replayer.finished());
///
/// A frame of the peer is delivered when the live side has sent everything that stands before it in
/// the recording; there is no time in it, and no thread of its own. What the live side sends is
/// compared as JSON values, so neither the order of members nor white space counts.
///
/// *Ids* of live requests may differ from the recorded ones. Answers arrive with the live id, and
/// so do `requestId` in requests of the peer and, with the live `progressToken`, its progress.
///
/// *Order*: requests and notifications must come in the recorded order. Answers, whose order is up
/// to threads, may come earlier or later than recorded, but no answer before a notification that
/// preceded it. The live side may be ahead of what it has been sent.
///
/// At the first mismatch the connection breaks with `std::errc::protocol_error` and the text of it,
/// so that waiting calls fail with that text.
///
/// Thread safety: every member may be called from any thread.
/// Lifetime: the transport may outlive the replayer; the executor outlives both.
class Replayer {
 public:
  /// Throws Error with `Errc::invalid_argument`: more than two directions, of which none other than
  /// `live` can be the peer's, or a place that is no JSON Pointer.
  Replayer(std::vector<RecordedFrame> recording, Executor& executor, ReplayOptions options = {});
  /// As above, of a file; see `read_recording`.
  Replayer(const std::string& path, Executor& executor, ReplayOptions options = {});

  /// The peer. Can be taken once; throws Error with `Errc::invalid_argument` after that.
  std::unique_ptr<Transport> transport();

  /// The live side has sent all that was recorded, and nothing else, and got all that it was sent
  /// unless it closed before.
  bool finished() const;
  /// Waits until it has finished, or cannot any more, and gives `finished()`.
  bool wait_finished(std::chrono::milliseconds timeout) const;
  /// The first mismatch, if there has been one. Closing early is one too.
  std::optional<ReplayMismatch> mismatch() const;
  /// The row that the live side has to send before anything more happens, and its frame; empty when
  /// there is none. For the message of a test that hangs.
  std::string waiting_for() const;

 private:
  std::shared_ptr<detail::Replay> replay_;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/replayer.ipp>
#endif
