// SPDX-License-Identifier: MIT
// The floor under our figures: an MCP echo server with nlohmann's parse and dump and nothing else.
// It knows no errors, no limits and no other method; what a library adds is measured against it.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

/// The answer to one request, as text; empty for a notification.
std::string answer(std::string_view line) {
  Json message = Json::parse(line);
  if (!message.contains("id")) return {};
  Json result;
  if (message["method"] == "initialize") {
    result["protocolVersion"] = message["params"]["protocolVersion"];
    result["capabilities"]["tools"] = Json::object();
    result["serverInfo"] = {{"name", "floor"}, {"version", "1"}};
  } else {
    Json content;
    content["type"] = "text";
    content["text"] = std::move(message["params"]["arguments"]["text"]);
    result["content"].push_back(std::move(content));
  }
  Json reply;
  reply["jsonrpc"] = "2.0";
  reply["id"] = std::move(message["id"]);
  reply["result"] = std::move(result);
  return reply.dump() + '\n';
}

bool write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

int main() {
  std::string pending;
  static std::array<char, 1 << 18> chunk;
  for (;;) {
    const ssize_t size = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (size <= 0) return 0;
    std::size_t scanned = pending.size();
    pending.append(chunk.data(), static_cast<std::size_t>(size));
    std::string out;
    std::size_t start = 0;
    for (std::size_t end; (end = pending.find('\n', scanned)) != std::string::npos;) {
      out += answer(std::string_view(pending).substr(start, end - start));
      start = scanned = end + 1;
    }
    pending.erase(0, start);
    if (!write_all(out)) return 1;
  }
}
