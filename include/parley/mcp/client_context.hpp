// SPDX-License-Identifier: MIT
// What a client's handler knows of the request that it serves. The
// bodies come with client.hpp in the header-only build.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include <parley/config.hpp>
#include <parley/json/request_id.hpp>
#include <parley/mcp/client_session.hpp>

namespace parley::mcp {

/// Given to the handlers of a server's requests: which server asks, and whether it still wants to
/// know.
///
/// Thread safety: as one object. Lifetime: until the request is answered.
class ClientContext {
 public:
  ClientContext(detail::SessionPtr session, const Json* meta, std::stop_token stop);

  ClientSession& session() { return session_; }
  /// Tripped when the server cancels its request, and when the session ends.
  const std::stop_token& stop_token() const { return stop_; }
  bool cancelled() const { return stop_.stop_requested(); }
  /// Tells the server how far the work has come, if it asked. Values that do not grow are left out
  /// (MCP A14).
  void progress(double done, std::optional<double> total = {}, std::string message = {});

 private:
  ClientSession session_;
  std::optional<ProgressToken> token_;
  std::stop_token stop_;
  std::optional<double> last_progress_;
};

}  // namespace parley::mcp
