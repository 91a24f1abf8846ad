// SPDX-License-Identifier: MIT
// An MCP server with every feature, as README.md beside this file specifies it.
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>

#include <parley/json/base64.hpp>
#include <parley/json/convert.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/mcp/types.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/stdio.hpp>

using namespace parley::mcp;
using parley::Json;
using parley::required;

namespace {

constexpr const char* png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg"
    "==";
constexpr const char* wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
constexpr const char* static_text = "Hello from parley.\nUmlauts grüße, emoji 👋\n";

std::atomic<int> counter = 0;
std::atomic<int> cancelled_waits = 0;
std::atomic<int> roots_changed = 0;

Icon icon() {
  return {.src = std::string("data:image/png;base64,") + png,
          .mime_type = "image/png",
          .sizes = {"1x1"}};
}

std::string every_byte() {
  std::string bytes(256, '\0');
  std::iota(bytes.begin(), bytes.end(), static_cast<char>(0));
  return bytes;
}

Json json(std::string_view text) { return parley::parse(text).value(); }

// --- argument types ------------------------------------------------------------------------------

#define PARLEY_FEATURE_FIELD(type, name)   \
  type name{};                             \
  template <class V, class Self>           \
  static void describe(V& v, Self& self) { \
    v(#name, self.name, required);         \
  }

struct EchoIn {
  PARLEY_FEATURE_FIELD(std::string, text)
};
struct CityIn {
  PARLEY_FEATURE_FIELD(std::string, city)
};
struct MessageIn {
  PARLEY_FEATURE_FIELD(std::string, message)
};
struct PromptIn {
  PARLEY_FEATURE_FIELD(std::string, prompt)
};
struct NameIn {
  PARLEY_FEATURE_FIELD(std::string, name)
};
struct UriIn {
  PARLEY_FEATURE_FIELD(std::string, uri)
};
struct WaitIn {
  PARLEY_FEATURE_FIELD(int, milliseconds)
};

struct AddIn {
  std::int64_t a = 0, b = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("a", self.a, required);
    v("b", self.b, required);
  }
};

enum class Mode { fast, slow };
constexpr auto enum_names(Mode) {
  return parley::EnumNames<Mode, 2>{{{"fast", Mode::fast}, {"slow", Mode::slow}}};
}

struct TypedOptions {
  bool verbose = false;
  std::optional<double> ratio{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("verbose", self.verbose, required);
    v("ratio", self.ratio);
  }
};

struct Typed {
  std::string title{};
  std::optional<std::int64_t> count{};
  std::optional<Mode> mode{};
  std::optional<std::vector<std::string>> tags{};
  std::optional<TypedOptions> options{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("title", self.title, required);
    v("count", self.count);
    v("mode", self.mode);
    v("tags", self.tags);
    v("options", self.options);
  }
};

struct Wind {
  int speed = 12;
  std::string direction = "NW";
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("speed", self.speed, required);
    v("direction", self.direction, required);
  }
};

struct Weather {
  std::string city{};
  double temperature = 21.5;
  std::vector<std::string> conditions{"sunny", "windy"};
  Wind wind{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("city", self.city, required);
    v("temperature", self.temperature, required);
    v("conditions", self.conditions, required);
    v("wind", self.wind, required);
  }
};

struct ProgressIn {
  int steps = 0;
  std::optional<int> pause{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("steps", self.steps, required);
    v("pause", self.pause);
  }
};

struct LogIn {
  LoggingLevel level{};
  std::string message{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("level", self.level, required);
    v("message", self.message, required);
  }
};

struct TextResourceIn {
  std::string uri{}, text{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("uri", self.uri, required);
    v("text", self.text, required);
  }
};

struct Elicited {
  std::string action{};
  parley::OptionalJson content{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("action", self.action, required);
    v("content", self.content);
  }
};

