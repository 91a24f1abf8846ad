// SPDX-License-Identifier: MIT
// Bodies of child processes that know no platform, and which platform's code is used.
#pragma once

#include <cstring>

#include <parley/transport/process.hpp>

namespace parley {
namespace detail {

class ExitCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "parley.exit"; }
  std::string message(int value) const override {
    ExitStatus status;
    (value > 128 ? status.signal : status.code) = value > 128 ? value - 128 : value;
    return "the process " + status.to_string();
  }
};

}  // namespace detail

PARLEY_DECL std::string ExitStatus::to_string() const {
  if (signal == 0) return "exited with status " + std::to_string(code);
  return "was killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

PARLEY_DECL const std::error_category& exit_category() noexcept {
  static const detail::ExitCategory category;
  return category;
}

}  // namespace parley

#ifdef __linux__
#include <parley/transport/impl/posix/process.ipp>
#else
#include <parley/transport/impl/unsupported.hpp>

namespace parley {

PARLEY_DECL std::unique_ptr<ProcessTransport> spawn(std::shared_ptr<Runtime>, ProcessOptions) {
  detail::throw_unsupported("Child processes");
}

}  // namespace parley
#endif
