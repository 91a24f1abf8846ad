// SPDX-License-Identifier: MIT
// Bodies of ProgressTable.
#pragma once

#include <algorithm>

#include <parley/json/access.hpp>
#include <parley/mcp/impl/client_progress.hpp>
#include <parley/mcp/types/progress.hpp>

namespace parley::mcp::detail {

PARLEY_DECL std::int64_t ProgressTable::new_token() {
  const std::lock_guard lock(mutex_);
  return ++last_token_;
}

PARLEY_DECL void ProgressTable::add(std::int64_t token, const RequestOptions& options,
                                    TimePoint now) {
  auto entry = std::make_shared<Entry>();
  entry->on_progress = options.on_progress;
  entry->reset_timeout = options.reset_timeout_on_progress;
  if (options.max_total_timeout) entry->latest = now + *options.max_total_timeout;
  const std::lock_guard lock(mutex_);
  entries_.emplace(token, std::move(entry));
}

PARLEY_DECL void ProgressTable::started(std::int64_t token, const CallHandle& call,
                                        std::chrono::milliseconds timeout) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(token);
  if (found == entries_.end()) return;
  found->second->call = call;
  found->second->timeout = timeout;
}

PARLEY_DECL std::shared_ptr<ProgressTable::Entry> ProgressTable::find(std::int64_t token) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(token);
  return found == entries_.end() ? nullptr : found->second;
}

PARLEY_DECL bool ProgressTable::wants(Json& params) const {
  std::int64_t token = 0;
  const Json* member = parley::detail::find_member(params, "progressToken");
  return member != nullptr && parley::detail::to_int64(*member, token) && find(token) != nullptr;
}

// Called with the mutex held, which guards `call` and `timeout`.
PARLEY_DECL void ProgressTable::extend(const Entry& entry, TimePoint now) {
  auto timeout = entry.timeout;
  if (!entry.reset_timeout || timeout.count() == 0) return;
  if (entry.latest) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*entry.latest - now);
    timeout = std::min(timeout, std::max(left, std::chrono::milliseconds(0)));
  }
  entry.call.extend(timeout);
}

PARLEY_DECL void ProgressTable::deliver(const ProgressNotificationParams& params, TimePoint now) {
  const std::int64_t* token = params.progress_token.integer();
  const auto entry = token == nullptr ? nullptr : find(*token);
  if (entry == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    extend(*entry, now);
  }
  const std::lock_guard running(entry->running);
  if (!entry->over && entry->on_progress) entry->on_progress(params);
}

PARLEY_DECL void ProgressTable::end(std::int64_t token) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(token);
    if (found == entries_.end()) return;
    entry = std::move(found->second);
    entries_.erase(found);
  }
  const std::lock_guard running(entry->running);
  entry->over = true;
}

}  // namespace parley::mcp::detail
