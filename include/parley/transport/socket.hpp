// SPDX-License-Identifier: MIT
// TCP and Unix-domain sockets as transports: connect, and listen for many connections.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <system_error>

#include <parley/config.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/rpc/transport.hpp>

namespace parley {

/// Bounds and checks of a socket. The framing is that of stdio: a JSON text a line (mcp.md A19).
/// Nothing is encrypted and nobody is authenticated: TCP is for this machine and trusted networks.
struct SocketOptions {
  /// Longer incoming lines are skipped and reported; at least 1.
  std::size_t max_frame_bytes = std::size_t{64} << 20;
  /// How long `close` and the destructor wait for the peer to take some of what is queued; as long
  /// as it does, ten times that.
  std::chrono::milliseconds close_grace{1000};
  /// How long connecting may take, name lookup not counted.
  std::chrono::milliseconds connect_timeout{10'000};
  /// Unix sockets: refuse a peer that runs as another user than this process (SO_PEERCRED).
  bool same_user_only = false;
};

/// Where a TCP socket is.
struct TcpEndpoint {
  /// Numeric address or host name.
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
};

/// Connects, blocking the caller. Throws std::system_error that names the address.
/// On platforms other than Linux everything here throws `function_not_supported` for now.
std::unique_ptr<Transport> connect_tcp(std::shared_ptr<Runtime> runtime, const TcpEndpoint& to,
                                       SocketOptions options = {});
/// Connects to the Unix socket at `path`; at most 107 bytes.
std::unique_ptr<Transport> connect_unix(std::shared_ptr<Runtime> runtime, const std::string& path,
                                        SocketOptions options = {});

/// What connecting in the background ends with: a transport, or null and the error.
using ConnectHandler = UniqueFunction<void(std::unique_ptr<Transport>, std::error_code)>;

/// The same without blocking: returns at once, and calls `done` on a worker thread.
void async_connect_tcp(std::shared_ptr<Runtime> runtime, TcpEndpoint to, SocketOptions options,
                       ConnectHandler done);
void async_connect_unix(std::shared_ptr<Runtime> runtime, std::string path, SocketOptions options,
                        ConnectHandler done);

/// Accepts connections until it is destroyed; transports that it has made live on.
///
/// Thread safety: any thread.
/// Lifetime: the destructor returns when the callback is not running, so it may not run inside it.
/// The socket file of a Unix socket is removed.
class SocketListener {
 public:
  virtual ~SocketListener() = default;
  /// Where it listens: the address and the port that port 0 has become. Unix: empty, 0.
  virtual TcpEndpoint endpoint() const = 0;
};

/// Called with each new connection on the event loop: start it, keep it, do not block. What it
/// throws is dropped; the connection is closed then, unless it was kept.
using ConnectionHandler = std::function<void(std::unique_ptr<Transport>)>;

/// Listens on `at`; port 0 takes a free one. The default host is this machine only; anything else
/// lets the network in, and is the caller's decision. Throws std::system_error.
std::unique_ptr<SocketListener> listen_tcp(std::shared_ptr<Runtime> runtime, const TcpEndpoint& at,
                                           ConnectionHandler on_connection,
                                           SocketOptions options = {});

/// Listens on a Unix socket that only this user may connect to (mode 0600). A socket file that a
/// dead process has left there is replaced; one that somebody listens on, or another kind of file,
/// is an error (`address_in_use`).
std::unique_ptr<SocketListener> listen_unix(std::shared_ptr<Runtime> runtime,
                                            const std::string& path,
                                            ConnectionHandler on_connection,
                                            SocketOptions options = {});

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/socket.ipp>
#endif
