// SPDX-License-Identifier: MIT
// Bodies of sockets that know no platform, and which platform's code is used.
#pragma once

#include <utility>

#include <parley/transport/socket.hpp>

namespace parley {
namespace detail {

// Runs a blocking connect on a worker.
template <class Connect>
void connect_on_worker(std::shared_ptr<Runtime> runtime, Connect connect, ConnectHandler done) {
  Executor& workers = runtime->workers();
  workers.post([runtime = std::move(runtime), connect = std::move(connect),
                done = std::move(done)]() mutable {
    std::unique_ptr<Transport> transport;
    std::error_code error;
    try {
      transport = connect(runtime);  // which lives until `done` has been called
    } catch (const std::system_error& failure) {
      error = failure.code();
    }
    done(std::move(transport), error);
  });
}

}  // namespace detail

PARLEY_DECL void async_connect_tcp(std::shared_ptr<Runtime> runtime, TcpEndpoint to,
                                   SocketOptions options, ConnectHandler done) {
  detail::connect_on_worker(
      std::move(runtime),
      [to = std::move(to), options](const std::shared_ptr<Runtime>& on) {
        return connect_tcp(on, to, options);
      },
      std::move(done));
}

PARLEY_DECL void async_connect_unix(std::shared_ptr<Runtime> runtime, std::string path,
                                    SocketOptions options, ConnectHandler done) {
  detail::connect_on_worker(
      std::move(runtime),
      [path = std::move(path), options](const std::shared_ptr<Runtime>& on) {
        return connect_unix(on, path, options);
      },
      std::move(done));
}

}  // namespace parley

#ifdef __linux__
#include <parley/transport/impl/posix/socket.ipp>
#else
#include <parley/transport/impl/unsupported.hpp>

namespace parley {

PARLEY_DECL std::unique_ptr<Transport> connect_tcp(std::shared_ptr<Runtime>, const TcpEndpoint&,
                                                   SocketOptions) {
  detail::throw_unsupported("Sockets");
}
PARLEY_DECL std::unique_ptr<Transport> connect_unix(std::shared_ptr<Runtime>, const std::string&,
                                                    SocketOptions) {
  detail::throw_unsupported("Sockets");
}
PARLEY_DECL std::unique_ptr<SocketListener> listen_tcp(std::shared_ptr<Runtime>, const TcpEndpoint&,
                                                       ConnectionHandler, SocketOptions) {
  detail::throw_unsupported("Sockets");
}
PARLEY_DECL std::unique_ptr<SocketListener> listen_unix(std::shared_ptr<Runtime>,
                                                        const std::string&, ConnectionHandler,
                                                        SocketOptions) {
  detail::throw_unsupported("Sockets");
}

}  // namespace parley
#endif
