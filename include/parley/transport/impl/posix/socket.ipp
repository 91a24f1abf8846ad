// SPDX-License-Identifier: MIT
// Sockets on Linux.
#pragma once

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <netdb.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include <asio/io_context.hpp>
#include <asio/posix/basic_stream_descriptor.hpp>
#include <parley/transport/impl/guarded_call.hpp>
#include <parley/transport/impl/posix/fd_stream.hpp>
#include <parley/transport/impl/stream_transport.hpp>
#include <parley/transport/socket.hpp>

namespace parley {
namespace detail {

[[noreturn]] inline void throw_socket_error(std::error_code error, const std::string& what) {
  throw std::system_error(error, what);
}

// Addresses as the socket functions take them.
inline const sockaddr* as_address(const void* address) noexcept {
  return static_cast<const sockaddr*>(address);
}

inline std::string to_text(const TcpEndpoint& endpoint) {
  const bool v6 = endpoint.host.find(':') != std::string::npos;
  return (v6 ? "[" + endpoint.host + "]" : endpoint.host) + ":" + std::to_string(endpoint.port);
}

struct FreeAddresses {
  void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

// Host unknown is an address error; getaddrinfo's own numbers are in no standard category.
inline Addresses resolve(const TcpEndpoint& endpoint, bool to_listen) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | (to_listen ? AI_PASSIVE : 0);
  addrinfo* list = nullptr;
  const int result =
      ::getaddrinfo(endpoint.host.c_str(), std::to_string(endpoint.port).c_str(), &hints, &list);
  if (result == 0) return Addresses(list);
  throw_socket_error(
      result == EAI_SYSTEM ? last_error() : std::make_error_code(std::errc::host_unreachable),
      "cannot look up host \"" + endpoint.host + "\": " + ::gai_strerror(result));
}

inline sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    throw_socket_error(std::make_error_code(std::errc::filename_too_long),
                       "the path of a Unix socket has 1 to 107 bytes, this one " +
                           std::to_string(path.size()) + ": \"" + path + "\"");
  }
  path.copy(address.sun_path, path.size());
  return address;
}

inline UniqueFd open_socket(int family, const std::string& name) {
  UniqueFd fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) throw_socket_error(last_error(), "cannot make a socket for " + name);
  return fd;
}

inline void set_option(int fd, int level, int option) noexcept {
  const int on = 1;
  ::setsockopt(fd, level, option, &on, sizeof(on));
}

// Connects a socket that does not block.
inline std::error_code connect_within(int fd, const sockaddr* address, socklen_t size,
                                      std::chrono::milliseconds timeout) {
  if (::connect(fd, address, size) == 0) return {};
  // A Unix socket whose queue of connections is full says EAGAIN; that is an error like refusal.
  if (errno != EINPROGRESS && errno != EINTR) return last_error();
  if (!poll_fd(fd, POLLOUT, timeout)) return std::make_error_code(std::errc::timed_out);
  int error = 0;
  socklen_t length = sizeof(error);
  ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
  return {error, std::system_category()};
}