struct RootOut {
  std::string uri{};
  std::optional<std::string> name{};
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("uri", self.uri, required);
    v("name", self.name);
  }
};
struct Roots {
  PARLEY_FEATURE_FIELD(std::vector<RootOut>, roots)
};

struct WhoAmI {
  std::string protocol_version{}, client_name{}, client_version{};
  bool roots = false, sampling = false, form = false, url = false;
  int changed = 0;
  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v("protocolVersion", self.protocol_version, required);
    v("clientName", self.client_name, required);
    v("clientVersion", self.client_version, required);
    v("roots", self.roots, required);
    v("sampling", self.sampling, required);
    v("elicitationForm", self.form, required);
    v("elicitationUrl", self.url, required);
    v("rootsChanged", self.changed, required);
  }
};

// --- resources -----------------------------------------------------------------------------------

ReadResourceResult text_at(const std::string& uri, std::string text,
                           std::string mime_type = "text/plain") {
  ReadResourceResult result;
  result.contents.push_back(
      TextResourceContents{.uri = uri, .text = std::move(text), .mime_type = std::move(mime_type)});
  return result;
}

TextResourceContents static_text_contents() {
  return {.uri = "parley://static/text", .text = static_text, .mime_type = "text/plain"};
}

BlobResourceContents static_blob_contents() {
  return {.uri = "parley://static/blob",
          .blob = parley::base64_encode(every_byte()),
          .mime_type = "application/octet-stream"};
}

void add_resources(Server& server) {
  server.add_resource(Resource{.uri = "parley://static/text",
                               .name = "static-text",
                               .title = "Static text",
                               .description = "A text that never changes",
                               .mime_type = "text/plain",
                               .size = 47,
                               .icons = {icon()},
                               .annotations = Annotations{.audience = {Role::user, Role::assistant},
                                                          .priority = 0.9,
                                                          .last_modified = "2025-11-25T00:00:00Z"}},
                      [](const std::string&, RequestContext&) {
                        return ReadResourceResult{.contents = {static_text_contents()}};
                      });
  server.add_resource(Resource{.uri = "parley://static/blob",
                               .name = "static-blob",
                               .mime_type = "application/octet-stream"},
                      [](const std::string&, RequestContext&) {
                        return ReadResourceResult{.contents = {static_blob_contents()}};
                      });
  server.add_resource(
      Resource{.uri = "parley://static/multi", .name = "static-multi"},
      [](const std::string&, RequestContext&) {
        ReadResourceResult result;
        result.contents.push_back(
            TextResourceContents{.uri = "parley://static/multi#1", .text = "one"});
        result.contents.push_back(BlobResourceContents{
            .uri = "parley://static/multi#2", .blob = parley::base64_encode(std::string("two"))});
        return result;
      });
  server.add_resource(
      Resource{.uri = "parley://counter", .name = "counter", .mime_type = "text/plain"},
      [](const std::string& uri, RequestContext&) {
        return text_at(uri, std::to_string(counter.load()));
      });
  for (int i = 1; i <= 8; ++i) {
    const std::string number = std::to_string(i);
    server.add_text_resource("parley://item/" + number, "item-" + number, "item " + number);
  }
}

Completion starting_with(const std::vector<std::string>& all, const std::string& start) {
  Completion out;
  for (const std::string& value : all) {
    if (value.starts_with(start)) out.values.push_back(value);
  }
  return out;
}

