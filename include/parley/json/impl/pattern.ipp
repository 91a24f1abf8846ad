// SPDX-License-Identifier: MIT
// Bodies of json/pattern.hpp: from syntax tree to automaton, and its simulation.
#pragma once

#include <limits>
#include <utility>

#include <parley/json/impl/pattern_program.hpp>
#include <parley/json/impl/pattern_syntax.hpp>
#include <parley/json/pattern.hpp>

namespace parley {
namespace detail {

PARLEY_DECL void CodePointSet::add_all_but(std::span<const CodePointRange> ranges) {
  char32_t next = 0;
  for (const auto& range : ranges) {
    if (range.first > next) add(next, range.first - 1);
    next = range.last + 1;
  }
  add(next, 0x10FFFF);
}

PARLEY_DECL void CodePointSet::seal() {
  std::sort(ranges_.begin(), ranges_.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (const auto& range : ranges_) {
    if (kept > 0 && range.first <= ranges_[kept - 1].last + 1) {
      ranges_[kept - 1].last = std::max(ranges_[kept - 1].last, range.last);
    } else {
      ranges_[kept++] = range;
    }
  }
  ranges_.resize(kept);
  for (char32_t c = 0; c < 128; ++c) {
    if (contains_slowly(c)) ascii_[c / 64] |= std::uint64_t{1} << (c % 64);
  }
}

PARLEY_DECL void CodePointSet::negate() {
  negated_ = !negated_;
  for (auto& word : ascii_) word = ~word;
}

PARLEY_DECL bool CodePointSet::contains_slowly(char32_t c) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), c,
                       [](char32_t x, const auto& range) { return x < range.first; });
  const bool in_range = after != ranges_.begin() && c <= std::prev(after)->last;
  const bool found = in_range || (categories_ != 0 && (category_of(c) & categories_) != 0);
  return found != negated_;
}

/// Lays the tree out as instructions. Counted repeats are copied out, so the size limit is checked
/// at every step; empty groups copy nothing, so steps are counted too.
class PatternCompiler {
 public:
  PatternCompiler(const PatternTree& tree, std::size_t max_instructions)
      : tree_(tree), max_size_(max_instructions), steps_left_(4 * max_instructions + 64) {}

  /// False when the program would be larger than allowed.
  bool compile(std::vector<PatternInstruction>& code) {
    code_ = &code;
    emit(tree_.root);
    put(PatternOp::match);
    return !too_large_;
  }

 private:
  using Kind = PatternNode::Kind;

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_->size()); }
  std::uint32_t put(PatternOp op, std::uint32_t x = 0, std::uint32_t y = 0) {
    if (code_->size() >= max_size_) too_large_ = true;
    if (!too_large_) code_->push_back({op, x, y});
    return too_large_ ? 0 : here() - 1;
  }
  void aim_x(std::uint32_t at, std::uint32_t target) {
    if (!too_large_) (*code_)[at].x = target;
  }
  void aim_y(std::uint32_t at, std::uint32_t target) {
    if (!too_large_) (*code_)[at].y = target;
  }

  void emit(std::uint32_t index) {
    if (steps_left_ == 0) too_large_ = true;
    if (too_large_) return;
    --steps_left_;
    const PatternNode& node = tree_.nodes[index];
    switch (node.kind) {
      case Kind::leaf:
        put(node.leaf.op, node.leaf.x);
        break;
      case Kind::sequence:
        for (const auto child : node.children) emit(child);
        break;
      case Kind::choice:
        emit_choice(node);
        break;
      case Kind::repeat:
        emit_repeat(node);
        break;
    }
  }

  void emit_choice(const PatternNode& node) {
    std::vector<std::uint32_t> exits;
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
      const auto fork = put(PatternOp::split, here() + 1);
      emit(node.children[i]);
      exits.push_back(put(PatternOp::jump));
      aim_y(fork, here());
    }
    emit(node.children.back());
    for (const auto exit : exits) aim_x(exit, here());
  }

  void emit_repeat(const PatternNode& node) {
    const auto child = node.children[0];
    for (std::uint32_t i = 0; i < node.min && !too_large_; ++i) emit(child);
    if (node.max == PatternNode::unbounded) {
      const auto fork = put(PatternOp::split, here() + 1);
      emit(child);
      put(PatternOp::jump, fork);
      aim_y(fork, here());
      return;
    }
    std::vector<std::uint32_t> exits;
    for (std::uint32_t i = node.min; i < node.max && !too_large_; ++i) {
      exits.push_back(put(PatternOp::split, here() + 1));
      emit(child);
    }
    for (const auto exit : exits) aim_y(exit, here());
  }

  const PatternTree& tree_;
  std::size_t max_size_;
  std::size_t steps_left_;
  bool too_large_ = false;
  std::vector<PatternInstruction>* code_ = nullptr;
};

/// Runs all threads of the automaton over a text at once, one code point at a time.
class PatternSimulation {
 public:
  PatternSimulation(const PatternProgram& program, std::string_view text)
      : code_(program.code.data()), program_(program), text_(text) {
    const std::size_t size = program.code.size();
    std::uint32_t* memory = small_;
    if (size * arrays > std::size(small_)) {
      large_ = std::make_unique<std::uint32_t[]>(size * arrays);
      memory = large_.get();
    } else {
      std::fill_n(memory, size, 0);
    }
    seen_ = memory;
    threads_ = memory + size;
    waiting_ = memory + 2 * size;
    stack_ = memory + 3 * size;
  }

