// SPDX-License-Identifier: MIT
// Error codes that ACP adds to those of JSON-RPC (rpc/error.hpp).
#pragma once

#include <parley/rpc/error.hpp>

/// The codes of JSON-RPC are here too: `acp::error_code::invalid_params`.
namespace parley::acp::error_code {

using namespace parley::error_code;

/// The agent needs the user to sign in first: the client runs its authentication flow and tries
/// again, once. Other failures to authenticate are internal errors.
inline constexpr int auth_required = -32000;

/// There is no such session (data: `{"sessionId": ...}`) or file (data: `{"uri": ...}`).
inline constexpr int resource_not_found = -32002;

/// The request was cancelled before it had a result. A cancelled prompt ends with stop reason
/// `cancelled` instead.
inline constexpr int request_cancelled = -32800;

/// The agent speaks no version that suits the client (data: `{"requested": n, "supported": [n]}`).
/// Part of version 2; agents that speak both answer version 1 clients with it too.
inline constexpr int unsupported_protocol_version = -32022;

}  // namespace parley::acp::error_code
