// SPDX-License-Identifier: MIT
// Drives acp_agent.mjs and checks what README.md section 3 says: acp_peer_client AGENT_COMMAND...
#include <stdlib.h>

#include <filesystem>
#include <future>
#include <regex>

#include "recording_host.hpp"

using namespace peers;

namespace {

/// What the checks share.
struct World {
  RecordingHost host;
  std::unique_ptr<acp::Client> client;
  std::string folder;
  std::string session;
  Report report;

  /// One turn; what it said.
  std::string turn(const std::string& text) {
    host.forget();
    response = client->prompt(session, text);
    return host.said(session);
  }
  std::vector<Json> members(const std::string& name) const {
    std::vector<Json> out;
    for (const Json& update : host.updates(session)) {
      out.push_back(update.contains(name) ? update.at(name) : Json("absent"));
    }
    return out;
  }
  std::string reason() const { return parley::to_json(response.stop_reason).get<std::string>(); }

  acp::PromptResponse response;
};

void matches(const std::string& text, const std::string& pattern) {
  expect(std::regex_search(text, std::regex(pattern)), text + " does not match " + pattern);
}

// --- start ---------------------------------------------------------------------------------------

void check_start(World& w) {
  w.report.check("initialize", [&] {
    const acp::InitializeResponse& agent = w.client->agent();
    equal(parley::to_json(*agent.agent_info),
          json(R"({"name":"parley-test-agent","title":"Parley test agent","version":"1.0.0"})"));
    const auto& sessions = agent.agent_capabilities.session_capabilities;
    expect(sessions.additional_directories && sessions.close && sessions.delete_ && sessions.list &&
               sessions.resume,
           "a session capability is missing");
  });
  w.report.check("authentication: required for one folder, unknown method, logout", [&] {
    const auto open = [&] { return w.client->new_session("/tmp/needs-auth").session_id; };
    equal(rejection(open).code(), acp::error_code::auth_required);
    equal(rejection([&] { w.client->authenticate("none"); }).code(), -32602);
    w.client->authenticate("test-login");
    const acp::SessionId session = open();
    w.client->logout();
    equal(rejection(open).code(), acp::error_code::auth_required);
    w.client->delete_session(session);
  });
  w.report.check("session/new: a relative folder is not sent", [&] {
    expect(rejection([&] { w.client->new_session("relative"); }).is(parley::Errc::invalid_argument),
           "must fail here");
  });
  w.report.check("session/new: modes, options, then the commands", [&] {
    const acp::NewSessionResponse opened = w.client->new_session(w.folder);
    w.session = opened.session_id;
    equal(opened.modes->current_mode_id, "ask");
    const Json options = parley::to_json(*opened.config_options);
    equal(options.size(), 3);
    equal(options.at(2).at("type"), "boolean");
    w.host.until("commands",
                 [&] { return !w.host.updates(w.session, "available_commands_update").empty(); });
  });
}

// --- turns ---------------------------------------------------------------------------------------

void check_messages(World& w) {
  w.report.check("prompt: chunks in order, all before the answer", [&] {
    equal(w.turn("say grüße 👋 there"), "grüße 👋 there ");
    equal(w.reason(), "end_turn");
  });
  w.report.check("prompt: 2000 chunks", [&] {
    std::string all;
    for (int i = 0; i < 2000; ++i) all += std::to_string(i) + ' ';
    equal(w.turn("flood 2000"), all);
  });
  w.report.check("prompt: one chunk of 2 MiB",
                 [&] { equal(w.turn("big 2097152").size(), 2097152); });
  w.report.check("prompt: every kind of content there and back", [&] {
    const Json blocks = json(R"([{"type":"text","text":"echo"},
      {"type":"image","data":"aGk=","mimeType":"image/png","uri":"file:///a.png"},
      {"type":"audio","data":"aGk=","mimeType":"audio/wav"},
      {"type":"resource_link","uri":"file:///a","name":"a","size":3},
      {"type":"resource","resource":{"uri":"file:///t","mimeType":"text/plain","text":"t"}},
      {"type":"resource","resource":{"uri":"file:///b","blob":"aGk="}}])");
    w.host.forget();
    w.client->prompt(w.session,
                     parley::decode<std::vector<acp::ContentBlock>>(Json(blocks)).value());
    equal(w.members("content"), blocks);
  });
  w.report.check("prompt_text",
                 [&] { equal(w.client->prompt_text(w.session, "say one two").text, "one two "); });
}

