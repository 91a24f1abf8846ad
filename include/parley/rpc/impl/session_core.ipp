// SPDX-License-Identifier: MIT
// Bodies of SessionCore.
#pragma once

#include <parley/json/access.hpp>
#include <parley/json/parse.hpp>
#include <parley/rpc/session_core.hpp>

namespace parley {

PARLEY_DECL Error decode_error_object(Json& error, std::string_view method) {
  std::int64_t code = 0;
  const Json* code_member = detail::find_member(error, "code");
  if (code_member == nullptr || !detail::to_int64(*code_member, code) ||
      code < std::numeric_limits<int>::min() || code > std::numeric_limits<int>::max()) {
    return {Errc::invalid_result,
            "the peer answered " + std::string(method) + " with an error that has no code"};
  }
  Json* message = detail::find_member(error, "message");
  const std::string* text = message == nullptr ? nullptr : detail::string_in(*message);
  const std::string what = text == nullptr ? std::string("(no message)") : *text;
  if (Json* data = detail::find_member(error, "data")) {
    return {static_cast<int>(code), what, std::move(*data)};
  }
  return {static_cast<int>(code), what};
}

// --- calls of this side --------------------------------------------------------------------------

PARLEY_DECL expected<CallId, Error> SessionCore::add_call(std::string_view method,
                                                          CallCompletion&& completion,
                                                          std::optional<TimePoint> deadline,
                                                          bool skip_barrier) {
  if (closed_ || ended_) {
    return unexpected<Error>(
        Error(Errc::closed, std::string(method) + " was not sent: " + close_reason_->what()));
  }
  if (pending_.size() >= limits_.max_pending) {
    return unexpected<Error>(Error(
        Errc::too_many_pending, std::string(method) +
                                    " was not sent: " + std::to_string(pending_.size()) +
                                    " calls wait for answers; raise Limits::max_pending or wait"));
  }
  const CallId call = next_call_++;
  if (deadline) deadlines_.emplace(*deadline, call);
  pending_.emplace(call,
                   Pending{std::string(method), std::move(completion), deadline, skip_barrier});
  return call;
}

PARLEY_DECL void SessionCore::end_call(PendingMap::iterator call, Outcome outcome, Actions& actions,
                                       bool in_order) {
  Pending& pending = call->second;
  if (pending.deadline) deadlines_.erase({*pending.deadline, call->first});
  CompletionDelivery delivery{std::move(pending.completion), std::move(outcome)};
  const bool skip = pending.skip_barrier;
  pending_.erase(call);
  if (in_order && !skip) {
    deliveries_.emplace_back(std::move(delivery));
  } else {
    actions->completions.push_back(std::move(delivery));
  }
}

PARLEY_DECL void SessionCore::cancel_call(CallId call, Error reason, Actions& actions) {
  const auto found = pending_.find(call);
  if (found == pending_.end()) return;
  const bool tell = !rules_.cancel_method.empty() && found->second.method != "initialize";
  if (tell && !closed_) {
    write_notification(rules_.cancel_method, R"({"requestId":)" + std::to_string(call) + "}",
                       actions->frames.emplace_back());
  }
  end_call(found, unexpected<Error>(std::move(reason)), actions, false);
}

PARLEY_DECL void SessionCore::drop_call(CallId call, Error reason, Actions& actions) {
  const auto found = pending_.find(call);
  if (found == pending_.end()) return;
  end_call(found, unexpected<Error>(std::move(reason)), actions, false);
}

PARLEY_DECL void SessionCore::extend_call(CallId call, TimePoint deadline) {
  const auto found = pending_.find(call);
  if (found == pending_.end() || !found->second.deadline) return;
  deadlines_.erase({*found->second.deadline, call});
  found->second.deadline = deadline;
  deadlines_.emplace(deadline, call);
}

PARLEY_DECL std::optional<SessionCore::TimePoint> SessionCore::next_deadline() const {
  if (deadlines_.empty()) return std::nullopt;
  return deadlines_.begin()->first;
}

PARLEY_DECL void SessionCore::on_time(TimePoint now, Actions& actions) {
  while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
    const CallId call = deadlines_.begin()->second;
    const std::string method = pending_.at(call).method;
    cancel_call(call, Error(Errc::timeout, "no answer to " + method + " in time; it was cancelled"),
                actions);
  }
}

// --- what arrives --------------------------------------------------------------------------------

PARLEY_DECL expected<InFlightPtr, ParseError> SessionCore::read_frame(std::string_view frame,
                                                                      const Limits& limits) {
  ParseLimits parse_limits;
  parse_limits.max_depth = limits.max_depth;
  parse_limits.max_bytes = limits.max_frame_bytes;
  parse_limits.max_values = limits.max_values;
  auto received = std::make_shared<InFlight>();
  if (auto error = read_message(frame, received->message, parse_limits)) {
    return unexpected<ParseError>(std::move(*error));
  }
  return received;
}

