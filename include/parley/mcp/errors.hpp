// SPDX-License-Identifier: MIT
// Error codes that MCP adds to those of JSON-RPC (rpc/error.hpp).
#pragma once

#include <parley/rpc/error.hpp>

/// The codes of JSON-RPC are here too: `mcp::error_code::invalid_params`.
namespace parley::mcp::error_code {

using namespace parley::error_code;

/// There is no such resource: the answer to `resources/read`, with `{"uri": ...}` as its data. Only
/// in sessions of 2025-11-25 and before; clients treat it and an invalid-params error alike, and
/// give no other code from -32019 to -32000 a meaning.
inline constexpr int resource_not_found = -32002;

/// The request can succeed only after the person has visited a web page; the data is a
/// `URLElicitationRequiredData`. Only in 2025-11-25, and only to a client that announced
/// `elicitation.url`; the request may be sent again once the pages are done.
inline constexpr int url_elicitation_required = -32042;

/// The person refused a sampling request.
inline constexpr int user_rejected = -1;

}  // namespace parley::mcp::error_code
