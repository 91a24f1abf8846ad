// SPDX-License-Identifier: MIT
// Replayer: order, ids, what may differ, mismatches, the end; a recording of our own and a real
// one.
#include <parley/rpc/replayer.hpp>

#include <parley/json/value.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/error.hpp>
#include <parley/rpc/recorder.hpp>
#include <parley/rpc/router.hpp>
#include <parley/transport/memory.hpp>

#include <sstream>
#include <thread>

#include "catch.hpp"
#include "rpc/opencode_recording.hpp"
#include "transport/recording_sink.hpp"

namespace parley::replayer_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using test::RecordingSink;
using Lines = std::vector<std::string>;

/// Frames written as "> TEXT" (sent by the side that is live) and "< TEXT", one row each.
std::vector<RecordedFrame> script(const Lines& rows) {
  std::vector<RecordedFrame> frames;
  for (const std::string& row : rows) {
    frames.push_back({frames.size() + 1, row[0] == '>' ? "sent" : "received", row.substr(2), ""});
  }
  return frames;
}

/// A replayer whose transport a test drives by hand.
struct Bare {
  explicit Bare(const Lines& rows, ReplayOptions options = {})
      : replayer(script(rows), executor, std::move(options)), transport(replayer.transport()) {
    transport->start(sink);
    executor.run();
  }
  /// Sends, lets everything be delivered, and gives what has come since the last time.
  Lines send(std::string_view frame) {
    transport->send(frame);
    return run();
  }
  Lines run() {
    executor.run();
    Lines all = sink.lines();
    Lines news(all.begin() + static_cast<std::ptrdiff_t>(seen), all.end());
    seen = all.size();
    return news;
  }
  std::string problem() const {
    const auto mismatch = replayer.mismatch();
    return mismatch ? mismatch->message : "";
  }

  ManualExecutor executor;
  RecordingSink sink;
  Replayer replayer;
  std::unique_ptr<Transport> transport;
  std::size_t seen = 0;
};

TEST_CASE("the peer's frames come when everything before them has been sent, then it closes") {
  Bare replay({R"(< {"method":"hello"})", R"(> {"id":1,"method":"a"})", R"(> {"method":"b"})",
               R"(< {"id":1,"result":{}})", R"(< {"method":"bye"})"});
  CHECK(replay.run() == Lines{R"({"method":"hello"})"});
  CHECK(replay.replayer.waiting_for() ==
        R"(row 2, which the live side has to send: {"id":1,"method":"a"})");
  CHECK(replay.send(R"({"id":1,"method":"a"})").empty());
  CHECK_FALSE(replay.replayer.finished());
  CHECK(replay.send(R"({ "method" : "b" })") ==
        Lines{R"({"id":1,"result":{}})", R"({"method":"bye"})", "<closed>"});
  CHECK(replay.replayer.finished());
  CHECK(replay.replayer.waiting_for().empty());
  CHECK_FALSE(replay.replayer.mismatch());
}

TEST_CASE(
    "frames are compared as values: the order of members and the form of numbers do not count") {
  Bare replay({R"(> {"method":"m","params":{"a":1,"b":[2.0,"\u00e9"]}})"});
  replay.send(R"({"params":{"b":[2,"é"],"a":1},"method":"m"})");
  CHECK(replay.problem().empty());
  CHECK(replay.replayer.finished());
}

TEST_CASE("answers come with the ids that the live side used, and ids keep their type") {
  Bare replay({R"(> {"id":1,"method":"a"})", R"(> {"id":"1","method":"b"})",
               R"(< {"id":"1","result":"b"})", R"(< [{"id":1,"error":{"code":1,"message":""}}])"});
  replay.send(R"({"id":"x","method":"a"})");
  CHECK(replay.send(R"({"id":7,"method":"b"})") ==
        Lines{R"({"id":7,"result":"b"})", R"([{"error":{"code":1,"message":""},"id":"x"}])",
              "<closed>"});
}