void check_updates(World& w) {
  w.report.check("updates: plan, tool calls", [&] {
    w.turn("plan\ntools");
    equal(w.members("sessionUpdate"), json(R"(["plan","plan","plan","tool_call",
                                               "tool_call_update","tool_call_update"])"));
  });
  w.report.check("updates: thought, usage, notice, compaction, commands", [&] {
    w.turn("updates");
    equal(w.members("sessionUpdate"),
          json(R"(["agent_thought_chunk","user_message_chunk","usage_update","usage_update",
                   "notice","compaction_update","compaction_summary_chunk","compaction_update",
                   "available_commands_update"])"));
    equal(*w.response.meta, json(R"({"example.com/quota":{"tokens":12}})"));
  });
  w.report.check("updates: title set, left alone, cleared", [&] {
    w.turn("title A title\ntitle");
    equal(w.members("title"), json(R"(["A title","absent",null,"absent"])"));
  });
  w.report.check("updates: mode changed by the agent", [&] {
    w.turn("mode code\nmode ask");
    equal(w.members("currentModeId"), json(R"(["code","ask"])"));
  });
  w.report.check("stop reasons", [&] {
    for (const std::string reason : {"end_turn", "max_tokens", "max_turn_requests", "refusal"}) {
      w.turn("stop " + reason);
      equal(w.reason(), reason);
    }
  });
  w.report.check("a failed turn", [&] {
    const parley::Error error = rejection([&] { w.turn("fail"); });
    equal(error.code(), -32603);
    equal(*error.data(), json(R"({"details":"asked to fail"})"));
  });
  w.report.check("an update after the answer", [&] {
    w.turn("late");
    w.host.until("the late update", [&] { return w.host.said(w.session) == "late"; });
  });
  w.report.check("extensions: an unknown request is refused",
                 [&] { matches(w.turn("extension"), "^extension: error -32601"); });
  w.report.check("stderr of 1 MiB is drained",
                 [&] { equal(w.turn("stderr 1048576\nsay done"), "done "); });
}

void check_permission(World& w) {
  const auto select = [](const std::string& option) {
    return [option](const auto&, const auto&) { return acp::permission_selected(option); };
  };
  for (const std::string option : {"yes", "always", "no", "never"}) {
    w.report.check("permission: " + option, [&] {
      w.host.permission = select(option);
      equal(w.turn("permission"), "permission: selected " + option);
      const bool allowed = option == "yes" || option == "always";
      equal(w.host.updates(w.session, "tool_call_update").at(0).at("status"),
            allowed ? "completed" : "failed");
    });
  }
  w.report.check("permission: dismissed by the user, the turn goes on", [&] {
    w.host.permission = [](const auto&, const auto&) { return acp::permission_cancelled(); };
    equal(w.turn("permission\nsay on"), "permission: cancelledon ");
    equal(w.reason(), "end_turn");
  });
  w.report.check("permission: for a call never announced", [&] {
    w.host.permission = select("yes");
    equal(w.turn("permission-unannounced"), "permission: selected yes");
  });
  w.report.check("permission: only options for always", [&] {
    w.host.permission = [](const auto& options, const auto&) {
      return acp::allow_permission(options);
    };
    equal(w.turn("permission-always-only"), "permission: selected always");
  });
  w.report.check("permission: withdrawn by the agent", [&] {
    w.host.permission = [](const auto&, const acp::InboundMessage& message) {
      wait_for_stop(message.stop);
      return acp::permission_cancelled();
    };
    matches(w.turn("permission-withdrawn"), "^withdrawn: (cancelled|error -32800)");
  });
}

