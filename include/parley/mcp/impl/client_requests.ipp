// SPDX-License-Identifier: MIT
// Bodies of ClientSessionState: what the server asks and tells.
#pragma once

#include <parley/json/access.hpp>
#include <parley/json/schema_validator.hpp>
#include <parley/mcp/elicitation.hpp>
#include <parley/mcp/errors.hpp>
#include <parley/mcp/impl/client_session_state.hpp>

namespace parley::mcp {

PARLEY_DECL detail::ContextPtr ClientSessionState::context_for(IncomingRequest& request) {
  const Json* meta = parley::detail::find_member(request.params(), "_meta");
  return std::make_shared<ClientContext>(shared_from_this(), meta, request.stop_token());
}

template <class Result>
void ClientSessionState::answer(const detail::RequestHandler<Result>& handler,
                                IncomingRequest request, detail::BeforeReply<Result> before_reply) {
  auto context = context_for(request);
  if (handler.run == Run::inline_) {
    return handler.answer(std::move(context), std::move(request), std::move(before_reply));
  }
  std::move(request).post([&handler, context = std::move(context),
                           before_reply = std::move(before_reply)](IncomingRequest posted) mutable {
    handler.answer(std::move(context), std::move(posted), std::move(before_reply));
  });
}

PARLEY_DECL void ClientSessionState::on_request(IncomingRequest request) {
  const std::string& name = request.method();
  if (name == method::ping::info.name) return request.reply_text("{}");
  if (const auto found = client_->requests.find(name); found != client_->requests.end()) {
    const auto& entry = found->second;
    auto context = context_for(request);
    if (entry.run == Run::inline_) return entry.handle(*context, std::move(request));
    return std::move(request).post(
        [&entry, context = std::move(context)](IncomingRequest posted) mutable {
          entry.handle(*context, std::move(posted));
        });
  }
  if (name == method::sampling_create_message::info.name && client_->sampling) {
    return answer_sampling(std::move(request));
  }
  if (name == method::elicitation_create::info.name && (client_->form || client_->url)) {
    return answer_elicitation(std::move(request));
  }
  if (name == method::roots_list::info.name && client_->has_roots()) {
    return answer_roots(std::move(request));
  }
  request.fail(
      Error(error_code::method_not_found, "Method not found: " + parley::detail::short_text(name)));
}

PARLEY_DECL void ClientSessionState::answer_sampling(IncomingRequest request) {
  Json& params = request.params();
  const bool tools = parley::detail::find_member(params, "tools") != nullptr ||
                     parley::detail::find_member(params, "toolChoice") != nullptr;
  if (tools && !client_->options.sampling_tools) {
    return request.fail(
        Error(error_code::invalid_params,
              "Invalid params: this client samples without tools; it did not announce "
              "sampling.tools"));
  }
  answer<CreateMessageResult>(
      client_->sampling, std::move(request), [this](CreateMessageResult& result) {
        // Servers before 2025-11-25 understand one block only.
        if (version::has_sampling_tools(hello().protocol_version)) return;
        if (!result.content.is_array() || result.content.size() != 1) return;
        result.content = SamplingContent(std::move(result.content.blocks().front()));
      });
}

PARLEY_DECL void ClientSessionState::answer_elicitation(IncomingRequest request) {
  Json* member = parley::detail::find_member(request.params(), "mode");
  const std::string* mode = member == nullptr ? nullptr : parley::detail::string_in(*member);
  if (member == nullptr || (mode != nullptr && *mode == "form")) {
    if (client_->form) return answer_form(std::move(request));
  } else if (mode != nullptr && *mode == "url" && client_->url) {
    return answer_url(std::move(request));
  }
  request.fail(Error(error_code::invalid_params,
                     "Invalid params: /params/mode: this client did not announce elicitation." +
                         (mode == nullptr ? std::string("form") : *mode)));
}

PARLEY_DECL void ClientSessionState::answer_form(IncomingRequest request) {
  const Json* schema = parley::detail::find_member(request.params(), "requestedSchema");
  auto form = detail::compile_form(schema == nullptr ? Json::object() : *schema);
  // Nobody is asked to fill in a form that nothing fits.
  if (!form) return request.fail(form.error());
  const bool fill = client_->options.fill_form_defaults;
  answer<ElicitResult>(
      client_->form, std::move(request), [form = std::move(*form), fill](ElicitResult& result) {
        if (result.action != ElicitAction::accept) return result.content.reset();
        if (!result.content) result.content = Json::object();
        if (fill) detail::fill_defaults(form.schema(), *result.content);
        const auto fits = form.validate(*result.content);
        if (fits) return;
        throw Error(error_code::internal_error,
                    "what the person entered does not fit the form: " + fits.error().to_text());
      });
}

PARLEY_DECL void ClientSessionState::answer_url(IncomingRequest request) {
  answer<ElicitResult>(client_->url, std::move(request),
                       [](ElicitResult& result) { result.content.reset(); });
}

PARLEY_DECL void ClientSessionState::answer_roots(IncomingRequest request) {
  if (client_->list_roots) {
    return answer<ListRootsResult>(client_->list_roots, std::move(request));
  }
  ListRootsResult result;
  {
    const std::lock_guard lock(mutex_);
    result.roots = roots_;
  }
  request.reply(result);
}

// --- notifications -------------------------------------------------------------------------------

PARLEY_DECL void ClientSessionState::on_notification(IncomingNotification notification) {
  if (notification.method() == method::notifications_progress::info.name &&
      progress_.wants(notification.params())) {
    return on_progress(std::move(notification));
  }
  // What was learnt from a list may be wrong now.
  if (notification.method() == method::notifications_tools_list_changed::info.name) {
    schemas_.forget();
  }
  const auto found = client_->notifications.find(notification.method());
  if (found == client_->notifications.end()) return;
  const auto& entry = found->second;
  if (entry.run == Run::inline_) {
    ClientSession session(shared_from_this(), /*owner=*/false);
    return notification.run([&] { entry.handle(session, notification); });
  }
  std::move(notification).post([self = shared_from_this(), &entry](IncomingNotification& posted) {
    ClientSession session(self, /*owner=*/false);
    entry.handle(session, posted);
  });
}

PARLEY_DECL void ClientSessionState::on_progress(IncomingNotification notification) {
  std::move(notification).post([self = shared_from_this()](IncomingNotification& posted) {
    auto deliver = [&](const ProgressNotificationParams& params) {
      self->progress_.deliver(params, self->timers().now());
    };
    parley::detail::notify_with<ProgressNotificationParams>(deliver, posted);
  });
}

PARLEY_DECL void ClientSessionState::on_closed(const Error& reason) {
  if (!ready() || !client_->on_closed) return;
  auto self = weak_from_this().lock();
  if (self == nullptr) return;
  ClientSession session(std::move(self), /*owner=*/false);
  client_->on_closed(session, reason);
}

}  // namespace parley::mcp
