// SPDX-License-Identifier: MIT
// What one call may be told beside its params.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

namespace parley {

/// Options of one call.
///
/// The constructor is declared, so that this is no aggregate: GCC 12 destroys braced aggregate
/// temporaries twice inside a `co_await` expression.
struct CallOptions {
  CallOptions() = default;
  CallOptions(std::chrono::milliseconds call_timeout) : timeout(call_timeout) {}

  /// How long to wait for the answer; then the call is cancelled at the peer and fails with
  /// `Errc::timeout`. Unset: what the connection's default says.
  std::optional<std::chrono::milliseconds> timeout;
  /// No timeout, whatever the default says.
  bool no_timeout = false;
  /// Stopping it cancels the call at the peer; the call fails at once with `Errc::cancelled`.
  std::stop_token stop;
};

}  // namespace parley
