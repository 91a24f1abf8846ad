// SPDX-License-Identifier: MIT
// The other half: a second translation unit with the same headers and more, so that a body that is
// defined twice, or not at all, fails to link.
#include <string>

#include <parley/acp/client.hpp>
#include <parley/mcp/server.hpp>

namespace {

struct Nothing {
  template <class V, class Self>
  static void describe(V&, Self&) {}
};

class Editor final : public parley::acp::ClientHandler {
 public:
  parley::acp::HandlerSupport supports() const override { return {.file_read = true}; }
};

}  // namespace

void add_tools_of_the_other_half(parley::mcp::Server& server) {
  server.add_tool("editor", "Says what the editor can do", [](const Nothing&) {
    return std::string(Editor().supports().file_read ? "reads files" : "reads nothing");
  });
}
