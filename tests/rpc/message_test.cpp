// SPDX-License-Identifier: MIT
// Messages: what a frame holds, read straight from its text or from a value.
#include <memory>
#include <string>

#include <parley/rpc/message.hpp>

#include "catch.hpp"

namespace {

using parley::Json;
using parley::Message;
using parley::RequestId;
using Kind = Message::Kind;

std::unique_ptr<Message> read(std::string_view frame) {
  auto message = std::make_unique<Message>();
  REQUIRE_FALSE(parley::read_message(frame, *message));
  return message;
}

// What is said about a frame must not depend on the way it was read.
void check_both_ways(const std::string& frame) {
  INFO(frame);
  const auto message = read(frame);
  const auto classified = std::make_unique<Message>();
  parley::classify(Json::parse(frame), *classified);
  CHECK(message->kind == classified->kind);
  CHECK(message->id == classified->id);
  CHECK(message->is_object == classified->is_object);
  CHECK(message->has_id == classified->has_id);
  CHECK(message->has_version == classified->has_version);
  CHECK(message->has_method == classified->has_method);
  CHECK(message->method == classified->method);
  CHECK(message->params == classified->params);
  CHECK(message->result == classified->result);
  CHECK(message->error == classified->error);
  CHECK(message->rest == classified->rest);
  CHECK(message->problem == classified->problem);
}

}  // namespace

TEST_CASE("JSON-RPC 4, 5: what a message is follows from its members") {
  struct Row {
    const char* frame;
    Kind kind;
  };
  for (const auto& [frame, kind] : {
           Row{R"({"jsonrpc":"2.0","id":1,"method":"a","params":{}})", Kind::request},
           Row{R"({"jsonrpc":"2.0","id":"x","method":"a"})", Kind::request},
           Row{R"({"jsonrpc":"2.0","id":null,"method":"a"})", Kind::request},
           Row{R"({"method":"a","id":-7})", Kind::request},
           Row{R"({"jsonrpc":"2.0","method":"a","params":[1]})", Kind::notification},
           Row{R"({"jsonrpc":"2.0","method":"a","params":null})", Kind::notification},
           Row{R"({"jsonrpc":"2.0","id":1,"result":null})", Kind::response},
           Row{R"({"jsonrpc":"2.0","id":1,"result":{},"error":null})", Kind::response},
           Row{R"({"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1}})", Kind::response},
           Row{R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}})", Kind::response},
           Row{R"({"jsonrpc":"2.0","id":1,"result":1,"error":{}})", Kind::invalid},
           Row{R"({"jsonrpc":"2.0","id":1,"method":"a","result":1})", Kind::invalid},
           Row{R"({"jsonrpc":"2.0","id":1,"method":7})", Kind::invalid},
           Row{R"({"jsonrpc":"1.0","id":1,"method":"a"})", Kind::invalid},
           Row{R"({"jsonrpc":2.0,"id":1,"method":"a"})", Kind::invalid},
           Row{R"({"jsonrpc":"2.0","id":[1],"method":"a"})", Kind::invalid},
           Row{R"({"jsonrpc":"2.0","id":true,"method":"a"})", Kind::invalid},
           Row{R"({"jsonrpc":"2.0","id":1,"method":"a","params":"b"})", Kind::invalid},
           Row{R"({"jsonrpc":"2.0","id":1})", Kind::invalid},
           Row{"{}", Kind::invalid},
           Row{"7", Kind::invalid},
           Row{R"("text")", Kind::invalid},
           Row{R"([{"jsonrpc":"2.0"}])", Kind::invalid},
       }) {
    INFO(frame);
    CHECK(read(frame)->kind == kind);
    CHECK(read(frame)->problem.empty() == (kind != Kind::invalid));
    check_both_ways(frame);
  }
}

