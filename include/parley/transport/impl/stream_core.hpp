// SPDX-License-Identifier: MIT
// The engine of the stdio, process and socket transports: frames on a byte stream.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <parley/config.hpp>
#include <parley/rpc/framer.hpp>
#include <parley/rpc/impl/send_batch.hpp>
#include <parley/rpc/timer_service.hpp>
#include <parley/rpc/transport.hpp>
#include <parley/transport/impl/byte_stream.hpp>

namespace parley::detail {

struct StreamOptions {
  std::size_t max_frame_bytes = std::size_t{64} << 20;
  // How long close() and the destructor wait for the peer to take some of what is queued; as long
  // as it does, ten times that.
  std::chrono::milliseconds close_grace{1000};
  // Told instead of the sink when nothing more arrives: the owner calls deliver_close in time.
  // While it is set, close() ends the output only, and reading goes on.
  UniqueFunction<void(std::error_code)> on_input_end;
};

// Whose frames this thread is delivering, if any.
inline constinit thread_local const void* current_delivery = nullptr;

// Frames on a byte stream.
//
// Incoming: frames are read and delivered in place, on the event loop. Outgoing: a frame is written
// by the thread that sends it when nothing is queued; while another thread writes, that one takes
// it along; what the sink sends while frames are being delivered goes out in one write afterwards,
// and so does what short tasks send that run in a row (SendBatch).
//
// Thread safety: any thread.
// Lifetime: handlers of the event loop own it while something is pending, so it must own neither
// the loop nor the runtime, and `timers` outlives it.
class StreamCore final : public StreamEvents,
                         public Flushable,
                         public std::enable_shared_from_this<StreamCore> {
 public:
  StreamCore(TimerService& timers, std::unique_ptr<ByteStream> stream, StreamOptions options)
      : timers_(timers),
        stream_(std::move(stream)),
        framer_(options.max_frame_bytes),
        max_frame_bytes_(options.max_frame_bytes),
        close_grace_(options.close_grace),
        on_input_end_(std::move(options.on_input_end)) {}

  void start(TransportSink& sink) {
    {
      const std::lock_guard delivering(delivery_);
      sink_ = &sink;
    }
    read_next();
  }

  void send(std::string_view frame);
  // Ends the output when what is queued has gone out.
  void close();
  void pause(bool paused);
  // Closes the stream, and tells the sink if it has not been told.
  void deliver_close(std::error_code reason, std::string detail);
  // The sink is not called any more once this has returned; what arrives is dropped.
  void detach();
  // Gives the peer its time to take what is queued, blocking, then closes.
  void drain_and_close();

  std::size_t pending() const noexcept { return pending_.load(std::memory_order_relaxed); }

  void on_read(std::shared_ptr<StreamEvents> self, std::error_code error,
               std::size_t bytes) override;
  void on_writable(std::error_code error) override;
  void flush() override;

 private:
  // A scope in which the sink may be called: one thread at a time, and what it sends is corked.
  class Delivery {
   public:
    explicit Delivery(StreamCore& core)
        : lock_(core.delivery_), outer_(std::exchange(current_delivery, &core)) {}
    ~Delivery() { current_delivery = outer_; }
    Delivery(const Delivery&) = delete;
    Delivery& operator=(const Delivery&) = delete;

   private:
    std::lock_guard<std::mutex> lock_;
    const void* outer_;
  };

  using Lock = std::unique_lock<std::mutex>;

  // Corked bytes beyond this are written before the batch of incoming frames is over.
  static constexpr std::size_t cork_bytes = std::size_t{32} << 10;
  static constexpr int patience = 10;  // graces for a peer that is slow but moves

  bool sent_by_sink() const noexcept { return current_delivery == this; }
  bool held_back() {
    return sent_by_sink() || (current_batch != nullptr && current_batch->add(shared_from_this()));
  }
  bool may_read() const noexcept { return !paused_ && !input_ended_; }
  void read_next();
  void deliver(std::size_t bytes);
  PARLEY_COLD void end_of_input(std::error_code error);
  PARLEY_COLD void read_leftovers();
  void enqueue(std::string_view frame);
  bool write_frame(Lock& lock, std::string_view frame);
  void write_held_back(Lock& lock);
  void write_queue(Lock& lock);
  bool wrote(std::error_code error, std::size_t bytes);
  void wait_for_peer(std::size_t pending_before, int rounds);
  void finish_output();
  void shrink();

  TimerService& timers_;
  const std::unique_ptr<ByteStream> stream_;

  std::mutex delivery_;            // held while the sink is being called
  TransportSink* sink_ = nullptr;  // null once it must not be called any more
  Framer framer_;                  // belongs to whoever has set reading_
  const std::size_t max_frame_bytes_;
  const std::chrono::milliseconds close_grace_;
  UniqueFunction<void(std::error_code)> on_input_end_;

  std::mutex mutex_;  // guards all that follows; not held during I/O or a callback
  bool reading_ = false;
  bool paused_ = false;
  bool input_ended_ = false;
  bool closing_ = false;       // nothing more is accepted; what is queued goes out
  bool output_ended_ = false;  // ... has gone out, or never will
  bool writing_ = false;       // a thread is in stream_->write or between two of them
  bool blocked_ = false;       // on_writable will come
  std::error_code write_error_;
  std::string queued_;       // frames with their line ends
  std::string flushing_;     // what is being written: belongs to whoever has set writing_
  std::size_t flushed_ = 0;  // how much of it has been written
  unsigned calm_ = 0;
  std::uint64_t grace_timer_ = 0;
  std::atomic<std::size_t> pending_ = 0;
};

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/stream_core.ipp>
#endif
