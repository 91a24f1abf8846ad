// SPDX-License-Identifier: MIT
// spawn: what a child gets, how it ends, what is reported, and that nothing is left behind.
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/transport/process.hpp>

#include "catch.hpp"
#include "transport/fds.hpp"
#include "transport/recording_sink.hpp"

using namespace parley;
using namespace parley::test;
using namespace std::chrono_literals;
using Lines = std::vector<std::string>;
using Clock = std::chrono::steady_clock;

namespace {

ProcessOptions shell(const std::string& script) {
  ProcessOptions options;
  options.command = "sh";
  options.args = {"-c", script};
  return options;
}

// Runs it to its end by itself.
struct Finished {
  explicit Finished(ProcessOptions options) {
    auto runtime = std::make_shared<Runtime>();
    RecordingSink sink;
    options.on_exit = [this](ExitStatus ended) { status = ended; };
    auto process = spawn(runtime, std::move(options));
    process->start(sink);
    sink.wait_closed();
    lines = sink.lines();
    reason = sink.reason();
    detail = sink.detail();
    tail = process->stderr_tail();
  }
  Lines lines;
  std::error_code reason;
  std::string detail;
  std::string tail;
  ExitStatus status{-1, -1};
};

bool is_alive(int pid) { return ::kill(pid, 0) == 0; }

// A killed descendant is a zombie until init has waited for it.
bool ends_soon(int pid) {
  for (int i = 0; i < 200; ++i) {
    if (!is_alive(pid)) return true;
    std::string state;
    const Fd file(::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() >= 0) state = read_to_end(file.get());
    if (state.find(") Z ") != std::string::npos) return true;
    ::poll(nullptr, 0, 10);
  }
  return false;
}

}  // namespace

TEST_CASE("process: frames go both ways, and the child ends when its input does") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  ProcessOptions options;
  options.command = "cat";
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  process->send("{\"id\":1}");
  process->send("{\"id\":2}");
  REQUIRE(sink.wait_lines(2));
  process->close();
  REQUIRE(sink.wait_closed());
  CHECK(sink.lines() == Lines{"{\"id\":1}", "{\"id\":2}", "<closed>"});
  CHECK(sink.detail() == "the process exited with status 0");
  ExitStatus status;
  CHECK(process->exited(&status));
  CHECK(status.success());
}

TEST_CASE("process: 5 MB each way") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  ProcessOptions options;
  options.command = "cat";
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  const std::string frame(5 << 20, 'x');
  process->send(frame);
  process->close();  // what is queued goes out first
  REQUIRE(sink.wait_closed());
  CHECK((sink.lines() == Lines{frame, "<closed>"}));
}

TEST_CASE("process: an exit code is reported, with the tail of standard error") {
  Finished run(shell("echo '{}'; echo 'it broke' >&2; exit 3"));
  CHECK(run.lines.front() == "{}");
  CHECK(run.reason == std::error_code(3, exit_category()));
  CHECK(run.reason.message() == "the process exited with status 3");
  CHECK(run.detail ==
        "the process exited with status 3; its last words on standard error:\nit broke\n");
  CHECK(run.tail == "it broke\n");
  CHECK(run.status.code == 3);
  CHECK(run.status.signal == 0);
}

TEST_CASE("process: a signal is reported") {
  Finished run(shell("kill -KILL $$"));
  CHECK(run.reason == std::error_code(128 + SIGKILL, exit_category()));
  CHECK(run.detail == "the process was killed by signal 9 (Killed)");
  CHECK(run.status.signal == SIGKILL);
}

TEST_CASE("process: a child that dies in the middle of a frame") {
  Finished run(shell("printf '1\\n{\"half'; exit 1"));
  CHECK(run.lines.size() == 3);
  CHECK(run.lines[0] == "1");
  CHECK(run.lines[1] == "{\"half");  // the parser will refuse it
  CHECK(run.reason.category() == exit_category());
}

