// SPDX-License-Identifier: MIT
// A byte stream on file descriptors, waited for by asio.
#pragma once

#include <memory>

#include <parley/transport/impl/byte_stream.hpp>
#include <parley/transport/impl/posix/fd.hpp>

namespace asio {
class io_context;
}

namespace parley::detail {

// The ends of a stream. A socket is given once, as `input`, with `output` left empty.
struct FdPair {
  UniqueFd input;
  FdKind input_kind = FdKind::own;
  UniqueFd output;
  FdKind output_kind = FdKind::own;
};

// Takes over the descriptors. Throws std::system_error.
std::unique_ptr<ByteStream> make_fd_stream(asio::io_context& io, FdPair ends);

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/posix/fd_stream.ipp>
#endif
