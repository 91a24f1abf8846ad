// SPDX-License-Identifier: MIT
// The requests of a session that have asked for progress.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include <parley/json/fwd.hpp>
#include <parley/mcp/request_options.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/timer_service.hpp>

namespace parley::mcp::detail {

/// Leads progress notifications to the requests that they are about, as long as those wait.
///
/// Thread safety: every member may be called from any thread.
class ProgressTable {
 public:
  using TimePoint = TimerService::Clock::time_point;

  /// A number that no other request of this session has had.
  std::int64_t new_token();
  void add(std::int64_t token, const RequestOptions& options, TimePoint now);
  /// The request is on the wire: its timeout can be moved. `timeout` is the one it has.
  void started(std::int64_t token, const CallHandle& call, std::chrono::milliseconds timeout);
  /// Whether the notification with these params is about a request that waits.
  bool wants(Json& params) const;
  void deliver(const ProgressNotificationParams& params, TimePoint now);
  /// The request has ended: returns when its handler does not run any more, unless this is it.
  void end(std::int64_t token);

 private:
  struct Entry {
    ProgressHandler on_progress;
    bool reset_timeout = false;
    std::optional<TimePoint> latest;
    std::chrono::milliseconds timeout{};
    CallHandle call;
    std::recursive_mutex running;
    bool over = false;
  };
  static void extend(const Entry& entry, TimePoint now);
  std::shared_ptr<Entry> find(std::int64_t token) const;

  mutable std::mutex mutex_;
  std::int64_t last_token_ = 0;
  std::unordered_map<std::int64_t, std::shared_ptr<Entry>> entries_;
};

}  // namespace parley::mcp::detail
