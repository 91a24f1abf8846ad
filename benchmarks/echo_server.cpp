// SPDX-License-Identifier: MIT
// The server that load drivers call: one tool, `echo`, run in one of the three ways.
#include <cstring>
#include <string>

#include <parley/mcp/server.hpp>
#include <parley/rpc/asio.hpp>

struct Echo {
  std::string text;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("text", self.text, parley::required);
  }
};

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "plain";
  parley::mcp::Server server("echo", "1.0");
  if (mode == "coroutine") {
    server.add_tool("echo", "Gives the text back",
                    [](Echo in) -> asio::awaitable<std::string> { co_return std::move(in.text); });
  } else {
    server.add_tool(
        "echo", "Gives the text back", [](Echo in) { return std::move(in.text); },
        mode == "inline" ? parley::Run::inline_ : parley::Run::worker);
  }
  return parley::mcp::serve_stdio(server);
}
