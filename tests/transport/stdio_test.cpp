// SPDX-License-Identifier: MIT
// stdio_transport, in tools/transport_child.cpp: whatever the standard streams are, frames get
// through, nobody's blocking mode changes, and stray output stays out of the protocol.
#include <sys/socket.h>
#include <pty.h>
#include <termios.h>

#include <string>
#include <thread>

#include "catch.hpp"
#include "transport/fds.hpp"

using namespace parley::test;

namespace {

// A file without a name.
Fd temporary_file(std::string_view content) {
  Fd file(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  write_all(file.get(), content);
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

// As /proc/PID/fd shows it.
std::string pipe_name(const Fd& end) {
  struct stat status {};
  ::fstat(end.get(), &status);
  return "pipe:[" + std::to_string(status.st_ino) + "]";
}

std::string content(const Fd& file) {
  ::lseek(file.get(), 0, SEEK_SET);
  return read_to_end(file.get());
}

}  // namespace

TEST_CASE("stdio: pipes, whose blocking mode stays as it was") {
  Pipe in;
  Pipe out;
  // The parent's copies share the open file description with the child.
  Program program(child_program("echo"), in.read.get(), out.write.get());
  write_all(in.write.get(), "{\"id\":1}\n");
  CHECK(read_until(out.read.get()) == "{\"id\":1}\n");
  CHECK_FALSE(is_nonblocking(in.read.get()));
  CHECK_FALSE(is_nonblocking(out.write.get()));
  write_all(in.write.get(), "{\"id\":2}\r\n{\"id\":3}\n");
  CHECK(read_until(out.read.get(), "3}\n") == "{\"id\":2}\n{\"id\":3}\n");
  in.write.close();
  CHECK(program.wait() == 0);
  CHECK_FALSE(is_nonblocking(in.read.get()));
}

TEST_CASE("mcp A19: requests written at once and input closed still get all their answers") {
  Pipe in;
  Pipe out;
  Program program(child_program("echo"), in.read.get(), out.write.get());
  out.write.close();
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "{\"id\":" + std::to_string(i) + "}\n";
  write_all(in.write.get(), lines);
  in.write.close();
  CHECK(read_to_end(out.read.get()) == lines);
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: a message of 5 MB each way") {
  Pipe in;
  Pipe out;
  Program program(child_program("echo"), in.read.get(), out.write.get());
  out.write.close();
  const std::string line = "\"" + std::string(5 << 20, 'x') + "\"\n";
  std::thread writer([&] {
    write_all(in.write.get(), line);
    in.write.close();
  });
  CHECK((read_to_end(out.read.get()) == line));
  writer.join();
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: regular files") {
  const Fd in = temporary_file("1\n2\nlast");
  const Fd out = temporary_file("");
  Program program(child_program("echo"), in.get(), out.get());
  CHECK(program.wait() == 0);
  CHECK(content(out) == "1\n2\nlast\n");
}

TEST_CASE("stdio: /dev/null ends at once") {
  const Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  Program program(child_program("echo"), null.get(), null.get());
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: a socket, whose blocking mode stays as it was") {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  Fd ours(ends[0]);
  const Fd childs(ends[1]);
  Program program(child_program("echo"), childs.get(), childs.get());
  write_all(ours.get(), "1\n");
  CHECK(read_until(ours.get()) == "1\n");
  CHECK_FALSE(is_nonblocking(childs.get()));
  ::shutdown(ours.get(), SHUT_WR);
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: a terminal, whose blocking mode stays as it was") {
  int master = -1;
  int slave = -1;
  REQUIRE(::openpty(&master, &slave, nullptr, nullptr, nullptr) == 0);
  const Fd ours(master);
  const Fd childs(slave);
  termios settings{};
  ::tcgetattr(slave, &settings);
  settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  ::tcsetattr(slave, TCSANOW, &settings);
  Program program(child_program("echo"), childs.get(), childs.get());
  write_all(ours.get(), "{\"a\":1}\n");
  CHECK(read_until(ours.get()) == "{\"a\":1}\n");
  CHECK_FALSE(is_nonblocking(childs.get()));
  write_all(ours.get(), "\x04");  // control-D: the end
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: closed descriptors are an end of input, and output that fails") {
  SECTION("input closed") {
    Pipe out;
    Program program(child_program("echo"), -1, out.write.get());
    CHECK(program.wait() == 0);
  }
  SECTION("output closed") {
    Pipe in;
    Pipe errors;
    Program program(child_program("echo"), in.read.get(), -1, errors.write.get());
    errors.write.close();
    write_all(in.write.get(), "1\n");
    CHECK(program.wait() == 0);
    CHECK(read_to_end(errors.read.get()).starts_with("closed: "));
  }
  SECTION("all closed") {
    Program program(child_program("echo"), -1, -1, -1);
    CHECK(program.wait() == 0);
  }
}

TEST_CASE("mcp E7, acp D11: stray output goes to standard error, and back when it is over") {
  Pipe in;
  Pipe out;
  Pipe errors;
  Program program(child_program("noise"), in.read.get(), out.write.get(), errors.write.get());
  out.write.close();
  errors.write.close();
  write_all(in.write.get(), "1\n");
  in.write.close();
  CHECK(read_to_end(out.read.get()) == "1\nafter\n");
  const std::string noise = read_to_end(errors.read.get());
  CHECK(noise.find("from printf\n") != std::string::npos);
  CHECK(noise.find("from cout\n") != std::string::npos);
  CHECK(noise.find("from a child\n") != std::string::npos);
  // A child of the server has no descriptor of the protocol.
  CHECK(noise.find("-> pipe:[") != std::string::npos);
  CHECK(noise.find(pipe_name(in.read)) == std::string::npos);
  CHECK(noise.find(pipe_name(out.read)) == std::string::npos);
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: the protection can be left out") {
  Pipe in;
  Pipe out;
  Program program(child_program("unprotected_noise"), in.read.get(), out.write.get());
  out.write.close();
  write_all(in.write.get(), "1\n");
  in.write.close();
  CHECK(read_to_end(out.read.get()).find("from cout\n") != std::string::npos);
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: a peer that does not read never blocks a sender") {
  Pipe in;
  Pipe out;
  Pipe errors;
  Program program(child_program("flood"), in.read.get(), out.write.get(), errors.write.get());
  out.write.close();
  errors.write.close();
  write_all(in.write.get(), "go\n");
  CHECK(read_until(errors.read.get()) == "sent, pending: 1\n");
  CHECK_FALSE(is_nonblocking(in.read.get()));
  in.write.close();
  CHECK(read_to_end(out.read.get()).size() == 10'000 * 1001);
  CHECK(program.wait() == 0);
}

TEST_CASE("stdio: a peer that stops reading is an error, not a SIGPIPE") {
  Pipe in;
  Pipe out;
  Pipe errors;
  out.read.close();
  Program program(child_program("echo"), in.read.get(), out.write.get(), errors.write.get());
  errors.write.close();
  write_all(in.write.get(), "1\n");
  CHECK(program.wait() == 0);
  CHECK(read_to_end(errors.read.get()) == "closed: Broken pipe\n");
}

TEST_CASE("stdio: one transport at a time") {
  Pipe in;
  Pipe out;
  Pipe errors;
  Program program(child_program("two"), in.read.get(), out.write.get(), errors.write.get());
  errors.write.close();
  CHECK(read_to_end(errors.read.get()) == "busy\n");
  CHECK(program.wait() == 0);
}
