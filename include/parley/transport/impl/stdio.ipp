// SPDX-License-Identifier: MIT
// Bodies of the stdio transport: which platform's code is used.
#pragma once

#include <parley/transport/stdio.hpp>

#ifdef __linux__
#include <parley/transport/impl/posix/stdio.ipp>
#else
#include <parley/transport/impl/unsupported.hpp>

namespace parley {

PARLEY_DECL std::unique_ptr<Transport> stdio_transport(std::shared_ptr<Runtime>, StdioOptions) {
  detail::throw_unsupported("Standard streams as a transport");
}

}  // namespace parley
#endif
