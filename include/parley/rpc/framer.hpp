// SPDX-License-Identifier: MIT
// Splits a byte stream into newline-delimited frames. Pure: bytes in, frames out.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

#include <parley/config.hpp>

namespace parley {

/// Finds the frames in a byte stream, as MCP's and ACP's stdio transports define them: one JSON
/// text a line, split at byte 0x0A only (U+2028, U+2029 and a lone CR are ordinary bytes).
/// A trailing CR, a byte order mark at the start of a line and blank lines are tolerated and
/// removed (mcp.md A19, E3, E4). The cost is linear in the input however it is cut.
///
/// A reader lets the framer own the buffer, so that frames are read and delivered in place:
///
///     Framer framer(64 << 20);
///     std::span<char> room = framer.prepare();
///     framer.commit(read(fd, room.data(), room.size()),
///                   [&](std::string_view frame) { ... },       // valid during the call only
///                   [&](std::size_t bytes) { ... });           // a line over the limit, once
///
/// Bytes that already lie somewhere go through `feed`, which copies only unfinished lines.
///
/// Thread safety: none; one thread at a time. Callbacks must not call the framer.
class Framer {
 public:
  /// `max_frame_bytes`: lines longer than this (before CR and byte order mark are removed) are
  /// skipped up to their end and reported once, with the bytes seen until then.
  explicit Framer(std::size_t max_frame_bytes) noexcept : limit_(max_frame_bytes) {}

  /// Room to read the next bytes into, never empty. It grows while a long line arrives, and goes
  /// back to `initial_capacity` some time after. Valid until the next call of the framer.
  std::span<char> prepare();

  /// The first `bytes` bytes of what `prepare` returned have been filled: calls
  /// `on_frame(std::string_view)` for every line that they complete and
  /// `on_oversize(std::size_t bytes)` once for each line that is too long.
  template <class OnFrame, class OnOversize>
  void commit(std::size_t bytes, OnFrame&& on_frame, OnOversize&& on_oversize);

  /// The same for bytes that lie elsewhere; whole lines in them are delivered without a copy.
  template <class OnFrame, class OnOversize>
  void feed(std::string_view bytes, OnFrame&& on_frame, OnOversize&& on_oversize);

  /// The stream has ended: delivers a last line that has no line end, if there is one.
  template <class OnFrame>
  void finish(OnFrame&& on_frame);

  /// What the buffer holds at first. Pages of it that no message reaches cost no memory.
  static constexpr std::size_t initial_capacity = std::size_t{64} << 10;

 private:
  struct Free {
    void operator()(char* memory) const noexcept { std::free(memory); }
  };

  // Makes room for `bytes` more after the unfinished line.
  void reserve(std::size_t bytes);
  void release_after_calm() noexcept;
  static std::string_view trim(std::string_view line) noexcept;

  template <class OnFrame, class OnOversize>
  void end_line(std::string_view line, OnFrame& on_frame, OnOversize& on_oversize);
  template <class OnOversize>
  void keep_rest(OnOversize& on_oversize);

  std::size_t limit_;
  std::unique_ptr<char, Free> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;  // the unfinished line is [begin_, end_) and holds no line end
  std::size_t end_ = 0;
  std::size_t calm_ = 0;  // rounds since the buffer was last needed at more than its first size
  bool skipping_ = false;
};

template <class OnFrame, class OnOversize>
void Framer::commit(std::size_t bytes, OnFrame&& on_frame, OnOversize&& on_oversize) {
  const char* const data = buffer_.get();
  std::size_t from = end_;
  end_ += bytes;
  if (end_ > initial_capacity) calm_ = 0;
  while (from < end_) {
    const void* const found = std::memchr(data + from, '\n', end_ - from);
    if (found == nullptr) break;
    const auto line_end = static_cast<std::size_t>(static_cast<const char*>(found) - data);
    const std::string_view line(data + begin_, line_end - begin_);
    begin_ = from = line_end + 1;
    end_line(line, on_frame, on_oversize);
  }
  keep_rest(on_oversize);
}

template <class OnFrame, class OnOversize>
void Framer::feed(std::string_view bytes, OnFrame&& on_frame, OnOversize&& on_oversize) {
  while (!bytes.empty()) {
    const std::size_t line_end = bytes.find('\n');
    const bool complete = line_end != std::string_view::npos;
    if (begin_ == end_ && complete) {
      end_line(bytes.substr(0, line_end), on_frame, on_oversize);
      bytes.remove_prefix(line_end + 1);
      continue;
    }
    if (skipping_) return;
    // Not past the end of the unfinished line, so that the lines after it are not copied.
    const std::size_t size = complete ? line_end + 1 : bytes.size();
    reserve(size);
    std::memcpy(buffer_.get() + end_, bytes.data(), size);
    commit(size, on_frame, on_oversize);
    bytes.remove_prefix(size);
  }
}

template <class OnFrame>
void Framer::finish(OnFrame&& on_frame) {
  const std::string_view line = trim({buffer_.get() + begin_, end_ - begin_});
  begin_ = end_ = 0;
  if (!line.empty()) on_frame(line);
}

template <class OnFrame, class OnOversize>
void Framer::end_line(std::string_view line, OnFrame& on_frame, OnOversize& on_oversize) {
  if (skipping_) {
    skipping_ = false;
  } else if (line.size() > limit_) {
    on_oversize(line.size());
  } else if (const std::string_view frame = trim(line); !frame.empty()) {
    on_frame(frame);
  }
}

template <class OnOversize>
void Framer::keep_rest(OnOversize& on_oversize) {
  const std::size_t held = end_ - begin_;
  if (!skipping_ && held > limit_) {
    skipping_ = true;
    on_oversize(held);
  }
  if (skipping_ || held == 0) begin_ = end_ = 0;
}

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/framer.ipp>
#endif