void check_files(World& w) {
  const std::string path = w.folder + "/file.txt";
  w.report.check("files: write, read, part of it", [&] {
    equal(w.turn("write " + path + " one grüße"), "write: done");
    equal(w.turn("read " + path), "read: one grüße\n");
    std::ofstream(path) << "first\nsecond\nthird\n";
    equal(w.turn("read " + path + " 2"), "read: second\nthird\n");
    equal(w.turn("read " + path + " 2 1"), "read: second\n");
    equal(w.turn("read " + path + " 9"), "read: ");
  });
  w.report.check("files: one that is not there, one outside", [&] {
    matches(w.turn("read " + w.folder + "/none"), "^read: error -32002");
    matches(w.turn("read /etc/passwd"), "^read: error -32602");
  });
}

void check_terminals(World& w) {
  w.report.check("terminal: output, exit code, folder, environment", [&] {
    equal(w.turn("terminal pwd"),
          "terminal: exit=0 signal=null again exit=0 signal=null truncated=false output=" +
              w.folder + "\n");
    matches(w.turn("terminal false"), "exit=1 signal=null");
    matches(w.turn("terminal-env printenv PARLEY_WORD"), "output=grüße\n$");
  });
  w.report.check("terminal: the tail, cut at a character", [&] {
    matches(w.turn("terminal-limit 5 printf üüü"), "truncated=true output=üü$");
  });
  w.report.check("terminal: kill keeps the id, release ends it", [&] {
    matches(w.turn("terminal-kill sleep 60"),
            "^terminal-kill: running=true exit=null signal=SIGKILL released=error -");
  });
}

void check_elicitation(World& w) {
  w.report.check("elicitation: form accepted, declined, cancelled", [&] {
    w.host.elicitation = [] {
      return acp::elicitation_accepted({{{"name", "Ada"},
                                         {"age", std::int64_t{36}},
                                         {"score", 0.5},
                                         {"agree", false},
                                         {"color", "red"},
                                         {"tags", std::vector<std::string>{"a", "b"}}}});
    };
    const std::string said = w.turn("form");
    expect(said.starts_with("form: accept "), said);
    equal(json(said.substr(13)), json(R"({"name":"Ada","age":36,"score":0.5,"agree":false,
                                          "color":"red","tags":["a","b"]})"));
    w.host.elicitation = [] { return acp::elicitation_declined(); };
    equal(w.turn("form"), "form: decline");
    w.host.elicitation = [] { return acp::elicitation_cancelled(); };
    equal(w.turn("form"), "form: cancel");
  });
  w.report.check("elicitation: url accepted and completed, declined", [&] {
    w.host.elicitation = [] { return acp::elicitation_accepted(); };
    equal(w.turn("url"), "url: accept");
    const Json id = w.host.asked().at(0).at("elicitationId");
    w.host.until("the completion", [&] {
      const auto completed = w.host.completed();
      return std::find(completed.begin(), completed.end(), id) != completed.end();
    });
    w.host.elicitation = [] { return acp::elicitation_declined(); };
    equal(w.turn("url"), "url: decline");
  });
}

void check_cancel(World& w) {
  const auto start = [&](const std::string& text) {
    w.host.forget();
    return std::async(std::launch::async,
                      [&w, text] { w.response = w.client->prompt(w.session, text); });
  };
  w.report.check("cancel: a running turn", [&] {
    auto turn = start("wait\nsay never");
    w.host.until("two ticks", [&] { return w.host.said(w.session).starts_with("tick tick "); });
    w.client->cancel(w.session);
    turn.get();
    equal(w.reason(), "cancelled");
    matches(w.host.said(w.session), "^(tick )+stopped$");
  });
  w.report.check("cancel: with a permission request open", [&] {
    w.host.permission = [](const auto&, const acp::InboundMessage& message) {
      wait_for_stop(message.stop);
      return acp::permission_selected("yes");
    };
    // The answer is sent before the cancellation (acp 1.2.11), so the agent may see it first.
    auto turn = start("permission\nwait");
    w.host.until("the request", [&] { return !w.host.asked().empty(); });
    w.client->cancel(w.session);
    turn.get();
    equal(w.reason(), "cancelled");
    matches(w.host.said(w.session), "^permission: cancelled((tick )*stopped)?$");
  });
  w.report.check("cancel: without a turn does nothing", [&] {
    w.client->cancel(w.session);
    equal(w.turn("say still here"), "still here ");
  });
}

// --- sessions ------------------------------------------------------------------------------------

