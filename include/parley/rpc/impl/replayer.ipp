// SPDX-License-Identifier: MIT
// Bodies of Replayer, and its transport: the script of a recording behind a mutex, on an executor.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>

#include <parley/rpc/error.hpp>
#include <parley/rpc/impl/replay_script.hpp>
#include <parley/rpc/replayer.hpp>
#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/replay_script.ipp>
#endif

namespace parley {
namespace detail {

class Replay : public std::enable_shared_from_this<Replay> {
 public:
  Replay(std::vector<RecordedFrame> recording, Executor& executor, ReplayOptions options)
      : executor_(executor),
        options_(std::move(options)),
        script_(std::move(recording), options_) {}

  bool take_transport() {
    const std::lock_guard lock(mutex_);
    return !std::exchange(taken_, true);
  }

  void attach(TransportSink* sink) {
    const std::lock_guard no_delivery_now(delivery_);
    const std::lock_guard lock(mutex_);
    sink_ = sink;
    progress();
  }

  void send(std::string_view frame) {
    const std::lock_guard lock(mutex_);
    if (closed_ || mismatch_) return;
    mismatch_ = script_.take(frame);
    if (mismatch_) end(std::make_error_code(std::errc::protocol_error), mismatch_->message);
    progress();
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    if (!script_.all_sent() && !mismatch_ && !ended_) mismatch_ = script_.ended_early();
    end({}, "");
    progress();
  }

  void pause(bool paused) {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
    progress();
  }

  bool finished() const {
    const std::lock_guard lock(mutex_);
    return finished_locked();
  }

  bool wait_finished(std::chrono::milliseconds timeout) const {
    std::unique_lock lock(mutex_);
    over_.wait_for(lock, timeout, [this] { return finished_locked() || mismatch_; });
    return finished_locked();
  }

  std::optional<ReplayMismatch> mismatch() const {
    const std::lock_guard lock(mutex_);
    return mismatch_;
  }

  std::string waiting_for() const {
    const std::lock_guard lock(mutex_);
    return mismatch_ || closed_ ? std::string() : script_.waiting_for();
  }

 private:
  bool finished_locked() const {
    return !mismatch_ && script_.all_sent() && (closed_ || script_.all_delivered()) && !delivering_;
  }

  void end(std::error_code reason, std::string detail) {
    if (std::exchange(ended_, true)) return;
    reason_ = reason;
    detail_ = std::move(detail);
  }

  // Called after every change. Posts the delivery, unless one is posted already: that keeps frames
  // in order on any executor.
  void progress() {
    if (finished_locked() && options_.close_at_end) {
      end(options_.end_reason, "the recording ends here");
    }
    if (finished_locked() || mismatch_) over_.notify_all();
    const bool frames = !ended_ && !paused_ && script_.may_deliver();
    if (scheduled_ || sink_ == nullptr || !(frames || ended_)) return;
    scheduled_ = true;
    executor_.post([self = shared_from_this()] { self->deliver(); });
  }

  void deliver() {
    const std::lock_guard one_at_a_time(delivery_);
    std::unique_lock lock(mutex_);
    while (sink_ != nullptr && !paused_ && !ended_ && script_.may_deliver()) {
      const std::string frame = script_.next_frame();
      delivering_ = true;
      lock.unlock();
      sink_->on_frame(frame);
      lock.lock();
      delivering_ = false;
    }
    progress();
    scheduled_ = false;
    if (!ended_ || sink_ == nullptr) return;
    TransportSink& sink = *std::exchange(sink_, nullptr);
    const std::error_code reason = reason_;
    std::string detail = detail_;
    lock.unlock();
    sink.on_close(reason, std::move(detail));
  }

  Executor& executor_;
  const ReplayOptions options_;
  std::mutex delivery_;  // held while the sink is being called
  mutable std::mutex mutex_;
  mutable std::condition_variable over_;
  ReplayScript script_;
  TransportSink* sink_ = nullptr;  // changes under both mutexes
  std::optional<ReplayMismatch> mismatch_;
  std::error_code reason_;
  std::string detail_;
  bool taken_ = false;
  bool paused_ = false;
  bool scheduled_ = false;
  bool delivering_ = false;
  bool closed_ = false;  // by the live side
  bool ended_ = false;   // on_close is due, or has been called
};

class ReplayTransport final : public Transport {
 public:
  explicit ReplayTransport(std::shared_ptr<Replay> replay) noexcept : replay_(std::move(replay)) {}
  ReplayTransport(const ReplayTransport&) = delete;
  ReplayTransport& operator=(const ReplayTransport&) = delete;
  ~ReplayTransport() override {
    replay_->close();
    replay_->attach(nullptr);
  }
  void start(TransportSink& sink) override { replay_->attach(&sink); }
  void send(std::string_view frame) override { replay_->send(frame); }
  void close() override { replay_->close(); }
  void pause_reading(bool paused) override { replay_->pause(paused); }

 private:
  std::shared_ptr<Replay> replay_;
};

}  // namespace detail

PARLEY_DECL Replayer::Replayer(std::vector<RecordedFrame> recording, Executor& executor,
                               ReplayOptions options)
    : replay_(
          std::make_shared<detail::Replay>(std::move(recording), executor, std::move(options))) {}

PARLEY_DECL Replayer::Replayer(const std::string& path, Executor& executor, ReplayOptions options)
    : Replayer(read_recording(path), executor, std::move(options)) {}

PARLEY_DECL std::unique_ptr<Transport> Replayer::transport() {
  if (replay_->take_transport()) return std::make_unique<detail::ReplayTransport>(replay_);
  throw Error(Errc::invalid_argument,
              "the transport of a replayer was taken before; make a replayer for each connection");
}

PARLEY_DECL bool Replayer::finished() const { return replay_->finished(); }
PARLEY_DECL bool Replayer::wait_finished(std::chrono::milliseconds timeout) const {
  return replay_->wait_finished(timeout);
}
PARLEY_DECL std::optional<ReplayMismatch> Replayer::mismatch() const { return replay_->mismatch(); }
PARLEY_DECL std::string Replayer::waiting_for() const { return replay_->waiting_for(); }

}  // namespace parley