TEST_CASE("answers of the live side carry the recorded ids of the peer's requests") {
  Bare replay({R"(< {"id":1,"method":"a"})", R"(> {"id":1,"method":"mine"})",
               R"(> {"id":1,"result":5})", R"(< {"id":1,"result":6})"});
  CHECK(replay.run() == Lines{R"({"id":1,"method":"a"})"});
  replay.send(R"({"id":44,"method":"mine"})");
  CHECK(replay.send(R"({"id":1,"result":5})") == Lines{R"({"id":44,"result":6})", "<closed>"});
  CHECK(replay.replayer.finished());
}

TEST_CASE("ids inside of messages follow: cancellations, progress, requests about a request") {
  Bare replay({R"(> {"id":1,"method":"a","params":{"_meta":{"progressToken":1}}})",
               R"(< {"method":"progress","params":{"progressToken":1}})",
               R"(< {"id":9,"method":"elicit","params":{"requestId":1}})",
               R"(> {"method":"cancel","params":{"requestId":1}})",
               R"(< {"method":"cancel","params":{"requestId":1}})"});
  CHECK(replay.send(R"({"id":5,"method":"a","params":{"_meta":{"progressToken":"t"}}})") ==
        Lines{R"({"method":"progress","params":{"progressToken":"t"}})",
              R"({"id":9,"method":"elicit","params":{"requestId":5}})"});
  // A request is cancelled by the side that sent it: the last row is about one of the peer's.
  CHECK(replay.send(R"({"method":"cancel","params":{"requestId":5}})") ==
        Lines{R"({"method":"cancel","params":{"requestId":1}})", "<closed>"});
  CHECK(replay.problem().empty());
}

TEST_CASE("a frame of the peer that needs no change keeps its bytes, whatever they are") {
  Bare replay({"< {\"a\" : \"\xff\"}", "< not json", R"(< { "method" : "m" , "method" : "n" })"});
  CHECK(replay.run() == Lines{"{\"a\" : \"\xff\"}", "not json",
                              R"({ "method" : "m" , "method" : "n" })", "<closed>"});
}

TEST_CASE("something else than recorded breaks the connection, with row, place and both frames") {
  Bare replay({R"(> {"id":0,"method":"a"})", R"(< {"id":0,"result":1})",
               R"(> {"id":1,"method":"b","params":{"x":[1,{"y/z":2}]}})",
               R"(< {"id":1,"result":1})"});
  replay.send(R"({"id":7,"method":"a"})");
  replay.run();
  const Lines news = replay.send(R"({"id":8,"method":"b","params":{"x":[1,{"y/z":3}]}})");
  CHECK(news == Lines{"<closed: Protocol error>"});
  CHECK(replay.sink.reason() == std::errc::protocol_error);
  const auto mismatch = replay.replayer.mismatch();
  REQUIRE(mismatch);
  CHECK(mismatch->row == 3);
  CHECK(mismatch->recorded == R"({"id":8,"method":"b","params":{"x":[1,{"y/z":2}]}})");
  CHECK(mismatch->sent == R"({"id":8,"method":"b","params":{"x":[1,{"y/z":3}]}})");
  CHECK(mismatch->message ==
        "the live side did not send what row 3 of the recording says; "
        "at /params/x/1/y~1z: recorded 2, sent 3; recorded: " +
            mismatch->recorded + "; sent: " + mismatch->sent);
  CHECK(replay.sink.detail() == mismatch->message);
  CHECK_FALSE(replay.replayer.finished());
  CHECK(replay.replayer.waiting_for().empty());
  // It stays the first one.
  replay.send("{}");
  CHECK(replay.replayer.mismatch()->row == 3);
}

