// SPDX-License-Identifier: MIT
// JSON-RPC 2.0 messages: what a frame holds, and how frames are written. Pure.
#pragma once

#include <string>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/access.hpp>
#include <parley/json/request_id.hpp>
#include <parley/json/value.hpp>

namespace parley {

/// One received message, taken apart but not yet decoded into the types of its method.
struct Message {
  enum class Kind {
    request,
    notification,
    response,  ///< `result` or `error` is set.
    invalid,   ///< Valid JSON that is no JSON-RPC message; `problem` says why.
  };

  Message() = default;
  Message(Message&&) noexcept = default;
  Message& operator=(Message&&) noexcept = default;
  ~Message() { detail::clear_members(json); }

  Kind kind = Kind::invalid;
  RequestId id;
  bool has_id = false;
  std::string method;
  /// The whole message as it was decoded, unknown members included.
  Json json;
  /// Points into `json`; null when the member is missing (or `params` is JSON null).
  Json* params = nullptr;
  Json* result = nullptr;
  Json* error = nullptr;
  std::string problem;
};

/// Takes one JSON value apart. `require_version`: refuse a message whose `jsonrpc` is not "2.0"
/// (MCP A3); ACP agents in the wild leave it out. Never throws.
Message classify(Json json, bool require_version);

/// Frames, appended to `out` without a line end. `params` and `result` are JSON texts; empty
/// params are left out.
void write_request(const RequestId& id, std::string_view method, std::string_view params,
                   std::string& out);
void write_notification(std::string_view method, std::string_view params, std::string& out);
void write_result(const RequestId& id, std::string_view result, std::string& out);
/// `error` is the text of the error object. A null `id` pointer leaves the member out.
void write_error(const RequestId* id, std::string_view error, std::string& out);

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/message.ipp>
#endif
