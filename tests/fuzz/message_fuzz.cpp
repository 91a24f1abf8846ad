// SPDX-License-Identifier: MIT
// Frames: reading a message from its text says the same as taking the parsed value apart.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <parley/rpc/message.hpp>

#include "require.hpp"

namespace {

using parley::Json;
using parley::Message;

void check_same(const Message& read, const Message& classified) {
  require(read.is_object == classified.is_object, "the same shape");
  require(read.kind == classified.kind && read.problem == classified.problem, "the same kind");
  require(read.has_id == classified.has_id && read.id == classified.id, "the same id");
  require(read.has_version == classified.has_version, "the same version");
  require(read.has_method == classified.has_method && read.method == classified.method,
          "the same method");
  require(read.params == classified.params && read.result == classified.result &&
              read.error == classified.error && read.rest == classified.rest,
          "the same members");
}

// A message that is put together again is the value it was, but for members that were null.
void check_whole(const Message& message, Json value) {
  if (message.kind == Message::Kind::invalid) return;
  for (const char* name : {"params", "result", "error"}) {
    const auto found = value.find(name);
    const bool left_out = found != value.end() && found->is_null();
    if (left_out && !message.to_json().contains(name)) value.erase(found);
  }
  require(message.to_json() == value, "the whole message is kept");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = parley::parse(text);
  Message message;
  const auto error = parley::read_message(text, message);
  require(parsed.has_value() == !error, "accepts what the parser accepts");
  if (!parsed) {
    require(parsed.error().message() == error->message(), "the same error");
    return 0;
  }
  Message classified;
  parley::classify(*parsed, classified);
  check_same(message, classified);
  check_whole(message, *parsed);
  return 0;
}