TEST_CASE("differences are named whatever their kind") {
  struct Case {
    std::string recorded;
    std::string sent;
    std::string difference;
  };
  for (const Case& c :
       {Case{R"({"method":"m","params":{}})", R"({"method":"m"})",
             "at /params: recorded {}, sent nothing"},
        Case{R"({"method":"m"})", R"({"method":"m","params":{}})",
             "at /params: recorded nothing, sent {}"},
        Case{R"({"method":"m","params":[1]})", R"({"method":"m","params":[1,2]})",
             "at /params/1: recorded nothing, sent 2"},
        Case{R"({"method":"m","params":[1,2]})", R"({"method":"m","params":[1]})",
             "at /params/1: recorded 2, sent nothing"},
        Case{R"({"method":"m"})", R"({"id":1,"method":"m"})", "at /id: recorded nothing, sent 1"},
        Case{R"({"id":1,"method":"m"})", R"({"method":"m"})", "at /id: recorded 1, sent nothing"},
        Case{R"({"id":1,"result":1})", R"({"id":"1","result":1})",
             R"(at /id: recorded 1, sent "1")"},
        Case{"{not json", R"({"method":"m"})", "one of them is no JSON"},
        Case{"17", R"({"method":"m"})", R"(at the top: recorded 17, sent {"method":"m"})"}}) {
    Bare replay({"> " + c.recorded});
    replay.send(c.sent);
    CHECK_THAT(replay.problem(), ContainsSubstring(c.difference));
  }
}

TEST_CASE("more than was recorded is a mismatch, also when the peer has ended") {
  for (const bool close : {true, false}) {
    Bare replay({R"(> {"method":"m"})", R"(< {"method":"n"})"}, {.close_at_end = close});
    CHECK(replay.send(R"({"method":"m"})").size() == (close ? 2 : 1));
    CHECK(replay.replayer.finished());
    replay.send(R"({"method":"more"})");
    CHECK(replay.problem() ==
          "the recording ends with row 2 and has no more frames of the live "
          R"(side, but it sent {"method":"more"})");
    CHECK_FALSE(replay.replayer.finished());
  }
}

TEST_CASE("a live side that closes too early is a mismatch; one that closes at the end is not") {
  Bare early({R"(> {"method":"m"})", R"(> {"method":"n"})"});
  early.send(R"({"method":"m"})");
  early.transport->close();
  CHECK(early.run() == Lines{"<closed>"});
  CHECK(early.problem() ==
        "the live side closed before it sent what row 2 of the recording says: "
        R"({"method":"n"})");

  Bare at_end({R"(> {"method":"m"})", R"(< {"method":"n"})"}, {.close_at_end = false});
  at_end.send(R"({"method":"m"})");
  at_end.transport.reset();
  at_end.executor.run();
  CHECK(at_end.problem().empty());
  CHECK(at_end.replayer.finished());
}

TEST_CASE("the peer ends for the reason that the options give") {
  Bare replay({R"(< {"method":"n"})"},
              {.end_reason = std::make_error_code(std::errc::connection_reset)});
  CHECK(replay.run() == Lines{R"({"method":"n"})", "<closed: Connection reset by peer>"});
  CHECK(replay.replayer.finished());
  CHECK(Bare({}).run() == Lines{"<closed>"});
}

TEST_CASE(
    "answers may change places with requests and with each other, but not pass notifications") {
  const Lines rows = {R"(< {"id":1,"method":"a"})", R"(< {"id":2,"method":"b"})",
                      R"(> {"id":1,"result":1})",   R"(> {"id":7,"method":"c"})",
                      R"(> {"method":"n"})",        R"(> {"id":2,"result":2})",
                      R"(< {"method":"end"})"};
  Bare late(rows);
  late.run();
  late.send(R"({"id":7,"method":"c"})");
  late.send(R"({"method":"n"})");
  late.send(R"({"id":2,"result":2})");
  CHECK(late.send(R"({"id":1,"result":1})") == Lines{R"({"method":"end"})", "<closed>"});

  Bare passing(rows);
  passing.send(R"({"id":2,"result":2})");
  CHECK(passing.replayer.mismatch()->row == 5);
  Bare swapped(rows);
  swapped.send(R"({"method":"n"})");
  CHECK(swapped.replayer.mismatch()->row == 4);
}

