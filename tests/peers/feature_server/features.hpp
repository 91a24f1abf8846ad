// SPDX-License-Identifier: MIT
// The parts of the server with every feature, and what they share. README.md specifies it.
#pragma once

#include <numeric>
#include <string>
#include <vector>

#include <parley/json/base64.hpp>
#include <parley/mcp/request_context.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/types.hpp>

namespace parley::mcp::features {

void add_plain_tools(Server& server);
void add_asking_tools(Server& server);
/// Tools that change what the server offers.
void add_changing_tools(Server& server);
void add_resources(Server& server);
void add_templates(Server& server);
void add_prompts(Server& server);

// What one part counts and another one changes; the first says it to the client.
int count_up();
void note_roots_change();

inline constexpr const char* png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg"
    "==";
inline constexpr const char* wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
inline constexpr const char* static_text = "Hello from parley.\nUmlauts grüße, emoji 👋\n";

inline Icon icon() {
  return {.src = std::string("data:image/png;base64,") + png,
          .mime_type = "image/png",
          .sizes = {"1x1"}};
}

inline std::string every_byte() {
  std::string bytes(256, '\0');
  std::iota(bytes.begin(), bytes.end(), static_cast<char>(0));
  return bytes;
}

inline TextResourceContents static_text_contents() {
  return {.uri = "parley://static/text", .text = static_text, .mime_type = "text/plain"};
}

inline BlobResourceContents static_blob_contents() {
  return {.uri = "parley://static/blob",
          .blob = parley::base64_encode(every_byte()),
          .mime_type = "application/octet-stream"};
}

inline Completion starting_with(const std::vector<std::string>& all, const std::string& start) {
  Completion out;
  for (const std::string& value : all) {
    if (value.starts_with(start)) out.values.push_back(value);
  }
  return out;
}

inline PromptMessage says(Role role, ContentBlock content) {
  return {.role = role, .content = std::move(content)};
}

}  // namespace parley::mcp::features
