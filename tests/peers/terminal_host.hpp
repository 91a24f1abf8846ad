// SPDX-License-Identifier: MIT
// Terminals for an agent under test: runs commands, keeps the tail of what they write.
#pragma once

#include <sys/wait.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <parley/acp/errors.hpp>
#include <parley/acp/types/terminal.hpp>

#include "peer_check.hpp"

namespace peers {

/// One command. The destructor kills it.
class TerminalProcess {
 public:
  explicit TerminalProcess(const parley::acp::CreateTerminalRequest& request)
      : limit_(request.output_byte_limit) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
    pid_ = start(request, ends[1]);
    ::close(ends[1]);
    reader_ = std::thread([this, fd = ends[0]] { read_all(fd); });
  }
  ~TerminalProcess() {
    kill();
    reader_.join();
  }
  TerminalProcess(const TerminalProcess&) = delete;
  TerminalProcess& operator=(const TerminalProcess&) = delete;

  void kill() {
    const std::lock_guard lock(mutex_);
    if (!exit_) ::kill(pid_, SIGKILL);
  }
  Json wait() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return exit_.has_value(); });
    return *exit_;
  }
  Json output() {
    const std::lock_guard lock(mutex_);
    Json out;
    out["output"] = output_;
    out["truncated"] = truncated_;
    if (exit_) out["exitStatus"] = *exit_;
    return out;
  }

 private:
  static pid_t start(const parley::acp::CreateTerminalRequest& request, int output) {
    std::vector<std::string> words{request.command};
    words.insert(words.end(), request.args.begin(), request.args.end());
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
    for (const auto& variable : request.env) {
      variables.push_back(variable.name + "=" + variable.value);
    }
    const auto pointers = [](std::vector<std::string>& texts) {
      std::vector<char*> out;
      for (std::string& text : texts) out.push_back(text.data());
      out.push_back(nullptr);
      return out;
    };
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, output, 1);
    ::posix_spawn_file_actions_adddup2(&actions, output, 2);
    if (request.cwd) ::posix_spawn_file_actions_addchdir_np(&actions, request.cwd->c_str());
    pid_t pid = 0;
    const int error = ::posix_spawnp(&pid, words[0].c_str(), &actions, nullptr,
                                     pointers(words).data(), pointers(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error(words[0] + ": " + ::strerror(error));
    return pid;
  }

  void read_all(int fd) {
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(fd, buffer, sizeof buffer)) > 0;) {
      const std::lock_guard lock(mutex_);
      output_.append(buffer, static_cast<std::size_t>(got));
      trim();
    }
    ::close(fd);
    // The id stays taken until nobody can send it a signal any more.
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
    const std::lock_guard lock(mutex_);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    Json exit;
    exit["exitCode"] = WIFEXITED(status) ? Json(WEXITSTATUS(status)) : Json();
    exit["signal"] =
        WIFSIGNALED(status) ? Json(std::string("SIG") + ::sigabbrev_np(WTERMSIG(status))) : Json();
    exit_ = std::move(exit);
    ended_.notify_all();
  }

  void trim() {
    if (!limit_ || output_.size() <= *limit_) return;
    std::size_t cut = output_.size() - static_cast<std::size_t>(*limit_);
    while (cut < output_.size() && (static_cast<unsigned char>(output_[cut]) & 0xC0U) == 0x80U)
      ++cut;
    output_.erase(0, cut);
    truncated_ = true;
  }

  const std::optional<std::uint64_t> limit_;
  std::mutex mutex_;
  std::condition_variable ended_;
  pid_t pid_ = 0;
  std::string output_;
  bool truncated_ = false;
  std::optional<Json> exit_;
  std::thread reader_;
};

/// Answers the five terminal methods.
class TerminalHost {
 public:
  Json handle(std::string_view method, const Json& params) {
    if (method == "terminal/create") return create(params);
    const std::string id = params.at("terminalId").get<std::string>();
    const std::shared_ptr<TerminalProcess> terminal = find(id);
    if (method == "terminal/output") return terminal->output();
    if (method == "terminal/wait_for_exit") return terminal->wait();
    terminal->kill();
    if (method == "terminal/release") {
      const std::lock_guard lock(mutex_);
      terminals_.erase(id);
    }
    return Json::object();
  }

 private:
  Json create(const Json& params) {
    const auto request = parley::decode<parley::acp::CreateTerminalRequest>(Json(params)).value();
    auto terminal = std::make_shared<TerminalProcess>(request);
    const std::lock_guard lock(mutex_);
    Json out;
    out["terminalId"] = "terminal-" + std::to_string(++last_);
    terminals_.emplace(out["terminalId"].get<std::string>(), std::move(terminal));
    return out;
  }
  std::shared_ptr<TerminalProcess> find(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto found = terminals_.find(id);
    if (found != terminals_.end()) return found->second;
    throw parley::Error(parley::acp::error_code::resource_not_found, "no such terminal: " + id);
  }

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<TerminalProcess>> terminals_;
  int last_ = 0;
};

}  // namespace peers
