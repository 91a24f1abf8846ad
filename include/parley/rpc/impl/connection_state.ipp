// SPDX-License-Identifier: MIT
// Bodies of ConnectionState.
#pragma once

#include <parley/rpc/impl/connection_state.hpp>

namespace parley {

PARLEY_DECL thread_local int ConnectionState::reading_depth = 0;
PARLEY_DECL thread_local const ConnectionState* ConnectionState::delivering = nullptr;

namespace detail {

// Marks the thread that reads, so that a blocking call on it is refused.
class ReadingScope {
 public:
  ReadingScope() { ++ConnectionState::reading_depth; }
  ~ReadingScope() { --ConnectionState::reading_depth; }
  ReadingScope(const ReadingScope&) = delete;
  ReadingScope& operator=(const ReadingScope&) = delete;
};

// The connection whose handler this thread is running, so that shutting it down does not wait for
// the very handler that does it.
inline thread_local const ConnectionState* handling = nullptr;

// The connection whose callback this thread is running: until it returns nothing else is handed
// over, so a blocking call that it makes must not wait its turn.
inline thread_local const ConnectionState* calling_back = nullptr;

// Whether `finish_actions` has anything to do; most messages leave it nothing.
inline bool needs_finishing(const Actions& actions) {
  return !actions.none() &&
         !(actions->completions.empty() && actions->cancelled.empty() && actions->warnings.empty());
}

}  // namespace detail

// A thread that has left the lock and will still touch the dispatcher, the transport or callbacks.
// Shutting down waits for it, unless it is the thread that does. Made and ended under the lock.
class ConnectionState::Excursion {
 public:
  explicit Excursion(ConnectionState& connection)
      : connection_(connection), outer_(std::exchange(innermost, this)) {
    ++connection_.excursions_;
  }
  ~Excursion() {
    innermost = outer_;
    --connection_.excursions_;
    connection_.tell_shut_down();
  }
  Excursion(const Excursion&) = delete;
  Excursion& operator=(const Excursion&) = delete;

  static int of_this_thread(const ConnectionState& connection) {
    int count = 0;
    for (const Excursion* at = innermost; at != nullptr; at = at->outer_) {
      if (&at->connection_ == &connection) ++count;
    }
    return count;
  }

