// SPDX-License-Identifier: MIT
// Bodies for starting a program.
#pragma once

#include <sys/stat.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include <parley/transport/impl/posix/spawn_child.hpp>

extern "C" char** environ;

namespace parley::detail {

using Environment = std::map<std::string, std::string>;

inline bool is_basic_variable(std::string_view name) {
  for (const std::string_view basic :
       {"HOME", "LOGNAME", "USER", "PATH", "SHELL", "TERM", "LANG", "LANGUAGE", "TZ", "TMPDIR"}) {
    if (name == basic) return true;
  }
  return name.starts_with("LC_");
}

inline Environment child_environment(const ProcessOptions& options) {
  Environment result = options.env;
  if (options.inherit_env == InheritEnv::nothing) return result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = text.substr(0, equals);
    const std::string_view value = text.substr(equals + 1);
    const bool wanted = options.inherit_env == InheritEnv::all || is_basic_variable(name);
    // Functions that bash exports are code, not settings.
    if (wanted && !value.starts_with("()")) result.emplace(name, value);
  }
  return result;
}

[[noreturn]] inline void throw_spawn_error(std::errc error, const std::string& what) {
  throw std::system_error(std::make_error_code(error), what);
}

inline bool is_directory(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// The program's path. posix_spawnp would search our PATH, not the child's.
inline std::string find_program(const ProcessOptions& options, const Environment& environment) {
  const std::string& command = options.command;
  if (command.empty()) {
    throw_spawn_error(std::errc::invalid_argument,
                      "ProcessOptions::command is empty; name a program");
  }
  if (command.find('/') != std::string::npos) return command;
  const auto variable = environment.find("PATH");
  const std::string path = variable != environment.end() ? variable->second : "/usr/bin:/bin";
  bool denied = false;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    std::string candidate = path.substr(begin, end - begin);
    candidate += candidate.empty() ? "./" + command : "/" + command;
    begin = end + 1;
    if (::access(candidate.c_str(), X_OK) == 0 && !is_directory(candidate)) return candidate;
    denied = denied || errno == EACCES;
  }
  if (denied) {
    throw_spawn_error(std::errc::permission_denied, "\"" + command + "\" is not executable");
  }
  throw_spawn_error(std::errc::no_such_file_or_directory,
                    "\"" + command + "\" was not found in PATH (" + path +
                        "); install it, or give its full path");
}

// posix_spawn's arguments, freed at the end.
class SpawnSetup {
 public:
  SpawnSetup() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// A pipe for the child, none of whose ends is 0, 1 or 2: there the ends would be overwritten by
// each other when they are put in their places.
inline std::pair<UniqueFd, UniqueFd> make_high_pipe() {
  auto ends = make_pipe();
  for (UniqueFd* end : {&ends.first, &ends.second}) {
    if (end->get() > 2) continue;
    UniqueFd moved(::fcntl(end->get(), F_DUPFD_CLOEXEC, 3));
    if (!moved) throw std::system_error(last_error(), "cannot duplicate a descriptor");
    *end = std::move(moved);
  }
  return ends;
}

inline std::string spawn_error_text(int error, const ProcessOptions& options,
                                    const std::string& program) {
  if (error == ENOENT && !options.cwd.empty() && !is_directory(options.cwd)) {
    return "the working directory \"" + options.cwd +
           "\" does not exist; create it or name another";
  }
  if (error == ENOENT) {
    return "\"" + program + "\" (or the interpreter that its first line names) does not exist; " +
           "check ProcessOptions::command";
  }
  if (error == EACCES) return "\"" + program + "\" may not be executed; check its permissions";
  return "cannot start \"" + program + "\"";
}

PARLEY_DECL SpawnedChild spawn_child(const ProcessOptions& options) {
  const Environment environment = child_environment(options);
  const std::string program = find_program(options, environment);
  auto [child_input, our_input] = make_high_pipe();
  auto [our_output, child_output] = make_high_pipe();
  auto [our_errors, child_errors] = make_high_pipe();

  SpawnSetup setup;
  posix_spawn_file_actions_adddup2(&setup.actions, child_input.get(), 0);
  posix_spawn_file_actions_adddup2(&setup.actions, child_output.get(), 1);
  posix_spawn_file_actions_adddup2(&setup.actions, child_errors.get(), 2);
  if (!options.cwd.empty()) {
    posix_spawn_file_actions_addchdir_np(&setup.actions, options.cwd.c_str());
  }
  // Not all of the program's descriptors are marked to be closed on exec.
  posix_spawn_file_actions_addclosefrom_np(&setup.actions, 3);

  // The C interface takes pointers to non-const, and does not write through them.
  std::vector<char*> arguments{const_cast<char*>(options.command.c_str())};
  for (const std::string& argument : options.args) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  std::vector<std::string> texts;
  for (const auto& [name, value] : environment) texts.push_back(name + "=" + value);
  std::vector<char*> variables;
  for (std::string& text : texts) variables.push_back(text.data());
  variables.push_back(nullptr);

  SpawnedChild child;
  const int error = ::posix_spawn(&child.pid, program.c_str(), &setup.actions, &setup.attributes,
                                  arguments.data(), variables.data());
  if (error != 0) {
    throw std::system_error(error, std::system_category(),
                            spawn_error_text(error, options, program));
  }
  child.input = std::move(our_input);
  child.output = std::move(our_output);
  child.errors = std::move(our_errors);
  return child;
}

}  // namespace parley::detail
