// SPDX-License-Identifier: MIT
// Tools that answer out of what they were given.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <thread>

#include "arguments.hpp"
#include "features.hpp"

namespace parley::mcp::features {

namespace {

std::atomic<int> cancelled_waits = 0;

struct EchoIn {
  PARLEY_FEATURE_FIELD(std::string, text)
};

struct CityIn {
  PARLEY_FEATURE_FIELD(std::string, city)
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

}  // namespace

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

}  // namespace parley::mcp::features
