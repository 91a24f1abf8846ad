// SPDX-License-Identifier: MIT
// Tools that change what the server offers.
#include "arguments.hpp"
#include "features.hpp"

namespace parley::mcp::features {

namespace {

struct UriIn {
  PARLEY_FEATURE_FIELD(std::string, uri)
};

struct TextResourceIn {
  std::string uri{}, text{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("uri", self.uri, required);
    v("text", self.text, required);
  }
};

}  // namespace

void add_changing_tools(Server& server) {
  server.add_tool("touch", "Changes the counter", [&server] {
    const int value = count_up();
    server.notify_resource_updated("parley://counter");
    return value;
  });
  server.add_tool("add_tool", "Adds a tool", [&server](const NameIn& in) {
    server.add_tool(in.name, "Added at run time", [name = in.name] { return "dynamic " + name; });
    return "added";
  });
  server.add_tool("remove_tool", "Removes a tool", [&server](const NameIn& in) {
    if (!server.remove_tool(in.name)) throw ToolError("there is no tool " + in.name);
    return "removed";
  });
  server.add_tool("add_resource", "Adds a resource", [&server](const TextResourceIn& in) {
    server.add_text_resource(in.uri, in.uri, in.text);
    return "added";
  });
  server.add_tool("remove_resource", "Removes a resource", [&server](const UriIn& in) {
    if (!server.remove_resource(in.uri)) throw ToolError("there is no resource " + in.uri);
    return "removed";
  });
  server.add_tool("add_prompt", "Adds a prompt", [&server](const NameIn& in) {
    server.add_prompt(
        Prompt{.name = in.name}, [name = in.name](const GetPromptRequestParams&, RequestContext&) {
          GetPromptResult result;
          result.messages.push_back(says(Role::user, TextContent{.text = "dynamic " + name}));
          return result;
        });
    return "added";
  });
  server.add_tool("remove_prompt", "Removes a prompt", [&server](const NameIn& in) {
    if (!server.remove_prompt(in.name)) throw ToolError("there is no prompt " + in.name);
    return "removed";
  });
}

}  // namespace parley::mcp::features
