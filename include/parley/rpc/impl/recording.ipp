// SPDX-License-Identifier: MIT
// Bodies of reading and writing the rows of a recording.
#pragma once

#include <cerrno>
#include <cstdio>
#include <limits>
#include <system_error>
#include <utility>

#include <parley/json/access.hpp>
#include <parley/json/base64.hpp>
#include <parley/json/detail/text_scan.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>
#include <parley/rpc/error.hpp>
#include <parley/rpc/recording.hpp>

namespace parley {
namespace detail {

inline bool is_utf8(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if (static_cast<unsigned char>(*at) < 0x80) {
      ++at;
      continue;
    }
    const Utf8Step step = utf8_step(at, end);
    if (!step.valid) return false;
    at += step.length;
  }
  return true;
}

// RFC 3339 in UTC. The calendar types know no locale and no time zone of the machine.
inline void append_time(std::chrono::system_clock::time_point when, std::string& out) {
  using namespace std::chrono;
  const auto micros = floor<microseconds>(when);
  const auto day = floor<days>(micros);
  const year_month_day date(day);
  const hh_mm_ss time(micros - day);
  char text[64];
  const int length = std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ", static_cast<int>(date.year()),
      unsigned(date.month()), unsigned(date.day()), static_cast<int>(time.hours().count()),
      static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
      static_cast<int>(time.subseconds().count()));
  out.append(text, static_cast<std::size_t>(length));
}

// Returns an errno value, or 0.
inline int read_file(const std::string& path, std::string& text) {
  errno = 0;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return errno;
  char buffer[16384];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, size);
  }
  const int reason = std::ferror(file) != 0 ? errno : 0;
  std::fclose(file);
  return reason;
}

// The frame of a row; or false, and what is wrong with the row.
inline bool read_row(std::string_view text, RecordedFrame& frame, std::string& problem) {
  // A row is larger than its frame, which has been within somebody's limits.
  ParseLimits limits;
  limits.max_bytes = std::numeric_limits<std::size_t>::max();
  auto row = parse(text, limits);
  if (!row) {
    problem = "it is no JSON: " + row.error().message() + "; a cut off last row may be deleted";
    return false;
  }
  const auto member = [&](std::string_view name) {
    Json* value = find_member(*row, name);
    return value == nullptr ? nullptr : string_in(*value);
  };
  std::string* const dir = member("dir");
  std::string* const line = member("line");
  if (dir == nullptr || line == nullptr) {
    problem = R"(a row needs the strings "dir" and "line")";
    return false;
  }
  frame.dir = std::move(*dir);
  frame.line = std::move(*line);
  if (std::string* const time = member("time")) frame.time = std::move(*time);
  if (const std::string* const encoded = member("bytes")) {
    auto bytes = base64_decode(*encoded);
    if (!bytes) {
      problem = R"("bytes" is no base64: )" + bytes.error().message;
      return false;
    }
    frame.line = std::move(*bytes);
  }
  return true;
}

}  // namespace detail

PARLEY_DECL expected<std::vector<RecordedFrame>, RecordingError> parse_recording(
    std::string_view text) {
  std::vector<RecordedFrame> frames;
  for (std::size_t row = 1; !text.empty(); ++row) {
    const std::size_t line_end = text.find('\n');
    const std::string_view line = text.substr(0, line_end);
    text.remove_prefix(line_end == std::string_view::npos ? text.size() : line_end + 1);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    RecordedFrame frame;
    frame.row = row;
    std::string problem;
    if (!detail::read_row(line, frame, problem)) {
      return unexpected<RecordingError>(RecordingError{row, std::move(problem)});
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

PARLEY_DECL std::vector<RecordedFrame> read_recording(const std::string& path) {
  std::string text;
  if (const int reason = detail::read_file(path, text)) {
    throw Error(Errc::invalid_argument, "the recording " + path + " cannot be read: " +
                                            std::generic_category().message(reason));
  }
  auto frames = parse_recording(text);
  if (frames) return std::move(*frames);
  throw Error(Errc::invalid_argument, "the recording " + path + " cannot be used: row " +
                                          std::to_string(frames.error().row) + ": " +
                                          frames.error().message);
}

PARLEY_DECL void write_recorded_frame(std::chrono::system_clock::time_point when,
                                      std::string_view dir, std::string_view frame,
                                      std::string& out) {
  out += R"({"time":")";
  detail::append_time(when, out);
  out += R"(","dir":)";
  write_string(dir, out);
  out += R"(,"line":)";
  write_string(frame, out);
  if (!detail::is_utf8(frame)) {
    out += R"(,"bytes":")";
    out += base64_encode(frame);
    out += '"';
  }
  out += "}\n";
}

}  // namespace parley
