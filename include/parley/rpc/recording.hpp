// SPDX-License-Identifier: MIT
// What a recorded conversation looks like as text: one JSON object a line, one line a frame.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>

namespace parley {

/// One row of a recording:
///
///     {"time":"2026-01-31T12:00:00.123456Z","dir":"sent","line":"{\"jsonrpc\":\"2.0\",...}"}
///
/// `line` is the frame as it was on the wire. A frame that is no valid UTF-8 cannot stand in a JSON
/// string: its row has `line` for people, with U+FFFD in place of each ill-formed part, and a
/// fourth member `bytes`, which holds all of it in base64.
struct RecordedFrame {
  std::size_t row = 0;  ///< The line of the file that it came from, counted from 1.
  std::string dir;   ///< Who sent it: `sent` and `received`, or names that the recorder was given.
  std::string line;  ///< The frame, exact also where the row has `bytes`.
  std::string time;  ///< As it stands in the row; empty when it has none.
};

/// Why a text is no recording.
struct RecordingError {
  std::size_t row = 0;  ///< The line of the file, counted from 1.
  std::string message;  ///< What is wrong with it, and what a row needs. Without the row.
};

/// Reads a recording. Rows need `dir` and `line`, both strings; `time` and `bytes` may be missing,
/// unknown members are skipped, and so are empty lines. Never throws but for lack of memory.
expected<std::vector<RecordedFrame>, RecordingError> parse_recording(std::string_view text);

/// The same from a file. Throws Error with `Errc::invalid_argument`, which names the file and the
/// row: the file cannot be read, or is no recording.
std::vector<RecordedFrame> read_recording(const std::string& path);

/// Appends a row, line end included. `when` is written in UTC, to the microsecond.
void write_recorded_frame(std::chrono::system_clock::time_point when, std::string_view dir,
                          std::string_view frame, std::string& out);

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/recording.ipp>
#endif
