// SPDX-License-Identifier: MIT
// TCP and Unix sockets: both ends, many connections, and what is refused.
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <parley/rpc/runtime.hpp>
#include <parley/transport/socket.hpp>

#include "catch.hpp"
#include "transport/fds.hpp"
#include "transport/recording_sink.hpp"

using namespace parley;
using namespace parley::test;
using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

namespace {

// Answers every frame on every connection.
class EchoServer {
 public:
  ConnectionHandler handler() {
    return [this](std::unique_ptr<Transport> transport) {
      auto session = std::make_unique<Session>();
      session->transport = std::move(transport);
      session->sink.frame_hook = [s = session.get()](std::string_view frame) {
        s->transport->send(frame);
      };
      session->transport->start(session->sink);
      const std::lock_guard lock(mutex_);
      sessions_.push_back(std::move(session));
    };
  }
  std::size_t connections() {
    const std::lock_guard lock(mutex_);
    return sessions_.size();
  }
  void close_all() {
    const std::lock_guard lock(mutex_);
    for (auto& session : sessions_) session->transport->close();
  }

 private:
  struct Session {
    RecordingSink sink;
    std::unique_ptr<Transport> transport;
  };
  std::mutex mutex_;
  std::vector<std::unique_ptr<Session>> sessions_;
};

std::string socket_path() {
  static int number = 0;
  return "/tmp/parley-test-" + std::to_string(::getpid()) + "-" + std::to_string(++number);
}

template <class Call>
std::error_code error_of(Call call) {
  try {
    call();
  } catch (const std::system_error& error) {
    return error.code();
  }
  return {};
}

void echo_some(Transport& transport) {
  RecordingSink sink;
  transport.start(sink);
  const std::string large(3 << 20, 'x');
  transport.send("1");
  transport.send(large);
  transport.send("2");
  REQUIRE(sink.wait_lines(3));
  CHECK((sink.lines() == Lines{"1", large, "2"}));
  transport.close();
  REQUIRE(sink.wait_closed());
  CHECK_FALSE(sink.reason());
}

}  // namespace

TEST_CASE("tcp: frames go both ways; port 0 becomes a real one; loopback by default") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  auto listener = listen_tcp(runtime, {}, server.handler());
  CHECK(listener->endpoint().host == "127.0.0.1");
  REQUIRE(listener->endpoint().port != 0);
  echo_some(*connect_tcp(runtime, listener->endpoint()));
}

TEST_CASE("tcp: by name") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  auto listener = listen_tcp(runtime, {"localhost", 0}, server.handler());
  echo_some(*connect_tcp(runtime, {"localhost", listener->endpoint().port}));
}

TEST_CASE("tcp: many connections at once, each with its own frames") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  auto listener = listen_tcp(runtime, {}, server.handler());
  std::vector<std::unique_ptr<RecordingSink>> sinks;
  std::vector<std::unique_ptr<Transport>> clients;
  for (int i = 0; i < 50; ++i) {
    sinks.push_back(std::make_unique<RecordingSink>());
    clients.push_back(connect_tcp(runtime, listener->endpoint()));
    clients.back()->start(*sinks.back());
    clients.back()->send(std::to_string(i));
  }
  for (int i = 0; i < 50; ++i) {
    REQUIRE(sinks[static_cast<std::size_t>(i)]->wait_lines(1));
    CHECK(sinks[static_cast<std::size_t>(i)]->lines() == Lines{std::to_string(i)});
  }
  CHECK(server.connections() == 50);
  listener.reset();  // connections live on
  clients[7]->send("again");
  CHECK(sinks[7]->wait_lines(2));
  server.close_all();
  for (auto& sink : sinks) CHECK(sink->wait_closed());
}

TEST_CASE("tcp: a connection whose handler throws is closed, the others are served") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  std::atomic<bool> fault = true;
  auto listener =
      listen_tcp(runtime, {}, [&, echo = server.handler()](std::unique_ptr<Transport> transport) {
        if (fault.exchange(false)) throw std::runtime_error("a fault");
        echo(std::move(transport));
      });
  RecordingSink sink;
  auto unlucky = connect_tcp(runtime, listener->endpoint());
  unlucky->start(sink);
  REQUIRE(sink.wait_closed());
  echo_some(*connect_tcp(runtime, listener->endpoint()));
}

TEST_CASE("tcp: nobody there is an error that names the address") {
  auto runtime = std::make_shared<Runtime>();
  std::uint16_t port = 0;
  {
    auto listener = listen_tcp(runtime, {}, [](std::unique_ptr<Transport>) {});
    port = listener->endpoint().port;
  }
  try {
    connect_tcp(runtime, {"127.0.0.1", port});
    FAIL();
  } catch (const std::system_error& error) {
    CHECK(error.code() == std::errc::connection_refused);
    CHECK(std::string(error.what()).find("127.0.0.1:" + std::to_string(port)) != std::string::npos);
  }
  CHECK(error_of([&] {
          connect_tcp(runtime, {"no-such-host.invalid", 1});
        }) == std::errc::host_unreachable);
}

