// SPDX-License-Identifier: MIT
// MCP progress and cancellation: what is said about a request while it runs.
#pragma once

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// The params of `notifications/progress`.
struct ProgressNotificationParams {
  ProgressToken progress_token{};  ///< As the request gave it.
  double progress = 0;             ///< Grows with every notification, even if total is unknown.
  std::optional<double> total{};
  std::optional<std::string> message{};  ///< For people. Since 2025-03-26.
  OptionalJson meta{};                   ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("progressToken", self.progress_token, required);
    v("progress", self.progress, required);
    v("total", self.total);
    v("message", self.message);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const ProgressNotificationParams&,
                         const ProgressNotificationParams&) = default;
};

/// The params of `notifications/cancelled`.
struct CancelledNotificationParams {
  /// Which of the sender's requests. Required, except in 2025-11-25 for tasks, which have
  /// `tasks/cancel`.
  std::optional<RequestId> request_id{};
  std::optional<std::string> reason{};  ///< For people and logs.
  OptionalJson meta{};                  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("requestId", self.request_id);
    v("reason", self.reason);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const CancelledNotificationParams&,
                         const CancelledNotificationParams&) = default;
};

/// The progress token in a request's `_meta`, if there is one and it is a string or an integer.
std::optional<ProgressToken> progress_token_of(const OptionalJson& meta);

/// Puts a progress token into a request's `_meta`.
void set_progress_token(OptionalJson& meta, const ProgressToken& token);

}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/types/impl/progress.ipp>
#endif