PARLEY_DECL void SessionCore::on_frame(std::string_view frame, Actions& actions) {
  on_read(read_frame(frame, limits_), frame.size(), actions);
}

PARLEY_DECL void SessionCore::on_read(expected<InFlightPtr, ParseError> read, std::size_t bytes,
                                      Actions& actions) {
  if (closed_) return;
  if (!read) {
    const std::string problem = read.error().message();
    if (!rules_.answer_parse_errors) return skip(problem, actions);
    reject(nullptr, error_code::parse_error, problem, nullptr, actions);
  } else if (Message& message = (*read)->message; !message.is_object && message.rest.is_array()) {
    on_batch(std::move(message.rest), bytes, actions);
  } else {
    on_message(std::move(*read), bytes, nullptr, actions);
  }
}

PARLEY_DECL void SessionCore::on_oversize_frame(std::size_t bytes, Actions& actions) {
  reject(nullptr, error_code::invalid_request,
         "the message is larger than " + std::to_string(limits_.max_frame_bytes) +
             " bytes and was skipped (at least " + std::to_string(bytes) + ")",
         nullptr, actions);
}

// A peer that prints for hours must not fill the log.
PARLEY_DECL void SessionCore::skip(std::string_view problem, Actions& actions) {
  constexpr std::size_t most = 20;
  if (++skipped_ > most) return;
  actions->warnings.push_back("skipped a line that is no message: " + std::string(problem) +
                              (skipped_ == most ? "; further ones are skipped silently" : ""));
}

PARLEY_DECL void SessionCore::reject(const RequestId* id, int code, std::string_view problem,
                                     const std::shared_ptr<BatchReply>& batch, Actions& actions) {
  static const RequestId null_id;
  actions->warnings.push_back("received a bad message: " + std::string(problem));
  if (id == nullptr && !rules_.omit_unknown_id) id = &null_id;
  const Error error(code, std::string(problem));
  std::string frame;
  write_error(id, error.to_text(), frame);
  if (batch != nullptr) {
    if (!batch->text.empty()) batch->text += ',';
    batch->text += frame;
  } else {
    actions->frames.push_back(std::move(frame));
  }
}

PARLEY_DECL void SessionCore::on_batch(Json batch, std::size_t bytes, Actions& actions) {
  auto& items = batch.get_ref<Json::array_t&>();
  if (!rules_.accept_batches || items.empty()) {
    return reject(nullptr, error_code::invalid_request,
                  items.empty() ? "an empty batch" : "JSON-RPC batches are not supported here",
                  nullptr, actions);
  }
  if (items.size() > limits_.max_batch) {
    return reject(nullptr, error_code::invalid_request,
                  "a batch of more than " + std::to_string(limits_.max_batch) + " messages",
                  nullptr, actions);
  }
  const std::size_t share = bytes / items.size() + 1;  // What each counts for in the limits.
  const auto reply = std::make_shared<BatchReply>();
  reply->open = 1;  // Held until every message was taken, so that no reply leaves early.
  for (Json& item : items) {
    auto received = std::make_shared<InFlight>();
    classify(std::move(item), received->message);
    on_message(std::move(received), share, reply, actions);
  }
  if (--reply->open == 0 && !reply->text.empty()) {
    actions->frames.push_back("[" + reply->text + "]");
  }
}

PARLEY_DECL void SessionCore::on_message(InFlightPtr received, std::size_t bytes,
                                         const std::shared_ptr<BatchReply>& batch,
                                         Actions& actions) {
  Message& message = received->message;
  // MCP A3; ACP agents in the wild leave it out.
  if (rules_.require_version && message.is_object && !message.has_version) {
    message.kind = Message::Kind::invalid;
    message.problem = "jsonrpc is missing; it must be \"2.0\"";
  }
  switch (message.kind) {
    case Message::Kind::request:
      return on_request(std::move(received), bytes, batch, actions);
    case Message::Kind::notification:
      return on_notification(std::move(received), bytes, actions);
    case Message::Kind::response:
      return on_response(message, actions);
    case Message::Kind::invalid: {
      // What looks like a response is never answered: two peers would answer each other for ever.
      if ((message.result || message.error) && !message.has_method) {
        return on_malformed_response(message, actions);
      }
      const bool noise = !message.has_id && !message.has_version && !message.rest.is_array();
      if (noise && !rules_.answer_parse_errors) return skip(message.problem, actions);
      const RequestId* id = message.has_id && !message.id.is_null() ? &message.id : nullptr;
      return reject(id, error_code::invalid_request, message.problem, batch, actions);
    }
  }
}

