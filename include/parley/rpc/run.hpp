// SPDX-License-Identifier: MIT
// Where a handler runs.
#pragma once

namespace parley {

/// Where a handler runs.
enum class Run {
  worker,   ///< On the worker pool: it may block without stalling the protocol.
  inline_,  ///< On the thread that reads: quickest, and must return at once.
};

}  // namespace parley
