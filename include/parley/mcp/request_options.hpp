// SPDX-License-Identifier: MIT
// What one MCP request may be told beside its params.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include <parley/json/optional_json.hpp>
#include <parley/rpc/call_options.hpp>

namespace parley::mcp {

struct ProgressNotificationParams;

/// Called for each progress notification of one request, one at a time, on a worker, in wire order,
/// and always before the request's answer is handed over; never after it.
using ProgressHandler = std::function<void(const ProgressNotificationParams&)>;

/// Options of one request of a client. No aggregate, like CallOptions, and for the same reason:
///
///     RequestOptions options(30s);
///     options.on_progress = [&](const ProgressNotificationParams& p) { bar.set(p.progress); };
///     session.call_tool("index", arguments, options);
struct RequestOptions : CallOptions {
  RequestOptions() = default;
  RequestOptions(CallOptions options) : CallOptions(std::move(options)) {}
  /// Only a timeout; otherwise `ClientOptions::request_timeout` counts.
  template <class Rep, class Period>
  RequestOptions(std::chrono::duration<Rep, Period> request_timeout)
      : CallOptions(std::chrono::duration_cast<std::chrono::milliseconds>(request_timeout)) {}

  /// Asks the server for progress, with a token of its own in the request's `_meta`.
  ProgressHandler on_progress;
  /// Each progress notification starts the timeout anew; the server is asked for progress even
  /// without `on_progress`.
  bool reset_timeout_on_progress = false;
  /// However much progress there is, the request takes no longer than this.
  std::optional<std::chrono::milliseconds> max_total_timeout;
  /// Members to put into the request's `_meta`: an object. They win over those of the params.
  OptionalJson meta;

  bool wants_progress() const { return on_progress || reset_timeout_on_progress; }
};

}  // namespace parley::mcp
