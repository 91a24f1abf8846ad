// SPDX-License-Identifier: MIT
// Bodies of Workspace.
#pragma once

#include <deque>
#include <filesystem>

#include <parley/acp/workspace.hpp>

namespace parley::acp {
namespace detail {

namespace fs = std::filesystem;

// Follows every link by hand: std::filesystem does not say how many it followed, and resolves
// relative links in missing paths lexically, which can be tricked.
inline std::optional<std::string> real_path(std::string_view path) {
  constexpr int most_links = 40;
  std::deque<std::string> rest;
  for (const fs::path& part : fs::path(path).relative_path()) rest.push_back(part.string());
  fs::path done = "/";
  int links = 0;
  while (!rest.empty()) {
    const std::string part = std::move(rest.front());
    rest.pop_front();
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      done = done.parent_path();
      continue;
    }
    const fs::path next = done / part;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(next, error);
    if (status.type() == fs::file_type::not_found) {
      // Only a last component may be missing.
      if (!rest.empty()) return std::nullopt;
      return next.string();
    }
    if (error) return std::nullopt;
    if (status.type() != fs::file_type::symlink) {
      done = next;
      continue;
    }
    if (++links > most_links) return std::nullopt;
    const fs::path target = fs::read_symlink(next, error);
    if (error) return std::nullopt;
    if (target.is_absolute()) done = "/";
    std::size_t at = 0;
    for (const fs::path& piece : target.relative_path()) {
      rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(at++), piece.string());
    }
  }
  return done.string();
}

inline bool inside(std::string_view path, std::string_view root) {
  if (root == "/") return true;
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

}  // namespace detail

PARLEY_DECL Workspace::Workspace(const std::vector<std::string>& roots) {
  for (const std::string& root : roots) {
    std::string kept = detail::real_path(root).value_or(root);
    while (kept.size() > 1 && kept.back() == '/') kept.pop_back();
    roots_.push_back(std::move(kept));
  }
}

PARLEY_DECL std::optional<std::string> Workspace::resolve(std::string_view path) const {
  // A NUL would end the path early for the system, but not for the checks here.
  if (!path.starts_with('/') || path.find('\0') != std::string_view::npos) return std::nullopt;
  std::optional<std::string> real = detail::real_path(path);
  if (!real) return std::nullopt;
  for (const std::string& root : roots_) {
    if (detail::inside(*real, root)) return real;
  }
  return std::nullopt;
}

}  // namespace parley::acp