TEST_CASE("tcp: connecting without blocking") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  auto listener = listen_tcp(runtime, {}, server.handler());
  std::promise<std::unique_ptr<Transport>> connected;
  async_connect_tcp(runtime, listener->endpoint(), {},
                    [&](std::unique_ptr<Transport> transport, std::error_code error) {
                      if (!error) connected.set_value(std::move(transport));
                    });
  echo_some(*connected.get_future().get());

  std::promise<std::error_code> failed;
  async_connect_unix(
      runtime, "/no/such/socket", {},
      [&](std::unique_ptr<Transport>, std::error_code error) { failed.set_value(error); });
  CHECK(failed.get_future().get() == std::errc::no_such_file_or_directory);
}

TEST_CASE("tcp: a peer that half-closes gets its answers before the end") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  auto listener = listen_tcp(runtime, {}, server.handler());
  const Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(listener->endpoint().port);
  REQUIRE(::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  write_all(fd.get(), "1\n2\n3");
  ::shutdown(fd.get(), SHUT_WR);
  CHECK(read_until(fd.get(), "3\n") == "1\n2\n3\n");
}

TEST_CASE("tcp: a reset by the peer is an error, not a SIGPIPE") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  std::promise<std::unique_ptr<Transport>> accepted;
  auto listener = listen_tcp(runtime, {}, [&](std::unique_ptr<Transport> transport) {
    accepted.set_value(std::move(transport));
  });
  RecordingSink client_sink;
  auto client = connect_tcp(runtime, listener->endpoint());
  auto server = accepted.get_future().get();
  client->start(client_sink);
  client->send("nobody reads this");
  server->start(sink);
  REQUIRE(sink.wait_lines(1));
  server.reset();
  while (!client_sink.closed()) client->send(std::string(1000, 'x'));
  client->send("into the void");
}

TEST_CASE("unix: frames go both ways; only this user may connect; the file goes away") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  const std::string path = socket_path();
  auto listener = listen_unix(runtime, path, server.handler());
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  SocketOptions options;
  options.same_user_only = true;
  echo_some(*connect_unix(runtime, path, options));
  listener.reset();
  CHECK(::stat(path.c_str(), &status) != 0);
}

TEST_CASE("unix: a peer of the same user passes the check on the listening side") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  SocketOptions options;
  options.same_user_only = true;
  const std::string path = socket_path();
  auto listener = listen_unix(runtime, path, server.handler(), options);
  echo_some(*connect_unix(runtime, path));
}

TEST_CASE("unix: a peer of another user is refused") {
  if (::geteuid() != 0) return;  // only root can become somebody else
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  SocketOptions options;
  options.same_user_only = true;
  const std::string path = socket_path();
  auto listener = listen_unix(runtime, path, server.handler(), options);
  std::filesystem::permissions(path, std::filesystem::perms::all);
  // Connects as nobody, and prints what it gets: nothing, but the end.
  const Pipe out;
  const std::string script =
      "import os,socket,sys\nos.setuid(65534)\ns=socket.socket(socket.AF_UNIX)\ns.connect('" +
      path +
      "')\ntry:\n s.sendall(b'1\\n')\n sys.stdout.write(repr(s.recv(10)))\n"
      "except OSError:\n sys.stdout.write(\"b''\")\n";
  if (!std::filesystem::exists("/usr/bin/python3")) return;
  Program program({"/usr/bin/python3", "-c", script}, -1, out.write.get());
  CHECK(program.wait() == 0);
  CHECK(read_until(out.read.get(), "''") == "b''");
  CHECK(server.connections() == 0);
}

TEST_CASE("unix: a socket file that nobody listens on is replaced, a live one is not") {
  auto runtime = std::make_shared<Runtime>();
  EchoServer server;
  const std::string path = socket_path();
  {
    const Fd stale(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, path.size());
    REQUIRE(::bind(stale.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  }
  auto listener = listen_unix(runtime, path, server.handler());
  echo_some(*connect_unix(runtime, path));
  CHECK(error_of([&] { listen_unix(runtime, path, server.handler()); }) ==
        std::errc::address_in_use);
  echo_some(*connect_unix(runtime, path));  // still the first one's
}

TEST_CASE("unix: another kind of file is left alone; a path that is too long is refused") {
  auto runtime = std::make_shared<Runtime>();
  const std::string path = socket_path();
  Fd(::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600)).close();
  CHECK(error_of([&] { listen_unix(runtime, path, [](std::unique_ptr<Transport>) {}); }) ==
        std::errc::address_in_use);
  CHECK(std::filesystem::exists(path));
  std::filesystem::remove(path);
  const std::string longer(108, 'x');
  CHECK(error_of([&] { connect_unix(runtime, longer); }) == std::errc::filename_too_long);
}

TEST_CASE("sockets: an oversize frame is skipped and reported, the next one is intact") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  std::promise<std::unique_ptr<Transport>> accepted;
  SocketOptions options;
  options.max_frame_bytes = 1000;
  auto listener = listen_tcp(
      runtime, {},
      [&](std::unique_ptr<Transport> transport) { accepted.set_value(std::move(transport)); },
      options);
  auto client = connect_tcp(runtime, listener->endpoint());
  auto server = accepted.get_future().get();
  server->start(sink);
  client->send(std::string(1001, 'x'));
  client->send("1");
  REQUIRE(sink.wait_lines(2));
  CHECK(sink.lines()[0].ends_with(" of 1000>"));
  CHECK(sink.lines()[1] == "1");
}

