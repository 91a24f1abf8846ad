// SPDX-License-Identifier: MIT
// An MCP server: what it offers. Sessions connect it to clients.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>
#include <parley/mcp/tool.hpp>
#include <parley/rpc/run.hpp>

namespace parley {
class Runtime;
class Transport;
}  // namespace parley

namespace parley::mcp {

class ServerSession;
struct CompleteRequestParams;
struct Completion;
struct GetPromptRequestParams;
struct GetPromptResult;
struct Implementation;
struct Prompt;
struct ReadResourceResult;
struct Resource;
struct ResourceTemplate;
struct ServerOptions;
struct SessionOptions;
struct Tool;

/// What a server offers: tools, resources, prompts, completions. One definition serves any number
/// of sessions; what is added or removed while sessions are open is announced to them.
///
///     struct Add {
///       double a = 0, b = 0;
///       template <class V, class Self>
///       static void describe(V& v, Self& self) {
///         v("a", self.a, parley::required);
///         v("b", self.b, parley::required);
///       }
///     };
///
///     parley::mcp::Server server("calculator", "1.0");
///     server.add_tool("add", "Adds two numbers", [](const Add& in) { return in.a + in.b; });
///     return parley::mcp::serve_stdio(server);
///
/// A tool's handler takes its arguments (a described struct, or `Json`), and, if it wants, a
/// `RequestContext&`; it returns text, a number, a described struct (structured content with an
/// output schema), content blocks, a whole `CallToolResult`, `Json` (structured content), nothing,
/// or an `asio::awaitable` of one of these. Arguments are validated against the tool's schema
/// before it is called; a handler reports failure by throwing `ToolError`.
///
/// Types that are only declared here come with <parley/mcp/request_context.hpp> (RequestContext),
/// <parley/mcp/types.hpp> (Resource, Prompt, ...) and <parley/mcp/server_session.hpp> (options);
/// coroutines need <parley/rpc/asio.hpp>.
///
/// Capabilities follow from what is offered (MCP A7). Thread safety: every member may be called
/// from any thread. Lifetime: sessions share the definition; the Server object itself may go first.
class Server {
 public:
  Server(std::string name, std::string version);
  explicit Server(Implementation info);
  Server(Implementation info, ServerOptions options);
  ~Server();
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;

  /// Offers a function as a tool. Replaces a tool of the same name.
  /// `run`: plain handlers may block and run on the worker pool; `Run::inline_` runs them on the
  /// reading thread, which is quickest and must return at once. Coroutines run on the event loop.
  template <class F>
  Server& add_tool(std::string name, std::string description, F handler, Run run = Run::worker);
  /// The same with everything that the protocol lets a tool say. An empty schema in `tool`
  /// (`{"type":"object"}`) is replaced by the one of the handler's argument type, if it has one.
  /// Throws Error when the tool's schema is no valid JSON Schema.
  template <class F>
  Server& add_tool(const Tool& tool, F handler, Run run = Run::worker);
  /// False when there is none of that name.
  bool remove_tool(std::string_view name);

  /// Reads a resource: its text, or everything it contains.
  using ResourceReader = std::function<ReadResourceResult(const std::string& uri, RequestContext&)>;
  Server& add_resource(Resource resource, ResourceReader read);
  /// A resource that is a fixed text.
  Server& add_text_resource(std::string uri, std::string name, std::string text,
                            std::string mime_type = "text/plain");
  bool remove_resource(std::string_view uri);

  /// Reads a resource of a family; `variables` are what the URI has in the template's holes;
  /// the values of an exploded one (`{/path*}`) are joined by commas, as RFC 6570 joins lists.
  using Variables = std::map<std::string, std::string>;
  using TemplateReader = std::function<ReadResourceResult(
      const std::string& uri, const Variables& variables, RequestContext&)>;
  /// Throws Error when the template is not RFC 6570.
  Server& add_resource_template(ResourceTemplate resource, TemplateReader read);
  bool remove_resource_template(std::string_view uri_template);
  /// Tells the sessions that subscribed to this resource that it has changed.
  void notify_resource_updated(std::string_view uri);

  /// Fills a prompt. Missing required arguments are refused before it is called.
  using PromptWriter =
      std::function<GetPromptResult(const GetPromptRequestParams& params, RequestContext&)>;
  Server& add_prompt(Prompt prompt, PromptWriter write);
  bool remove_prompt(std::string_view name);

  /// Suggests values for one argument of a prompt, or one variable of a resource template. At most
  /// 100 values are sent.
  using Completer = std::function<Completion(const CompleteRequestParams& params, RequestContext&)>;
  Server& add_prompt_completion(const std::string& prompt, const std::string& argument,
                                Completer complete);
  Server& add_template_completion(const std::string& uri_template, const std::string& variable,
                                  Completer complete);

  /// Starts a session on a transport. Returns at once; the session lives until it is destroyed.
  std::unique_ptr<ServerSession> attach(std::unique_ptr<Transport> transport,
                                        std::shared_ptr<Runtime> runtime) const;
  std::unique_ptr<ServerSession> attach(std::unique_ptr<Transport> transport,
                                        std::shared_ptr<Runtime> runtime,
                                        SessionOptions options) const;

  struct State;

 private:
  void add_erased_tool(std::string name, std::string description, detail::ErasedTool erased);
  void add_erased_tool(const Tool& tool, detail::ErasedTool erased);

  std::shared_ptr<State> state_;
};

/// Serves one client on this process's standard input and output until the client leaves. Gives
/// the exit code for `main`. Writes to standard output by the program go to standard error
/// meanwhile, so that they cannot break the protocol.
int serve_stdio(const Server& server);

template <class F>
Server& Server::add_tool(std::string name, std::string description, F handler, Run run) {
  add_erased_tool(std::move(name), std::move(description),
                  detail::erase_tool(std::move(handler), run));
  return *this;
}

template <class F>
Server& Server::add_tool(const Tool& tool, F handler, Run run) {
  add_erased_tool(tool, detail::erase_tool(std::move(handler), run));
  return *this;
}

}  // namespace parley::mcp

#ifdef PARLEY_HEADER_ONLY
#include <parley/mcp/impl/server.ipp>
#endif
