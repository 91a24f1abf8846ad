// SPDX-License-Identifier: MIT
// Recorder: rows, directions, bytes that are no text, redaction, failures, several threads.
#include <parley/rpc/recorder.hpp>

#include <parley/json/value.hpp>
#include <parley/rpc/connection.hpp>
#include <parley/rpc/error.hpp>
#include <parley/rpc/recording.hpp>
#include <parley/rpc/router.hpp>
#include <parley/transport/memory.hpp>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace parley::recorder_test {

using Catch::Matchers::ContainsSubstring;
using std::chrono::system_clock;

/// The name of a file that goes with the test.
class TemporaryFile {
 public:
  TemporaryFile() {
    char name[] = "/tmp/parley_recorder_XXXXXX";
    const int fd = ::mkstemp(name);
    REQUIRE(fd >= 0);
    ::close(fd);
    path_ = name;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }

  const std::string& path() const { return path_; }
  std::string text() const {
    std::stringstream out;
    out << std::ifstream(path_, std::ios::binary).rdbuf();
    return out.str();
  }

 private:
  std::string path_;
};

/// Limits what the process may write to a file: the disk that is full, for a regular file.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &old_) == 0);
    const rlimit limit{bytes, old_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

const system_clock::time_point epoch{};

std::vector<RecordedFrame> parse_rows(const std::string& text) {
  auto frames = parse_recording(text);
  REQUIRE(frames);
  return std::move(*frames);
}

TEST_CASE("a row has time, direction and line, in this order and on one line") {
  std::stringstream out;
  Recorder recorder(out);
  const TraceHook trace = recorder.hook();
  // 2026-01-31 is day 20484 after 1970-01-01: 56 years, 14 leap days, 30 days of January.
  using namespace std::chrono;
  trace(Direction::sent, epoch + hours(24 * 20484) + hours(9) + minutes(8) + microseconds(7000600),
        R"({"id":1})");
  trace(Direction::received, epoch, "a\tb");
  CHECK(out.str() == R"({"time":"2026-01-31T09:08:07.000600Z","dir":"sent","line":"{\"id\":1}"})"
                     "\n"
                     R"({"time":"1970-01-01T00:00:00.000000Z","dir":"received","line":"a\tb"})"
                     "\n");
  CHECK(recorder.frames() == 2);
  CHECK(recorder.error().empty());
}

TEST_CASE("the two directions may have names of the program's own") {
  std::stringstream out;
  const Recorder recorder(out, {.sent = "client->agent", .received = "agent->client"});
  recorder.hook()(Direction::sent, epoch, "1");
  recorder.hook()(Direction::received, epoch, "2");
  const auto rows = parse_rows(out.str());
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].dir == "client->agent");
  CHECK(rows[1].dir == "agent->client");
}

TEST_CASE("a frame that is no UTF-8 keeps its bytes, and the file stays text") {
  std::stringstream out;
  const Recorder recorder(out);
  const std::string frame = "{\"a\":\"\xff\xc3(\",\"b\":\"\xc3\xa9\"}";
  recorder.hook()(Direction::received, epoch, frame);
  // Each ill-formed part is U+FFFD for a reader; é stays.
  CHECK_THAT(out.str(), ContainsSubstring("\"line\":\"{\\\"a\\\":\\\"\xEF\xBF\xBD\xEF\xBF\xBD(\\\","
                                          "\\\"b\\\":\\\"\xc3\xa9\\\"}\",\"bytes\":\""));
  const auto rows = parse_rows(out.str());
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].line == frame);
}

TEST_CASE("line ends, zero bytes and U+2028 in a frame do not break its row") {
  std::stringstream out;
  const Recorder recorder(out);
  const std::string frame("a\nb\r\0\"\\\xE2\x80\xA8", 11);
  recorder.hook()(Direction::sent, epoch, frame);
  recorder.hook()(Direction::sent, epoch, "");
  const auto rows = parse_rows(out.str());
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].line == frame);
  CHECK(rows[1].line.empty());
}

TEST_CASE("what is redacted never reaches the file") {
  std::stringstream out;
  const Recorder recorder(out, {.redact = [](Direction, std::string_view frame) {
                            std::string text(frame);
                            const std::size_t at = text.find("hunter2");
                            return at == std::string::npos ? text : text.replace(at, 7, "***");
                          }});
  recorder.hook()(Direction::sent, epoch, "{\"password\":\"hunter2\xff\"}");
  CHECK_THAT(out.str(), !ContainsSubstring("hunter2"));
  CHECK(parse_rows(out.str())[0].line == "{\"password\":\"***\xff\"}");
}

TEST_CASE("a redaction that throws ends the recording without writing the frame") {
  std::stringstream out;
  std::vector<std::string> errors;
  const Recorder recorder(
      out,
      {.redact = [](Direction, std::string_view) -> std::string { throw std::length_error("x"); },
       .on_error = [&](std::string_view error) { errors.emplace_back(error); }});
  CHECK_NOTHROW(recorder.hook()(Direction::sent, epoch, "secret"));
  CHECK_NOTHROW(recorder.hook()(Direction::sent, epoch, "secret"));
  CHECK(out.str().empty());
  CHECK(errors.size() == 1);
}

