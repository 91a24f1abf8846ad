// SPDX-License-Identifier: MIT
// What transports that need the operating system do where no code for it exists yet.
#pragma once

#include <string>
#include <system_error>

namespace parley::detail {

[[noreturn]] inline void throw_unsupported(const std::string& what) {
  throw std::system_error(
      std::make_error_code(std::errc::function_not_supported),
      what + " are not supported on this platform yet (Linux only); use a transport of your own");
}

}  // namespace parley::detail