TEST_CASE("the live side may be ahead of what it has been sent") {
  Bare replay(
      {R"(> {"method":"1"})", R"(< {"method":"2"})", R"(> {"method":"3"})", R"(< {"method":"4"})"});
  replay.transport->send(R"({"method":"1"})");
  replay.transport->send(R"({"method":"3"})");
  CHECK(replay.run() == Lines{R"({"method":"2"})", R"({"method":"4"})", "<closed>"});
}

TEST_CASE("a paused transport delivers nothing until it goes on") {
  Bare replay({R"(> {"method":"1"})", R"(< {"method":"2"})"});
  replay.transport->pause_reading(true);
  CHECK(replay.send(R"({"method":"1"})").empty());
  replay.transport->pause_reading(false);
  CHECK(replay.run() == Lines{R"({"method":"2"})", "<closed>"});
}

TEST_CASE("places to ignore may differ, be missing, or be more than recorded") {
  const ReplayOptions options{
      .ignore = {"/params/version", "/params/list/*/time", "/params/all/*", "/params/pair/0"}};
  const std::string sent =
      R"({"method":"m","params":{"list":[{"time":3},{}],"all":{"x":1},"pair":[5,2]}})";
  Bare replay({R"(> {"method":"m","params":{"version":1,"list":[{"time":1},{"time":2}],)"
               R"("all":{},"pair":[1,2]}})"},
              options);
  replay.send(sent);
  CHECK(replay.problem().empty());
  Bare other({R"(> {"method":"m","params":{"list":[{},{}],"all":{},"pair":[1,3]}})"}, options);
  other.send(sent);
  CHECK_THAT(other.problem(), ContainsSubstring("at /params/pair/1: recorded 3, sent 2"));
}

TEST_CASE("what the live side makes up takes the place of what was recorded") {
  Bare replay(
      {R"(< {"id":0,"method":"new"})", R"(> {"id":0,"result":{"session":"s-old"}})",
       R"(< {"id":1,"method":"ask","params":{"session":"s-old","text":"about s-old"}})",
       R"(> {"method":"told","params":{"sessions":["s-old"]}})", R"(> {"id":1,"result":{}})"},
      {.chosen_by_live = {"/result/session"}});
  replay.run();
  CHECK(replay.send(R"({"id":0,"result":{"session":"s-new"}})") ==
        Lines{R"({"id":1,"method":"ask","params":{"session":"s-new","text":"about s-old"}})"});
  replay.send(R"({"method":"told","params":{"sessions":["s-new"]}})");
  replay.send(R"({"id":1,"result":{}})");
  CHECK(replay.problem().empty());
  CHECK(replay.replayer.finished());
}

TEST_CASE("what cannot be replayed is refused with advice") {
  ManualExecutor executor;
  const auto frames = parse_recording(test::opencode_recording);
  REQUIRE(frames);
  CHECK_THROWS_WITH(
      Replayer(*frames, executor),
      R"(row 2 of the recording: the direction "agent->client" is neither the live side's, "sent", )"
      R"(nor the peer's, "client->agent"; say in ReplayOptions::live which one the live side sends)");
  CHECK_THROWS_WITH(Replayer(script({}), executor, {.ignore = {"params/x"}}),
                    ContainsSubstring("is no JSON Pointer; it must begin with a slash"));
  CHECK_THROWS_AS(Replayer("/no/such.jsonl", executor), Error);
  Replayer replayer(script({}), executor);
  const auto transport = replayer.transport();
  CHECK_THROWS_AS(replayer.transport(), Error);
}

// --- against live connections --------------------------------------------------------------------

