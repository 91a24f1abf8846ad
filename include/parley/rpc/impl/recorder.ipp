// SPDX-License-Identifier: MIT
// Bodies of Recorder: rows are made and written under one mutex, failures told outside of it.
#pragma once

#include <exception>
#include <mutex>
#include <ostream>
#include <utility>

#include <parley/rpc/error.hpp>
#include <parley/rpc/impl/recording_file.hpp>
#include <parley/rpc/recorder.hpp>
#include <parley/rpc/recording.hpp>

namespace parley {

class Recorder::State {
 public:
  State(std::string target, RowWriter writer, RecorderOptions options)
      : target_(std::move(target)), options_(std::move(options)), writer_(std::move(writer)) {}

  void record(Direction direction, std::chrono::system_clock::time_point when,
              std::string_view frame) noexcept {
    try {
      std::unique_lock lock(mutex_);
      if (!writer_) return;
      std::string problem = write(direction, when, frame);
      if (problem.empty()) return;
      fail(std::move(problem), lock);
    } catch (...) {
      // Out of memory, or a callback of the program threw. The connection goes on.
    }
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    writer_ = nullptr;
  }

  std::string error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

  std::uint64_t frames() const {
    const std::lock_guard lock(mutex_);
    return frames_;
  }

 private:
  // Returns what went wrong, if anything.
  std::string write(Direction direction, std::chrono::system_clock::time_point when,
                    std::string_view frame) {
    try {
      make_row(direction, when, frame);
      if (row_.size() > options_.max_bytes - bytes_) {
        return "it would be larger than RecorderOptions::max_bytes, " +
               std::to_string(options_.max_bytes);
      }
      if (const std::error_code error = writer_(row_)) return error.message();
    } catch (const std::exception& error) {
      return std::string("a function of the program threw, or memory ran out: ") + error.what();
    } catch (...) {
      return "a function of the program threw something that is no std::exception";
    }
    bytes_ += row_.size();
    ++frames_;
    return {};
  }

  void make_row(Direction direction, std::chrono::system_clock::time_point when,
                std::string_view frame) {
    constexpr std::size_t kept = std::size_t{256} << 10;
    if (row_.capacity() > kept) std::string().swap(row_);
    row_.clear();
    const std::string& dir = direction == Direction::sent ? options_.sent : options_.received;
    if (options_.redact) {
      write_recorded_frame(when, dir, options_.redact(direction, frame), row_);
    } else {
      write_recorded_frame(when, dir, frame, row_);
    }
  }

  // First of all nothing more is written, whatever fails after that.
  void fail(std::string problem, std::unique_lock<std::mutex>& lock) {
    writer_ = nullptr;
    error_ = "the recording" + target_ + " ended after " + std::to_string(frames_) +
             " frames: " + problem;
    const std::string text = error_;
    lock.unlock();
    if (options_.on_error) options_.on_error(text);
  }

  const std::string target_;
  const RecorderOptions options_;
  mutable std::mutex mutex_;
  RowWriter writer_;  // empty once the recording has ended
  std::string row_;
  std::string error_;
  std::uint64_t bytes_ = 0;
  std::uint64_t frames_ = 0;
};

PARLEY_DECL Recorder::Recorder(const std::string& path, RecorderOptions options) {
  std::error_code error;
  auto file = std::make_shared<detail::RecordingFile>(path, options.append, error);
  if (error) {
    throw Error(Errc::invalid_argument, "cannot record to " + path + ": " + error.message());
  }
  state_ = std::make_shared<State>(
      " to " + path, [file](std::string_view row) { return file->write(row); }, std::move(options));
}

PARLEY_DECL Recorder::Recorder(std::ostream& stream, RecorderOptions options)
    : Recorder(
          [&stream](std::string_view row) {
            stream.write(row.data(), static_cast<std::streamsize>(row.size())).flush();
            return stream ? std::error_code() : std::make_error_code(std::errc::io_error);
          },
          std::move(options)) {}

PARLEY_DECL Recorder::Recorder(RowWriter writer, RecorderOptions options)
    : state_(std::make_shared<State>("", std::move(writer), std::move(options))) {}

PARLEY_DECL TraceHook Recorder::hook() const {
  return [state = state_](Direction direction, std::chrono::system_clock::time_point when,
                          std::string_view frame) { state->record(direction, when, frame); };
}

PARLEY_DECL void Recorder::stop() { state_->stop(); }
PARLEY_DECL std::string Recorder::error() const { return state_->error(); }
PARLEY_DECL std::uint64_t Recorder::frames() const { return state_->frames(); }

}  // namespace parley
