// SPDX-License-Identifier: MIT
// Calls into the program from threads that others depend on.
#pragma once

#include <utility>

namespace parley::detail {

// Calls `callback` if there is one. What it throws is the program's business: the event loop and
// the transport, which serve others too, go on.
template <class Callback, class... Args>
void call_guarded(Callback& callback, Args&&... args) noexcept {
  if (!callback) return;
  try {
    callback(std::forward<Args>(args)...);
  } catch (...) {  // NOLINT(bugprone-empty-catch): see above
  }
}

}  // namespace parley::detail