/// A connection that is stepped by one thread.
struct Live {
  Live(std::unique_ptr<Transport> transport, Executor& executor, TraceHook trace = {}) {
    ConnectionOptions options;
    options.executor = &executor;
    options.trace = std::move(trace);
    connection = std::make_unique<Connection>(std::move(transport), router, ProtocolRules{},
                                              std::make_shared<Runtime>(), options);
  }
  Router router;
  std::unique_ptr<Connection> connection;
};

/// Calls, and notes what came of it in `out`.
void call(Connection& connection, std::string method, std::string_view params, Lines& out) {
  connection.start_call(method, params, {}, [method, &out](Outcome outcome) {
    out.push_back(method + ": " +
                  (outcome
                       ? to_text(*outcome)
                       : std::to_string(outcome.error().code()) + " " + outcome.error().what()));
  });
}

/// What the client of the recorded conversation does; its end.
void converse(Live& client, ManualExecutor& executor, Lines& seen) {
  client.router.on_request("ask", [](IncomingRequest request) { request.reply_text("\"yes\""); });
  client.router.on_notification("told", [&](IncomingNotification& told) {
    seen.push_back("told: " + to_text(told.params()));
  });
  client.connection->start();
  call(*client.connection, "work", R"({"n":1})", seen);
  call(*client.connection, "nonsense", "{}", seen);
  executor.run();
  client.connection->notify("over", "");
  executor.run();
  client.connection->close();
  executor.run();
}

/// The server of that conversation: asks back and reports before it answers.
void serve(Router& router, std::unique_ptr<Connection>& connection) {
  router.on_request("work", [&connection](IncomingRequest work) {
    auto pending = std::make_shared<IncomingRequest>(std::move(work));
    connection->start_call("ask", R"({"who":"user"})", {}, [&, pending](Outcome outcome) {
      connection->notify("told", R"({"half":true})");
      pending->reply_text(to_text(*outcome));
    });
  });
}

TEST_CASE("a recorded conversation is replayed against a fresh connection, in either role") {
  std::stringstream file;
  Lines seen;
  {
    ManualExecutor executor;
    const Recorder recorder(file);
    auto [a, b] = memory_pair(executor);
    Live server(std::move(b), executor);
    serve(server.router, server.connection);
    server.connection->start();
    Live client(std::move(a), executor, recorder.hook());
    converse(client, executor, seen);
  }
  const Lines expected = {"nonsense: -32601 Method not found: nonsense", R"(told: {"half":true})",
                          R"(work: "yes")"};
  std::sort(seen.begin(), seen.end());
  CHECK(seen == expected);
  const auto recording = parse_recording(file.str());
  REQUIRE(recording);
  CHECK(recording->size() == 8);

  SECTION("the client again, with the server replayed") {
    ManualExecutor executor;
    Replayer replayer(*recording, executor);
    Live client(replayer.transport(), executor);
    Lines again;
    converse(client, executor, again);
    CHECK_FALSE(replayer.mismatch());
    CHECK(replayer.finished());
    std::sort(again.begin(), again.end());
    CHECK(again == expected);
  }
  SECTION("the server again, with the client replayed") {
    ManualExecutor executor;
    Replayer replayer(*recording, executor, {.live = "received"});
    Live server(replayer.transport(), executor);
    serve(server.router, server.connection);
    server.connection->start();
    executor.run();
    CHECK_FALSE(replayer.mismatch());
    CHECK(replayer.finished());
  }
  SECTION("a client that asks for something else is told where") {
    ManualExecutor executor;
    Replayer replayer(*recording, executor);
    Live client(replayer.transport(), executor);
    Lines again;
    client.connection->start();
    call(*client.connection, "work", R"({"n":2})", again);
    executor.run();
    REQUIRE(again.size() == 1);
    CHECK_THAT(again[0], ContainsSubstring("row 1 of the recording says; at /params/n: recorded 1, "
                                           "sent 2"));
  }
}

