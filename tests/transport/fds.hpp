// SPDX-License-Identifier: MIT
// Descriptors and plain child processes for the tests of transports, without parley's own code.
#pragma once

#include <sys/stat.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

extern "C" char** environ;

namespace parley::test {

class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { close(); }
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    read = Fd(ends[0]);
    write = Fd(ends[1]);
  }
  Fd read;
  Fd write;
};

inline void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(fd, bytes.data(), bytes.size());
    if (size <= 0) throw std::runtime_error("write");
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

/// Reads until `text` has come (or the end, or 30 s without a byte).
inline std::string read_until(int fd, std::string_view text = "\n") {
  std::string all;
  std::array<char, 65536> buffer;
  while (text.empty() || all.find(text) == std::string::npos) {
    pollfd entry{fd, POLLIN, 0};
    if (::poll(&entry, 1, 30'000) <= 0) break;
    const ssize_t size = ::read(fd, buffer.data(), buffer.size());
    if (size <= 0) break;
    all.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return all;
}

inline std::string read_to_end(int fd) { return read_until(fd, ""); }

inline bool is_nonblocking(int fd) { return (::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0; }

/// A program with the given descriptors as its standard streams; -1 leaves one closed.
class Program {
 public:
  Program(std::vector<std::string> arguments, int input, int output, int errors = 2) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::array<int, 3> fds{input, output, errors};
    for (int to = 0; to < 3; ++to) {
      const int from = fds[static_cast<std::size_t>(to)];
      if (from < 0) {
        posix_spawn_file_actions_addclose(&actions, to);
      } else if (from != to) {
        posix_spawn_file_actions_adddup2(&actions, from, to);
      }
    }
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const int error = ::posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("posix_spawn");
  }
  ~Program() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    wait();
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Exit code, or minus the signal.
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
};

/// The command of tools/transport_child.cpp, which is built next to this program.
inline std::vector<std::string> child_program(const std::string& mode) {
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  return {(here / "transport_child").string(), mode};
}

inline std::size_t open_fds() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

inline bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) == 0 || errno != ECHILD; }

}  // namespace parley::test
