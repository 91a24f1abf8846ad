// SPDX-License-Identifier: MIT
// The codec of sampling content: one block, or an array of them.
#pragma once

#include <parley/json/value.hpp>
#include <parley/mcp/types/sampling.hpp>

namespace parley {

PARLEY_DECL bool Codec<mcp::SamplingContent>::decode(Json& json, mcp::SamplingContent& out,
                                                     detail::DecodeContext& context,
                                                     const detail::Path& path) {
  if (detail::array_size(json) != detail::not_an_array) {
    std::vector<mcp::SamplingMessageContentBlock> blocks;
    if (!Codec<decltype(blocks)>::decode(json, blocks, context, path)) return false;
    out = mcp::SamplingContent(std::move(blocks));
    return true;
  }
  mcp::SamplingMessageContentBlock block;
  if (!Codec<decltype(block)>::decode(json, block, context, path)) return false;
  out = mcp::SamplingContent(std::move(block));
  return true;
}

PARLEY_DECL void Codec<mcp::SamplingContent>::write(Writer& writer,
                                                    const mcp::SamplingContent& value) {
  using Block = mcp::SamplingMessageContentBlock;
  if (value.is_array()) {
    Codec<std::vector<Block>>::write(writer, value.blocks());
  } else {
    Codec<Block>::write(writer, value.blocks().front());
  }
}

namespace mcp {

PARLEY_DECL OptionalJson empty_object() { return OptionalJson(Json::object()); }

}  // namespace mcp
}  // namespace parley
