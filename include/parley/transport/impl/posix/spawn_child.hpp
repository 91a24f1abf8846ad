// SPDX-License-Identifier: MIT
// Starting a program with posix_spawn.
#pragma once

#include <sys/types.h>

#include <parley/transport/impl/posix/fd.hpp>
#include <parley/transport/process.hpp>

namespace parley::detail {

// A child that has been started, and our ends of its standard streams.
struct SpawnedChild {
  pid_t pid = -1;
  UniqueFd input;   // we write
  UniqueFd output;  // we read
  UniqueFd errors;  // we read
};

// Throws std::system_error.
SpawnedChild spawn_child(const ProcessOptions& options);

}  // namespace parley::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/transport/impl/posix/spawn_child.ipp>
#endif
