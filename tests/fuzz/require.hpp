// SPDX-License-Identifier: MIT
// How a fuzzer says that a rule does not hold.
#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program, which the fuzzing engine takes for a finding, unless `condition` holds.
inline void require(bool condition, const char* rule) {
  if (condition) return;
  std::fprintf(stderr, "violated: %s\n", rule);
  std::abort();
}
