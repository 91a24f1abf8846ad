// SPDX-License-Identifier: MIT
// A list that clients page through while it changes.
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <parley/json/base64.hpp>
#include <parley/rpc/error.hpp>

namespace parley::mcp::detail {

/// Entries by key, listed in the order in which they were added. A cursor names the list, and the
/// last entry of a page by its number, so that pages stay right while entries come and go.
///
/// Thread safety: every member from any thread.
template <class Entry>
class Registry {
 public:
  struct Page {
    std::vector<std::shared_ptr<const Entry>> entries;
    std::optional<std::string> next_cursor;
  };

  void put(std::string key, std::shared_ptr<const Entry> entry) {
    const std::lock_guard lock(mutex_);
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      found->second->second = std::move(entry);  // A replaced entry keeps its place.
      return;
    }
    const auto place = entries_.emplace(next_number_++, std::move(entry)).first;
    by_key_.emplace(std::move(key), place);
  }

  bool remove(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(std::string(key));
    if (found == by_key_.end()) return false;
    entries_.erase(found->second);
    by_key_.erase(found);
    return true;
  }

  std::shared_ptr<const Entry> find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? nullptr : found->second->second;
  }

  bool empty() const {
    const std::lock_guard lock(mutex_);
    return entries_.empty();
  }

  std::vector<std::shared_ptr<const Entry>> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<const Entry>> out;
    out.reserve(entries_.size());
    for (const auto& [number, entry] : entries_) out.push_back(entry);
    return out;
  }

  /// One page of the list of that name. Throws the error that MCP A15 wants for a cursor that is
  /// none of this list.
  Page page(std::string_view list, const std::optional<std::string>& cursor,
            std::size_t size) const {
    const std::lock_guard lock(mutex_);
    Page page;
    auto entry = cursor ? entries_.upper_bound(read_cursor(list, *cursor)) : entries_.begin();
    std::uint64_t last = 0;
    for (; entry != entries_.end() && page.entries.size() < size; ++entry) {
      page.entries.push_back(entry->second);
      last = entry->first;
    }
    if (entry != entries_.end()) {
      page.next_cursor = base64_encode(std::string(list) + ':' + std::to_string(last));
    }
    return page;
  }

 private:
  static std::uint64_t read_cursor(std::string_view list, const std::string& cursor) {
    const auto text = base64_decode(cursor);
    std::uint64_t number = 0;
    if (text && text->starts_with(std::string(list) + ':')) {
      const char* const end = text->data() + text->size();
      const auto parsed = std::from_chars(text->data() + list.size() + 1, end, number);
      if (parsed.ec == std::errc() && parsed.ptr == end) return number;
    }
    throw Error(error_code::invalid_params,
                "Invalid cursor: use the nextCursor of an earlier page of this list, unchanged");
  }

  mutable std::mutex mutex_;
  using Entries = std::map<std::uint64_t, std::shared_ptr<const Entry>>;
  Entries entries_;
  std::unordered_map<std::string, typename Entries::iterator> by_key_;
  std::uint64_t next_number_ = 1;
};

}  // namespace parley::mcp::detail
