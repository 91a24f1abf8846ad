// SPDX-License-Identifier: MIT
// Prints CPU time per message for parsing and writing typical messages, ours beside nlohmann's.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>
#include <parley/json/write.hpp>

namespace {

using parley::Json;

struct Message {
  const char* name;
  std::string text;
};

std::string ping() {
  return R"({"jsonrpc":"2.0","id":12,"method":"ping","params":{"_meta":{"progressToken":"token-12",)"
         R"("traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}})";
}

std::string tool_call() {
  return R"({"jsonrpc":"2.0","id":4711,"method":"tools/call","params":{"name":"search_documents",)"
         R"("arguments":{"query":"How do I rotate the signing keys of the \"staging\" cluster?\n)"
         R"(Please include the rollback steps.","collection":"operations-handbook","limit":20,)"
         R"("offset":0,"threshold":0.75,"filters":{"language":"en","tags":["security","keys",)"
         R"("rotation"],"updated_after":"2025-03-01T00:00:00Z","archived":false},"highlight":true,)"
         R"("cursor":null},"_meta":{"progressToken":"d0a1f5c2-8a53-4d41-9b1f-3f4ea7a3c1de",)"
         R"("client":{"name":"example-host","version":"1.24.0"},"locale":"en-GB",)"
         R"("requested":1764362400123}}})";
}

std::string tool_list() {
  std::string text = R"({"jsonrpc":"2.0","id":2,"result":{"tools":[)";
  for (int i = 0; i < 10; ++i) {
    if (i != 0) text += ',';
    text += R"({"name":"tool_)" + std::to_string(i) +
            R"(","title":"Search the document store","description":"Finds the documents that )"
            R"(match a query and returns their titles, addresses and a short excerpt.",)"
            R"("inputSchema":{"type":"object","properties":{"query":{"type":"string",)"
            R"("description":"Words to look for"},"limit":{"type":"integer","minimum":1,)"
            R"("maximum":100,"default":20},"exact":{"type":"boolean"}},"required":["query"]},)"
            R"("annotations":{"readOnlyHint":true,"openWorldHint":false}})";
  }
  return text + "]}}";
}

std::string image() {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text = R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"image","data":")";
  unsigned state = 1;
  for (int i = 0; i < 1 << 20; ++i) {
    state = state * 1664525U + 1013904223U;
    text += alphabet[state >> 26];
  }
  return text + R"(","mimeType":"image/png"}]}})";
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Least CPU nanoseconds per call over several rounds of about 20 ms: other load only ever adds.
template <class Action>
double measure(Action&& action) {
  long calls = 1;
  double best = 1e300;
  for (int round = 0; round < 12;) {
    const double start = cpu_seconds();
    for (long i = 0; i < calls; ++i) action();
    const double seconds = cpu_seconds() - start;
    if (seconds < 0.02 && round == 0) {
      calls *= 2;
      continue;
    }
    best = std::min(best, seconds / static_cast<double>(calls));
    ++round;
  }
  return best * 1e9;
}

/// Keeps the optimiser from dropping the work that made `value`.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

void print_row(const char* what, const Message& message, double ours, double theirs) {
  std::printf("%-6s %-12s %9zu %14.0f %14.0f %8.1f\n", what, message.name, message.text.size(),
              ours, theirs, theirs / ours);
}

void run(const Message& message) {
  Json value;
  parley::ParseError error;
  if (!parley::parse(message.text, value, error)) {
    std::fprintf(stderr, "%s: %s\n", message.name, error.message().c_str());
    std::exit(1);
  }
  const double parse_ours = measure([&] {
    Json out;
    parley::parse(message.text, out, error);
    keep(out);
  });
  const double parse_theirs = measure([&] { keep(Json::parse(message.text)); });
  const double write_ours = measure([&] { keep(parley::to_text(value)); });
  const double write_theirs = measure([&] { keep(value.dump()); });
  print_row("parse", message, parse_ours, parse_theirs);
  print_row("write", message, write_ours, write_theirs);
}

/// `json_bench profile <message> <parse|write> <ours|theirs> <count>`: for callgrind.
int profile(const std::vector<Message>& messages, char** arguments) {
  const bool parsing = std::strcmp(arguments[1], "parse") == 0;
  const bool ours = std::strcmp(arguments[2], "ours") == 0;
  for (const Message& message : messages) {
    if (message.name != std::string_view(arguments[0])) continue;
    const Json value = *parley::parse(message.text);
    for (int i = std::atoi(arguments[3]); i > 0; --i) {
      if (parsing) {
        keep(ours ? *parley::parse(message.text) : Json::parse(message.text));
      } else {
        keep(ours ? parley::to_text(value) : value.dump());
      }
    }
    return 0;
  }
  std::fprintf(stderr, "no message is called %s\n", arguments[0]);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Message> messages = {{"ping", ping()},
                                         {"tools/call", tool_call()},
                                         {"tools/list", tool_list()},
                                         {"image", image()}};
  if (argc == 6 && std::strcmp(argv[1], "profile") == 0) return profile(messages, argv + 2);
  std::printf("%-6s %-12s %9s %14s %14s %8s\n", "", "message", "bytes", "parley ns", "nlohmann ns",
              "factor");
  for (const Message& message : messages) run(message);
  return 0;
}
