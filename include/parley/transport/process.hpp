// SPDX-License-Identifier: MIT
// A child process as a transport: how a client runs a server or an agent.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <parley/config.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/rpc/transport.hpp>

namespace parley {

/// How a process ended.
struct ExitStatus {
  /// Exit code, 0 to 255; meaningless if `signal` is not 0.
  int code = 0;
  /// The signal that killed it, or 0.
  int signal = 0;

  /// It exited by itself with code 0.
  bool success() const noexcept { return code == 0 && signal == 0; }
  /// "exited with status 3", "was killed by signal 9 (Killed)".
  std::string to_string() const;
};

/// The category of `on_close`'s reason when a child ended by itself without success. Values are
/// the exit code, or 128 + the signal, as shells count.
const std::error_category& exit_category() noexcept;

/// What a child takes over from this process's environment.
enum class InheritEnv {
  /// HOME, LOGNAME, USER, PATH, SHELL, TERM, LANG, LC_*, TZ, TMPDIR: no secrets (mcp.md A19).
  basic,
  all,
  nothing,
};

/// What to run, and the bounds on it.
struct ProcessOptions {
  /// Program: a path (relative ones are seen from `cwd`), or a name that is looked up in the PATH
  /// that the child will have.
  std::string command;
  /// Its arguments, without the program itself.
  std::vector<std::string> args;
  /// Variables set in addition to the inherited ones; these win.
  std::map<std::string, std::string> env;
  InheritEnv inherit_env = InheritEnv::basic;
  /// Working directory; empty for this process's.
  std::string cwd;

  /// Called with each line (without its end; in pieces of 8 KiB if longer) that the child writes to
  /// standard error, on the event loop: do not block there, nor destroy the transport (`close` and
  /// `terminate` are fine). What it throws is dropped. May be empty. Its standard error is always
  /// drained, and its tail kept (mcp.md E1, acp.md D22).
  UniqueFunction<void(std::string_view line)> on_stderr;
  /// How much of the end of its standard error is kept for `stderr_tail` and error messages.
  std::size_t stderr_tail_bytes = std::size_t{64} << 10;
  /// Longer incoming lines are skipped and reported; at least 1.
  std::size_t max_frame_bytes = std::size_t{64} << 20;

  /// Ending a child: its standard input is closed; after `close_grace` its process group gets
  /// SIGTERM, after `term_grace` more SIGKILL.
  std::chrono::milliseconds close_grace{2000};
  std::chrono::milliseconds term_grace{2000};
  /// Called once, on the event loop or on the thread that destroys the transport, when the child
  /// has ended; before `on_close`. Must not destroy the transport; what it throws is dropped.
  UniqueFunction<void(ExitStatus)> on_exit;
};

/// Speaks with a child over its standard input and output.
///
/// The child gets a process group of its own, default signal handling, no descriptor but 0, 1, 2.
/// `on_close` comes when its output has ended and it has exited; the detail says how it ended and
/// quotes the tail of its standard error. The reason is of `exit_category` when it ended without
/// success and nobody had asked it to end. A child that closes its output but stays, or that exits
/// while descendants keep its output open, is ended as by `close`; whoever of its group is left
/// afterwards is ended too (mcp.md E10, acp.md D9). Ctrl-C on the terminal does not reach its
/// group; when this process dies without a word, the child sees the end of its input, as every
/// server and agent should heed.
///
/// Thread safety: every member may be called from any thread.
/// Lifetime: the destructor ends the child as `close` does, and waits for it, for `close_grace` +
/// `term_grace` + 1 s at most; on the event loop it does not wait, and the rest happens in the
/// background (with SIGKILL if the runtime ends before).
class ProcessTransport : public Transport {
 public:
  /// The child's process id, also its process group; not to be trusted once it has exited.
  virtual int pid() const noexcept = 0;
  /// True once the child has ended; `status` is set then, if not null.
  virtual bool exited(ExitStatus* status = nullptr) const = 0;
  /// The last bytes that the child wrote to standard error, from the start of a character on.
  virtual std::string stderr_tail() const = 0;
  /// Skips the grace for closing: SIGTERM to its process group now, SIGKILL after `term_grace`.
  virtual void terminate() = 0;
};

/// Starts a child. Several threads may do that at once.
///
///     ProcessOptions options;
///     options.command = "npx";
///     options.args = {"-y", "some-mcp-server"};
///     auto server = spawn(runtime, std::move(options));
///
/// Errors: std::system_error that says what to do: `no_such_file_or_directory` (program or
/// directory missing), `permission_denied`, ...; `function_not_supported` on platforms other than
/// Linux, which are not supported yet.
std::unique_ptr<ProcessTransport> spawn(std::shared_ptr<Runtime> runtime, ProcessOptions options);

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/process.ipp>
#endif