inline bool is_same_user(int fd) noexcept {
  ucred peer{};
  socklen_t size = sizeof(peer);
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

inline std::unique_ptr<Transport> socket_transport(std::shared_ptr<Runtime> runtime, UniqueFd fd,
                                                   const SocketOptions& options) {
  FdPair ends;
  ends.input = std::move(fd);
  auto stream = make_fd_stream(runtime->io(), std::move(ends));
  StreamOptions stream_options;
  stream_options.max_frame_bytes = options.max_frame_bytes;
  stream_options.close_grace = options.close_grace;
  return std::make_unique<StreamTransport>(std::move(runtime), std::move(stream),
                                           std::move(stream_options));
}

// A bound socket that accepts on the event loop.
class Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  Acceptor(const std::shared_ptr<Runtime>& runtime, UniqueFd fd, bool is_unix,
           ConnectionHandler on_connection, SocketOptions options)
      : runtime_(runtime),
        timers_(runtime->timers()),
        descriptor_(runtime->io()),
        is_unix_(is_unix),
        on_connection_(std::move(on_connection)),
        options_(options) {
    descriptor_.assign(fd.get());
    static_cast<void>(fd.release());
  }

  void wait() {
    const std::lock_guard lock(mutex_);
    if (!descriptor_.is_open()) return;
    descriptor_.async_wait(descriptor_.wait_read,
                           [self = shared_from_this()](std::error_code error) {
                             if (!error) self->accept_all();
                           });
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      std::error_code ignored;
      descriptor_.close(ignored);
    }
    const std::lock_guard not_running(callback_);
    on_connection_ = nullptr;
  }

 private:
  void accept_all() {
    for (;;) {
      UniqueFd fd = accept_one();
      const int error = errno;
      if (!fd && (error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM)) {
        // The connection stays in the queue, and would wake us again and again.
        timers_.schedule(timers_.now() + std::chrono::milliseconds(100),
                         [self = shared_from_this()] { self->wait(); });
        return;
      }
      if (!fd && (error == EAGAIN || error == EBADF || error == EINVAL)) break;
      if (fd) connected(std::move(fd));
    }
    wait();
  }

  UniqueFd accept_one() {
    const std::lock_guard lock(mutex_);
    if (!descriptor_.is_open()) {
      errno = EBADF;
      return UniqueFd();
    }
    return UniqueFd(
        ::accept4(descriptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  }

  void connected(UniqueFd fd) {
    if (!is_unix_) set_option(fd.get(), IPPROTO_TCP, TCP_NODELAY);
    if (is_unix_ && options_.same_user_only && !is_same_user(fd.get())) return;
    const auto runtime = runtime_.lock();
    if (!runtime) return;
    auto transport = socket_transport(runtime, std::move(fd), options_);
    const std::lock_guard running(callback_);
    call_guarded(on_connection_, std::move(transport));
  }

  const std::weak_ptr<Runtime> runtime_;  // handlers of the loop own this; see Child
  TimerService& timers_;
  std::mutex mutex_;
  asio::posix::basic_stream_descriptor<asio::io_context::executor_type> descriptor_;
  const bool is_unix_;
  std::mutex callback_;  // held while on_connection_ runs
  ConnectionHandler on_connection_;
  const SocketOptions options_;
};

class AcceptorHandle final : public SocketListener {
 public:
  AcceptorHandle(std::shared_ptr<Runtime> runtime, std::shared_ptr<Acceptor> acceptor,
                 TcpEndpoint endpoint, std::string path)
      : runtime_(std::move(runtime)),
        acceptor_(std::move(acceptor)),
        endpoint_(std::move(endpoint)),
        path_(std::move(path)) {
    if (!path_.empty()) ::lstat(path_.c_str(), &file_);
    acceptor_->wait();
  }

  ~AcceptorHandle() override {
    acceptor_->stop();
    struct stat now {};
    // Not the file of somebody who has taken the place meanwhile.
    if (!path_.empty() && ::lstat(path_.c_str(), &now) == 0 && now.st_ino == file_.st_ino &&
        now.st_dev == file_.st_dev) {
      ::unlink(path_.c_str());
    }
  }

  TcpEndpoint endpoint() const override { return endpoint_; }

 private:
  std::shared_ptr<Runtime> runtime_;
  std::shared_ptr<Acceptor> acceptor_;
  TcpEndpoint endpoint_;
  std::string path_;
  struct stat file_ {};
};

inline TcpEndpoint local_endpoint(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  char host[NI_MAXHOST] = "";
  char port[NI_MAXSERV] = "0";
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
    ::getnameinfo(as_address(&address), size, host, sizeof(host), port, sizeof(port),
                  NI_NUMERICHOST | NI_NUMERICSERV);
  }
  return {host, static_cast<std::uint16_t>(std::stoi(port))};
}

// True if `path` is a socket that nobody listens on any more.
inline bool is_stale_socket(const std::string& path, const sockaddr_un& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
  const UniqueFd probe = open_socket(AF_UNIX, path);
  return ::connect(probe.get(), as_address(&address), sizeof(address)) != 0 &&
         errno == ECONNREFUSED;
}

}  // namespace detail

