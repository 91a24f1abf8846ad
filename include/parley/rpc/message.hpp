// SPDX-License-Identifier: MIT
// JSON-RPC 2.0 messages: what a frame holds, and how frames are written. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/parse.hpp>
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
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  ~Message();

  Kind kind = Kind::invalid;
  bool is_object = false;  ///< Else it is no message, but a batch or something else: `rest`.
  RequestId id;
  bool has_id = false;
  bool has_version = false;  ///< There is a `jsonrpc` member; agents in the wild leave it out.
  bool has_method = false;   ///< There is a `method` member, whatever it is.
  std::string method;
  std::optional<Json> params;  ///< Also none if the member is null.
  std::optional<Json> result;
  std::optional<Json> error;
  /// An object of the members that JSON-RPC has no use for, or null. Unless `is_object`, the value.
  Json rest;
  std::string_view problem;  ///< A constant.

  /// The whole message, put together again.
  Json to_json() const;
};

/// Reads one frame into `message`, which is new, and says what is wrong with its text. Its envelope
/// never becomes a JSON value, which would take most of the time that a small message costs. What
/// is wrong with the message is said by its `kind`, not here. Of several members of the message
/// with one name the last one counts, whatever `reject_duplicate_keys` says.
std::optional<ParseError> read_message(std::string_view frame, Message& message,
                                       const ParseLimits& limits = {});
/// Takes a value apart that has been read already.
void classify(Json json, Message& message);

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
