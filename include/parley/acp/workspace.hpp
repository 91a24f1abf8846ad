// SPDX-License-Identifier: MIT
// The folders that an agent may reach through its client.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <parley/config.hpp>

namespace parley::acp {

/// The roots of a session: its working directory and its additional directories, with symbolic
/// links resolved. A path is allowed when it lies inside one of them after every symbolic link in
/// it was followed (at most 40, acp 1.3.7); the last component may be missing, for files to be
/// created.
///
/// The check and a later use of the path are two steps: somebody who can change the folders in
/// between can make them differ. Use the path that `resolve` gives, which has no links left in it
/// when it was checked, and open it with O_NOFOLLOW where that matters.
///
/// Thread safety: immutable after construction.
class Workspace {
 public:
  Workspace() = default;
  /// Roots that do not exist are kept as they are written.
  explicit Workspace(const std::vector<std::string>& roots);

  /// The path with its links resolved, or nothing when it is not absolute, lies outside, or cannot
  /// be resolved.
  std::optional<std::string> resolve(std::string_view path) const;
  const std::vector<std::string>& roots() const { return roots_; }

 private:
  std::vector<std::string> roots_;
};

}  // namespace parley::acp

#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/workspace.ipp>
#endif
