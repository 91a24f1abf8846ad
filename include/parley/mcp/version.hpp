// SPDX-License-Identifier: MIT
// Versions of the Model Context Protocol: which there are, and what each of them has.
#pragma once

#include <array>
#include <string_view>

namespace parley::mcp::version {

// Versions are dates, so comparing the strings compares the versions.
inline constexpr std::string_view v2024_11_05 = "2024-11-05";
inline constexpr std::string_view v2025_03_26 = "2025-03-26";
inline constexpr std::string_view v2025_06_18 = "2025-06-18";
inline constexpr std::string_view v2025_11_25 = "2025-11-25";

/// The latest version that starts a session with `initialize`; what a client asks for.
inline constexpr std::string_view latest = v2025_11_25;

/// Every version that parley speaks, oldest first.
inline constexpr std::array<std::string_view, 4> supported{v2024_11_05, v2025_03_26, v2025_06_18,
                                                           v2025_11_25};

/// Whether parley speaks exactly this version.
constexpr bool is_supported(std::string_view version) {
  for (const std::string_view known : supported) {
    if (known == version) return true;
  }
  return false;
}

/// What a server answers to `initialize`: the requested version if it speaks that, else its latest.
/// A client that does not speak the answer has to leave.
constexpr std::string_view negotiate(std::string_view requested) {
  for (const std::string_view known : supported) {
    if (known == requested) return known;
  }
  return latest;
}

// What a version has. Each takes a version that `is_supported`.

/// Arrays of messages; receiving them is a duty there and an error everywhere else.
constexpr bool has_batches(std::string_view version) { return version == v2025_03_26; }
/// Audio content, tool annotations, the `completions` capability, messages in progress.
constexpr bool has_audio(std::string_view version) { return version >= v2025_03_26; }
/// The capability `completions`; before it, any server could offer `completion/complete`.
constexpr bool has_completions_capability(std::string_view version) {
  return version >= v2025_03_26;
}
/// `CallToolResult::structured_content` and `Tool::output_schema`.
constexpr bool has_structured_content(std::string_view version) { return version >= v2025_06_18; }
/// `ResourceLink` content.
constexpr bool has_resource_links(std::string_view version) { return version >= v2025_06_18; }
/// `elicitation/create` with a form.
constexpr bool has_elicitation(std::string_view version) { return version >= v2025_06_18; }
/// `elicitation/create` with a URL, and the error that asks for one.
constexpr bool has_url_elicitation(std::string_view version) { return version >= v2025_11_25; }
/// `tools` and `tool_choice` in sampling, and arrays of content blocks there.
constexpr bool has_sampling_tools(std::string_view version) { return version >= v2025_11_25; }
/// Icons on tools, prompts, resources and implementations.
constexpr bool has_icons(std::string_view version) { return version >= v2025_11_25; }
/// The experimental `tasks/...` methods.
constexpr bool has_tasks(std::string_view version) { return version >= v2025_11_25; }
/// Error responses whose request id could not be read leave `id` out instead of saying null.
constexpr bool omits_unreadable_ids(std::string_view version) { return version >= v2025_11_25; }

}  // namespace parley::mcp::version