 private:
  static thread_local const Excursion* innermost;
  ConnectionState& connection_;
  const Excursion* const outer_;
};

PARLEY_DECL thread_local const ConnectionState::Excursion* ConnectionState::Excursion::innermost =
    nullptr;

PARLEY_DECL ConnectionState::ConnectionState(std::unique_ptr<Transport> transport,
                                             Dispatcher& dispatcher, const ProtocolRules& rules,
                                             std::shared_ptr<Runtime> runtime,
                                             ConnectionOptions options)
    : runtime_(std::move(runtime)),
      options_(std::move(options)),
      executor_(options_.executor != nullptr ? options_.executor : &runtime_->workers()),
      timers_(options_.timers != nullptr ? options_.timers : &runtime_->timers()),
      dispatcher_(dispatcher),
      transport_(std::move(transport)),
      core_(rules, options_.limits) {}

// --- what arrives --------------------------------------------------------------------------------

PARLEY_DECL void ConnectionState::on_frame(std::string_view frame) {
  const detail::ReadingScope reading;
  if (options_.trace) {
    options_.trace(Direction::received, std::chrono::system_clock::now(), frame);
  }
  auto message = SessionCore::read_frame(frame, options_.limits);
  Actions actions;
  Lock lock(mutex_);
  core_.on_read(std::move(message), frame.size(), actions);
  settle(lock, actions);
}

PARLEY_DECL void ConnectionState::on_oversize_frame(std::size_t bytes, std::size_t) {
  const detail::ReadingScope reading;
  Actions actions;
  Lock lock(mutex_);
  core_.on_oversize_frame(bytes, actions);
  settle(lock, actions);
}

PARLEY_DECL void ConnectionState::on_close(std::error_code reason, std::string detail) {
  const detail::ReadingScope reading;
  std::string text = reason ? reason.message() : std::string("the peer ended the connection");
  if (!detail.empty()) text += ": " + detail;
  const Error error(Errc::closed, text);
  Lock lock(mutex_);
  transport_closed_ = true;
  over_.notify_all();
  if (!reason) return begin_drain(lock, error);
  Actions actions;
  core_.on_close(error, actions);
  settle(lock, actions);
}

// The peer sends nothing more but may still read: what is in flight is answered first.
PARLEY_DECL void ConnectionState::begin_drain(Lock& lock, const Error& reason) {
  peer_ended_ = true;
  Actions actions;
  core_.on_end(reason, actions);
  if (core_.in_flight_count() != 0) {
    drain_timer_ = timers_->schedule(timers_->now() + options_.limits.drain_time,
                                     [weak = weak_from_this(), reason] {
                                       if (auto self = weak.lock()) self->close(reason);
                                     });
  }
  settle(lock, actions);
  lock.lock();
  close_if_drained(lock);
}

// --- performing what the core says ---------------------------------------------------------------

PARLEY_DECL void ConnectionState::settle(Lock& lock, Actions& actions) {
  send_in_order(actions);
  if (!std::exchange(pumping_, true)) {
    pump(lock, actions);
    pumping_ = false;
    if (core_.has_deadlines()) arm_timer();
    if (core_.closed()) return announce_closed(lock);
    tell_shut_down();
    return lock.unlock();
  }
  if (detail::needs_finishing(actions)) {
    const Excursion excursion(*this);
    lock.unlock();
    finish_actions(actions);
    lock.lock();
  }
  lock.unlock();
}

// Hands over what has become due, also while it does so. One thread at a time.
PARLEY_DECL void ConnectionState::pump(Lock& lock, Actions& actions) {
  const Excursion excursion(*this);
  for (;;) {
    // Most of what arrives are requests, and nothing else has to be done for one.
    if (actions.none()) {
      if (InFlightPtr request = core_.next_request()) {
        lock.unlock();
        dispatcher_.on_request(IncomingRequest(shared_from_this(), std::move(request)));
        lock.lock();
        continue;
      }
      if (core_.nothing_next()) return;
    }
    if (!hand_over_next(lock, actions)) return;
  }
}

// False when there is nothing to do now.
PARLEY_DECL bool ConnectionState::hand_over_next(Lock& lock, Actions& actions) {
  std::optional<Delivery> delivery = core_.next_delivery(actions);
  send_in_order(actions);
  const bool finishing = detail::needs_finishing(actions);
  if (!delivery && !finishing) return false;
  lock.unlock();
  if (finishing) finish_actions(actions);
  if (delivery) hand_over(std::move(*delivery));
  lock.lock();
  return true;
}

PARLEY_DECL void ConnectionState::send_in_order(Actions& actions) {
  if (actions.none()) return;
  for (const std::string& frame : actions->frames) send(frame);
  if (!actions->frames.empty() && over_send_limit() && !core_.closed()) {
    end(peer_not_reading(), actions);
  }
  actions->frames.clear();
  if (actions->pause_reading && transport_ != nullptr) {
    transport_->pause_reading(*actions->pause_reading);
    actions->pause_reading.reset();
  }
}

PARLEY_DECL void ConnectionState::finish_actions(Actions& actions) {
  for (const std::string& warning : actions->warnings) log(Severity::warning, warning);
  for (const auto& request : actions->cancelled) request->stop.request();
  for (CompletionDelivery& delivery : actions->completions) {
    if (delivery.completion.direct) {
      delivery.completion.take(std::move(delivery.outcome));
    } else {
      post([delivery = std::make_shared<CompletionDelivery>(std::move(delivery))] {
        delivery->completion.take(std::move(delivery->outcome));
      });
    }
  }
  actions.clear();
}

PARLEY_DECL void ConnectionState::hand_over(Delivery delivery) {
  if (auto* start = std::get_if<RequestDelivery>(&delivery)) {
    dispatcher_.on_request(IncomingRequest(shared_from_this(), std::move(start->request)));
  } else if (auto* notification = std::get_if<NotificationDelivery>(&delivery)) {
    dispatcher_.on_notification(
        IncomingNotification(shared_from_this(), std::move(notification->message)));
  } else {
    run_callback(std::move(std::get<CompletionDelivery>(delivery)));
  }
}

PARLEY_DECL void ConnectionState::run_callback(CompletionDelivery completion) {
  if (completion.completion.direct) {
    return completion.completion.take(std::move(completion.outcome));
  }
  post([this, held = std::make_shared<CompletionDelivery>(std::move(completion))]() mutable {
    const ConnectionState* outer = std::exchange(detail::calling_back, this);
    try {
      held->completion.take(std::move(held->outcome));
    } catch (...) {
      detail::calling_back = outer;
      notification_done();
      throw;
    }
    held.reset();
    detail::calling_back = outer;
    notification_done();
  });
}

PARLEY_DECL void ConnectionState::notification_done() {
  Actions actions;
  Lock lock(mutex_);
  core_.delivery_done();
  settle(lock, actions);
}

PARLEY_DECL void ConnectionState::announce_closed(Lock& lock) {
  const bool due = core_.closed() && !core_.has_deliveries() && !announced_;
  if (due) {
    announced_ = true;
    ++active_;  // Before the lock is left, or shutting down would not wait for it.
  }
  tell_shut_down();
  lock.unlock();
  if (!due) return;
  detail::post_counted_handler(shared_from_this(), *executor_,
                               [this] { dispatcher_.on_closed(*core_.close_reason()); });
}

PARLEY_DECL void detail::count_handler(ConnectionState& connection) { ++connection.active_; }

PARLEY_DECL void detail::run_counted_handler(ConnectionState& connection, void* handler,
                                             void (*run)(void*)) {
  const ConnectionState* const outer = std::exchange(handling, &connection);
  try {
    run(handler);
  } catch (const std::exception& error) {
    connection.log(Severity::error, std::string("a handler threw: ") + error.what());
  } catch (...) {
    connection.log(Severity::error, "a handler threw something that is no std::exception");
  }
  handling = outer;
  --connection.active_;
  if (!connection.shutting_down_) return;
  const std::lock_guard lock(connection.mutex_);
  connection.tell_shut_down();
}

// --- calls of this side --------------------------------------------------------------------------

PARLEY_DECL bool ConnectionState::over_send_limit() const {
  return transport_ != nullptr && transport_->pending_bytes() > options_.limits.max_send_bytes;
}

PARLEY_DECL Error ConnectionState::peer_not_reading() {
  return {Errc::peer_not_reading,
          "the peer does not take the replies to what it sends; connection closed"};
}

PARLEY_DECL void ConnectionState::check_sendable(std::string_view method, std::size_t frame_bytes) {
  const Limits& limits = options_.limits;
  if (frame_bytes > limits.max_frame_bytes) {
    throw Error(Errc::frame_too_large, std::string(method) + " was not sent: its message has " +
                                           std::to_string(frame_bytes) +
                                           " bytes, Limits::max_frame_bytes is " +
                                           std::to_string(limits.max_frame_bytes));
  }
  if (over_send_limit()) {
    throw Error(Errc::peer_not_reading,
                std::string(method) + " was not sent: the peer has not taken " +
                    std::to_string(transport_->pending_bytes()) + " bytes sent before");
  }
}

PARLEY_DECL CallId ConnectionState::start_call(std::string_view method, std::string_view params,
                                               const CallOptions& options,
                                               CallCompletion completion) {
  std::optional<TimerService::Clock::time_point> deadline;
  if (const auto timeout = options.timeout ? options.timeout : options_.call_timeout;
      timeout && !options.no_timeout) {
    deadline = timers_->now() + *timeout;
  }
  Actions actions;
  Lock lock(mutex_);
  const bool skip_barrier =
      delivering == this || (detail::calling_back == this && completion.direct);
  auto call = core_.add_call(method, std::move(completion), deadline, skip_barrier);
  if (!call) {
    lock.unlock();
    // NOLINTNEXTLINE(bugprone-use-after-move): add_call takes it only when it succeeds
    actions->completions.push_back({std::move(completion), unexpected<Error>(call.error())});
    finish_actions(actions);
    return 0;
  }
  std::string frame;
  frame.reserve(params.size() + method.size() + 64);
  write_request(*call, method, params, frame);
  try {
    check_sendable(method, frame.size());
    send(frame);
  } catch (const Error& error) {
    core_.drop_call(*call, error, actions);
    settle(lock, actions);
    return 0;
  }
  arm_timer();
  return *call;
}

PARLEY_DECL void ConnectionState::cancel(CallId call, Error reason) {
  Actions actions;
  Lock lock(mutex_);
  core_.cancel_call(call, std::move(reason), actions);
  settle(lock, actions);
}

PARLEY_DECL void ConnectionState::extend(CallId call, std::chrono::milliseconds extra) {
  const Lock lock(mutex_);
  core_.extend_call(call, timers_->now() + extra);
}

PARLEY_DECL void ConnectionState::notify(std::string_view method, std::string_view params) {
  std::string frame;
  write_notification(method, params, frame);
  Lock lock(mutex_);
  if (core_.closed()) {
    throw Error(Errc::closed,
                std::string(method) + " was not sent: " + core_.close_reason()->what());
  }
  check_sendable(method, frame.size());
  send_unlocked(lock, frame);
  if (peer_ended_) close_if_drained(lock);
}

PARLEY_DECL void ConnectionState::send(std::string_view frame) {
  if (transport_ == nullptr) return;
  if (options_.trace) {
    options_.trace(Direction::sent, std::chrono::system_clock::now(), frame);
  }
  transport_->send(frame);
}

PARLEY_DECL void ConnectionState::send_unlocked(Lock& lock, std::string_view frame) {
  const Excursion excursion(*this);
  ++sending_;
  lock.unlock();
  send(frame);
  lock.lock();
  --sending_;
}

// --- answers -------------------------------------------------------------------------------------

PARLEY_DECL void ConnectionState::answer(InFlight& request, std::string_view frame) {
  std::string too_large;
  if (frame.size() > options_.limits.max_frame_bytes) {
    const Error error(
        error_code::internal_error,
        "the result is larger than " + std::to_string(options_.limits.max_frame_bytes) + " bytes");
    write_error(&request.message.id, error.to_text(), too_large);
    frame = too_large;
  }
  Lock lock(mutex_);
  const auto text = core_.answer(request, frame);
  if (text && !core_.closed()) {
    if (over_send_limit()) {
      lock.unlock();
      return close(peer_not_reading());
    }
    send_unlocked(lock, *text);
  }
  if (peer_ended_) close_if_drained(lock);
}

// What another thread is sending is not lost: that thread closes when it has sent it.
PARLEY_DECL void ConnectionState::close_if_drained(Lock& lock) {
  std::optional<Error> reason;
  if (peer_ended_ && core_.in_flight_count() == 0 && sending_ == 0 && !core_.closed()) {
    reason = *core_.close_reason();
  }
  lock.unlock();
  if (reason) close(*reason);
}

// --- timeouts ------------------------------------------------------------------------------------

PARLEY_DECL void ConnectionState::arm_timer() {
  const auto next = core_.next_deadline();
  if (!next || (timer_at_ && *timer_at_ <= *next)) return;
  if (timer_ != 0) timers_->cancel(timer_);
  timer_at_ = next;
  timer_ = timers_->schedule(*next, [weak = weak_from_this()] {
    if (auto self = weak.lock()) self->on_timer();
  });
}

PARLEY_DECL void ConnectionState::on_timer() {
  Actions actions;
  Lock lock(mutex_);
  timer_at_.reset();
  timer_ = 0;
  core_.on_time(timers_->now(), actions);
  arm_timer();
  settle(lock, actions);
}

// --- the end -------------------------------------------------------------------------------------

PARLEY_DECL void ConnectionState::close(const Error& reason) {
  Actions actions;
  Lock lock(mutex_);
  end(reason, actions);
  settle(lock, actions);
}

PARLEY_DECL void ConnectionState::end(const Error& reason, Actions& actions) {
  core_.on_close(reason, actions);
  if (transport_ != nullptr) transport_->close();
  over_.notify_all();
}

PARLEY_DECL void ConnectionState::shut_down() {
  close(Error(Errc::closed, "this side closed the connection"));
  Actions actions;
  Lock lock(mutex_);
  core_.drop_notifications();
  settle(lock, actions);
  lock.lock();
  const int own = detail::handling == this ? 1 : 0;
  shutting_down_ = true;
  runtime_->about_to_block();
  const int own_excursions = Excursion::of_this_thread(*this);
  idle_.wait(lock, [&] {
    return active_ <= own && excursions_ <= own_excursions &&
           (announced_ || own + own_excursions > 0);
  });
  announced_ = true;  // The dispatcher may go now.
  for (const std::uint64_t timer : {timer_, drain_timer_}) {
    if (timer != 0) timers_->cancel(timer);
  }
  auto transport = std::move(transport_);
  lock.unlock();
  // The transport waits until it does not call us any more, which this thread may be doing.
  if (reading_depth > 0) {
    runtime_->workers().post(
        [self = shared_from_this(), held = std::move(transport)]() mutable { held.reset(); });
  }
}

PARLEY_DECL Error ConnectionState::wait_closed() {
  require_blocking_allowed("wait_closed");
  Lock lock(mutex_);
  over_.wait(lock, [this] { return core_.closed() && transport_closed_; });
  return *core_.close_reason();
}

PARLEY_DECL bool ConnectionState::closed() {
  const Lock lock(mutex_);
  return core_.closed();
}

PARLEY_DECL bool ConnectionState::is_pending(CallId call) {
  const Lock lock(mutex_);
  return core_.is_pending(call);
}

PARLEY_DECL void ConnectionState::update_rules(const std::function<void(ProtocolRules&)>& change) {
  const Lock lock(mutex_);
  change(core_.rules());
}

PARLEY_DECL void ConnectionState::log(Severity severity, std::string_view text) const {
  if (options_.log) options_.log(severity, text);
}

PARLEY_DECL void ConnectionState::require_blocking_allowed(std::string_view method) const {
  if (reading_depth == 0 && !runtime_->on_loop_thread()) return runtime_->about_to_block();
  throw Error(Errc::would_deadlock,
              std::string(method) +
                  " would wait on the thread that has to receive the answer; use the callback or "
                  "coroutine form here, or do not register this handler as inline");
}

}  // namespace parley