TEST_CASE("a file is made for its owner only, and is complete after each frame") {
  const TemporaryFile file;
  std::remove(file.path().c_str());
  const Recorder recorder(file.path());
  recorder.hook()(Direction::sent, epoch, "1");
  struct stat status {};
  REQUIRE(::stat(file.path().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(parse_rows(file.text()).size() == 1);
  recorder.hook()(Direction::sent, epoch, "2");
  CHECK(read_recording(file.path()).size() == 2);
}

TEST_CASE("a new recording replaces an old file, or adds to it when asked to") {
  const TemporaryFile file;
  for (const char* frame : {"old", "new"}) Recorder(file.path()).hook()({}, epoch, frame);
  REQUIRE(parse_rows(file.text()).size() == 1);
  CHECK(parse_rows(file.text())[0].line == "new");
  Recorder(file.path(), {.append = true}).hook()(Direction::sent, epoch, "newer");
  CHECK(parse_rows(file.text()).size() == 2);
}

TEST_CASE("a hook outlives its recorder; stop ends the recording for good") {
  const TemporaryFile file;
  const TraceHook trace = Recorder(file.path()).hook();
  trace(Direction::sent, epoch, "1");
  CHECK(parse_rows(file.text()).size() == 1);

  Recorder recorder(file.path());
  recorder.stop();
  recorder.hook()(Direction::sent, epoch, "1");
  CHECK(file.text().empty());
  CHECK(recorder.error().empty());
}

TEST_CASE("a file that cannot be opened is an error that names it") {
  CHECK_THROWS_WITH(Recorder("/no/such/folder/x.jsonl"),
                    "cannot record to /no/such/folder/x.jsonl: No such file or directory");
}

TEST_CASE("a full disk is told once, and the connection never notices") {
  std::vector<std::string> errors;
  RecorderOptions options;
  options.on_error = [&](std::string_view error) {
    errors.emplace_back(error);
    throw std::runtime_error("a bad callback");
  };
  const Recorder recorder("/dev/full", options);
  const std::string expected =
      "the recording to /dev/full ended after 0 frames: No space left on device";

  ManualExecutor executor;
  auto runtime = std::make_shared<Runtime>();
  auto [a, b] = memory_pair(executor);
  Router left_router;
  Router right_router;
  right_router.on_request("add", [](IncomingRequest request) { request.reply_text("3"); });
  ConnectionOptions connection;
  connection.executor = &executor;
  connection.trace = recorder.hook();
  Connection left(std::move(a), left_router, {}, runtime, connection);
  connection.trace = nullptr;
  Connection right(std::move(b), right_router, {}, runtime, connection);
  left.start();
  right.start();
  int answers = 0;
  for (int i = 0; i < 3; ++i) {
    left.start_call("add", "{}", {}, [&](Outcome outcome) { answers += outcome && *outcome == 3; });
  }
  executor.run();
  CHECK(answers == 3);
  CHECK(errors == std::vector<std::string>{expected});
  CHECK(recorder.error() == expected);
  CHECK(recorder.frames() == 0);
  left.close();
  executor.run();
}

TEST_CASE("a row that a full disk takes in part only is cut off again") {
  const TemporaryFile file;
  const Recorder recorder(file.path());
  recorder.hook()(Direction::sent, epoch, "1");
  const std::string before = file.text();
  {
    const FileSizeLimit limit(before.size() + 20);
    recorder.hook()(Direction::sent, epoch, "2");
  }
  CHECK(file.text() == before);
  CHECK_THAT(recorder.error(), ContainsSubstring("ended after 1 frames: File too large"));
  recorder.hook()(Direction::sent, epoch, "3");
  CHECK(file.text() == before);
}

TEST_CASE("a recording ends before it gets larger than its bound") {
  std::stringstream out;
  const Recorder recorder(out, {.max_bytes = 150});
  // A row of "1" has 63 bytes.
  for (int i = 0; i < 5; ++i) recorder.hook()(Direction::sent, epoch, "1");
  CHECK(recorder.frames() == 2);
  CHECK(out.str().size() == 126);
  CHECK_THAT(recorder.error(), ContainsSubstring("RecorderOptions::max_bytes, 150"));
}

TEST_CASE("a stream that fails ends the recording") {
  std::stringstream out;
  const Recorder recorder(out);
  out.setstate(std::ios::badbit);
  recorder.hook()(Direction::sent, epoch, "1");
  CHECK(recorder.frames() == 0);
  CHECK_FALSE(recorder.error().empty());
}

TEST_CASE("rows of several threads stay whole, and each thread's in order") {
  const TemporaryFile file;
  const Recorder recorder(file.path());
  constexpr int threads = 4;
  constexpr int count = 500;
  std::vector<std::jthread> running;
  for (int t = 0; t < threads; ++t) {
    running.emplace_back([t, trace = recorder.hook()] {
      for (int i = 0; i < count; ++i) {
        trace(
            t % 2 == 0 ? Direction::sent : Direction::received, system_clock::now(),
            std::to_string(t) + " " + std::to_string(i) + std::string(static_cast<size_t>(i), 'x'));
      }
    });
  }
  running.clear();
  const auto rows = parse_rows(file.text());
  CHECK(rows.size() == threads * count);
  CHECK(recorder.frames() == threads * count);
  std::vector<int> next(threads);
  for (const RecordedFrame& row : rows) {
    std::stringstream text(row.line);
    std::size_t thread = 0;
    int number = 0;
    text >> thread >> number;
    REQUIRE(number == next.at(thread)++);
    REQUIRE(row.dir == (thread % 2 == 0 ? "sent" : "received"));
  }
}

}  // namespace parley::recorder_test
