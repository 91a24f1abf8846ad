// SPDX-License-Identifier: MIT
// Bodies of Framer.
#pragma once

#include <parley/rpc/framer.hpp>

namespace parley {

PARLEY_DECL bool Framer::hold(std::string_view part) {
  if (skipping_) return false;
  if (partial_.size() + part.size() <= limit_) {
    partial_.append(part);
    return false;
  }
  skipping_ = true;
  std::string().swap(partial_);
  return true;
}

PARLEY_DECL std::string_view Framer::trim(std::string_view line) noexcept {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line.find_first_not_of(" \t\r") == std::string_view::npos ? std::string_view() : line;
}

}  // namespace parley