PARLEY_DECL bool SessionCore::insert(const InFlightPtr& request) {
  const RequestId& id = request->message.id;
  if (first_in_flight_ != nullptr) {
    return first_in_flight_->message.id != id && in_flight_.insert(request).second;
  }
  if (!in_flight_.empty() && in_flight_.contains(id)) return false;
  first_in_flight_ = request;
  return true;
}

PARLEY_DECL void SessionCore::remove(const RequestId& id) {
  if (first_in_flight_ != nullptr && first_in_flight_->message.id == id) {
    first_in_flight_.reset();
  } else if (const auto found = in_flight_.find(id); found != in_flight_.end()) {
    in_flight_.erase(found);
  }
}

PARLEY_DECL InFlightPtr SessionCore::find(const RequestId& id) const {
  if (first_in_flight_ != nullptr && first_in_flight_->message.id == id) return first_in_flight_;
  const auto found = in_flight_.find(id);
  return found == in_flight_.end() ? nullptr : *found;
}

PARLEY_DECL void SessionCore::on_request(InFlightPtr request, std::size_t bytes,
                                         const std::shared_ptr<BatchReply>& batch,
                                         Actions& actions) {
  const RequestId& id = request->message.id;
  if (id.is_null() && !rules_.null_id_is_request) {
    return reject(nullptr, error_code::invalid_request, "a request's id must not be null", batch,
                  actions);
  }
  if (!insert(request)) {
    return reject(&id, error_code::invalid_request, "Request id is already in use", batch, actions);
  }
  const bool large = handled_ > 0 && handled_bytes_ + bytes > limits_.max_in_flight_bytes;
  if (large || handled_ >= limits_.max_in_flight) {
    remove(id);
    return reject(&id, error_code::internal_error,
                  "too many requests at once (" + std::to_string(handled_) +
                      "); wait for answers before sending more",
                  batch, actions);
  }
  request->bytes = bytes;
  ++handled_;
  handled_bytes_ += bytes;
  request->batch = batch;
  if (batch != nullptr) ++batch->open;
  if (rules_.requests_wait_for_notifications) {
    deliveries_.emplace_back(RequestDelivery{std::move(request)});
  } else {
    starts_.push_back(std::move(request));
  }
}

PARLEY_DECL void SessionCore::on_notification(InFlightPtr received, std::size_t bytes,
                                              Actions& actions) {
  Message& message = received->message;
  if (message.method == rules_.cancel_method) on_cancel(message, actions);
  const bool full = queued_notifications_ >= 2 * limits_.max_queued_notifications ||
                    queued_bytes_ + bytes > 2 * limits_.max_queued_bytes;
  if (full) {
    actions->warnings.push_back("dropped a notification (" + detail::short_text(message.method) +
                                "): " + std::to_string(queued_notifications_) +
                                " wait for their handlers; see Limits::max_queued_notifications");
    return;
  }
  ++queued_notifications_;
  queued_bytes_ += bytes;
  deliveries_.emplace_back(NotificationDelivery{{std::move(received), &message}, bytes});
  update_pause(actions);
}

PARLEY_DECL void SessionCore::update_pause(Actions& actions) {
  const auto over = [this](std::size_t parts) {
    return queued_notifications_ * 2 > limits_.max_queued_notifications * parts ||
           queued_bytes_ * 2 > limits_.max_queued_bytes * parts;
  };
  const bool pause = paused_ ? over(1) : over(2);
  if (pause == paused_) return;
  paused_ = pause;
  actions->pause_reading = pause;
}

PARLEY_DECL SessionCore::PendingMap::iterator SessionCore::call_answered_by(
    const Message& message) {
  const std::int64_t* id = message.has_id ? message.id.integer() : nullptr;
  return id == nullptr ? pending_.end() : pending_.find(*id);
}

// No better answer will follow, so the call it was meant for must not wait for one.
PARLEY_DECL void SessionCore::on_malformed_response(const Message& message, Actions& actions) {
  const auto found = call_answered_by(message);
  if (found == pending_.end()) {
    actions->warnings.push_back("ignored a malformed response: " + std::string(message.problem));
    return;
  }
  Error error(Errc::invalid_result, "the answer to " + found->second.method +
                                        " is malformed: " + std::string(message.problem));
  end_call(found, unexpected<Error>(std::move(error)), actions, true);
}

PARLEY_DECL void SessionCore::on_response(Message& message, Actions& actions) {
  const auto found = call_answered_by(message);
  if (found == pending_.end()) {
    std::string warning = "ignored an answer to a call that is not pending: id " +
                          detail::short_text(message.id.text());
    if (message.error) {
      const Error error = decode_error_object(*message.error, "a message");
      warning +=
          ", error " + std::to_string(error.code()) + ": " + detail::short_text(error.what(), 256);
    }
    actions->warnings.push_back(std::move(warning));
    return;
  }
  if (message.error) {
    Error error = decode_error_object(*message.error, found->second.method);
    return end_call(found, unexpected<Error>(std::move(error)), actions, true);
  }
  end_call(found, std::move(*message.result), actions, true);
}

