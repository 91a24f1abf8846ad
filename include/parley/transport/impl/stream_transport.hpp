// SPDX-License-Identifier: MIT
// A transport on a byte stream that is closed when the transport is: stdio and sockets.
#pragma once

#include <memory>
#include <utility>

#include <parley/rpc/runtime.hpp>
#include <parley/rpc/transport.hpp>
#include <parley/transport/impl/stream_core.hpp>

namespace parley::detail {

class StreamTransport final : public Transport {
 public:
  // `companion` is destroyed after the stream has been closed.
  StreamTransport(std::shared_ptr<Runtime> runtime, std::unique_ptr<ByteStream> stream,
                  StreamOptions options, std::shared_ptr<void> companion = nullptr)
      : companion_(std::move(companion)),
        runtime_(std::move(runtime)),
        core_(std::make_shared<StreamCore>(runtime_->timers(), std::move(stream),
                                           std::move(options))) {}

  ~StreamTransport() override {
    core_->detach();
    // The loop must not wait for a peer; it finishes in the background.
    if (runtime_->on_loop_thread() && core_->pending() > 0) {
      core_->close();
    } else {
      core_->drain_and_close();
    }
  }

  void start(TransportSink& sink) override { core_->start(sink); }
  void send(std::string_view frame) override { core_->send(frame); }
  void close() override { core_->close(); }
  std::size_t pending_bytes() const noexcept override { return core_->pending(); }
  void pause_reading(bool paused) override { core_->pause(paused); }

 private:
  std::shared_ptr<void> companion_;
  std::shared_ptr<Runtime> runtime_;
  std::shared_ptr<StreamCore> core_;
};

}  // namespace parley::detail
