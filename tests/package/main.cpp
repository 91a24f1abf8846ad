// SPDX-License-Identifier: MIT
// One half of a program that uses parley: a tool server. other.cpp adds a tool of its own.
#include <parley/mcp/server.hpp>

void add_tools_of_the_other_half(parley::mcp::Server& server);

struct Add {
  double a = 0;
  double b = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("a", self.a, parley::required);
    v("b", self.b, parley::required);
  }
};

int main() {
  parley::mcp::Server server("consumer", "1.0");
  server.add_tool("add", "Adds two numbers", [](const Add& in) { return in.a + in.b; });
  add_tools_of_the_other_half(server);
  return parley::mcp::serve_stdio(server);
}
