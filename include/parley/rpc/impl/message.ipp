// SPDX-License-Identifier: MIT
// Bodies of message classification and frame writing.
#pragma once

#include <utility>

#include <parley/json/access.hpp>
#include <parley/json/write.hpp>
#include <parley/rpc/message.hpp>

namespace parley {
namespace detail {

inline Message invalid(Message message, std::string problem) {
  message.kind = Message::Kind::invalid;
  message.problem = std::move(problem);
  return message;
}

inline Message classify_call(Message message) {
  if (message.result != nullptr || message.error != nullptr) {
    return invalid(std::move(message), "a message has either a method or a result, not both");
  }
  if (message.params != nullptr && !message.params->is_object() && !message.params->is_array()) {
    return invalid(std::move(message), "params must be an object");
  }
  message.kind = message.has_id ? Message::Kind::request : Message::Kind::notification;
  return message;
}

inline Message classify_response(Message message) {
  if (message.result != nullptr && message.error != nullptr) {
    return invalid(std::move(message), "a response has either a result or an error, not both");
  }
  if (message.result == nullptr && message.error == nullptr) {
    return invalid(std::move(message), "a message needs a method, or a result, or an error");
  }
  message.kind = Message::Kind::response;
  return message;
}

}  // namespace detail

PARLEY_DECL Message classify(Json json, bool require_version) {
  Message message;
  message.json = std::move(json);
  if (!message.json.is_object()) {
    return detail::invalid(std::move(message), "a message must be a JSON object");
  }
  // First, because what looks like a response is not answered whatever else is wrong with it.
  message.result = detail::find_member(message.json, "result");
  message.error = detail::find_member(message.json, "error");
  if (const Json* id = detail::find_member(message.json, "id")) {
    if (!RequestId::from_json(*id, message.id)) {
      return detail::invalid(std::move(message), "id must be a string, an integer or null");
    }
    message.has_id = true;
  }
  if (Json* version = detail::find_member(message.json, "jsonrpc")) {
    if (*version != "2.0") {
      return detail::invalid(std::move(message), "jsonrpc must be \"2.0\"");
    }
  } else if (require_version) {
    return detail::invalid(std::move(message), "jsonrpc is missing; it must be \"2.0\"");
  }
  message.params = detail::find_member(message.json, "params");
  if (message.params != nullptr && message.params->is_null()) message.params = nullptr;
  // Old peers write the member that does not apply as null.
  if (message.error != nullptr && message.error->is_null() && message.result != nullptr) {
    message.error = nullptr;
  } else if (message.result != nullptr && message.result->is_null() && message.error != nullptr) {
    message.result = nullptr;
  }
  Json* method = detail::find_member(message.json, "method");
  if (method == nullptr) return detail::classify_response(std::move(message));
  std::string* name = detail::string_in(*method);
  if (name == nullptr) return detail::invalid(std::move(message), "method must be a string");
  message.method = *name;
  return detail::classify_call(std::move(message));
}

PARLEY_DECL void write_request(const RequestId& id, std::string_view method,
                               std::string_view params, std::string& out) {
  out += R"({"jsonrpc":"2.0","id":)";
  id.write(out);
  out += R"(,"method":)";
  write_string(method, out);
  if (!params.empty()) {
    out += R"(,"params":)";
    out += params;
  }
  out += '}';
}

PARLEY_DECL void write_notification(std::string_view method, std::string_view params,
                                    std::string& out) {
  out += R"({"jsonrpc":"2.0","method":)";
  write_string(method, out);
  if (!params.empty()) {
    out += R"(,"params":)";
    out += params;
  }
  out += '}';
}

PARLEY_DECL void write_result(const RequestId& id, std::string_view result, std::string& out) {
  out += R"({"jsonrpc":"2.0","id":)";
  id.write(out);
  out += R"(,"result":)";
  out += result;
  out += '}';
}

PARLEY_DECL void write_error(const RequestId* id, std::string_view error, std::string& out) {
  out += R"({"jsonrpc":"2.0")";
  if (id != nullptr) {
    out += R"(,"id":)";
    id->write(out);
  }
  out += R"(,"error":)";
  out += error;
  out += '}';
}

}  // namespace parley
