// SPDX-License-Identifier: MIT
// Bodies of message classification and frame writing.
#pragma once

#include <utility>

#include <parley/json/access.hpp>
#include <parley/json/write.hpp>
#include <parley/rpc/message.hpp>

namespace parley {
namespace detail {

// The members that JSON-RPC gives a meaning, found in one pass.
struct MessageMembers {
  Json* id = nullptr;
  Json* version = nullptr;
  Json* method = nullptr;
  Json* params = nullptr;
  Json* result = nullptr;
  Json* error = nullptr;

  explicit MessageMembers(Json& message) {
    for (auto& [name, value] : message.get_ref<Json::object_t&>()) {
      if (Json** const place = place_of(name)) *place = &value;
    }
  }

  Json** place_of(std::string_view name) {
    switch (name.size()) {
      case 2:
        return name == "id" ? &id : nullptr;
      case 5:
        return name == "error" ? &error : nullptr;
      case 6:
        if (name == "method") return &method;
        if (name == "params") return &params;
        return name == "result" ? &result : nullptr;
      case 7:
        return name == "jsonrpc" ? &version : nullptr;
      default:
        return nullptr;
    }
  }
};

inline bool is_version_2(Json& version) {
  const std::string* const text = string_in(version);
  return text != nullptr && *text == "2.0";
}

// What is wrong with it, or an empty text.
inline std::string_view classify_call(Message& message) {
  if (message.result != nullptr || message.error != nullptr) {
    return "a message has either a method or a result, not both";
  }
  if (message.params != nullptr && !message.params->is_structured()) {
    return "params must be an object";
  }
  message.kind = message.has_id ? Message::Kind::request : Message::Kind::notification;
  return {};
}

inline std::string_view classify_response(Message& message) {
  if (message.result != nullptr && message.error != nullptr) {
    return "a response has either a result or an error, not both";
  }
  if (message.result == nullptr && message.error == nullptr) {
    return "a message needs a method, or a result, or an error";
  }
  message.kind = Message::Kind::response;
  return {};
}

inline std::string_view classify_object(Message& message, bool require_version) {
  const MessageMembers members(message.json);
  // First, because what looks like a response is not answered whatever else is wrong with it.
  message.result = members.result;
  message.error = members.error;
  if (members.id != nullptr) {
    if (!RequestId::from_json(*members.id, message.id)) {
      return "id must be a string, an integer or null";
    }
    message.has_id = true;
  }
  if (members.version != nullptr) {
    if (!is_version_2(*members.version)) return "jsonrpc must be \"2.0\"";
  } else if (require_version) {
    return "jsonrpc is missing; it must be \"2.0\"";
  }
  if (members.params != nullptr && !members.params->is_null()) message.params = members.params;
  // Old peers write the member that does not apply as null.
  if (message.error != nullptr && message.error->is_null() && message.result != nullptr) {
    message.error = nullptr;
  } else if (message.result != nullptr && message.result->is_null() && message.error != nullptr) {
    message.result = nullptr;
  }
  if (members.method == nullptr) return classify_response(message);
  const std::string* const name = string_in(*members.method);
  if (name == nullptr) return "method must be a string";
  message.method = *name;
  return classify_call(message);
}

}  // namespace detail

PARLEY_DECL Message classify(Json json, bool require_version) {
  Message message;
  message.json = std::move(json);
  message.problem = message.json.is_object() ? detail::classify_object(message, require_version)
                                             : "a message must be a JSON object";
  return message;
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
