// SPDX-License-Identifier: MIT
// Fuzzes Pattern against the definition of a match: sets of positions, computed over the syntax
// tree. Input: the pattern, a line feed, the text.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <parley/json/impl/pattern_syntax.hpp>
#include <parley/json/pattern.hpp>

#include "require.hpp"

namespace {

using namespace parley::detail;
using Positions = std::set<std::size_t>;

/// Where a match can end that begins at one of the given positions.
class Reference {
 public:
  Reference(const PatternTree& tree, std::string_view text) : tree_(tree) {
    for (std::size_t at = 0; at < text.size();) text_.push_back(next_code_point(text, at));
  }

  bool matches() const {
    Positions all;
    for (std::size_t i = 0; i <= text_.size(); ++i) all.insert(i);
    return !after(tree_.root, all).empty();
  }

 private:
  using Kind = PatternNode::Kind;

  Positions after(std::uint32_t index, const Positions& from) const {
    const auto& node = tree_.nodes[index];
    Positions to;
    switch (node.kind) {
      case Kind::leaf:
        for (const auto at : from) {
          if (holds(node.leaf, at)) to.insert(consumes(node.leaf.op) ? at + 1 : at);
        }
        return to;
      case Kind::sequence:
        to = from;
        for (const auto child : node.children) to = after(child, to);
        return to;
      case Kind::choice:
        for (const auto child : node.children) to.merge(after(child, from));
        return to;
      case Kind::repeat:
        return repeated(node, from);
    }
    return to;
  }

  Positions repeated(const PatternNode& node, Positions from) const {
    for (std::uint32_t i = 0; i < node.min; ++i) from = after(node.children[0], from);
    Positions reached = from;
    for (std::uint32_t i = node.min; i < node.max && !from.empty(); ++i) {
      Positions fresh;
      for (const auto at : after(node.children[0], from)) {
        if (reached.insert(at).second) fresh.insert(at);
      }
      from = std::move(fresh);
    }
    return reached;
  }

  static bool consumes(PatternOp op) {
    return op == PatternOp::character || op == PatternOp::any || op == PatternOp::set;
  }

  bool holds(const PatternInstruction& leaf, std::size_t at) const {
    const bool more = at < text_.size();
    switch (leaf.op) {
      case PatternOp::character:
        return more && text_[at] == leaf.x;
      case PatternOp::any:
        return more && std::u32string_view(U"\n\r\u2028\u2029").find(text_[at]) ==
                           std::u32string_view::npos;
      case PatternOp::set:
        return more && tree_.sets[leaf.x].contains(text_[at]);
      case PatternOp::assert_begin:
        return at == 0;
      case PatternOp::assert_end:
        return !more;
      default: {
        const bool boundary = (at > 0 && is_word(text_[at - 1])) != (more && is_word(text_[at]));
        return boundary == (leaf.op == PatternOp::word_boundary);
      }
    }
  }

  static bool is_word(char32_t c) {
    return c < 128 && (std::isalnum(static_cast<int>(c)) != 0 || c == U'_');
  }

  const PatternTree& tree_;
  std::u32string text_;
};

bool is_small(const PatternTree& tree) {
  return std::all_of(tree.nodes.begin(), tree.nodes.end(), [](const PatternNode& node) {
    return node.min <= 4 && (node.max <= 6 || node.max == PatternNode::unbounded);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto line = std::min(input.find('\n'), size);
  const auto pattern_text = input.substr(0, line);
  const auto text = input.substr(std::min(line + 1, size));

  const auto pattern = parley::Pattern::compile(pattern_text);
  if (!pattern) {
    require(pattern.error().offset <= pattern_text.size(), "an error lies within the pattern");
    return 0;
  }
  std::uint64_t budget = UINT64_MAX;
  const auto found = pattern->search(text, budget);
  require(found.has_value(), "a large budget suffices");
  require(UINT64_MAX - budget <= (2 * pattern->size() + 2) * (text.size() + 1), "work is linear");

  const auto tree = parse_pattern(pattern_text, {});
  if (!tree || !is_small(*tree) || size > 200) return 0;
  require(*found == Reference(*tree, text).matches(), "the automaton agrees with the definition");
  return 0;
}
