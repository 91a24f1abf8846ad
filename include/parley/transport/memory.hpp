// SPDX-License-Identifier: MIT
// Two connected transports inside one process: for tests, for embedding, and to learn from.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include <parley/config.hpp>
#include <parley/rpc/executor.hpp>
#include <parley/rpc/transport.hpp>

namespace parley {

namespace detail {
class MemoryInbox;
}

/// One end of a pair made by `memory_pair`. What one end sends, the other delivers, in order and
/// through the executor, so that a test with a `ManualExecutor` decides when anything arrives.
///
/// This is also the example of a transport of your own; its body, in impl/memory.ipp, is short.
///
/// Thread safety, lifetime: as for every Transport. The executor must outlive both ends.
class MemoryTransport final : public Transport {
 public:
  ~MemoryTransport() override;
  void start(TransportSink& sink) override;
  void send(std::string_view frame) override;
  void close() override;
  std::size_t pending_bytes() const noexcept override;
  void pause_reading(bool paused) override;

  /// Failure injection: the next `frames` frames that this end sends arrive, then the connection
  /// breaks and both ends report `std::errc::connection_reset`. 0 breaks it at the next frame.
  void fail_after(std::size_t frames);

 private:
  friend std::pair<std::unique_ptr<MemoryTransport>, std::unique_ptr<MemoryTransport>> memory_pair(
      Executor& executor);
  MemoryTransport(std::shared_ptr<detail::MemoryInbox> mine,
                  std::shared_ptr<detail::MemoryInbox> peers) noexcept;

  std::shared_ptr<detail::MemoryInbox> mine_;
  std::shared_ptr<detail::MemoryInbox> peers_;
};

/// Makes two ends that are connected to each other. Frames and `on_close` are delivered by tasks on
/// `executor`, never inside `send`, one at a time per end.
///
///     auto [client, server] = memory_pair(runtime->workers());
std::pair<std::unique_ptr<MemoryTransport>, std::unique_ptr<MemoryTransport>> memory_pair(
    Executor& executor);

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/memory.ipp>
#endif
