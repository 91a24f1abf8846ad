// SPDX-License-Identifier: MIT
// Fuzzes Framer against the obvious implementation: cut anywhere, fed or read in place, the frames
// are those of a plain split at line feeds.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <parley/rpc/framer.hpp>

namespace {

std::string_view trimmed(std::string_view line) {
  if (line.substr(0, 3) == "\xEF\xBB\xBF") line.remove_prefix(3);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  for (const char c : line) {
    if (c != ' ' && c != '\t' && c != '\r') return line;
  }
  return {};
}

// Frames in order; an oversize line is an empty string, which no frame is.
std::vector<std::string> reference(std::string_view bytes, std::size_t limit) {
  std::vector<std::string> out;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (line.size() > limit) {
      out.emplace_back();
    } else if (!trimmed(line).empty()) {
      out.emplace_back(trimmed(line));
    }
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::size_t limit = data[0];
  const std::size_t step = data[1] % 32u + 1u;
  const bool in_place = (data[2] & 1) != 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);

  parley::Framer framer(limit);
  std::vector<std::string> out;
  const auto on_frame = [&](std::string_view frame) { out.emplace_back(frame); };
  const auto on_oversize = [&](std::size_t) { out.emplace_back(); };
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    const std::string_view part = bytes.substr(at, step);
    if (in_place) {
      const std::span<char> room = framer.prepare();
      if (room.size() < part.size()) std::abort();
      part.copy(room.data(), part.size());
      framer.commit(part.size(), on_frame, on_oversize);
    } else {
      framer.feed(part, on_frame, on_oversize);
    }
  }
  framer.finish(on_frame);
  if (out != reference(bytes, limit)) std::abort();
  return 0;
}