PARLEY_DECL std::unique_ptr<Transport> connect_tcp(std::shared_ptr<Runtime> runtime,
                                                   const TcpEndpoint& to, SocketOptions options) {
  const detail::Addresses addresses = detail::resolve(to, false);
  std::error_code error;
  for (const addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next) {
    detail::UniqueFd fd = detail::open_socket(entry->ai_family, detail::to_text(to));
    error = detail::connect_within(fd.get(), entry->ai_addr, entry->ai_addrlen,
                                   options.connect_timeout);
    if (error) continue;
    // Small messages must not wait for the acknowledgement of earlier ones.
    detail::set_option(fd.get(), IPPROTO_TCP, TCP_NODELAY);
    return detail::socket_transport(std::move(runtime), std::move(fd), options);
  }
  detail::throw_socket_error(error, "cannot connect to " + detail::to_text(to));
}

PARLEY_DECL std::unique_ptr<Transport> connect_unix(std::shared_ptr<Runtime> runtime,
                                                    const std::string& path,
                                                    SocketOptions options) {
  const sockaddr_un address = detail::unix_address(path);
  detail::UniqueFd fd = detail::open_socket(AF_UNIX, path);
  if (const std::error_code error = detail::connect_within(
          fd.get(), detail::as_address(&address), sizeof(address), options.connect_timeout)) {
    detail::throw_socket_error(error, "cannot connect to the Unix socket \"" + path + "\"");
  }
  if (options.same_user_only && !detail::is_same_user(fd.get())) {
    detail::throw_socket_error(std::make_error_code(std::errc::permission_denied),
                               "\"" + path + "\" is served by another user");
  }
  return detail::socket_transport(std::move(runtime), std::move(fd), options);
}

PARLEY_DECL std::unique_ptr<SocketListener> listen_tcp(std::shared_ptr<Runtime> runtime,
                                                       const TcpEndpoint& at,
                                                       ConnectionHandler on_connection,
                                                       SocketOptions options) {
  const detail::Addresses addresses = detail::resolve(at, true);
  const addrinfo& address = *addresses;
  detail::UniqueFd fd = detail::open_socket(address.ai_family, detail::to_text(at));
  detail::set_option(fd.get(), SOL_SOCKET, SO_REUSEADDR);
  if (::bind(fd.get(), address.ai_addr, address.ai_addrlen) != 0 ||
      ::listen(fd.get(), SOMAXCONN) != 0) {
    detail::throw_socket_error(detail::last_error(), "cannot listen on " + detail::to_text(at));
  }
  TcpEndpoint endpoint = detail::local_endpoint(fd.get());
  auto acceptor = std::make_shared<detail::Acceptor>(runtime, std::move(fd), false,
                                                     std::move(on_connection), options);
  return std::make_unique<detail::AcceptorHandle>(std::move(runtime), std::move(acceptor),
                                                  std::move(endpoint), "");
}

PARLEY_DECL std::unique_ptr<SocketListener> listen_unix(std::shared_ptr<Runtime> runtime,
                                                        const std::string& path,
                                                        ConnectionHandler on_connection,
                                                        SocketOptions options) {
  const sockaddr_un address = detail::unix_address(path);
  detail::UniqueFd fd = detail::open_socket(AF_UNIX, path);
  // Before bind, so that there is no moment at which others may connect; umask would be the whole
  // process's.
  ::fchmod(fd.get(), S_IRUSR | S_IWUSR);
  const auto bind = [&] {
    return ::bind(fd.get(), detail::as_address(&address), sizeof(address)) == 0;
  };
  bool bound = bind();
  if (!bound && errno == EADDRINUSE && detail::is_stale_socket(path, address)) {
    ::unlink(path.c_str());
    bound = bind();
  }
  if (!bound || ::listen(fd.get(), SOMAXCONN) != 0) {
    detail::throw_socket_error(detail::last_error(),
                               "cannot listen on the Unix socket \"" + path + "\"");
  }
  auto acceptor = std::make_shared<detail::Acceptor>(runtime, std::move(fd), true,
                                                     std::move(on_connection), options);
  return std::make_unique<detail::AcceptorHandle>(std::move(runtime), std::move(acceptor),
                                                  TcpEndpoint{"", 0}, path);
}

}  // namespace parley