TEST_CASE("process: a program or directory that is missing is told at once, with what to do") {
  auto runtime = std::make_shared<Runtime>();
  const auto failure = [&](ProcessOptions options) -> std::pair<std::error_code, std::string> {
    try {
      spawn(runtime, std::move(options));
    } catch (const std::system_error& error) {
      return {error.code(), error.what()};
    }
    return {};
  };
  const std::size_t fds = open_fds();
  ProcessOptions options;
  options.command = "no-such-program-at-all";
  auto [code, text] = failure(std::move(options));
  CHECK(code == std::errc::no_such_file_or_directory);
  CHECK(text.find("\"no-such-program-at-all\" was not found in PATH") != std::string::npos);
  CHECK(text.find("install it") != std::string::npos);

  options = ProcessOptions();
  options.command = "/no/such/program";
  std::tie(code, text) = failure(std::move(options));
  CHECK(code == std::errc::no_such_file_or_directory);
  CHECK(text.find("/no/such/program") != std::string::npos);

  options = shell("true");
  options.cwd = "/no/such/directory";
  std::tie(code, text) = failure(std::move(options));
  CHECK(code == std::errc::no_such_file_or_directory);
  CHECK(text.find("working directory \"/no/such/directory\"") != std::string::npos);

  options = ProcessOptions();
  options.command = "/etc/passwd";
  std::tie(code, text) = failure(std::move(options));
  CHECK(code == std::errc::permission_denied);

  CHECK(failure(ProcessOptions()).first == std::errc::invalid_argument);
  CHECK(open_fds() == fds);
  CHECK_FALSE(has_children());
}

TEST_CASE("mcp A19: the environment is filtered, and added to") {
  ::setenv("PARLEY_TEST_SECRET", "secret", 1);
  ::setenv("LC_PARLEY_TEST", "passed", 1);
  const auto printed = [](InheritEnv inherit) {
    auto options = shell("echo \"$PARLEY_TEST_SECRET|$LC_PARLEY_TEST|$ADDED|${HOME:+home}\"");
    options.command = "/bin/sh";
    options.inherit_env = inherit;
    options.env["ADDED"] = "added";
    return Finished(std::move(options)).lines.front();
  };
  const std::string home = std::getenv("HOME") != nullptr ? "home" : "";
  CHECK(printed(InheritEnv::basic) == "|passed|added|" + home);
  CHECK(printed(InheritEnv::all) == "secret|passed|added|" + home);
  CHECK(printed(InheritEnv::nothing) == "||added|");
  ::unsetenv("PARLEY_TEST_SECRET");
  ::unsetenv("LC_PARLEY_TEST");
}

TEST_CASE("process: working directory; the program is looked up in the child's PATH") {
  auto options = shell("pwd");
  options.cwd = "/usr";
  CHECK(Finished(std::move(options)).lines.front() == "/usr");

  const std::string directory = "/tmp/parley-test-" + std::to_string(::getpid());
  std::filesystem::create_directory(directory);
  std::filesystem::create_symlink("/bin/echo", directory + "/only-here");
  options = ProcessOptions();
  options.command = "only-here";
  options.args = {"found"};
  options.env["PATH"] = "/nowhere:" + directory;
  CHECK(Finished(std::move(options)).lines.front() == "found");
  std::filesystem::remove_all(directory);
}

TEST_CASE("process: the child has no descriptor of ours, its own group, and no blocked signal") {
  const Fd leak(::open("/etc/passwd", O_RDONLY));  // without O_CLOEXEC
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto old_handler = ::signal(SIGHUP, SIG_IGN);
  Finished run(
      shell("ls /proc/self/fd | tr '\\n' ' '; echo; "
            "grep -E 'SigBlk|SigIgn' /proc/self/status; cut -d' ' -f5 /proc/$$/stat; echo $$"));
  ::signal(SIGHUP, old_handler);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  REQUIRE(run.lines.size() >= 5);
  CHECK(run.lines[0] == "0 1 2 3 ");  // 3 is the directory itself
  CHECK(run.lines[1] == "SigBlk:\t0000000000000000");
  // But for 32 and 33, which the C library keeps for itself.
  CHECK((std::stoull(run.lines[2].substr(8), nullptr, 16) & ~0x180000000ULL) == 0);
  CHECK(std::stoi(run.lines[3]) == std::stoi(run.lines[4]));
}

TEST_CASE("mcp E1, acp D22: standard error is drained, given out in lines, and its tail kept") {
  std::vector<std::string> lines;
  auto options = shell(
      "i=0; while [ $i -lt 20000 ]; do echo \"line $i of standard error\" >&2; i=$((i+1)); done; "
      "printf last >&2; echo done");
  options.stderr_tail_bytes = 100;
  options.on_stderr = [&](std::string_view line) { lines.emplace_back(line); };
  Finished run(std::move(options));
  CHECK(run.lines.front() == "done");
  REQUIRE(lines.size() == 20001);
  CHECK(lines[12345] == "line 12345 of standard error");
  CHECK(lines.back() == "last");
  CHECK(run.tail.size() == 100);
  CHECK(run.tail.ends_with("line 19999 of standard error\nlast"));
}

TEST_CASE("acp D21: the tail of standard error starts at a character") {
  auto options = shell("printf 'äöüäöü' >&2");
  options.stderr_tail_bytes = 5;
  CHECK(Finished(std::move(options)).tail == "öü");
}

