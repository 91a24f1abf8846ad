// SPDX-License-Identifier: MIT
// Tools that ask the client.
#include <atomic>

#include <parley/json/convert.hpp>

#include "arguments.hpp"
#include "features.hpp"

namespace parley::mcp::features {

namespace {

std::atomic<int> roots_changed = 0;

Json json(std::string_view text) { return parse(text).value(); }

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

struct PromptIn {
  PARLEY_FEATURE_FIELD(std::string, prompt)
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
  } catch (const Error& error) {
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

}  // namespace

void note_roots_change() { ++roots_changed; }

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

}  // namespace parley::mcp::features
