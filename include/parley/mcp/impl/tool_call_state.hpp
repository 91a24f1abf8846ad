// SPDX-License-Identifier: MIT
// What one call of a tool carries.
#pragma once

#include <memory>
#include <utility>

#include <parley/mcp/impl/server_session_state.hpp>
#include <parley/mcp/tool.hpp>
#include <parley/rpc/incoming.hpp>

namespace parley::mcp {

struct ToolCall::State {
  IncomingRequest request;
  RequestContext context;
  std::shared_ptr<const detail::ToolEntry> tool;
  Json* arguments;
  /// The session's version has structured results (2025-06-18).
  bool structured;
};

}  // namespace parley::mcp