void add_templates(Server& server) {
  server.add_resource_template(
      ResourceTemplate{.uri_template = "parley://notes/{id}",
                       .name = "note",
                       .title = "Note",
                       .mime_type = "text/markdown"},
      [](const std::string& uri, const Server::Variables& in, RequestContext&) {
        return text_at(uri, "note " + in.at("id"), "text/markdown");
      });
  server.add_resource_template(
      ResourceTemplate{.uri_template = "parley://files/{+path}{?version}", .name = "file"},
      [](const std::string& uri, const Server::Variables& in, RequestContext&) {
        const auto version = in.find("version");
        return text_at(uri, "path=" + in.at("path") +
                                " version=" + (version == in.end() ? "" : version->second));
      });
  server.add_resource_template(
      ResourceTemplate{.uri_template = "parley://numbers/{n}", .name = "number"},
      [](const std::string& uri, const Server::Variables& in, RequestContext&) {
        return text_at(uri, "number " + in.at("n"));
      });
  server.add_template_completion("parley://notes/{id}", "id",
                                 [](const CompleteRequestParams& in, RequestContext&) {
                                   return starting_with({"1", "10", "2", "42"}, in.argument.value);
                                 });
  server.add_template_completion("parley://numbers/{n}", "n",
                                 [](const CompleteRequestParams& in, RequestContext&) {
                                   std::vector<std::string> all;
                                   for (int i = 0; i < 250; ++i) all.push_back(std::to_string(i));
                                   Completion out = starting_with(all, in.argument.value);
                                   out.total = static_cast<std::int64_t>(out.values.size());
                                   return out;
                                 });
}

// --- prompts -------------------------------------------------------------------------------------

PromptMessage says(Role role, ContentBlock content) {
  return {.role = role, .content = std::move(content)};
}

GetPromptResult greet(const GetPromptRequestParams& in, RequestContext&) {
  const auto style = in.arguments.find("style");
  const std::string& name = in.arguments.at("name");
  GetPromptResult result;
  result.description = "A greeting for " + name;
  result.messages.push_back(says(
      Role::user,
      TextContent{.text = "Please greet " + name + " in a " +
                          (style == in.arguments.end() ? std::string("friendly") : style->second) +
                          " style."}));
  return result;
}

Completion greet_name(const CompleteRequestParams& in, RequestContext&) {
  const bool formal = in.context && in.context->arguments.contains("style") &&
                      in.context->arguments.at("style") == "formal";
  return starting_with(formal ? std::vector<std::string>{"Dr. Ada", "Prof. Alan"}
                              : std::vector<std::string>{"Ada", "Alan"},
                       in.argument.value);
}

void add_prompts(Server& server) {
  server.add_prompt(
      Prompt{.name = "greet",
             .title = "Greeting",
             .description = "Greets somebody",
             .arguments = {PromptArgument{
                               .name = "name", .description = "Whom to greet", .required = true},
                           PromptArgument{.name = "style"}},
             .icons = {icon()}},
      &greet);
  server.add_prompt_completion("greet", "name", &greet_name);
  server.add_prompt_completion(
      "greet", "style", [](const CompleteRequestParams& in, RequestContext&) {
        return starting_with({"casual", "formal", "friendly"}, in.argument.value);
      });
  server.add_prompt(Prompt{.name = "with_resource"},
                    [](const GetPromptRequestParams&, RequestContext&) {
                      GetPromptResult result;
                      result.messages.push_back(
                          says(Role::user, EmbeddedResource{.resource = static_text_contents()}));
                      return result;
                    });
  server.add_prompt(
      Prompt{.name = "with_media"}, [](const GetPromptRequestParams&, RequestContext&) {
        GetPromptResult result;
        result.messages = {
            says(Role::user, ImageContent{.data = png, .mime_type = "image/png"}),
            says(Role::assistant, AudioContent{.data = wav, .mime_type = "audio/wav"}),
            says(Role::assistant, TextContent{.text = "seen"}),
            says(Role::user, ResourceLink{.uri = "parley://static/blob", .name = "static-blob"})};
        return result;
      });
  for (int i = 1; i <= 8; ++i) {
    server.add_prompt(Prompt{.name = "chapter_" + std::to_string(i)},
                      [i](const GetPromptRequestParams&, RequestContext&) {
                        GetPromptResult result;
                        result.messages.push_back(
                            says(Role::user, TextContent{.text = "Chapter " + std::to_string(i)}));
                        return result;
                      });
  }
}