TEST_CASE("blocking calls on worker threads replay as well") {
  const Lines rows = {R"(> {"jsonrpc":"2.0","id":50,"method":"a"})",
                      R"(< {"jsonrpc":"2.0","id":50,"result":1})",
                      R"(< {"jsonrpc":"2.0","id":1,"method":"ask"})",
                      R"(> {"jsonrpc":"2.0","id":1,"result":"yes"})",
                      R"(> {"jsonrpc":"2.0","id":51,"method":"b"})",
                      R"(< {"jsonrpc":"2.0","id":51,"result":2})"};
  for (int round = 0; round < 20; ++round) {
    auto runtime = std::make_shared<Runtime>();
    Replayer replayer(script(rows), runtime->workers());
    Router router;
    router.on_request("ask", [](IncomingRequest request) { request.reply_text("\"yes\""); });
    Connection live(replayer.transport(), router, {}, runtime);
    live.start();
    CHECK(live.call("a", "") == 1);
    CHECK(live.call("b", "") == 2);
    CHECK(replayer.wait_finished(std::chrono::seconds(20)));
  }
}

TEST_CASE("what a real agent heard replays against a client with other ids") {
  const auto recording = parse_recording(test::opencode_recording);
  REQUIRE(recording);
  REQUIRE(recording->size() == 25);
  ManualExecutor executor;
  Replayer replayer(*recording, executor,
                    {.live = "client->agent", .ignore = {"/params/clientInfo/version"}});
  Live client(replayer.transport(), executor);
  Lines seen;
  client.router.on_notification("session/update", [&](IncomingNotification& update) {
    seen.push_back(update.params()["update"]["sessionUpdate"]);
  });
  client.connection->start();
  for (const RecordedFrame& frame : *recording) {
    if (frame.dir != "client->agent") continue;
    Json message = Json::parse(frame.line);
    Json& params = message["params"];
    if (params.contains("clientInfo")) params["clientInfo"]["version"] = "9";
    if (message.contains("id")) {
      call(*client.connection, message["method"], to_text(params), seen);
    } else {
      client.connection->notify(message["method"].get<std::string>(), to_text(params));
    }
    executor.run();
    CHECK_FALSE(replayer.mismatch());
  }
  CHECK(replayer.finished());
  REQUIRE(seen.size() == 12);
  CHECK_THAT(seen[0], StartsWith(R"(initialize: {"agentCapabilities":)"));
  CHECK(seen[2] == "available_commands_update");
  CHECK(seen[5] == "session/bogus: -32601 \"Method not found\": session/bogus");
  CHECK(seen[9] == "usage_update");
  CHECK_THAT(seen[10], ContainsSubstring(R"("stopReason":"end_turn")"));
  CHECK(seen[11] == "session/close: {}");
}

TEST_CASE("what a real agent said replays against an agent that names its session anew") {
  const auto recording = parse_recording(test::opencode_recording);
  REQUIRE(recording);
  REQUIRE(recording->size() == 25);
  ManualExecutor executor;
  Replayer replayer(*recording, executor,
                    {.live = "agent->client", .chosen_by_live = {"/result/sessionId"}});
  const auto agent = replayer.transport();
  RecordingSink sink;
  agent->start(sink);
  for (const RecordedFrame& frame : *recording) {
    executor.run();
    if (frame.dir == "agent->client") {
      std::string line = frame.line;
      const std::string old = "ses_dd781b84bffeAzMjoqRxGRQHgo";
      for (std::size_t at = 0; (at = line.find(old)) != std::string::npos;) {
        line.replace(at, old.size(), "s1");
      }
      agent->send(line);
    }
  }
  executor.run();
  CHECK_FALSE(replayer.mismatch());
  CHECK(replayer.finished());
  // Every line of the client but the end.
  REQUIRE(sink.lines().size() == 14);
  CHECK_THAT(sink.lines()[12], ContainsSubstring(R"("session/close","params":{"sessionId":"s1"})"));
}

}  // namespace parley::replayer_test
