// SPDX-License-Identifier: MIT
#ifdef __linux__
#include <parley/transport/impl/posix/fd.ipp>
#include <parley/transport/impl/posix/fd_stream.ipp>
#endif
