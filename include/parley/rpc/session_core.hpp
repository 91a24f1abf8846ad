// SPDX-License-Identifier: MIT
// The state machine of a connection: messages and events in, actions out. No I/O, no threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/expected.hpp>
#include <parley/rpc/error.hpp>
#include <parley/rpc/limits.hpp>
#include <parley/rpc/message.hpp>
#include <parley/rpc/stop_signal.hpp>
#include <parley/rpc/unique_function.hpp>

namespace parley {

/// What a call ends with: the `result` member of its answer, or why there is none.
using Outcome = expected<Json, Error>;

/// Takes the outcome of a call, exactly once.
struct CallCompletion {
  UniqueFunction<void(Outcome)> take;
  /// `take` runs no code of the user (it wakes a waiting thread, say) and never blocks.
  bool direct = false;
};

/// A number that names a call of this side. It is also the id on the wire.
using CallId = std::int64_t;

/// The replies to one batch, which leave together (MCP 2025-03-26).
struct BatchReply {
  std::size_t open = 0;
  std::string text;
};

/// A message of the peer, and if it is a request, what becomes of it. The core owns the state;
/// everything else may be read by the handler.
struct InFlight {
  enum class State { open, answered, cancelled };

  Message message;
  StopSignal stop;
  State state = State::open;
  /// Its handler has done its part; a cancelled request may be handled for a while yet.
  bool finished = false;
  /// What it counts for in Limits::max_in_flight_bytes.
  std::size_t bytes = 0;
  std::shared_ptr<BatchReply> batch;
};

/// A message goes through many hands and is made once.
using InFlightPtr = std::shared_ptr<InFlight>;

/// One thing to hand to the program; they are handed over in wire order.
struct NotificationDelivery {
  std::shared_ptr<Message> message;
  std::size_t bytes = 0;
};
struct CompletionDelivery {
  CallCompletion completion;
  Outcome outcome;
};
struct RequestDelivery {
  InFlightPtr request;
};
using Delivery = std::variant<NotificationDelivery, CompletionDelivery, RequestDelivery>;

/// What the caller of the core has to do after an event, in this order.
struct ActionLists {
  std::vector<std::string> frames;              ///< Send these.
  std::vector<CompletionDelivery> completions;  ///< Complete these now, outside the order.
  std::vector<InFlightPtr> cancelled;           ///< Request these to stop.
  std::vector<std::string> warnings;            ///< Tell the log.
  std::optional<bool> pause_reading;            ///< Tell the transport.
};

/// The same, made when there is something to do: most events leave nothing.
class Actions {
 public:
  bool none() const noexcept { return lists_ == nullptr; }
  void clear() noexcept { lists_.reset(); }
  ActionLists* operator->() {
    if (lists_ == nullptr) lists_ = std::make_unique<ActionLists>();
    return lists_.get();
  }
  const ActionLists* operator->() const noexcept { return lists_.get(); }

 private:
  std::unique_ptr<ActionLists> lists_;
};

/// Ids, pending calls, requests in flight, order, cancellation, limits and the end of a connection.
///
/// Guarantees: every call ends with exactly one outcome and every request of the peer gets at most
/// one answer, whatever the order of results, timeouts, cancellations and the end. Notifications
/// are delivered one at a time, in wire order; a call's outcome is delivered only after the
/// handlers of all notifications before it have finished, unless the call says otherwise.
///
/// Thread safety: none; `Connection` guards it with a mutex. Times are passed in, so that tests
/// need no clock.
class SessionCore {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  SessionCore(const ProtocolRules& rules, const Limits& limits) : rules_(rules), limits_(limits) {}

  // --- calls of this side ------------------------------------------------------------------

  /// Registers a call before its request is sent. `completion` is moved from on success only.
  /// `skip_barrier`: deliver the outcome at once, because the caller is a notification's handler
  /// that the barrier would wait for.
  expected<CallId, Error> add_call(std::string_view method, CallCompletion&& completion,
                                   std::optional<TimePoint> deadline, bool skip_barrier);
  /// The call ends now with `reason`; the peer is told. Does nothing for a call that has ended.
  void cancel_call(CallId call, Error reason, Actions& actions);
  /// The call could not be sent after all: ends it with `reason`, without telling the peer.
  void drop_call(CallId call, Error reason, Actions& actions);
  /// Moves a call's deadline, because the peer showed progress.
  void extend_call(CallId call, TimePoint deadline);
  std::optional<TimePoint> next_deadline() const;
  bool has_deadlines() const { return !deadlines_.empty(); }
  /// Ends the calls whose deadline has passed.
  void on_time(TimePoint now, Actions& actions);
  bool is_pending(CallId call) const { return pending_.contains(call); }
  std::size_t pending_count() const { return pending_.size(); }

  // --- what arrives ------------------------------------------------------------------------

