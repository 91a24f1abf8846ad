// SPDX-License-Identifier: MIT
// An MCP server on standard input and output: a calculator with typed tools, a resource, a prompt.
#include <cmath>
#include <numbers>

#include <CLI/CLI.hpp>

#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/mcp/types.hpp>

namespace mcp = parley::mcp;

struct Pair {
  double a = 0;
  double b = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("a", self.a, parley::required, "The first number");
    v("b", self.b, parley::required, "The second number");
  }
};

struct Circle {
  double radius = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("radius", self.radius, parley::required, parley::Doc("In any unit").range(0, 1e9));
  }
};

// A described result becomes structured content, with an output schema.
struct Measures {
  double area = 0;
  double circumference = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("area", self.area, parley::required);
    v("circumference", self.circumference, parley::required);
  }
};

struct Count {
  int to = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("to", self.to, parley::required, parley::Doc("How far to add").range(1, 1'000'000));
  }
};

double divide(const Pair& in) {
  if (in.b == 0) throw mcp::ToolError("Cannot divide by zero");
  return in.a / in.b;
}

Measures measure(const Circle& circle) {
  return {.area = std::numbers::pi * circle.radius * circle.radius,
          .circumference = 2 * std::numbers::pi * circle.radius};
}

// A long calculation that tells how far it has come, and stops when it is cancelled.
std::string add_up(const Count& count, mcp::RequestContext& context) {
  double sum = 0;
  for (int i = 1; i <= count.to && !context.cancelled(); ++i) {
    sum += i;
    if (i % 100'000 == 0) context.progress(i, count.to);
  }
  return std::to_string(sum);
}

int main(int argc, char** argv) {
  CLI::App app("An MCP server; a client starts it and speaks on its standard input and output");
  CLI11_PARSE(app, argc, argv);
  mcp::Server server("calculator", PARLEY_VERSION);
  server.add_tool("add", "Adds two numbers", [](const Pair& in) { return in.a + in.b; });
  server.add_tool("subtract", "Subtracts b from a", [](const Pair& in) { return in.a - in.b; });
  server.add_tool("multiply", "Multiplies two numbers", [](const Pair& in) { return in.a * in.b; });
  server.add_tool("divide", "Divides a by b", &divide);
  server.add_tool("circle", "Area and circumference of a circle", &measure);
  server.add_tool("add_up", "Adds the numbers from 1", &add_up);
  server.add_text_resource("calc://constants", "constants", "pi = 3.14159265\ne = 2.71828183\n");
  server.add_prompt(
      mcp::Prompt{.name = "explain",
                  .description = "Asks for an explanation of a calculation",
                  .arguments = {mcp::PromptArgument{.name = "expression", .required = true}}},
      [](const mcp::GetPromptRequestParams& params, mcp::RequestContext&) {
        mcp::GetPromptResult result;
        const std::string text =
            "Explain step by step how to work out " + params.arguments.at("expression");
        result.messages.push_back({.role = mcp::Role::user, .content = mcp::TextContent{text}});
        return result;
      });
  return mcp::serve_stdio(server);
}