PARLEY_DECL void SessionCore::on_cancel(Message& message, Actions& actions) {
  RequestId id;
  if (!message.params) return;
  const Json* member = detail::find_member(*message.params, "requestId");
  if (member == nullptr || !RequestId::from_json(*member, id)) return;
  const InFlightPtr request = find(id);
  // MCP A14, A8: unknown and finished requests are ignored, initialize cannot be cancelled.
  if (request == nullptr || request->message.method == "initialize") return;
  actions->cancelled.push_back(request);
  if (request->message.method == rules_.answers_when_cancelled) return;
  if (rules_.cancelled_answer == CancelledAnswer::error_at_once) {
    const Error error(rules_.cancelled_code, "Request cancelled");
    std::string frame;
    write_error(&id, error.to_text(), frame);
    if (const auto text = settle(*request, frame)) actions->frames.emplace_back(*text);
  } else {
    if (const auto text = settle(*request, {})) actions->frames.emplace_back(*text);
  }
  request->state = InFlight::State::cancelled;
}

PARLEY_DECL void SessionCore::on_end(const Error& reason, Actions& actions) {
  if (ended_ || closed_) return;
  ended_ = true;
  close_reason_ = reason;
  while (!pending_.empty()) {
    const auto call = pending_.begin();
    Error error(Errc::closed, "no answer to " + call->second.method + ": " + reason.what());
    end_call(call, unexpected<Error>(std::move(error)), actions, true);
  }
}

PARLEY_DECL void SessionCore::on_close(const Error& reason, Actions& actions) {
  if (closed_) return;
  on_end(reason, actions);
  closed_ = true;
  if (first_in_flight_ != nullptr) in_flight_.insert(std::exchange(first_in_flight_, nullptr));
  for (const auto& request : in_flight_) {
    request->state = InFlight::State::cancelled;
    actions->cancelled.push_back(request);
  }
  in_flight_.clear();
}

// --- what the program is handed ------------------------------------------------------------------

// A request that was cancelled before its handler started has nothing left to be done.
PARLEY_DECL bool SessionCore::may_start(InFlight& request) {
  if (request.state == InFlight::State::open) return true;
  finish(request);
  return false;
}

PARLEY_DECL InFlightPtr SessionCore::next_request() {
  while (!starts_.empty()) {
    InFlightPtr request = std::move(starts_.front());
    starts_.pop_front();
    if (may_start(*request)) return request;
  }
  return nullptr;
}

PARLEY_DECL std::optional<Delivery> SessionCore::next_delivery(Actions& actions) {
  if (InFlightPtr request = next_request()) return RequestDelivery{std::move(request)};
  while (!deliveries_.empty() && !delivering_) {
    Delivery delivery = std::move(deliveries_.front());
    deliveries_.pop_front();
    if (const auto* notification = std::get_if<NotificationDelivery>(&delivery)) {
      delivering_ = true;
      --queued_notifications_;
      queued_bytes_ -= notification->bytes;
      update_pause(actions);
    } else if (const auto* completion = std::get_if<CompletionDelivery>(&delivery)) {
      delivering_ = !completion->completion.direct;
    } else if (const auto* start = std::get_if<RequestDelivery>(&delivery)) {
      if (!may_start(*start->request)) continue;
    }
    return delivery;
  }
  return std::nullopt;
}

PARLEY_DECL void SessionCore::drop_notifications() {
  std::erase_if(deliveries_, [](const Delivery& delivery) {
    return std::holds_alternative<NotificationDelivery>(delivery);
  });
  queued_notifications_ = 0;
  queued_bytes_ = 0;
}

// --- answers -------------------------------------------------------------------------------------

PARLEY_DECL void SessionCore::finish(InFlight& request) {
  if (std::exchange(request.finished, true)) return;
  --handled_;
  handled_bytes_ -= request.bytes;
}

PARLEY_DECL std::optional<std::string_view> SessionCore::answer(InFlight& request,
                                                                std::string_view frame) {
  finish(request);
  return settle(request, frame);
}

PARLEY_DECL std::optional<std::string_view> SessionCore::settle(InFlight& request,
                                                                std::string_view frame) {
  if (request.state != InFlight::State::open) return std::nullopt;
  request.state = InFlight::State::answered;
  remove(request.message.id);
  if (request.batch == nullptr) {
    if (frame.empty()) return std::nullopt;
    return frame;
  }
  BatchReply& batch = *request.batch;
  if (!frame.empty()) {
    if (!batch.text.empty()) batch.text += ',';
    batch.text += frame;
  }
  if (--batch.open != 0 || batch.text.empty()) return std::nullopt;
  batch.text = "[" + batch.text + "]";
  return batch.text;
}

}  // namespace parley
