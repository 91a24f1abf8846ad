// SPDX-License-Identifier: MIT
// A client's configuration, as its sessions see it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/mcp/client.hpp>

namespace parley::mcp {

struct Client::State {
  template <class Handler>
  struct Entry {
    Handler handle;
    Run run = Run::worker;
  };
  template <class Handler>
  using Entries = std::map<std::string, Entry<Handler>, std::less<>>;

  Implementation info;
  ClientOptions options;
  detail::RequestHandler<CreateMessageResult> sampling;
  detail::RequestHandler<ElicitResult> form;
  detail::RequestHandler<ElicitResult> url;
  detail::RequestHandler<ListRootsResult> list_roots;
  std::optional<std::vector<Root>> roots;
  Entries<RawRequest> requests;
  Entries<RawNotification> notifications;
  std::function<void(ClientSession&, const Error&)> on_closed;

  bool has_roots() const { return roots.has_value() || list_roots; }
  /// What is announced to a server that is asked for this protocol version.
  ClientCapabilities capabilities(std::string_view version) const;
};

namespace detail {

/// Throws `Errc::invalid_argument` unless every root is a `file://` URI (MCP A17).
void require_file_roots(const std::vector<Root>& roots);

}  // namespace detail
}  // namespace parley::mcp
