// SPDX-License-Identifier: MIT
// The codec of request ids.
#pragma once

#include <parley/mcp/types/common.hpp>

namespace parley {

PARLEY_DECL bool Codec<mcp::RequestId>::decode(Json& json, mcp::RequestId& out,
                                               detail::DecodeContext& context,
                                               const detail::Path& path) {
  const auto kind = detail::kind_of(json);
  const bool strict = context.policy == Policy::strict;
  if (kind == detail::Kind::null || (strict && kind == detail::Kind::real)) {
    return context.wrong(path, "a string or an integer", json);
  }
  return Codec<parley::RequestId>::decode(json, out, context, path);
}

PARLEY_DECL void Codec<mcp::RequestId>::write(Writer& writer, const mcp::RequestId& value) {
  Codec<parley::RequestId>::write(writer, value);
}

}  // namespace parley
