// SPDX-License-Identifier: MIT
// Splits a byte stream into newline-delimited frames. Pure: bytes in, frames out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <parley/config.hpp>

namespace parley {

/// Finds the frames in a byte stream, as MCP's and ACP's stdio transports define them: one JSON
/// text a line, split at byte 0x0A only (U+2028, U+2029 and a lone CR are ordinary bytes).
/// A trailing CR, a byte order mark at the start of a line and blank lines are tolerated and
/// removed. Bytes of a frame are copied at most once, and not at all when a whole line arrives in
/// one piece; the cost is linear in the input however it is cut.
///
///     Framer framer(64 << 20);
///     framer.feed(bytes, [&](std::string_view frame) { ... }, [&](std::size_t size) { ... });
///
/// Thread safety: none; one thread at a time.
class Framer {
 public:
  /// `max_frame_bytes`: frames longer than this are skipped up to their line end and reported.
  explicit Framer(std::size_t max_frame_bytes) : limit_(max_frame_bytes) {}

  /// Takes the next bytes and calls `on_frame(std::string_view)` for every line that they complete
  /// and `on_oversize(std::size_t bytes)` once for each line that is too long.
  template <class OnFrame, class OnOversize>
  void feed(std::string_view bytes, OnFrame&& on_frame, OnOversize&& on_oversize);

  /// The stream has ended: delivers a last line that has no line end, if there is one.
  template <class OnFrame>
  void finish(OnFrame&& on_frame);

 private:
  // Appends to the unfinished line, or notes that it has grown too long; true on the latter, once.
  bool hold(std::string_view part);
  static std::string_view trim(std::string_view line) noexcept;

  std::size_t limit_;
  std::string partial_;
  bool skipping_ = false;
};

template <class OnFrame, class OnOversize>
void Framer::feed(std::string_view bytes, OnFrame&& on_frame, OnOversize&& on_oversize) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (end == std::string_view::npos) {
      if (hold(part)) on_oversize(partial_.size() + part.size());
      return;
    }
    bytes.remove_prefix(end + 1);
    if (skipping_) {
      skipping_ = false;
    } else if (partial_.size() + part.size() > limit_) {
      on_oversize(partial_.size() + part.size());
      partial_.clear();
    } else if (partial_.empty()) {
      if (const std::string_view line = trim(part); !line.empty()) on_frame(line);
    } else {
      partial_.append(part);
      if (const std::string_view line = trim(partial_); !line.empty()) on_frame(line);
      partial_.clear();
    }
  }
}

template <class OnFrame>
void Framer::finish(OnFrame&& on_frame) {
  if (const std::string_view line = trim(partial_); !line.empty()) on_frame(line);
  partial_.clear();
}

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/framer.ipp>
#endif
