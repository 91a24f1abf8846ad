// SPDX-License-Identifier: MIT
// Hooks through which a program sees what a connection sends, receives and finds odd.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

namespace parley {

enum class Direction { received, sent };

/// Sees every frame, in wire order for each direction. Called on the thread that reads or sends,
/// possibly by two threads at once; must be quick and must not call the connection. `Recorder`
/// (<parley/rpc/recorder.hpp>) makes one that writes a file.
using TraceHook = std::function<void(Direction, std::chrono::system_clock::time_point when,
                                     std::string_view frame)>;

enum class Severity { debug, warning, error };

/// Told about everything that is odd but not fatal: bad messages, late answers, handlers that
/// threw. Never holds message contents beyond short excerpts. Same thread rules as TraceHook.
using LogHook = std::function<void(Severity, std::string_view text)>;

}  // namespace parley