TEST_CASE("mcp A3: ids keep their type and all of their digits") {
  for (const char* id : {"0", "-1", "9223372036854775807", "18446744073709551615", "2.5", R"("1")",
                         R"("")", R"("\u00e9")", "null", "7", "999999999999999999",
                         "1000000000000000000", "1.0", "1e2", "1E2", "-0", "10 "}) {
    INFO(id);
    const std::string frame = std::string(R"({"method":"a","id":)") + id + "}";
    const auto message = read(frame);
    CHECK(message->has_id);
    CHECK(Json::parse(message->id.text()) == Json::parse(id));
    CHECK(message->id.to_json() == Json::parse(id));
    check_both_ways(frame);
  }
  CHECK(RequestId("1") != RequestId(1));
  RequestId id("text");
  id.assign(7);
  CHECK(id == RequestId(7));
  id = {};
  CHECK(id.is_null());
}

TEST_CASE("RFC 8259 4: of members with one name the last one counts") {
  const auto message = read(
      R"({"id":[],"method":1,"params":{"a":1},"x":1,"id":2,"method":"m","params":{"b":2},"x":3})");
  CHECK(message->kind == Kind::request);
  CHECK(message->id == RequestId(2));
  CHECK(message->method == "m");
  CHECK(*message->params == Json{{"b", 2}});
  CHECK(message->rest == Json{{"x", 3}});
  CHECK(read(R"({"id":2,"method":"m","id":{}})")->kind == Kind::invalid);
}

TEST_CASE("members that JSON-RPC does not know are kept") {
  for (const char* frame : {
           R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"p":[1]},"trace":{"deep":[{}]}})",
           R"({"method":"\u00e4","extra":null})",
           R"({"id":"q","result":[],"_meta":{"k":"v"}})",
           R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":0}})",
           R"([1,{"a":2}])",
           "null",
       }) {
    INFO(frame);
    CHECK(read(frame)->to_json() == Json::parse(frame));
    check_both_ways(frame);
  }
}

TEST_CASE("a frame is refused where and why its JSON would be") {
  parley::ParseLimits limits;
  limits.max_depth = 3;
  limits.max_values = 8;
  limits.max_bytes = 120;
  const std::string longest(130, ' ');
  for (const std::string& frame : {
           std::string(),
           std::string("{"),
           std::string(R"({"id")"),
           std::string(R"({"id":)"),
           std::string(R"({"id":1)"),
           std::string(R"({"id":1,)"),
           std::string(R"({"id":1,})"),
           std::string("{,}"),
           std::string(R"({"id":1}x)"),
           std::string(R"({"id":1])"),
           std::string(R"({"id":12)"),
           std::string(R"({"id":01})"),
           std::string(R"({"id":00})"),
           std::string(R"({"id":-})"),
           std::string(R"({"id":1.})"),
           std::string(R"({"id":1e})"),
           std::string(R"({"id":1x})"),
           std::string("{id:1}"),
           std::string(R"({"id" 1})"),
           std::string(R"({"method":"a})"),
           std::string(R"({"method":"\x"})"),
           std::string("{\"method\":\"\xff\"}"),
           std::string("{\"jsonrpc\":\"\n\"}"),
           std::string(R"({"jsonrpc":tru})"),
           std::string("\xEF\xBB\xBF{}"),
           std::string(R"({"a":{"b":{"c":1}}})"),
           std::string(R"({"params":{"b":{"c":[]}}})"),
           std::string("[[[[]]]]"),
           std::string(R"({"params":[1,2,3,4,5,6,7]})"),
           std::string(R"({"params":[1,2,3,4,5,6,7,8]})"),
           std::string(R"({"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9})"),
           "{" + longest + "}",
           std::string(R"({"a":1e999})"),
           std::string("{\"a\"\0:1}", 8),
       }) {
    INFO(frame);
    const auto parsed = parley::parse(frame, limits);
    Message message;
    const auto error = parley::read_message(frame, message, limits);
    REQUIRE(error.has_value() != parsed.has_value());
    if (error) CHECK(error->message() == parsed.error().message());
  }
}
