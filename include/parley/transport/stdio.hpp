// SPDX-License-Identifier: MIT
// This process's standard input and output as a transport: what an MCP server or ACP agent speaks.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include <parley/config.hpp>
#include <parley/rpc/runtime.hpp>
#include <parley/rpc/transport.hpp>

namespace parley {

/// How this process's standard streams are used.
struct StdioOptions {
  /// Keeps stray output away from the protocol (mcp.md E7, acp.md D11): the protocol moves to
  /// descriptors of its own, which children do not inherit; then descriptor 1 is standard error,
  /// so that `printf`, `std::cout` and children write there, and descriptor 0 is /dev/null. Undone
  /// when the transport is destroyed, after what stdio has buffered has been flushed.
  bool protect_stdout = true;
  /// Longer incoming lines are skipped and reported; at least 1.
  std::size_t max_frame_bytes = std::size_t{64} << 20;
  /// How long `close` and the destructor wait for the peer to take some of what is queued; as long
  /// as it does, ten times that.
  std::chrono::milliseconds close_grace{1000};
};

/// Speaks on standard input and output, whatever they are: pipe, socket, terminal, regular file,
/// /dev/null, or closed (then input has ended, and output is lost). Their blocking mode is never
/// changed, because they are shared with the program that started this one.
///
/// At the end of input `on_close` is called without a reason, and answers still go out (mcp.md
/// A19). A regular file is read on the event loop; a slow disk delays other connections.
///
/// Errors: std::system_error; `device_or_resource_busy` while another transport of this kind lives;
/// `function_not_supported` on platforms other than Linux, which are not supported yet.
/// Thread safety: make it while no other thread opens, closes or uses descriptors 0 to 2.
std::unique_ptr<Transport> stdio_transport(std::shared_ptr<Runtime> runtime,
                                           StdioOptions options = {});

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/stdio.ipp>
#endif