void check_settings(World& w) {
  w.report.check("session/set_mode", [&] {
    w.host.forget();
    w.client->set_mode(w.session, "code");
    equal(w.members("currentModeId"), json(R"(["code"])"));
    equal(rejection([&] { w.client->set_mode(w.session, "none"); }).code(), -32602);
  });
  w.report.check("session/set_config_option: value, boolean, refusal", [&] {
    const auto current = [](const acp::SetSessionConfigOptionResponse& response) {
      Json values = Json::array();
      for (const Json& option : parley::to_json(response.config_options)) {
        values.push_back(option.at("currentValue"));
      }
      return values;
    };
    equal(current(w.client->set_config_option(w.session, "model", "large")),
          json(R"(["large","low",false])"));
    equal(current(w.client->set_config_option(w.session, "verbose", true)),
          json(R"(["large","low",true])"));
    equal(rejection([&] { w.client->set_config_option(w.session, "none", "x"); }).code(), -32602);
  });
  w.report.check("session/list: pages and the filter by folder", [&] {
    for (const char* name : {"/a", "/b", "/b"}) w.client->new_session(name);
    expect(w.client->list_sessions().sessions.size() <= 2, "a page has two sessions");
    expect(w.client->all_sessions().size() >= 4, "all pages");
    equal(w.client->all_sessions("/b").size(), 2);
  });
}

void check_load(World& w) {
  const acp::SessionId session = w.client->new_session(w.folder).session_id;
  w.client->prompt(session, "say one two");
  w.report.check("session/load: the history comes before the answer", [&] {
    w.host.forget();
    w.client->load_session(session, w.folder);
    equal(w.host.updates(session).size(), 3);
    equal(w.host.said(session), "one two ");
  });
  w.report.check("session/resume: no history", [&] {
    w.host.forget();
    w.client->resume_session(session, w.folder);
    equal(w.host.updates(session), Json::array());
  });
  w.report.check("session/close ends the running turn; the session can be loaded again", [&] {
    auto turn = std::async(std::launch::async, [&] { return w.client->prompt(session, "wait"); });
    w.host.until("the turn", [&] { return !w.host.updates(session, "tool_call").empty(); });
    w.client->close_session(session);
    equal(parley::to_json(turn.get().stop_reason), "cancelled");
    equal(rejection([&] { w.client->prompt(session, "x"); }).code(), -32002);
    w.client->load_session(session, w.folder);
  });
  w.report.check("session/delete, twice; then nothing is left", [&] {
    w.client->delete_session(session);
    w.client->delete_session(session);
    const auto error = rejection([&] { w.client->load_session(session, w.folder); });
    equal(error.code(), -32002);
    equal(error.data()->at("sessionId"), session);
  });
}

void check_end(World& w, int argc, char** argv) {
  w.report.check("an agent that dies in a turn fails the request", [&] {
    const auto error = rejection([&] { w.turn("exit 3"); });
    expect(error.is(parley::Errc::closed), error.what());
    matches(error.what(), "3");
  });
  w.report.check("the agent ends by itself at end of input", [&] {
    std::promise<parley::ExitStatus> ended;
    parley::ProcessOptions process = agent_process(argc, argv);
    process.on_exit = [&](parley::ExitStatus status) { ended.set_value(status); };
    RecordingHost other;
    acp::Client::spawn(std::move(process), other).reset();
    const parley::ExitStatus status = ended.get_future().get();
    expect(status.success(), status.to_string());
  });
}

int run(int argc, char** argv) {
  World w;
  std::string pattern = std::filesystem::temp_directory_path() / "parley-acp-XXXXXX";
  expect(::mkdtemp(pattern.data()) != nullptr, "mkdtemp failed");
  w.folder = std::filesystem::canonical(pattern);
  w.client = acp::Client::spawn(agent_process(argc, argv), w.host);
  check_start(w);
  check_messages(w);
  check_updates(w);
  check_permission(w);
  check_files(w);
  check_terminals(w);
  check_elicitation(w);
  check_cancel(w);
  check_settings(w);
  check_load(w);
  check_end(w, argc, argv);
  w.client.reset();
  std::filesystem::remove_all(w.folder);
  return w.report.finish();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 2;
  }
}