  std::optional<bool> run(std::uint64_t& budget) {
    for (std::size_t at = 0;; ++generation_) {
      const bool at_end = at >= text_.size();
      next_ = at_end ? no_character : next_code_point(text_, at);
      thread_count_ = 0;
      visits_ = 1;
      for (std::size_t i = 0; i < waiting_count_; ++i) follow(waiting_[i]);
      if (generation_ == 1 || !program_.anchored) follow(0);
      if (visits_ > budget) {
        budget = 0;
        return std::nullopt;
      }
      budget -= visits_;
      if (matched_) return true;
      if (at_end || (thread_count_ == 0 && program_.anchored)) return false;
      consume();
      previous_ = next_;
    }
  }

 private:
  static constexpr std::size_t arrays = 5;  // the stack needs two of them: a split pushes two
  static constexpr char32_t no_character = 0xFFFFFFFF;

  static bool is_word(char32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= 'a' && c <= 'z');
  }

  /// Adds the threads that `start` leads to without consuming anything.
  void follow(std::uint32_t start) {
    std::size_t depth = 0;
    stack_[depth++] = start;
    while (depth > 0) {
      const std::uint32_t pc = stack_[--depth];
      if (seen_[pc] == generation_) continue;
      seen_[pc] = generation_;
      ++visits_;
      const PatternInstruction& op = code_[pc];
      switch (op.op) {
        case PatternOp::match:
          matched_ = true;
          return;
        case PatternOp::jump:
          stack_[depth++] = op.x;
          break;
        case PatternOp::split:
          stack_[depth++] = op.y;
          stack_[depth++] = op.x;
          break;
        case PatternOp::character:
        case PatternOp::any:
        case PatternOp::set:
          threads_[thread_count_++] = pc;
          break;
        default:
          if (holds(op.op)) stack_[depth++] = pc + 1;
          break;
      }
    }
  }

  bool holds(PatternOp assertion) const {
    switch (assertion) {
      case PatternOp::assert_begin:
        return previous_ == no_character;
      case PatternOp::assert_end:
        return next_ == no_character;
      default:
        return (is_word(previous_) != is_word(next_)) == (assertion == PatternOp::word_boundary);
    }
  }

  /// Moves every thread that accepts `next_` behind its instruction.
  void consume() {
    waiting_count_ = 0;
    for (std::size_t i = 0; i < thread_count_; ++i) {
      const PatternInstruction& op = code_[threads_[i]];
      const bool accepts = op.op == PatternOp::character ? op.x == next_
                           : op.op == PatternOp::set     ? program_.sets[op.x].contains(next_)
                                                         : next_ != '\n' && next_ != '\r' &&
                                                           next_ != 0x2028 && next_ != 0x2029;
      if (accepts) waiting_[waiting_count_++] = threads_[i] + 1;
    }
  }

  const PatternInstruction* code_;
  const PatternProgram& program_;
  std::string_view text_;
  char32_t previous_ = no_character, next_ = no_character;
  std::uint32_t generation_ = 1;  // marks `seen_`; texts are far shorter than 2^32 code points
  std::uint64_t visits_ = 0;
  bool matched_ = false;
  std::size_t thread_count_ = 0, waiting_count_ = 0;
  std::uint32_t *seen_, *threads_, *waiting_, *stack_;
  std::unique_ptr<std::uint32_t[]> large_;
  std::uint32_t small_[arrays * 48];
};

}  // namespace detail

PARLEY_DECL Pattern::Pattern(std::shared_ptr<const detail::PatternProgram> program)
    : program_(std::move(program)) {}

PARLEY_DECL expected<Pattern, PatternError> Pattern::compile(std::string_view text,
                                                             const PatternLimits& limits) {
  auto tree = detail::parse_pattern(text, limits);
  if (!tree) return unexpected<PatternError>(std::move(tree.error()));
  auto program = std::make_shared<detail::PatternProgram>();
  if (!detail::PatternCompiler(*tree, limits.max_instructions).compile(program->code)) {
    return unexpected<PatternError>(PatternError{
        0, "the pattern's repetitions unfold to more than " +
               std::to_string(limits.max_instructions) + " steps; lower the counts in {n,m}"});
  }
  program->text = text;
  program->sets = std::move(tree->sets);
  program->anchored = program->code[0].op == detail::PatternOp::assert_begin;
  return Pattern(std::move(program));
}

PARLEY_DECL std::optional<bool> Pattern::search(std::string_view text,
                                                std::uint64_t& budget) const {
  return detail::PatternSimulation(*program_, text).run(budget);
}

PARLEY_DECL bool Pattern::search(std::string_view text) const {
  auto budget = std::numeric_limits<std::uint64_t>::max();
  return search(text, budget).value_or(false);
}

PARLEY_DECL std::size_t Pattern::size() const { return program_->code.size(); }

PARLEY_DECL const std::string& Pattern::text() const { return program_->text; }

}  // namespace parley
