// SPDX-License-Identifier: MIT
// Bodies of ReplayNames and ReplayScript.
#pragma once

#include <utility>

#include <parley/json/access.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>
#include <parley/rpc/error.hpp>
#include <parley/rpc/impl/replay_compare.hpp>
#include <parley/rpc/impl/replay_script.hpp>

namespace parley::detail {

inline ReplayRow make_replay_row(std::string text) {
  ReplayRow row;
  auto json = parse(text);
  row.text = std::move(text);
  row.json = json ? std::move(*json) : Json(Json::value_t::discarded);
  if (!json) return row;
  Message message;
  classify(row.json, message);
  row.kind = message.kind;
  row.id = message.id;
  return row;
}

inline Json* progress_token(Json& message) {
  static const ReplayPlace place{"params", "_meta", "progressToken"};
  return value_at(message, place);
}

// Puts the live id in the place of a recorded one.
inline bool replace_id(Json* value, const std::unordered_map<RequestId, Json>& ids) {
  RequestId id;
  if (value == nullptr || !RequestId::from_json(*value, id)) return false;
  const auto found = ids.find(id);
  if (found == ids.end() || found->second == *value) return false;
  *value = found->second;
  return true;
}

// --- ReplayNames ---------------------------------------------------------------------------------

PARLEY_DECL Json ReplayNames::expect(const ReplayRow& row, const ReplayRow& actual,
                                     const std::vector<ReplayPlace>& chosen) {
  Json wanted = row.json;
  Json sent = actual.json;
  candidates_.clear();
  for (const ReplayPlace& place : chosen) {
    Json* const old = value_at(wanted, place);
    Json* const now = value_at(sent, place);
    if (old == nullptr || now == nullptr || !old->is_string() || !now->is_string()) continue;
    candidates_[old->get<std::string>()] = now->get<std::string>();
  }
  translate_strings(wanted);
  if (row.kind == Message::Kind::request && actual.kind == Message::Kind::request) {
    wanted["id"] = sent["id"];
    Json* const old = progress_token(wanted);
    Json* const now = progress_token(sent);
    if (old != nullptr && now != nullptr) *old = *now;
  } else if (row.kind == Message::Kind::notification) {
    // A request is cancelled by who sent it, so this is an id of the live side.
    replace_id(value_at(wanted, {"params", "requestId"}), requests_);
  }
  return wanted;
}

PARLEY_DECL void ReplayNames::remember(const ReplayRow& row, const ReplayRow& actual) {
  for (auto& [old, now] : candidates_) strings_[old] = now;
  if (row.kind != Message::Kind::request) return;
  Json recorded = row.json;
  Json sent = actual.json;
  requests_[row.id] = sent["id"];
  RequestId token;
  Json* const old = progress_token(recorded);
  Json* const now = progress_token(sent);
  if (old != nullptr && now != nullptr && RequestId::from_json(*old, token)) tokens_[token] = *now;
}

PARLEY_DECL std::string ReplayNames::translate(const ReplayRow& row) const {
  Json json = row.json;
  bool changed = false;
  if (json.is_array()) {
    for (Json& item : json) changed = translate_message(item) || changed;
  } else {
    changed = translate_message(json);
  }
  // The very bytes where they will do.
  return changed ? to_text(json) : row.text;
}

PARLEY_DECL bool ReplayNames::translate_message(Json& json) const {
  bool changed = !strings_.empty() && translate_strings(json);
  Message message;
  classify(json, message);
  switch (message.kind) {
    case Message::Kind::response:
      return replace_id(find_member(json, "id"), requests_) || changed;
    case Message::Kind::request:
      return replace_id(value_at(json, {"params", "requestId"}), requests_) || changed;
    case Message::Kind::notification:
      return replace_id(value_at(json, {"params", "progressToken"}), tokens_) || changed;
    case Message::Kind::invalid:
      break;
  }
  return changed;
}

PARLEY_DECL bool ReplayNames::translate_strings(Json& json) const {
  bool changed = false;
  if (json.is_structured()) {
    for (Json& value : json) changed = translate_strings(value) || changed;
  } else if (std::string* const text = string_in(json)) {
    const auto candidate = candidates_.find(*text);
    const auto known = strings_.find(*text);
    if (candidate == candidates_.end() && known == strings_.end()) return false;
    const std::string& now = candidate != candidates_.end() ? candidate->second : known->second;
    changed = now != *text;
    *text = now;
  }
  return changed;
}

// --- ReplayScript --------------------------------------------------------------------------------

PARLEY_DECL ReplayScript::ReplayScript(std::vector<RecordedFrame> recording,
                                       const ReplayOptions& options) {
  for (const std::string& place : options.ignore) ignore_.push_back(split_pointer(place));
  for (const std::string& place : options.chosen_by_live) chosen_.push_back(split_pointer(place));
  std::optional<std::string> peer;
  for (RecordedFrame& frame : recording) {
    const bool live = frame.dir == options.live;
    if (!live && !peer) peer = frame.dir;
    if (!live && frame.dir != *peer) {
      throw Error(Errc::invalid_argument,
                  "row " + std::to_string(frame.row) + " of the recording: the direction \"" +
                      frame.dir + "\" is neither the live side's, \"" + options.live +
                      "\", nor the peer's, \"" + *peer +
                      "\"; say in ReplayOptions::live which one the live side sends");
    }
    // A framer skips blank lines, so neither side ever sees one.
    if (frame.line.empty()) continue;
    ReplayRow row = make_replay_row(std::move(frame.line));
    row.number = frame.row;
    row.live = live;
    rows_.push_back(std::move(row));
  }
  open_ = skip(0, true);
  next_ = skip(0, false);
}

// The first row from `index` on that is of the side and not done.
PARLEY_DECL std::size_t ReplayScript::skip(std::size_t index, bool live) const {
  while (index < rows_.size() && (rows_[index].live != live || rows_[index].matched)) ++index;
  return index;
}

PARLEY_DECL std::string ReplayScript::next_frame() {
  ReplayRow& row = rows_[next_];
  row.matched = true;
  next_ = skip(next_, false);
  return names_.translate(row);
}

// The row that a live frame has to equal, or null when there is none for it.
PARLEY_DECL ReplayRow* ReplayScript::find(const ReplayRow& actual) {
  const bool answer = actual.kind == Message::Kind::response;
  for (std::size_t i = open_; i < rows_.size(); i = skip(i + 1, true)) {
    ReplayRow& row = rows_[i];
    if (answer && row.kind == Message::Kind::notification) return &row;
    if (answer != (row.kind == Message::Kind::response)) continue;
    if (!answer || row.id == actual.id) return &row;
  }
  return all_sent() ? nullptr : &rows_[open_];
}

PARLEY_DECL std::optional<ReplayMismatch> ReplayScript::take(std::string_view frame) {
  const ReplayRow actual = make_replay_row(std::string(frame));
  if (ReplayRow* const row = find(actual)) return compare(*row, actual);
  ReplayMismatch mismatch;
  mismatch.row = rows_.empty() ? 0 : rows_.back().number;
  mismatch.sent = actual.text;
  mismatch.message = "the recording ends with row " + std::to_string(mismatch.row) +
                     " and has no more frames of the live side, but it sent " +
                     cut_for_message(actual.text, 400);
  return mismatch;
}

PARLEY_DECL std::optional<ReplayMismatch> ReplayScript::compare(ReplayRow& row,
                                                                const ReplayRow& actual) {
  std::string recorded = row.text;
  std::string difference;
  if (row.json.is_discarded() || actual.json.is_discarded()) {
    if (row.text != actual.text) difference = "one of them is no JSON";
  } else {
    Json wanted = names_.expect(row, actual, chosen_);
    Json sent = actual.json;
    recorded = to_text(wanted);
    for (const ReplayPlace& place : ignore_) {
      blank_out(wanted, place);
      blank_out(sent, place);
    }
    difference = first_difference(wanted, sent);
    if (difference.empty()) names_.remember(row, actual);
  }
  if (difference.empty()) {
    row.matched = true;
    open_ = skip(open_, true);
    return std::nullopt;
  }
  std::string message = "the live side did not send what row " + std::to_string(row.number) +
                        " of the recording says; " + difference +
                        "; recorded: " + cut_for_message(recorded, 400) +
                        "; sent: " + cut_for_message(actual.text, 400);
  return ReplayMismatch{row.number, std::move(recorded), actual.text, std::move(message)};
}

PARLEY_DECL ReplayMismatch ReplayScript::ended_early() const {
  const ReplayRow& row = rows_[open_];
  return {row.number, row.text, "",
          "the live side closed before it sent what row " + std::to_string(row.number) +
              " of the recording says: " + cut_for_message(row.text, 400)};
}

PARLEY_DECL std::string ReplayScript::waiting_for() const {
  if (all_sent() || may_deliver()) return {};
  const ReplayRow& row = rows_[open_];
  return "row " + std::to_string(row.number) +
         ", which the live side has to send: " + cut_for_message(row.text, 400);
}

}  // namespace parley::detail