TEST_CASE("acp D10: a child that ignores the end of its input gets SIGTERM") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  ProcessOptions options;
  options.command = "sleep";
  options.args = {"60"};
  options.close_grace = 50ms;
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  process->close();
  REQUIRE(sink.wait_closed());
  CHECK_FALSE(sink.reason());  // it was our wish
  CHECK(sink.detail() == "the process was killed by signal 15 (Terminated)");
}

TEST_CASE("process: a child that ignores SIGTERM gets SIGKILL") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  auto options = shell("trap '' TERM; echo ready; while :; do sleep 0.05; done");
  options.close_grace = 30ms;
  options.term_grace = 30ms;
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  REQUIRE(sink.wait_lines(1));
  process->close();
  REQUIRE(sink.wait_closed());
  CHECK(sink.detail() == "the process was killed by signal 9 (Killed)");
}

TEST_CASE("process: terminate does not wait for the grace") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  ProcessOptions options;
  options.command = "sleep";
  options.args = {"60"};
  options.close_grace = 60s;
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  process->terminate();
  REQUIRE(sink.wait_closed());
  CHECK(sink.detail().find("signal 15") != std::string::npos);
}

TEST_CASE("process: closed and terminated by two threads while it exits, it ends once") {
  auto runtime = std::make_shared<Runtime>();
  for (int i = 0; i < 20; ++i) {
    RecordingSink sink;
    std::atomic<int> exits = 0;
    auto options = shell("exit 1");
    options.on_exit = [&](ExitStatus) { ++exits; };
    auto process = spawn(runtime, std::move(options));
    process->start(sink);
    std::thread closer([&] { process->close(); });
    std::thread terminator([&] { process->terminate(); });
    closer.join();
    terminator.join();
    REQUIRE(sink.wait_closed());
    CHECK(exits == 1);
    CHECK(sink.lines().size() == 1);
  }
}

TEST_CASE("process: its standard error callback may end it") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  std::promise<ProcessTransport*> made;
  auto options = shell("echo fatal >&2; exec sleep 60");
  options.on_stderr = [child = made.get_future().share()](std::string_view) {
    child.get()->terminate();
  };
  auto process = spawn(runtime, std::move(options));
  made.set_value(process.get());
  process->start(sink);
  REQUIRE(sink.wait_closed());
  CHECK(sink.detail().starts_with("the process was killed by signal 15 (Terminated)"));
}

TEST_CASE("process: what its callbacks throw stops neither it nor the loop") {
  std::atomic<int> calls = 0;
  auto options = shell("echo one >&2; echo two >&2; echo frame; exit 3");
  options.on_stderr = [&](std::string_view) {
    ++calls;
    throw std::runtime_error("a callback's fault");
  };
  options.on_exit = [&](ExitStatus) {
    ++calls;
    throw 1;
  };
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  REQUIRE(sink.wait_closed());
  CHECK(sink.lines() == Lines{"frame", "<closed: the process exited with status 3>"});
  CHECK(calls == 3);
}

TEST_CASE("mcp E10, acp D9: descendants end with the child, also when they outlive it") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  SECTION("the child waits for them") {
    auto options = shell("sleep 61 & echo $!; wait");
    options.close_grace = 30ms;
    auto process = spawn(runtime, std::move(options));
    process->start(sink);
    REQUIRE(sink.wait_lines(1));
    process->close();
    REQUIRE(sink.wait_closed());
  }
  SECTION("the child has exited, they hold its output") {
    auto options = shell("sleep 61 & echo $!; exit 0");
    options.close_grace = 30ms;
    auto process = spawn(runtime, std::move(options));
    process->start(sink);
    REQUIRE(sink.wait_lines(1));
    REQUIRE(sink.wait_closed());
    CHECK(sink.detail() == "the process exited with status 0");
  }
  SECTION("the child has exited, they hold nothing and ignore SIGTERM") {
    auto options =
        shell("(trap '' TERM; echo ready >&3; exec sleep 61) 3>&1 >/dev/null 2>&1 & echo $!");
    options.close_grace = 30ms;
    options.term_grace = 30ms;
    auto process = spawn(runtime, std::move(options));
    process->start(sink);
    REQUIRE(sink.wait_lines(2));
    REQUIRE(sink.wait_closed());
  }
  const Lines lines = sink.lines();
  const std::string& number = lines[0] == "ready" ? lines[1] : lines[0];
  CHECK(ends_soon(std::stoi(number)));
}

