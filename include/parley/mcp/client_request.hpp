// SPDX-License-Identifier: MIT
// How a client's session sends one typed request, or one for each page of a list. Not for
// programs. The bodies come with client.hpp in the header-only build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <parley/config.hpp>
#include <parley/mcp/methods.hpp>
#include <parley/mcp/request_options.hpp>
#include <parley/mcp/types/prompts.hpp>
#include <parley/mcp/types/resources.hpp>
#include <parley/mcp/types/tools.hpp>
#include <parley/rpc/connection.hpp>

namespace parley::mcp {

class ClientSessionState;

namespace detail {

using SessionPtr = std::shared_ptr<ClientSessionState>;

/// A request, encoded and ready to be sent.
struct ClientRequest {
  const MethodInfo* info = nullptr;
  std::string params;
  RequestOptions options;
  std::int64_t progress_token = 0;  ///< 0: no progress is asked for.
  std::string tool;                 ///< The tool that is called and answers at once, if one is.
};

/// Sends a request; `done` follows once, on the executor.
CallHandle start_request(const SessionPtr& session, ClientRequest request,
                         UniqueFunction<void(Outcome)> done);
/// Sends a request and waits. Throws Error.
Json send_request(const SessionPtr& session, ClientRequest request);
/// Puts what the options ask for into a request's `_meta`, and gives the progress token in it.
std::int64_t add_meta(ClientSessionState& session, OptionalJson& meta,
                      const RequestOptions& options);
std::size_t max_pages(const ClientSessionState& session);

template <RequestMethod M>
ClientRequest make_request(ClientSessionState& session, const typename M::Params& params,
                           const RequestOptions& options) {
  ClientRequest request;
  request.info = &M::info;
  request.options = options;
  if constexpr (std::is_same_v<M, method::tools_call>) {
    if (!params.task) request.tool = params.name;
  }
  if (options.wants_progress() || options.meta) {
    typename M::Params with_meta = params;
    request.progress_token = add_meta(session, with_meta.meta, options);
    encode(with_meta, request.params);
  } else {
    encode(params, request.params);
  }
  return request;
}

/// `done(std::exception_ptr, Result)` follows once, on the executor.
template <RequestMethod M, class Done>
CallHandle start_typed(const SessionPtr& session, ClientRequest request, Done done) {
  return start_request(session, std::move(request),
                       UniqueFunction<void(Outcome)>([done = std::move(done)](Outcome out) mutable {
                         Connection::finish<typename M::Result>(done, std::move(out), M::info.name);
                       }));
}

// --- lists of many pages -------------------------------------------------------------------------

/// Which member of a list's result holds the items.
template <class M>
inline constexpr auto items_of = nullptr;
template <>
inline constexpr auto items_of<method::tools_list> = &ListToolsResult::tools;
template <>
inline constexpr auto items_of<method::resources_list> = &ListResourcesResult::resources;
template <>
inline constexpr auto items_of<method::resources_templates_list> =
    &ListResourceTemplatesResult::resource_templates;
template <>
inline constexpr auto items_of<method::prompts_list> = &ListPromptsResult::prompts;

template <class M>
using ItemsOf = std::remove_cvref_t<decltype(std::declval<typename M::Result>().*items_of<M>)>;

/// Follows the cursors of a list, and refuses those that lead nowhere (MCP A15).
class PageGuard {
 public:
  PageGuard(std::string_view method, std::size_t most) : method_(method), most_(most) {}
  /// Whether there is one more page to ask for. Throws `Errc::invalid_result` when a cursor comes
  /// again, or when there are too many pages.
  bool follow(const std::optional<Cursor>& cursor);

 private:
  std::string_view method_;
  std::size_t most_;
  std::set<Cursor> seen_;
};

/// Stops an operation that sends several requests.
struct StopHandle {
  std::stop_source source;
  void cancel() const {
    std::stop_source copy = source;
    copy.request_stop();
  }
};

/// Collects the items of all pages. It lives until `done` is called.
template <class M, class Done>
class PageFetch : public std::enable_shared_from_this<PageFetch<M, Done>> {
 public:
  PageFetch(SessionPtr session, const RequestOptions& options, Done done)
      : session_(std::move(session)),
        options_(options),
        guard_(M::info.name, max_pages(*session_)),
        done_(std::move(done)) {
    if (options.stop.stop_possible()) outer_.emplace(options.stop, Stop{handle.source});
    options_.stop = handle.source.get_token();
  }

  void next() {
    auto take = [self = this->shared_from_this()](std::exception_ptr error,
                                                  typename M::Result page) {
      self->take(error, std::move(page));
    };
    start_typed<M>(session_, make_request<M>(*session_, params_, options_), std::move(take));
  }

  StopHandle handle;

 private:
  struct Stop {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };

  void take(const std::exception_ptr& error, typename M::Result page) {
    bool more = false;
    try {
      if (error) std::rethrow_exception(error);
      auto& items = page.*items_of<M>;
      all_.insert(all_.end(), std::make_move_iterator(items.begin()),
                  std::make_move_iterator(items.end()));
      more = guard_.follow(page.next_cursor);
    } catch (...) {
      return done_(std::current_exception(), ItemsOf<M>{});
    }
    if (!more) return done_(nullptr, std::move(all_));
    params_.cursor = std::move(page.next_cursor);
    next();
  }

  SessionPtr session_;
  RequestOptions options_;
  PageGuard guard_;
  Done done_;
  PaginatedRequestParams params_{};
  ItemsOf<M> all_;
  std::optional<std::stop_callback<Stop>> outer_;
};

template <RequestMethod M, class Done>
StopHandle start_pages(const SessionPtr& session, const RequestOptions& options, Done done) {
  auto fetch = std::make_shared<PageFetch<M, Done>>(session, options, std::move(done));
  fetch->next();
  return fetch->handle;
}

template <RequestMethod M>
ItemsOf<M> fetch_pages(const SessionPtr& session, const RequestOptions& options) {
  PageGuard guard(M::info.name, max_pages(*session));
  PaginatedRequestParams params;
  ItemsOf<M> all;
  for (bool more = true; more;) {
    auto page = Connection::take_result<typename M::Result>(
        send_request(session, make_request<M>(*session, params, options)), M::info.name);
    auto& items = page.*items_of<M>;
    all.insert(all.end(), std::make_move_iterator(items.begin()),
               std::make_move_iterator(items.end()));
    more = guard.follow(page.next_cursor);
    params.cursor = std::move(page.next_cursor);
  }
  return all;
}

}  // namespace detail
}  // namespace parley::mcp
