// SPDX-License-Identifier: MIT
// A sink that writes down what a transport delivers, and lets a test wait for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <parley/rpc/transport.hpp>

namespace parley::test {

/// Frames as they are; "<oversize N of LIMIT>"; "<closed>" or "<closed: REASON>".
class RecordingSink final : public TransportSink {
 public:
  /// Called on the transport's thread for every frame, after it has been recorded.
  std::function<void(std::string_view)> frame_hook;

  void on_frame(std::string_view frame) override {
    add(std::string(frame));
    if (frame_hook) frame_hook(frame);
  }

  void on_oversize_frame(std::size_t bytes, std::size_t limit) override {
    add("<oversize " + std::to_string(bytes) + " of " + std::to_string(limit) + ">");
  }

  void on_close(std::error_code reason, std::string detail) override {
    const std::lock_guard lock(mutex_);
    lines_.push_back(reason ? "<closed: " + reason.message() + ">" : "<closed>");
    reason_ = reason;
    detail_ = std::move(detail);
    closed_ = true;
    changed_.notify_all();
  }

  std::vector<std::string> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  std::error_code reason() const {
    const std::lock_guard lock(mutex_);
    return reason_;
  }
  std::string detail() const {
    const std::lock_guard lock(mutex_);
    return detail_;
  }
  bool closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

  /// False when it has not come to that within 30 s.
  bool wait_closed() {
    return wait([this] { return closed_; });
  }
  bool wait_lines(std::size_t count) {
    return wait([&] { return lines_.size() >= count; });
  }

 private:
  void add(std::string line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(line));
    changed_.notify_all();
  }

  template <class Condition>
  bool wait(Condition condition) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), condition);
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  std::error_code reason_;
  std::string detail_;
  bool closed_ = false;
};

}  // namespace parley::test
