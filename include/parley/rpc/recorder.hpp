// SPDX-License-Identifier: MIT
// Writes down what a connection sends and receives, for bug reports, tests and the curious.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <parley/config.hpp>
#include <parley/rpc/trace.hpp>

namespace parley {

/// How a recording is made.
struct RecorderOptions {
  /// What `dir` says of frames that this side sent, and of those it received. A client of an ACP
  /// agent says "client->agent" and "agent->client" to name the two independently of who records.
  std::string sent = "sent";
  std::string received = "received";
  /// Gives what is written in place of a frame: take secrets out here. It is called for one frame
  /// at a time, before anything of the frame is kept, and must not call the recorder. When it
  /// throws, the frame is not written and the recording ends with an error.
  std::function<std::string(Direction, std::string_view frame)> redact{};
  /// Told once, on the thread of the connection, why the recording ended early; see `error()`.
  std::function<void(std::string_view error)> on_error{};
  /// A recording ends with an error before it gets larger than this.
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  /// Add to a file that is there, instead of writing over it. One file holds one conversation if
  /// it is to be replayed.
  bool append = false;
};

/// Records one connection, a row for each frame (<parley/rpc/recording.hpp> shows one).
///
///     parley::Recorder recorder("session.jsonl");
///     options.connection.trace = recorder.hook();
///
/// The connection never notices: a failure to write (disk full) drops no message and throws
/// nothing. It is told to `on_error` once and kept in `error()`, and nothing more is written, so
/// that a recording has no gaps; of the row that failed nothing stays in a regular file.
///
/// When a row has been written to a file, the operating system has it: it survives the death of
/// the program, not that of the machine. Writing happens on the thread that sends or receives, so
/// the file should be on a local disk. What is recorded may be private: new files can be read and
/// written by their owner only, and children of the program do not inherit them.
///
/// Thread safety: every member, and the hook, may be called from any thread.
/// Lifetime: the hook holds what it needs, so the recorder may go first; the file is closed with
/// the last of them, or by `stop`.
class Recorder {
 public:
  /// Takes one row, line end included, and says whether that failed. Called for one row at a time;
  /// must not call the recorder.
  using RowWriter = std::function<std::error_code(std::string_view row)>;

  /// Records to a file. Throws Error with `Errc::invalid_argument` when it cannot be opened.
  explicit Recorder(const std::string& path, RecorderOptions options = {});
  /// Records to a stream, which is flushed after each row and outlives the recording.
  explicit Recorder(std::ostream& stream, RecorderOptions options = {});
  /// Records to anything else.
  explicit Recorder(RowWriter writer, RecorderOptions options = {});

  /// For `ConnectionOptions::trace`.
  TraceHook hook() const;

  /// Ends the recording and closes the file. What the hook is told later is not recorded.
  void stop();

  /// Why the recording ended early: what failed, where, and after how many frames. Else empty.
  std::string error() const;
  /// Frames that were recorded.
  std::uint64_t frames() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/recorder.ipp>
#endif