// --- tools ---------------------------------------------------------------------------------------

CallToolResult echo(EchoIn in, RequestContext& context) {
  CallToolResult result;
  result.content.push_back(TextContent{.text = std::move(in.text)});
  if (context.meta() != nullptr && context.meta()->contains("example.com/trace")) {
    result.meta.emplace()["example.com/trace"] = context.meta()->at("example.com/trace");
  }
  return result;
}

std::vector<ContentBlock> content() {
  return {TextContent{.text = "plain",
                      .annotations = Annotations{.audience = {Role::user},
                                                 .priority = 0.5,
                                                 .last_modified = "2025-11-25T00:00:00Z"}},
          ImageContent{.data = png, .mime_type = "image/png"},
          AudioContent{.data = wav, .mime_type = "audio/wav"},
          ResourceLink{.uri = "parley://static/text",
                       .name = "static-text",
                       .title = "Static text",
                       .mime_type = "text/plain"},
          EmbeddedResource{.resource = static_text_contents()},
          EmbeddedResource{.resource = static_blob_contents()}};
}

std::string print() {
  std::printf("stray printf\n");
  std::fflush(stdout);
  std::cout << "stray cout" << std::endl;
  return "quiet";
}

std::string progress(const ProgressIn& in, RequestContext& context) {
  for (int i = 1; i <= in.steps; ++i) {
    context.progress(i, in.steps, "step " + std::to_string(i) + " of " + std::to_string(in.steps));
    if (in.pause) std::this_thread::sleep_for(std::chrono::milliseconds(*in.pause));
  }
  return "done";
}

std::string wait(const WaitIn& in, RequestContext& context) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait_for(lock, context.stop_token(), std::chrono::milliseconds(in.milliseconds),
                [] { return false; });
  if (context.cancelled()) ++cancelled_waits;
  return "waited";
}

std::string log(const LogIn& in, RequestContext& context) {
  Json data;
  data["message"] = in.message;
  context.log(in.level, std::move(data), "feature");
  return "logged";
}

std::string sample(const PromptIn& in, RequestContext& context) {
  const auto params = parley::decode<CreateMessageRequestParams>(json(R"({
    "messages": [], "maxTokens": 64, "systemPrompt": "You are a test.", "temperature": 0.5,
    "stopSequences": ["END"],
    "modelPreferences": {"hints": [{"name": "test-model"}], "intelligencePriority": 0.8}})"));
  CreateMessageRequestParams request = *params;
  Json message = json(R"({"role": "user", "content": {"type": "text"}})");
  message["content"]["text"] = in.prompt;
  request.messages.push_back(*parley::decode<SamplingMessage>(std::move(message)));
  try {
    const Json result = parley::to_json(context.sample(request));
    return result.at("role").get<std::string>() + "|" + result.at("model").get<std::string>() +
           "|" + result.value("stopReason", "") + "|" +
           result.at("content").at("text").get<std::string>();
  } catch (const parley::Error& error) {
    throw ToolError(error.what());
  }
}

Elicited ask_form(const MessageIn& in, RequestContext& context) {
  Json params = json(R"({"requestedSchema": {"type": "object", "properties": {
    "name": {"type": "string", "title": "Name", "minLength": 1, "maxLength": 40},
    "age": {"type": "integer", "minimum": 0, "maximum": 150},
    "email": {"type": "string", "format": "email"},
    "score": {"type": "number"},
    "subscribe": {"type": "boolean", "default": true},
    "color": {"type": "string", "oneOf": [{"const": "red", "title": "Red"},
                                          {"const": "green", "title": "Green"}]},
    "size": {"type": "string", "enum": ["S", "M", "L"], "default": "M"},
    "tags": {"type": "array", "minItems": 1, "items": {
      "anyOf": [{"const": "a", "title": "Alpha"}, {"const": "b", "title": "Beta"}]}}},
    "required": ["name", "age"]}})");
  params["message"] = in.message;
  const auto request = parley::decode<ElicitRequestFormParams>(std::move(params));
  if (!request) throw ToolError(request.error().message());
  const ElicitResult answer = context.elicit(ElicitRequestParams(*request));
  return {.action = parley::to_json(answer.action).get<std::string>(), .content = answer.content};
}

