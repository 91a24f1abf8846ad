// SPDX-License-Identifier: MIT
// Child processes on Linux: what happens between a child's start and its end.
#pragma once

#include <fcntl.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <asio/io_context.hpp>
#include <asio/posix/basic_stream_descriptor.hpp>
#include <parley/transport/impl/guarded_call.hpp>
#include <parley/transport/impl/posix/child_exit.hpp>
#include <parley/transport/impl/posix/fd_stream.hpp>
#include <parley/transport/impl/posix/spawn_child.hpp>
#include <parley/transport/impl/posix/stderr_drain.hpp>
#include <parley/transport/impl/stream_core.hpp>
#include <parley/transport/process.hpp>

namespace parley {
namespace detail {

// One child. Two things are waited for: its output ends, and it exits. When one has happened or
// close was asked for, the clock runs: SIGTERM, SIGKILL, giving up. When both have, on_close.
//
// Handlers of the event loop own it, therefore it must not own the runtime.
class Child final : public std::enable_shared_from_this<Child> {
 public:
  using Milliseconds = std::chrono::milliseconds;

  Child(Runtime& runtime, pid_t pid, UniqueFd errors, ProcessOptions& options)
      : timers_(runtime.timers()),
        exit_(pid),
        watcher_(runtime.io()),
        errors_(std::make_shared<StderrDrain>(runtime.io(), std::move(errors),
                                              options.stderr_tail_bytes,
                                              std::move(options.on_stderr))),
        on_exit_(std::move(options.on_exit)),
        close_grace_(options.close_grace),
        term_grace_(options.term_grace) {}

  // Only if the event loop ended first, or starting failed.
  ~Child() {
    if (exit_.signal_group(SIGKILL) && !exit_.status()) exit_.wait_for(Milliseconds(1000));
    exit_.try_reap();
  }

  void start(std::shared_ptr<StreamCore> stream) {
    stream_ = std::move(stream);
    if (exit_.pidfd() >= 0) watcher_.assign(::fcntl(exit_.pidfd(), F_DUPFD_CLOEXEC, 3));
    watch();
    errors_->read();
  }

  const ChildExit& exit() const noexcept { return exit_; }
  std::string stderr_tail() const { return errors_->tail(); }

  void input_ended(std::error_code error) {
    {
      const std::lock_guard lock(mutex_);
      input_ended_ = true;
      input_error_ = error;
    }
    proceed();
  }

  void close() {
    {
      const std::lock_guard lock(mutex_);
      asked_ = true;
    }
    end_input();
    run_clock(close_grace_);
  }

  void terminate() {
    close();
    {
      const std::lock_guard lock(mutex_);
      if (stage_ != Stage::closing) return;
      timers_.cancel(timer_);
    }
    tick();
  }

  void end_blocking();
  // The callbacks are not running, and will not be called, once this has returned.
  void silence();
  // Lets go of everything that the event loop holds.
  void detach();

 private:
  enum class Stage { running, closing, terminated, killed, over };

  void watch();
  void look();
  void exited();
  void proceed();
  void end_input() { stream_->close(); }
  void run_clock(Milliseconds delay);
  void set_timer(Milliseconds delay);
  void tick();
  void report();
  void sweep(TimerService::Clock::time_point deadline);
  bool wait_exited(Milliseconds timeout);

  TimerService& timers_;
  ChildExit exit_;
  asio::posix::basic_stream_descriptor<asio::io_context::executor_type> watcher_;
  const std::shared_ptr<StderrDrain> errors_;
  std::mutex on_exit_mutex_;  // held while on_exit_ runs
  UniqueFunction<void(ExitStatus)> on_exit_;
  const Milliseconds close_grace_;
  const Milliseconds term_grace_;

  std::shared_ptr<StreamCore> stream_;

