// SPDX-License-Identifier: MIT
// Bodies of DefaultHandler.
#pragma once

#include <algorithm>
#include <string>

#include <parley/acp/default_handler.hpp>
#include <parley/json/convert.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace parley::acp {
namespace detail {

inline DefaultHandlerOptions with_defaults(DefaultHandlerOptions options) {
  const DefaultHandlerOptions defaults;
  if (options.max_events == 0) options.max_events = defaults.max_events;
  if (options.max_event_bytes == 0) options.max_event_bytes = defaults.max_event_bytes;
  return options;
}

inline bool allows(const PermissionOption& option) {
  return option.kind == PermissionOptionKind::allow_once ||
         option.kind == PermissionOptionKind::allow_always;
}

inline bool rejects(const PermissionOption& option) { return !allows(option); }

}  // namespace detail

PARLEY_DECL DefaultHandler::DefaultHandler(const DefaultHandlerOptions& options)
    : options_(detail::with_defaults(options)) {}

PARLEY_DECL std::vector<DefaultHandler::Event> DefaultHandler::events() const {
  const std::lock_guard lock(mutex_);
  std::vector<Event> out;
  out.reserve(kept_.size());
  for (const Kept& kept : kept_) out.push_back(kept.event);
  return out;
}

PARLEY_DECL void DefaultHandler::clear() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
  bytes_ = 0;
}

PARLEY_DECL void DefaultHandler::handle_session_update(const SessionId& session,
                                                       const SessionUpdate& update) {
  Kept added{{session, to_json(update)}, 0};
  added.bytes = to_text(*added.event.update).size();
  if (added.bytes > options_.max_event_bytes) return;
  const std::lock_guard lock(mutex_);
  bytes_ += added.bytes;
  kept_.push_front(std::move(added));
  while (kept_.size() > options_.max_events || bytes_ > options_.max_event_bytes) {
    bytes_ -= kept_.back().bytes;
    kept_.pop_back();
  }
}

PARLEY_DECL RequestPermissionOutcome DefaultHandler::handle_permission_request(
    const SessionId&, const ToolCallUpdate&, const std::vector<PermissionOption>& options) {
  const auto wanted = options_.auto_approve_permissions ? &detail::allows : &detail::rejects;
  const auto found = std::find_if(options.begin(), options.end(), wanted);
  if (found != options.end()) return permission_selected(found->option_id);
  if (options_.auto_approve_permissions && !options.empty()) {
    return permission_selected(options.front().option_id);
  }
  return permission_cancelled();
}

}  // namespace parley::acp
