// SPDX-License-Identifier: MIT
// The smallest typed tool server, as in the README: what it costs to compile, and how large it is.
#include <parley/mcp/server.hpp>

struct Add {
  double a = 0, b = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("a", self.a, parley::required, "The first number");
    v("b", self.b, parley::required, "The second number");
  }
};

int main() {
  parley::mcp::Server server("calculator", "1.0");
  server.add_tool("add", "Adds two numbers", [](const Add& in) { return in.a + in.b; });
  return parley::mcp::serve_stdio(server);
}
