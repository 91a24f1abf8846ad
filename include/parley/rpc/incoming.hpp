// SPDX-License-Identifier: MIT
// A request or notification of the peer, on its way through the program. The bodies come with
// connection.hpp in the header-only build.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <parley/config.hpp>
#include <parley/json/codec.hpp>
#include <parley/json/fwd.hpp>
#include <parley/json/request_id.hpp>
#include <parley/rpc/error.hpp>
#include <parley/rpc/unique_function.hpp>

namespace parley {

struct InFlight;
struct Message;
class Connection;
class ConnectionState;
class Runtime;
class StopSignal;

/// A request that waits for its answer. Whoever holds it answers it, once, now or later, from any
/// thread; destroying it unanswered answers with an internal error, so that no peer waits for ever.
///
/// Thread safety: one thread at a time. Lifetime: may outlive the connection; answering then does
/// nothing.
class IncomingRequest {
 public:
  IncomingRequest() = default;
  IncomingRequest(std::shared_ptr<ConnectionState> connection, std::shared_ptr<InFlight> request);
  IncomingRequest(IncomingRequest&&) noexcept = default;
  IncomingRequest& operator=(IncomingRequest&& other) noexcept;
  ~IncomingRequest();

  const RequestId& id() const;
  const std::string& method() const;
  /// The params, to decode or move from; an empty object when the message has none.
  Json& params();
  /// A copy of the whole message, unknown members included; of params that were moved from, what
  /// is left of them.
  Json message() const;
  /// Tripped when the peer cancels the request, and when the connection ends.
  std::stop_token stop_token() const;
  /// The same, for who may never ask. Valid until the request is answered.
  StopSignal& stop_signal() const;

  /// False once it is answered or moved from.
  explicit operator bool() const { return request_ != nullptr; }

  /// Answers with a result, given as JSON text or as a value to encode.
  void reply_text(std::string_view result);
  template <class T>
  void reply(const T& result) {
    Writer writer{begin_reply()};
    Codec<T>::write(writer, result);
    end_reply(writer.out);
  }
  /// Answers with an error. A local error is answered as an internal error, without its detail.
  PARLEY_COLD void fail(const Error& error);
  /// Inside a catch block: answers with the Error that was thrown; what else was thrown becomes an
  /// internal error, and its text goes to the log only.
  PARLEY_COLD void fail_with_current_exception();

  /// Moves this request to the connection's executor and runs `handler` with it there.
  void post(UniqueFunction<void(IncomingRequest)> handler) &&;
  Runtime& runtime() const;

 private:
  // A reply is encoded straight into its frame.
  std::string& begin_reply() const;
  void end_reply(std::string& frame);

  std::shared_ptr<ConnectionState> connection_;
  std::shared_ptr<InFlight> request_;
};

/// A notification of the peer. The next one is handed over when this object is destroyed: keep it
/// as long as the work it caused is going on.
class IncomingNotification {
 public:
  IncomingNotification(std::shared_ptr<ConnectionState> connection,
                       std::shared_ptr<Message> message);
  IncomingNotification(IncomingNotification&&) noexcept = default;
  IncomingNotification& operator=(IncomingNotification&&) = delete;
  ~IncomingNotification();

  const std::string& method() const;
  Json& params();
  Json message() const;

  /// Runs the notification's handler on this thread. A blocking call that it makes on the same
  /// connection does not wait for this notification to be finished, which would be for ever.
  template <class F>
  void run(F&& handler) {
    const Scope scope(*this);
    std::forward<F>(handler)();
  }

  /// Moves this notification to the connection's executor and runs `handler` with it there.
  void post(UniqueFunction<void(IncomingNotification&)> handler) &&;
  Runtime& runtime() const;
  /// Tells the connection's log about a handler that threw; inside a catch block.
  void log_current_exception() const;

 private:
  class Scope {
   public:
    explicit Scope(const IncomingNotification& notification);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const ConnectionState* outer_;
  };

  std::shared_ptr<ConnectionState> connection_;
  std::shared_ptr<Message> message_;
};

/// What a connection hands its requests and notifications to. Protocol sessions implement it.
///
/// The functions are called in wire order, by the thread that reads or one that has just finished
/// a notification. They must return at once: user code is posted to an executor, unless the
/// program asked for inline handlers.
class Dispatcher {
 public:
  virtual ~Dispatcher() = default;
  virtual void on_request(IncomingRequest request) = 0;
  virtual void on_notification(IncomingNotification notification) = 0;
  /// The connection is over; all calls have ended. Called once, after the last notification's
  /// handler, on a worker.
  virtual void on_closed(const Error& reason) { static_cast<void>(reason); }
};

}  // namespace parley
