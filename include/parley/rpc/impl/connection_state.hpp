// SPDX-License-Identifier: MIT
// What a connection shares with the requests, callbacks and timers that outlive a call of it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <parley/rpc/connection.hpp>

namespace parley {

/// The mutex guards the core and the flags; user code, sends of replies and completions run
/// outside of it. Frames whose order matters (a request and the cancellation of it) are sent
/// inside, which is safe because a transport's `send` neither blocks nor calls back.
class ConnectionState final : public TransportSink,
                              public std::enable_shared_from_this<ConnectionState> {
 public:
  ConnectionState(std::unique_ptr<Transport> transport, Dispatcher& dispatcher,
                  const ProtocolRules& rules, std::shared_ptr<Runtime> runtime,
                  ConnectionOptions options);

  void on_frame(std::string_view frame) override;
  void on_oversize_frame(std::size_t bytes, std::size_t limit) override;
  void on_close(std::error_code reason, std::string detail) override;

  void start() { transport_->start(*this); }
  CallId start_call(std::string_view method, std::string_view params, const CallOptions& options,
                    CallCompletion completion);
  void cancel(CallId call, Error reason);
  void extend(CallId call, std::chrono::milliseconds extra);
  void notify(std::string_view method, std::string_view params);
  void answer(InFlight& request, std::string_view frame);
  void notification_done();
  template <class F>
  void post(F handler) {
    detail::post_handler(shared_from_this(), *executor_, std::move(handler));
  }
  PARLEY_COLD void close(const Error& reason);
  /// Closes, waits for handlers, and takes the transport apart. The dispatcher may then go.
  void shut_down();
  Error wait_closed();
  bool closed();
  bool is_pending(CallId call);
  void update_rules(const std::function<void(ProtocolRules&)>& change);
  PARLEY_COLD void log(Severity severity, std::string_view text) const;
  void require_blocking_allowed(std::string_view method) const;

  const ConnectionOptions& options() const { return options_; }
  Executor& executor() const { return *executor_; }
  Runtime& runtime() const { return *runtime_; }

  static thread_local int reading_depth;
  static thread_local const ConnectionState* delivering;

 private:
  friend void detail::count_handler(ConnectionState&);
  friend void detail::run_counted_handler(ConnectionState&, void*, void (*)(void*));

  using Lock = std::unique_lock<std::mutex>;
  class Excursion;

  PARLEY_COLD void begin_drain(Lock& lock, const Error& reason);

  // Performs actions and hands over deliveries; returns with the lock released.
  void settle(Lock& lock, Actions& actions);
  void pump(Lock& lock, Actions& actions);
  bool hand_over_next(Lock& lock, Actions& actions);
  void send_in_order(Actions& actions);
  void finish_actions(Actions& actions);
  void hand_over(Delivery delivery);
  void run_callback(CompletionDelivery completion);
  void announce_closed(Lock& lock);
  // The connection is over. Called with the lock held; the caller settles.
  PARLEY_COLD void end(const Error& reason, Actions& actions);
  // Something that `shut_down` waits for may have come true.
  void tell_shut_down() {
    if (shutting_down_) idle_.notify_all();
  }
  void arm_timer();
  void on_timer();
  void send(std::string_view frame);
  // Sends outside of the lock that is held on entry; the transport stays until it is done.
  void send_unlocked(Lock& lock, std::string_view frame);
  bool over_send_limit() const;
  PARLEY_COLD static Error peer_not_reading();
  void check_sendable(std::string_view method, std::size_t frame_bytes);
  void close_if_drained(Lock& lock);

  const std::shared_ptr<Runtime> runtime_;
  const ConnectionOptions options_;
  Executor* const executor_;
  TimerService* const timers_;
  Dispatcher& dispatcher_;
  std::unique_ptr<Transport> transport_;

  std::mutex mutex_;
  // Woken only for those who wait: most connections are never waited for while they work.
  std::condition_variable over_;
  std::condition_variable idle_;
  std::atomic<bool> shutting_down_ = false;
  SessionCore core_;
  bool pumping_ = false;
  bool peer_ended_ = false;
  bool announced_ = false;
  bool transport_closed_ = false;
  std::optional<TimerService::Clock::time_point> timer_at_;
  std::uint64_t timer_ = 0;
  std::uint64_t drain_timer_ = 0;
  std::atomic<int> active_ = 0;  // Handlers posted and not finished.
  int sending_ = 0;              // Threads that are sending outside of the lock.
  int excursions_ = 0;           // Threads inside of a member, but outside of the lock.
};

}  // namespace parley
