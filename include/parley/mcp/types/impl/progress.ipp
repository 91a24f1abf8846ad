// SPDX-License-Identifier: MIT
// Reading and writing the progress token of a request's `_meta`.
#pragma once

#include <parley/json/value.hpp>
#include <parley/mcp/types/progress.hpp>

namespace parley::mcp {

PARLEY_DECL std::optional<ProgressToken> progress_token_of(const OptionalJson& meta) {
  if (!meta || !meta->is_object()) return std::nullopt;
  const auto found = meta->find("progressToken");
  if (found == meta->end()) return std::nullopt;
  ProgressToken token;
  Json copy = *found;
  parley::detail::DecodeContext context;
  if (!Codec<ProgressToken>::decode(copy, token, context, parley::detail::Path{}))
    return std::nullopt;
  return token;
}

PARLEY_DECL void set_progress_token(OptionalJson& meta, const ProgressToken& token) {
  if (!meta || !meta->is_object()) meta = OptionalJson(Json::object());
  (*meta)["progressToken"] = token.to_json();
}

}  // namespace parley::mcp