  /// One frame. `bytes` of notifications are counted by its size.
  void on_frame(std::string_view frame, Actions& actions);
  /// The two halves of it, so that reading can happen outside of a lock.
  static expected<InFlightPtr, ParseError> read_frame(std::string_view frame, const Limits& limits);
  void on_read(expected<InFlightPtr, ParseError> read, std::size_t bytes, Actions& actions);
  void on_oversize_frame(std::size_t bytes, Actions& actions);
  /// The peer sends nothing more: calls that wait for answers end with `closed`.
  void on_end(const Error& reason, Actions& actions);
  /// The connection is over: also trips every handler's stop source; answers are dropped.
  void on_close(const Error& reason, Actions& actions);

  // --- what the program is handed ----------------------------------------------------------

  /// The next thing to hand over, or nothing while a notification (or a callback that is not
  /// direct) is being handled.
  std::optional<Delivery> next_delivery(Actions& actions);
  /// The same for a request that need not wait for notifications, if one is next: such a request
  /// leaves no actions.
  InFlightPtr next_request();
  /// The handler of the notification (or the callback) handed over last has finished.
  void delivery_done() { delivering_ = false; }
  /// Forgets the notifications that wait: the program is not interested any more.
  void drop_notifications();
  bool has_deliveries() const { return !nothing_next() || delivering_; }
  /// True if there is nothing for `next_delivery` to give, now or later.
  bool nothing_next() const { return deliveries_.empty() && starts_.empty(); }

  // --- answers -----------------------------------------------------------------------------

  /// A handler has answered with `frame`. Gives the text to send: the frame, the whole batch it
  /// completes, or nothing when the request was answered or cancelled before.
  std::optional<std::string_view> answer(InFlight& request, std::string_view frame);
  std::size_t in_flight_count() const {
    return in_flight_.size() + (first_in_flight_ != nullptr ? 1 : 0);
  }

  bool closed() const { return closed_; }
  const Error* close_reason() const { return close_reason_ ? &*close_reason_ : nullptr; }
  const Limits& limits() const { return limits_; }
  ProtocolRules& rules() { return rules_; }

 private:
  struct Pending {
    std::string method;
    CallCompletion completion;
    std::optional<TimePoint> deadline;
    bool skip_barrier = false;
  };
  using PendingMap = std::unordered_map<CallId, Pending>;

  // Requests are found by their ids.
  static const RequestId& id_of(const RequestId& id) { return id; }
  static const RequestId& id_of(const InFlightPtr& request) { return request->message.id; }
  struct HashOfId {
    using is_transparent = void;
    std::size_t operator()(const auto& key) const { return id_of(key).hash(); }
  };
  struct SameId {
    using is_transparent = void;
    bool operator()(const auto& a, const auto& b) const { return id_of(a) == id_of(b); }
  };
  using InFlightSet = std::unordered_set<InFlightPtr, HashOfId, SameId>;

  void on_message(InFlightPtr received, std::size_t bytes, const std::shared_ptr<BatchReply>& batch,
                  Actions& actions);
  void on_batch(Json batch, std::size_t bytes, Actions& actions);
  // The requests in flight. `insert` gives false if the id is in use.
  bool insert(const InFlightPtr& request);
  void remove(const RequestId& id);
  InFlightPtr find(const RequestId& id) const;
  void on_request(InFlightPtr request, std::size_t bytes, const std::shared_ptr<BatchReply>& batch,
                  Actions& actions);
  void on_notification(InFlightPtr received, std::size_t bytes, Actions& actions);
  void on_response(Message& message, Actions& actions);
  PARLEY_COLD void on_malformed_response(const Message& message, Actions& actions);
  PendingMap::iterator call_answered_by(const Message& message);
  void on_cancel(Message& message, Actions& actions);
  PARLEY_COLD void skip(std::string_view problem, Actions& actions);
  PARLEY_COLD void reject(const RequestId* id, int code, std::string_view problem,
                          const std::shared_ptr<BatchReply>& batch, Actions& actions);
  void end_call(PendingMap::iterator call, Outcome outcome, Actions& actions, bool in_order);
  void update_pause(Actions& actions);
  std::optional<std::string_view> settle(InFlight& request, std::string_view frame);
  bool may_start(InFlight& request);
  void finish(InFlight& request);

  ProtocolRules rules_;
  Limits limits_;
  CallId next_call_ = 1;
  PendingMap pending_;
  std::set<std::pair<TimePoint, CallId>> deadlines_;
  InFlightPtr first_in_flight_;  ///< Of many connections the only one: it takes no allocation.
  InFlightSet in_flight_;        ///< The others.
  /// Requests whose handlers have not finished: those in flight, and the cancelled ones.
  std::size_t handled_ = 0;
  std::size_t handled_bytes_ = 0;
  std::deque<Delivery> deliveries_;
  /// Requests that need not wait for notifications, in their order.
  std::deque<InFlightPtr> starts_;
  bool delivering_ = false;
  std::size_t queued_notifications_ = 0;
  std::size_t queued_bytes_ = 0;
  std::size_t skipped_ = 0;
  bool paused_ = false;
  bool ended_ = false;
  bool closed_ = false;
  std::optional<Error> close_reason_;
};

/// The error that the `error` member of a response holds.
Error decode_error_object(Json& error, std::string_view method);

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/session_core.ipp>
#endif