std::string ask_url(RequestContext& context) {
  const ElicitResult answer = context.elicit(
      ElicitRequestParams(ElicitRequestURLParams{.message = "Please confirm",
                                                 .url = "https://example.com/consent?id=elicit-1",
                                                 .elicitation_id = "elicit-1"}));
  if (answer.action == ElicitAction::accept) context.notify_elicitation_complete("elicit-1");
  return parley::to_json(answer.action).get<std::string>();
}

Roots list_roots(RequestContext& context) {
  Roots out;
  for (const Root& root : context.list_roots().roots) out.roots.push_back({root.uri, root.name});
  return out;
}

WhoAmI whoami(RequestContext& context) {
  const ClientCapabilities client = context.client_capabilities();
  const bool form = client.elicitation && (client.elicitation->form || !client.elicitation->url);
  return {.protocol_version = context.protocol_version(),
          .client_name = context.client_info()->name,
          .client_version = context.client_info()->version,
          .roots = client.roots.has_value(),
          .sampling = client.sampling.has_value(),
          .form = form,
          .url = client.elicitation && client.elicitation->url,
          .changed = roots_changed};
}

void add_plain_tools(Server& server) {
  server.add_tool(Tool{.name = "echo",
                       .title = "Echo",
                       .description = "Gives the text back",
                       .annotations = ToolAnnotations{.title = "Echo text",
                                                      .read_only_hint = true,
                                                      .destructive_hint = false,
                                                      .idempotent_hint = true,
                                                      .open_world_hint = false},
                       .icons = {icon()}},
                  &echo);
  server.add_tool("add", "Adds two integers", [](const AddIn& in) { return in.a + in.b; });
  server.add_tool("typed", "Gives its arguments back", [](Typed in) { return in; });
  server.add_tool("weather", "Forecast", [](const CityIn& in) { return Weather{.city = in.city}; });
  server.add_tool("content", "Every kind of content", &content);
  server.add_tool("fail", "Fails",
                  [](const MessageIn& in) -> std::string { throw ToolError(in.message); });
  server.add_tool("crash", "Throws",
                  []() -> std::string { throw std::runtime_error("internal detail 4711"); });
  server.add_tool("print", "Writes to standard output", &print);
  server.add_tool("progress", "Reports progress", &progress);
  server.add_tool("wait", "Waits, and can be cancelled", &wait);
  server.add_tool("cancel_count", "How many waits saw their cancellation",
                  [] { return cancelled_waits.load(); });
  server.add_tool("log", "Logs to the client", &log);
}

void add_asking_tools(Server& server) {
  server.add_tool("ping_client", "Pings the client", [](RequestContext& context) {
    context.ping();
    return std::string("pong");
  });
  server.add_tool("sample", "Asks a model", &sample);
  server.add_tool("ask_form", "Asks a person with a form", &ask_form);
  server.add_tool("ask_url", "Asks a person to open a page", &ask_url);
  server.add_tool("list_roots", "Lists the client's roots", &list_roots);
  server.add_tool("whoami", "What the server knows of the client", &whoami);
}

void add_changing_tools(Server& server) {
  server.add_tool("touch", "Changes the counter", [&server] {
    const int value = ++counter;
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

}  // namespace

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
  const auto session =
      server.attach(parley::stdio_transport(runtime), runtime,
                    SessionOptions{.on_roots_changed = [](ServerSession&) { ++roots_changed; }});
  session->wait_closed();
  return 0;
}
