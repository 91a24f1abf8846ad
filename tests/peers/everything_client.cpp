// SPDX-License-Identifier: MIT
// Runs everything_plan.json with parley's MCP client against server-everything; see README.md.
//   everything_client PLAN_FILE SERVER_COMMAND...
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <parley/json/parse.hpp>
#include <parley/json/write.hpp>
#include <parley/mcp/client.hpp>
#include <parley/transport/process.hpp>

namespace parley::mcp {

using namespace std::chrono_literals;

/// Empty when `value` matches; else where it does not. The plan's first line has the rules.
std::string mismatch(const Json& value, const Json& pattern, const std::string& path = "") {
  const auto wrong = [&] {
    return path + ": expected " + to_text(pattern) + ", got " + to_text(value).substr(0, 300);
  };
  if (!pattern.is_structured()) return value == pattern ? "" : wrong();
  if (pattern.contains("$contains")) {
    const auto& part = pattern["$contains"].get_ref<const std::string&>();
    const bool found =
        value.is_string() && value.get_ref<const std::string&>().find(part) != std::string::npos;
    return found ? "" : wrong();
  }
  if (pattern.contains("$at_least")) {
    const double size = value.is_array() ? static_cast<double>(value.size()) : value.get<double>();
    return size >= pattern["$at_least"].get<double>() ? "" : wrong();
  }
  if (value.type() != pattern.type()) return wrong();
  if (pattern.is_array() && value.size() != pattern.size()) return wrong();
  for (const auto& [key, inner] : pattern.items()) {
    const std::string at = path + "/" + key;
    if (value.is_object() && !value.contains(key)) return at + ": missing in " + to_text(value);
    const Json& member = value.is_object() ? value[key] : value[std::stoul(key)];
    if (auto problem = mismatch(member, inner, at); !problem.empty()) return problem;
  }
  return "";
}

void require_match(const Json& value, const Json& pattern) {
  if (auto problem = mismatch(value, pattern); !problem.empty()) throw std::runtime_error(problem);
}

/// What the server asked and told during a step, and what it is answered.
class Witness {
 public:
  void begin(const Json& step) {
    const std::lock_guard lock(mutex_);
    answers_ = step.value("answers", Json::object());
    asked_ = Json::object();
    heard_.clear();
  }
  Json answer(const std::string& method, Json params) {
    const std::lock_guard lock(mutex_);
    asked_[method] = std::move(params);
    return answers_.at(method);
  }
  void hear(std::string method, Json params) {
    const std::lock_guard lock(mutex_);
    heard_.push_back({{"method", std::move(method)}, {"params", std::move(params)}});
    changed_.notify_all();
  }
  Json asked(const std::string& method) {
    const std::lock_guard lock(mutex_);
    return asked_.value(method, Json());
  }
  void await(const Json& pattern) {
    std::unique_lock lock(mutex_);
    const auto came = [&] {
      return std::any_of(heard_.begin(), heard_.end(),
                         [&](const Json& message) { return mismatch(message, pattern).empty(); });
    };
    if (!changed_.wait_for(lock, 6s, came)) {
      throw std::runtime_error("not heard within 6 s: " + to_text(pattern));
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Json answers_;
  Json asked_;
  std::vector<Json> heard_;
};

template <class T>
T decoded(Json json) {
  return Connection::take_result<T>(std::move(json), "the plan");
}

template <NotificationMethod... Rows>
void hear_all(Client& client, Witness& witness) {
  (client.on<Rows>([&](const typename Rows::Params& params) {
    witness.hear(std::string(Rows::info.name), to_json(params));
  }),
   ...);
}

void set_up(Client& client, Witness& witness, const Json& plan) {
  client.set_roots(decoded<std::vector<Root>>(plan.at("roots")));
  client.on_sampling([&](const CreateMessageRequestParams& params) {
    return decoded<CreateMessageResult>(witness.answer("sampling/createMessage", to_json(params)));
  });
  client.on_elicitation([&](const ElicitRequestFormParams& params) {
    return decoded<ElicitResult>(witness.answer("elicitation/create", to_json(params)));
  });
  client.on_url_elicitation([&](const ElicitRequestURLParams& params) {
    return decoded<ElicitResult>(witness.answer("elicitation/create", to_json(params)));
  });
  hear_all<method::notifications_message, method::notifications_resources_updated,
           method::notifications_resources_list_changed, method::notifications_tools_list_changed,
           method::notifications_prompts_list_changed, method::notifications_elicitation_complete>(
      client, witness);
}

using Call = std::function<Json(ClientSession&, Json params, const RequestOptions&)>;

template <RequestMethod M>
std::pair<const std::string, Call> typed() {
  return {
      std::string(M::info.name),
      [](ClientSession& session, Json params, const RequestOptions& options) {
        return to_json(session.call<M>(decoded<typename M::Params>(std::move(params)), options));
      }};
}

Json call(ClientSession& session, const std::string& name, Json params,
          const RequestOptions& options) {
  static const std::map<std::string, Call> calls{typed<method::ping>(),
                                                 typed<method::tools_call>(),
                                                 typed<method::resources_read>(),
                                                 typed<method::resources_subscribe>(),
                                                 typed<method::prompts_get>(),
                                                 typed<method::resources_unsubscribe>(),
                                                 typed<method::logging_set_level>(),
                                                 typed<method::completion_complete>()};
  const auto found = calls.find(name);
  if (found != calls.end()) return found->second(session, std::move(params), options);
  return session.connection().call(name, to_text(params), options);
}

void check_failure(const Json& step, const Error& error) {
  if (step.contains("error")) {
    Json found{{"code", error.code()}, {"message", error.what()}};
    if (error.data() != nullptr) found["data"] = *error.data();
    return require_match(found, step["error"]);
  }
  const bool expected = (step.contains("timeout_ms") && error.is(Errc::timeout)) ||
                        (step.contains("cancel_after_ms") && error.is(Errc::cancelled));
  if (!expected) throw error;
}

void run_step(ClientSession& session, Witness& witness, const Json& step) {
  witness.begin(step);
  Json progressed = Json::array();
  RequestOptions options;
  if (step.contains("timeout_ms")) {
    options.timeout = std::chrono::milliseconds(step["timeout_ms"].get<int>());
  }
  if (step.value("progress", false)) {
    options.on_progress = [&](const ProgressNotificationParams& progress) {
      progressed.push_back(to_json(progress));
    };
  }
  std::jthread canceller;
  std::stop_source cancel;
  if (step.contains("cancel_after_ms")) {
    options.stop = cancel.get_token();
    const std::chrono::milliseconds delay(step["cancel_after_ms"].get<int>());
    canceller = std::jthread([&cancel, delay] {
      std::this_thread::sleep_for(delay);
      cancel.request_stop();
    });
  }
  try {
    const Json result =
        call(session, step.at("method"), step.value("params", Json::object()), options);
    if (!step.contains("expect")) throw std::runtime_error("no error: " + to_text(result));
    require_match(result, step["expect"]);
  } catch (const Error& error) {
    check_failure(step, error);
  }
  const Json asked = step.value("asked", Json::object());
  for (const auto& [method, pattern] : asked.items()) {
    require_match(witness.asked(method), pattern);
  }
  const Json notified = step.value("notified", Json::array());
  for (const Json& pattern : notified) witness.await(pattern);
  if (step.contains("progressed")) require_match(progressed, step["progressed"]);
}

void check_list(ClientSession& session, const Json& list) {
  std::vector<std::string> found;
  const std::string& method = list.at("method").get_ref<const std::string&>();
  if (method == "tools/list") {
    for (const auto& tool : session.tools()) found.push_back(tool.name);
  } else if (method == "resources/list") {
    for (const auto& resource : session.resources()) found.push_back(resource.uri);
  } else if (method == "resources/templates/list") {
    for (const auto& family : session.resource_templates()) found.push_back(family.uri_template);
  } else {
    for (const auto& prompt : session.prompts()) found.push_back(prompt.name);
  }
  auto all = list.at("all").get<std::vector<std::string>>();
  std::sort(found.begin(), found.end());
  std::sort(all.begin(), all.end());
  require_match(found, all);
}

class Report {
 public:
  void check(const std::string& name, const std::function<void()>& body) {
    try {
      body();
      ++passed_;
      std::cout << "ok " << name << "\n";
    } catch (const std::exception& error) {
      ++failed_;
      std::cout << "FAIL " << name << ": " << error.what() << "\n";
    }
  }
  int finish() const {
    std::cout << passed_ << " passed, " << failed_ << " failed\n";
    return failed_ == 0 && passed_ > 0 ? 0 : 1;
  }

 private:
  int passed_ = 0;
  int failed_ = 0;
};

int run(const Json& plan, ProcessOptions server) {
  Witness witness;
  Client client("plan", "1");
  set_up(client, witness, plan);
  Report report;
  ClientSession session;
  report.check("initialize", [&] {
    session = client.spawn(std::move(server));
    InitializeResult hello;
    hello.protocol_version = session.protocol_version();
    hello.server_info = session.server_info();
    hello.capabilities = session.server_capabilities();
    hello.instructions = session.instructions();
    require_match(to_json(hello), plan.at("initialize"));
  });
  if (!session) return report.finish();
  for (const Json& list : plan.at("lists")) {
    report.check(list.at("method"), [&] { check_list(session, list); });
  }
  for (const Json& step : plan.at("steps")) {
    report.check(step.at("name"), [&] { run_step(session, witness, step); });
  }
  return report.finish();
}

}  // namespace parley::mcp

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: everything_client PLAN_FILE SERVER_COMMAND...\n";
    return 2;
  }
  std::ifstream file(argv[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto plan = parley::parse(text);
  if (!plan) {
    std::cerr << argv[1] << ": " << plan.error().message() << "\n";
    return 2;
  }
  parley::ProcessOptions server;
  server.command = argv[2];
  server.args.assign(argv + 3, argv + argc);
  return parley::mcp::run(*plan, std::move(server));
}
