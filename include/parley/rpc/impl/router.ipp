// SPDX-License-Identifier: MIT
// Bodies of Router.
#pragma once

#include <parley/rpc/router.hpp>

namespace parley {

PARLEY_DECL Router& Router::on_request(std::string method, RawRequest handler, Run run) {
  requests_.insert_or_assign(std::move(method), RequestEntry{std::move(handler), run});
  return *this;
}

PARLEY_DECL Router& Router::on_notification(std::string method, RawNotification handler, Run run) {
  notifications_.insert_or_assign(std::move(method), NotificationEntry{std::move(handler), run});
  return *this;
}

PARLEY_DECL Router& Router::on_other_requests(RawRequest handler, Run run) {
  other_ = RequestEntry{std::move(handler), run};
  return *this;
}

PARLEY_DECL void Router::on_request(IncomingRequest request) {
  const auto found = requests_.find(request.method());
  const RequestEntry& entry = found == requests_.end() ? other_ : found->second;
  if (!entry.handler) {
    const std::string& name = request.method();
    return request.fail(Error(error_code::method_not_found,
                              "Method not found: " + parley::detail::short_text(name)));
  }
  if (entry.run == Run::inline_) return entry.handler(std::move(request));
  std::move(request).post([&entry](IncomingRequest posted) { entry.handler(std::move(posted)); });
}

PARLEY_DECL void Router::on_notification(IncomingNotification notification) {
  const auto found = notifications_.find(notification.method());
  if (found == notifications_.end()) return;
  const NotificationEntry& entry = found->second;
  if (entry.run == Run::inline_) {
    return notification.run([&] { entry.handler(notification); });
  }
  std::move(notification).post([&entry](IncomingNotification& posted) { entry.handler(posted); });
}

}  // namespace parley