  std::mutex mutex_;  // guards what follows, and the watcher
  Stage stage_ = Stage::running;
  std::uint64_t timer_ = 0;
  bool asked_ = false;  // the end was our wish
  bool input_ended_ = false;
  bool exited_ = false;
  std::error_code input_error_;
};

// ---- noticing the end

PARLEY_DECL void Child::watch() {
  const std::lock_guard lock(mutex_);
  auto self = shared_from_this();
  if (exit_.pidfd() < 0) {
    timers_.schedule(timers_.now() + Milliseconds(20), [self] { self->look(); });
  } else if (watcher_.is_open()) {
    watcher_.async_wait(watcher_.wait_read, [self](std::error_code error) {
      if (!error) self->look();
    });
  }
}

PARLEY_DECL void Child::look() {
  if (exit_.try_reap()) return exited();
  if (!exit_.status()) watch();
}

// Runs once, on the thread that has reaped the child.
PARLEY_DECL void Child::exited() {
  {
    const std::lock_guard lock(on_exit_mutex_);
    call_guarded(on_exit_, *exit_.status());
  }
  {
    const std::lock_guard lock(mutex_);
    exited_ = true;
  }
  proceed();
}

PARLEY_DECL void Child::proceed() {
  bool complete = false;
  {
    const std::lock_guard lock(mutex_);
    complete = input_ended_ && exited_;
  }
  if (complete) return report();
  end_input();
  run_clock(close_grace_);
}

// ---- ending it

PARLEY_DECL void Child::run_clock(Milliseconds delay) {
  const std::lock_guard lock(mutex_);
  if (stage_ != Stage::running) return;
  stage_ = Stage::closing;
  set_timer(delay);
}

PARLEY_DECL void Child::set_timer(Milliseconds delay) {
  timer_ = timers_.schedule(timers_.now() + delay, [self = shared_from_this()] { self->tick(); });
}

PARLEY_DECL void Child::tick() {
  constexpr Milliseconds last_chance(500);
  {
    const std::lock_guard lock(mutex_);
    if (stage_ == Stage::closing) {
      stage_ = Stage::terminated;
      exit_.signal_group(SIGTERM);
      return set_timer(term_grace_);
    }
    if (stage_ == Stage::terminated) {
      stage_ = Stage::killed;
      exit_.signal_group(SIGKILL);
      return set_timer(last_chance);
    }
    if (stage_ != Stage::killed) return;
  }
  // Somebody who left the group holds its output open, or the kernel cannot end it.
  report();
}

PARLEY_DECL void Child::report() {
  std::error_code reason;
  bool asked = false;
  {
    const std::lock_guard lock(mutex_);
    if (stage_ == Stage::over) return;
    stage_ = Stage::over;
    timers_.cancel(timer_);
    reason = input_error_;
    asked = asked_;
  }
  errors_->read_rest();
  errors_->close();
  const auto status = exit_.status();
  std::string detail = "the process " + (status ? status->to_string() : "did not end when killed");
  if (status && !status->success() && !asked) {
    reason.assign(status->signal != 0 ? 128 + status->signal : status->code, exit_category());
  }
  if (std::string tail = errors_->tail(); !tail.empty()) {
    constexpr std::size_t quoted = 4096;
    if (tail.size() > quoted) tail.erase(0, tail.find('\n', tail.size() - quoted) + 1);
    detail += "; its last words on standard error:\n" + tail;
  }
  stream_->deliver_close(reason, std::move(detail));
  if (exit_.signal_group(SIGTERM)) sweep(timers_.now() + term_grace_);
}

// Descendants may outlive the child: they had their SIGTERM, and get SIGKILL if that is not enough.
PARLEY_DECL void Child::sweep(TimerService::Clock::time_point deadline) {
  if (timers_.now() >= deadline) {
    exit_.signal_group(SIGKILL);
  } else if (exit_.signal_group(0)) {
    timers_.schedule(timers_.now() + Milliseconds(50),
                     [self = shared_from_this(), deadline] { self->sweep(deadline); });
  }
}

PARLEY_DECL bool Child::wait_exited(Milliseconds timeout) {
  const auto deadline = TimerService::Clock::now() + timeout;
  for (;;) {
    if (exit_.try_reap()) exited();
    if (exit_.status()) return true;
    const auto left = std::chrono::ceil<Milliseconds>(deadline - TimerService::Clock::now());
    if (left.count() <= 0) return false;
    exit_.wait_for(left);
  }
}

// The same as the clock does, on the calling thread.
PARLEY_DECL void Child::end_blocking() {
  {
    const std::lock_guard lock(mutex_);
    asked_ = true;
  }
  end_input();
  if (!wait_exited(close_grace_)) {
    exit_.signal_group(SIGTERM);
    if (!wait_exited(term_grace_)) {
      exit_.signal_group(SIGKILL);
      wait_exited(Milliseconds(1000));
    }
  }
  // What is left of its group has a moment, and then ends in the background.
  const auto moment = TimerService::Clock::now() + std::min(term_grace_, Milliseconds(100));
  bool left = exit_.signal_group(SIGTERM);
  while (left && TimerService::Clock::now() < moment) {
    poll_fd(-1, 0, Milliseconds(5));
    left = exit_.signal_group(0);
  }
  if (left) sweep(timers_.now() + term_grace_);
}

PARLEY_DECL void Child::silence() {
  errors_->silence();
  const std::lock_guard lock(on_exit_mutex_);
  on_exit_ = nullptr;
}

PARLEY_DECL void Child::detach() {
  silence();
  errors_->close();
  const std::lock_guard lock(mutex_);
  stage_ = Stage::over;
  timers_.cancel(timer_);
  std::error_code ignored;
  watcher_.close(ignored);
  exit_.close();
}

// ---- the handle

class ChildTransport final : public ProcessTransport {
 public:
  ChildTransport(std::shared_ptr<Runtime> runtime, ProcessOptions options)
      : runtime_(std::move(runtime)) {
    SpawnedChild spawned = spawn_child(options);
    child_ = std::make_shared<Child>(*runtime_, spawned.pid, std::move(spawned.errors), options);
    FdPair ends;
    ends.input = std::move(spawned.output);
    ends.output = std::move(spawned.input);
    StreamOptions stream_options;
    stream_options.max_frame_bytes = options.max_frame_bytes;
    stream_options.close_grace = options.close_grace;
    stream_options.on_input_end = [child = std::weak_ptr(child_)](std::error_code error) {
      if (const auto alive = child.lock()) alive->input_ended(error);
    };
    stream_ = std::make_shared<StreamCore>(runtime_->timers(),
                                           make_fd_stream(runtime_->io(), std::move(ends)),
                                           std::move(stream_options));
    child_->start(stream_);
  }

