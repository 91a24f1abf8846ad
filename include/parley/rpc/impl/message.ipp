// SPDX-License-Identifier: MIT
// Bodies of message classification and frame writing.
#pragma once

#include <utility>

#include <parley/json/access.hpp>
#include <parley/json/detail/literal.hpp>
#include <parley/json/impl/parser.hpp>
#include <parley/json/write.hpp>
#include <parley/rpc/message.hpp>

namespace parley {
namespace detail {

inline constexpr std::string_view no_object = "a message must be a JSON object";

// A member's value that is in memory already, read like one that JsonParser is at.
class ReadValue {
 public:
  explicit ReadValue(Json& json) : json_(json), text_(string_in(json)) {}
  bool at_text() const { return text_ != nullptr; }
  bool text(std::string_view& text) {
    text = *text_;
    return true;
  }
  bool digits(std::int64_t&) { return false; }
  bool value(Json& slot) {
    slot = std::move(json_);
    return true;
  }

 private:
  Json& json_;
  const std::string* text_;
};

// Puts the members of a message where they belong, and says what they make of it.
class Envelope {
 public:
  explicit Envelope(Message& message) : message_(message) { message.is_object = true; }

  // Takes one member from JsonParser or ReadValue; false if that fails.
  template <class Source>
  bool take(std::string_view name, Source& source) {
    if (is_literal(name, "id")) return take_id(source);
    if (is_literal(name, "method")) return take_method(source);
    if (is_literal(name, "params")) return source.value(message_.params.emplace());
    if (is_literal(name, "result")) return source.value(message_.result.emplace());
    if (is_literal(name, "error")) return source.value(message_.error.emplace());
    if (is_literal(name, "jsonrpc")) return take_version(source);
    Json other;
    if (!source.value(other)) return false;
    message_.rest[std::string(name)] = std::move(other);
    return true;
  }

  void close() { message_.problem = classify(); }

 private:
  template <class Source>
  bool take_id(Source& source) {
    bad_id_ = false;
    if (std::int64_t number = 0; source.digits(number)) {
      message_.has_id = true;
      message_.id.assign(number);
      return true;
    }
    Json id;
    if (!source.value(id)) return false;
    message_.has_id = RequestId::from_json(id, message_.id);
    bad_id_ = !message_.has_id;
    return true;
  }

  template <class Source>
  bool take_version(Source& source) {
    message_.has_version = true;
    std::string_view version;
    Json other;
    if (source.at_text() ? !source.text(version) : !source.value(other)) return false;
    bad_version_ = !is_literal(version, "2.0");
    return true;
  }

  template <class Source>
  bool take_method(Source& source) {
    message_.has_method = true;
    bad_method_ = !source.at_text();
    std::string_view method;
    Json other;
    if (bad_method_ ? !source.value(other) : !source.text(method)) return false;
    message_.method = method;
    return true;
  }

  // What is wrong with it, or an empty text.
  std::string_view classify() {
    // First, because what looks like a response is not answered whatever else is wrong with it.
    drop_nulls();
    if (bad_id_) return "id must be a string, an integer or null";
    if (bad_version_) return "jsonrpc must be \"2.0\"";
    if (bad_method_) return "method must be a string";
    return message_.has_method ? classify_call() : classify_response();
  }

  // Old peers write the member that does not apply as null.
  void drop_nulls() {
    Message& m = message_;
    if (m.params && m.params->is_null()) m.params.reset();
    if (!m.result || !m.error) return;
    if (m.error->is_null()) {
      m.error.reset();
    } else if (m.result->is_null()) {
      m.result.reset();
    }
  }

  std::string_view classify_call() {
    if (message_.result || message_.error) {
      return "a message has either a method or a result, not both";
    }
    if (message_.params && !message_.params->is_structured()) return "params must be an object";
    message_.kind = message_.has_id ? Message::Kind::request : Message::Kind::notification;
    return {};
  }

  std::string_view classify_response() {
    if (message_.result && message_.error) {
      return "a response has either a result or an error, not both";
    }
    if (!message_.result && !message_.error) {
      return "a message needs a method, or a result, or an error";
    }
    message_.kind = Message::Kind::response;
    return {};
  }

  Message& message_;
  bool bad_id_ = false;
  bool bad_version_ = false;
  bool bad_method_ = false;
};

}  // namespace detail

PARLEY_DECL Message::~Message() {
  for (auto* const part : {&params, &result, &error}) {
    if (*part) detail::clear_members(**part);
  }
  detail::clear_members(rest);
}

PARLEY_DECL Json Message::to_json() const {
  if (!is_object) return rest;
  Json json = rest.is_null() ? Json::object() : rest;
  if (has_version) json["jsonrpc"] = "2.0";
  if (has_id) json["id"] = id.to_json();
  if (has_method) json["method"] = method;
  if (params) json["params"] = *params;
  if (result) json["result"] = *result;
  if (error) json["error"] = *error;
  return json;
}

PARLEY_DECL std::optional<ParseError> read_message(std::string_view frame, Message& message,
                                                   const ParseLimits& limits) {
  detail::JsonParser parser(frame, limits);
  if (!parser.at_object()) {
    if (!parser.run(message.rest)) return parser.error();
    message.problem = detail::no_object;
    return std::nullopt;
  }
  detail::Envelope envelope(message);
  const auto take = [&](std::string_view name) { return envelope.take(name, parser); };
  if (!parser.run_members(take)) return parser.error();
  envelope.close();
  return std::nullopt;
}

PARLEY_DECL void classify(Json json, Message& message) {
  auto* const members = json.get_ptr<Json::object_t*>();
  if (members == nullptr) {
    message.rest = std::move(json);
    message.problem = detail::no_object;
    return;
  }
  detail::Envelope envelope(message);
  for (auto& [name, value] : *members) {
    detail::ReadValue source(value);
    envelope.take(name, source);
  }
  envelope.close();
}

PARLEY_DECL void write_request(const RequestId& id, std::string_view method,
                               std::string_view params, std::string& out) {
  detail::append_literal(out, R"({"jsonrpc":"2.0","id":)");
  id.write(out);
  detail::append_literal(out, R"(,"method":)");
  write_string(method, out);
  if (!params.empty()) {
    detail::append_literal(out, R"(,"params":)");
    out += params;
  }
  out += '}';
}

PARLEY_DECL void write_notification(std::string_view method, std::string_view params,
                                    std::string& out) {
  detail::append_literal(out, R"({"jsonrpc":"2.0","method":)");
  write_string(method, out);
  if (!params.empty()) {
    detail::append_literal(out, R"(,"params":)");
    out += params;
  }
  out += '}';
}

PARLEY_DECL void write_result(const RequestId& id, std::string_view result, std::string& out) {
  detail::append_literal(out, R"({"jsonrpc":"2.0","id":)");
  id.write(out);
  detail::append_literal(out, R"(,"result":)");
  out += result;
  out += '}';
}

PARLEY_DECL void write_error(const RequestId* id, std::string_view error, std::string& out) {
  detail::append_literal(out, R"({"jsonrpc":"2.0")");
  if (id != nullptr) {
    detail::append_literal(out, R"(,"id":)");
    id->write(out);
  }
  detail::append_literal(out, R"(,"error":)");
  out += error;
  out += '}';
}

}  // namespace parley
