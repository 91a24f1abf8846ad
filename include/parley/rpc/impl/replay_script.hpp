// SPDX-License-Identifier: MIT
// The rows of a recording as a script: what comes next, and whether a live frame is what was
// recorded. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <parley/json/request_id.hpp>
#include <parley/json/value.hpp>
#include <parley/rpc/message.hpp>
#include <parley/rpc/replayer.hpp>

namespace parley::detail {

// The reference tokens of a JSON Pointer.
using ReplayPlace = std::vector<std::string>;

struct ReplayRow {
  std::size_t number = 0;
  std::string text;
  Json json;  // discarded when the frame is no JSON
  Message::Kind kind = Message::Kind::invalid;
  RequestId id;
  bool live = false;
  bool matched = false;
};

// What the names of the recording are called in this run.
class ReplayNames {
 public:
  // A row of the live side, as this run must send it if it is to equal `actual`; and what is to be
  // remembered if it does.
  Json expect(const ReplayRow& row, const ReplayRow& actual,
              const std::vector<ReplayPlace>& chosen);
  void remember(const ReplayRow& row, const ReplayRow& actual);
  // A row of the peer, as this run must receive it.
  std::string translate(const ReplayRow& row) const;

 private:
  using Ids = std::unordered_map<RequestId, Json>;

  bool translate_message(Json& json) const;
  bool translate_strings(Json& json) const;

  Ids requests_;
  Ids tokens_;
  std::unordered_map<std::string, std::string> strings_;
  // Found by `expect`, kept by `remember`.
  std::unordered_map<std::string, std::string> candidates_;
};

// Thread safety: none.
class ReplayScript {
 public:
  // Throws Error, see Replayer.
  ReplayScript(std::vector<RecordedFrame> recording, const ReplayOptions& options);

  // The live side sent a frame.
  std::optional<ReplayMismatch> take(std::string_view frame);
  // The live side ended before it had sent everything.
  ReplayMismatch ended_early() const;

  bool may_deliver() const { return next_ < rows_.size() && next_ < open_; }
  // The next frame of the peer; only if `may_deliver`.
  std::string next_frame();

  bool all_sent() const { return open_ == rows_.size(); }
  bool all_delivered() const { return next_ == rows_.size(); }
  std::string waiting_for() const;

 private:
  ReplayRow* find(const ReplayRow& actual);
  std::optional<ReplayMismatch> compare(ReplayRow& row, const ReplayRow& actual);
  std::size_t skip(std::size_t index, bool live) const;

  std::vector<ReplayRow> rows_;
  std::vector<ReplayPlace> ignore_;
  std::vector<ReplayPlace> chosen_;
  ReplayNames names_;
  std::size_t next_ = 0;  // of the peer's rows, the first that was not delivered
  std::size_t open_ = 0;  // of the live side's rows, the first that was not matched
};

}  // namespace parley::detail
