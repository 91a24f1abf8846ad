// SPDX-License-Identifier: MIT
// MCP initialize: the handshake that starts a session in versions up to 2025-11-25.
#pragma once

#include <parley/mcp/types/capabilities.hpp>

namespace parley::mcp {

/// The params of `initialize`: what the client is, speaks and can do.
struct InitializeRequestParams {
  std::string protocol_version{};  ///< The latest that the client speaks.
  ClientCapabilities capabilities{};
  Implementation client_info{};
  OptionalJson meta{};  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("protocolVersion", self.protocol_version, required);
    v("capabilities", self.capabilities, required);
    v("clientInfo", self.client_info, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const InitializeRequestParams&, const InitializeRequestParams&) = default;
};

/// The answer to `initialize`: what the server is, will speak and offers.
struct InitializeResult {
  std::string protocol_version{};  ///< What the session speaks; a client that cannot, leaves.
  ServerCapabilities capabilities{};
  Implementation server_info{};
  std::optional<std::string> instructions{};  ///< How to use the server; a hint for the model.
  OptionalJson meta{};                        ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("protocolVersion", self.protocol_version, required);
    v("capabilities", self.capabilities, required);
    v("serverInfo", self.server_info, required);
    v("instructions", self.instructions);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const InitializeResult&, const InitializeResult&) = default;
};

}  // namespace parley::mcp