  ~ChildTransport() override {
    stream_->detach();
    if (runtime_->on_loop_thread()) {
      child_->silence();
      child_->close();
    } else {
      child_->end_blocking();
      child_->detach();
      stream_->drain_and_close();
    }
  }

  void start(TransportSink& sink) override { stream_->start(sink); }
  void send(std::string_view frame) override { stream_->send(frame); }
  void close() override { child_->close(); }
  std::size_t pending_bytes() const noexcept override { return stream_->pending(); }
  void pause_reading(bool paused) override { stream_->pause(paused); }

  int pid() const noexcept override { return child_->exit().pid(); }
  bool exited(ExitStatus* status) const override {
    const auto known = child_->exit().status();
    if (known && status != nullptr) *status = *known;
    return known.has_value();
  }
  std::string stderr_tail() const override { return child_->stderr_tail(); }
  void terminate() override { child_->terminate(); }

 private:
  std::shared_ptr<Runtime> runtime_;
  std::shared_ptr<Child> child_;
  std::shared_ptr<StreamCore> stream_;
};

}  // namespace detail

PARLEY_DECL std::unique_ptr<ProcessTransport> spawn(std::shared_ptr<Runtime> runtime,
                                                    ProcessOptions options) {
  return std::make_unique<detail::ChildTransport>(std::move(runtime), std::move(options));
}

}  // namespace parley