TEST_CASE("process: a child that closes its output but stays is ended") {
  auto options = shell("exec >&-; sleep 60");
  options.close_grace = 30ms;
  Finished run(std::move(options));
  CHECK(run.detail == "the process was killed by signal 15 (Terminated)");
}

TEST_CASE("process: a descendant that left the group cannot hold us for ever") {
  auto options = shell("setsid sleep 5 & exit 0");
  options.close_grace = 20ms;
  options.term_grace = 20ms;
  const auto start = Clock::now();
  Finished run(std::move(options));
  CHECK(run.detail == "the process exited with status 0");
  CHECK(Clock::now() - start < 4s);
}

TEST_CASE("process: a child that never reads blocks no sender") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  ProcessOptions options;
  options.command = "sleep";
  options.args = {"60"};
  options.close_grace = 30ms;
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  const std::string frame(10'000, 'x');
  for (int i = 0; i < 1000; ++i) process->send(frame);
  CHECK(process->pending_bytes() > 9'000'000);
  process->close();
  REQUIRE(sink.wait_closed());
  CHECK(process->pending_bytes() == 0);
}

TEST_CASE("process: a child that has died is no SIGPIPE, and its last frames are delivered") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  auto process = spawn(runtime, shell("exec <&-; echo 1; sleep 0.2; echo 2; exit 4"));
  process->start(sink);
  while (!sink.closed()) process->send(std::string(1000, 'x'));
  CHECK(sink.lines().front() == "1");
  CHECK(sink.detail() == "the process exited with status 4");
}

TEST_CASE("process: destruction ends the child, in bounded time, and leaves nothing") {
  const std::size_t fds = open_fds();
  {
    auto runtime = std::make_shared<Runtime>();
    runtime->io();
    const std::size_t fds_before = open_fds();
    RecordingSink sink;
    SECTION("one that ends with its input") {
      ProcessOptions options;
      options.command = "cat";
      spawn(runtime, std::move(options))->start(sink);
    }
    SECTION("one that ignores everything") {
      auto options = shell("trap '' TERM; while :; do sleep 0.05; done");
      options.close_grace = 20ms;
      options.term_grace = 20ms;
      const auto start = Clock::now();
      spawn(runtime, std::move(options))->start(sink);
      CHECK(Clock::now() - start < 2s);
    }
    SECTION("one that was never started as a transport") {
      ProcessOptions options;
      options.command = "cat";
      spawn(runtime, std::move(options));
    }
    SECTION("one that has ended already") {
      auto process = spawn(runtime, shell("true"));
      process->start(sink);
      REQUIRE(sink.wait_closed());
    }
    CHECK_FALSE(has_children());
    CHECK(open_fds() == fds_before);
  }
  CHECK(open_fds() == fds);
}

TEST_CASE("process: destroyed on the event loop, it ends in the background") {
  int pid = 0;
  {
    auto runtime = std::make_shared<Runtime>();
    RecordingSink sink;
    ProcessOptions options;
    options.command = "cat";
    auto process = spawn(runtime, std::move(options));
    process->start(sink);
    pid = process->pid();
    std::promise<void> destroyed;
    asio::post(runtime->io(), [&] {
      process.reset();
      destroyed.set_value();
    });
    destroyed.get_future().get();
  }
  CHECK(ends_soon(pid));
  while (has_children()) ::poll(nullptr, 0, 5);
}

TEST_CASE("process: on a borrowed loop that nobody runs, destruction still ends the child") {
  asio::io_context io;
  auto runtime = std::make_shared<Runtime>(io);
  RecordingSink sink;
  ProcessOptions options;
  options.command = "cat";
  auto process = spawn(runtime, std::move(options));
  process->start(sink);
  process->send("1");
  process.reset();
  CHECK_FALSE(has_children());
  CHECK(sink.lines().empty());
}

TEST_CASE("process: 20 children from 4 threads, no descriptor crosses over, none is left") {
  const std::size_t fds = open_fds();
  {
    auto runtime = std::make_shared<Runtime>();
    std::vector<std::thread> threads;
    std::atomic<int> good = 0;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 5; ++i) {
          RecordingSink sink;
          // cat sees the end only if no sibling has inherited the writing end.
          ProcessOptions options;
          options.command = "cat";
          auto process = spawn(runtime, std::move(options));
          process->start(sink);
          const std::string frame = std::to_string(t) + "/" + std::to_string(i);
          process->send(frame);
          process->close();
          if (sink.wait_closed() && sink.lines() == Lines{frame, "<closed>"}) ++good;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(good == 20);
    CHECK_FALSE(has_children());
  }
  CHECK(open_fds() == fds);
}
