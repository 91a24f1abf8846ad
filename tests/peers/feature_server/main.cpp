// SPDX-License-Identifier: MIT
// An MCP server with every feature, as README.md beside this folder specifies it.
#include <parley/mcp/server_session.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/stdio.hpp>

#include "features.hpp"

using namespace parley::mcp;
using namespace parley::mcp::features;

int main() {
  Server server(Implementation{.name = "parley-feature-server",
                               .version = "1.0.0",
                               .title = "Parley feature server",
                               .icons = {icon()},
                               .website_url = "https://example.com/parley"},
                ServerOptions{.instructions = "Call any tool.", .page_size = 5});
  add_plain_tools(server);
  add_asking_tools(server);
  add_changing_tools(server);
  add_resources(server);
  add_templates(server);
  add_prompts(server);

  auto runtime = std::make_shared<parley::Runtime>();
  const auto session = server.attach(
      parley::stdio_transport(runtime), runtime,
      SessionOptions{.on_roots_changed = [](ServerSession&) { note_roots_change(); }});
  session->wait_closed();
  return 0;
}