TEST_CASE("sockets: a paused end reads nothing, and the sender sees what is pending") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  std::promise<std::unique_ptr<Transport>> accepted;
  const std::string path = socket_path();
  auto listener = listen_unix(runtime, path, [&](std::unique_ptr<Transport> transport) {
    accepted.set_value(std::move(transport));
  });
  auto client = connect_unix(runtime, path);
  auto server = accepted.get_future().get();
  server->pause_reading(true);
  server->start(sink);
  const std::string frame(1 << 20, 'x');
  for (int i = 0; i < 10; ++i) client->send(frame);
  CHECK(client->pending_bytes() > 5u << 20);
  CHECK(sink.lines().empty());
  server->pause_reading(false);
  REQUIRE(sink.wait_lines(10));
}

TEST_CASE("sockets: what close() was given to send arrives, if the peer takes it in time") {
  auto runtime = std::make_shared<Runtime>();
  RecordingSink sink;
  std::promise<std::unique_ptr<Transport>> accepted;
  auto listener = listen_tcp(runtime, {}, [&](std::unique_ptr<Transport> transport) {
    accepted.set_value(std::move(transport));
  });
  RecordingSink client_sink;
  auto client = connect_tcp(runtime, listener->endpoint());
  auto server = accepted.get_future().get();
  server->start(sink);
  client->start(client_sink);
  const std::string frame(8 << 20, 'x');
  client->send(frame);
  SECTION("closed") {
    client->close();
    client->send("too late");
  }
  SECTION("destroyed") { client.reset(); }
  REQUIRE(sink.wait_closed());
  CHECK((sink.lines() == Lines{frame, "<closed>"}));
}

TEST_CASE("sockets: a peer that takes nothing holds close() for its grace only") {
  auto runtime = std::make_shared<Runtime>();
  SocketOptions options;
  options.close_grace = 20ms;
  std::promise<std::unique_ptr<Transport>> accepted;
  auto listener = listen_tcp(runtime, {}, [&](std::unique_ptr<Transport> transport) {
    accepted.set_value(std::move(transport));
  });
  RecordingSink sink;
  auto client = connect_tcp(runtime, listener->endpoint(), options);
  auto server = accepted.get_future().get();  // never started: reads nothing
  client->start(sink);
  client->send(std::string(64 << 20, 'x'));
  const auto start = std::chrono::steady_clock::now();
  SECTION("closed") {
    client->close();
    CHECK(sink.wait_closed());
  }
  SECTION("destroyed") { client.reset(); }
  CHECK(std::chrono::steady_clock::now() - start < 10s);
}

TEST_CASE("sockets: answers of tasks in a row leave, also if a later task of the row blocks") {
  auto runtime = std::make_shared<Runtime>();
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  RecordingSink sink;
  RecordingSink answers;
  std::promise<std::unique_ptr<Transport>> accepted;
  auto listener = listen_tcp(runtime, {}, [&](std::unique_ptr<Transport> transport) {
    accepted.set_value(std::move(transport));
  });
  auto client = connect_tcp(runtime, listener->endpoint());
  auto server = accepted.get_future().get();
  std::atomic<int> running = 0;
  sink.frame_hook = [&](std::string_view frame) {
    ++running;
    runtime->workers().post([&, text = std::string(frame)] {
      if (text == "block") released.wait();
      server->send(text);
      --running;
    });
  };
  server->start(sink);
  client->start(answers);
  std::size_t expected = 0;
  for (int i = 0; i < 200; ++i) {  // until the pool knows that tasks are quick
    client->send("1");
    REQUIRE(answers.wait_lines(++expected));
  }
  for (int i = 0; i < 10; ++i) client->send("2");
  client->send("block");
  for (int i = 0; i < 10; ++i) client->send("3");
  REQUIRE(answers.wait_lines(expected + 20));
  release.set_value();
  REQUIRE(answers.wait_lines(expected + 21));
  while (running > 0) std::this_thread::yield();
}

TEST_CASE("sockets: nothing is left open") {
  const std::size_t fds = open_fds();
  {
    auto runtime = std::make_shared<Runtime>();
    EchoServer server;
    auto listener = listen_tcp(runtime, {}, server.handler());
    echo_some(*connect_tcp(runtime, listener->endpoint()));
  }
  CHECK(open_fds() == fds);
}
