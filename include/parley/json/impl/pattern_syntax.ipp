// SPDX-License-Identifier: MIT
// Bodies of pattern_syntax.hpp: recursive descent over ECMA-262's Pattern grammar.
#pragma once

#include <optional>
#include <utility>

#include <parley/json/impl/pattern_syntax.hpp>

namespace parley::detail {

PARLEY_DECL char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) {
    ++at;
    return lead;
  }
  std::uint32_t c = 0xFFFD;
  std::size_t length = 1;
  if (lead >= 0xC2 && lead < 0xE0 && tail(at + 1)) {
    c = (lead & 0x1F) << 6 | (byte(at + 1) & 0x3F);
    length = 2;
  } else if (lead >= 0xE0 && lead < 0xF0 && tail(at + 1) && tail(at + 2)) {
    c = (lead & 0x0F) << 12 | (byte(at + 1) & 0x3F) << 6 | (byte(at + 2) & 0x3F);
    length = c >= 0x800 && (c < 0xD800 || c > 0xDFFF) ? 3 : 1;
  } else if (lead >= 0xF0 && lead < 0xF5 && tail(at + 1) && tail(at + 2) && tail(at + 3)) {
    c = (lead & 0x07) << 18 | (byte(at + 1) & 0x3F) << 12 | (byte(at + 2) & 0x3F) << 6 |
        (byte(at + 3) & 0x3F);
    length = c >= 0x10000 && c <= 0x10FFFF ? 4 : 1;
  }
  at += length;
  return length == 1 ? 0xFFFD : c;
}

class PatternParser {
 public:
  PatternParser(std::string_view text, const PatternLimits& limits)
      : text_(text), limits_(limits) {}

  expected<PatternTree, PatternError> parse() {
    if (text_.size() > limits_.max_length) {
      fail("the pattern is longer than " + std::to_string(limits_.max_length) + " bytes");
    }
    const auto root = choice(0);
    if (!error_ && at_ < text_.size()) fail("')' closes no group; write \\) for the character");
    if (error_) return unexpected<PatternError>(std::move(*error_));
    tree_.root = root;
    return std::move(tree_);
  }

 private:
  using Kind = PatternNode::Kind;

  // Reading. After an error the text counts as finished, so that every loop ends.

  bool done() const { return error_.has_value() || at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return !error_ && at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (done() || text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void fail(std::string message) {
    if (!error_) error_ = PatternError{at_, std::move(message)};
  }

  // Building.

  std::uint32_t add(PatternNode node) {
    tree_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }
  std::uint32_t add_leaf(PatternOp op, std::uint32_t x = 0) {
    PatternNode node;
    node.kind = Kind::leaf;
    node.leaf = {op, x, 0};
    return add(std::move(node));
  }
  std::uint32_t add_set(CodePointSet set) {
    tree_.sets.push_back(std::move(set));
    return add_leaf(PatternOp::set, static_cast<std::uint32_t>(tree_.sets.size() - 1));
  }

  // The grammar.

  std::uint32_t choice(std::size_t nesting) {
    if (nesting > limits_.max_nesting) fail("groups are nested too deeply");
    PatternNode node;
    node.kind = Kind::choice;
    do {
      node.children.push_back(sequence(nesting));
    } while (take('|'));
    return node.children.size() == 1 ? node.children[0] : add(std::move(node));
  }

  std::uint32_t sequence(std::size_t nesting) {
    PatternNode node;
    while (!done() && peek() != '|' && peek() != ')') {
      bool repeatable = true;
      const auto atom = term(nesting, repeatable);
      node.children.push_back(quantified(atom, repeatable));
    }
    return add(std::move(node));
  }

  std::uint32_t term(std::size_t nesting, bool& repeatable) {
    const auto assertion = [&](PatternOp op) {
      repeatable = false;
      return add_leaf(op);
    };
    if (take('^')) return assertion(PatternOp::assert_begin);
    if (take('$')) return assertion(PatternOp::assert_end);
    if (take("\\b")) return assertion(PatternOp::word_boundary);
    if (take("\\B")) return assertion(PatternOp::not_word_boundary);
    if (take('(')) return group(nesting);
    if (take('[')) return add_set(bracket());
    if (take('.')) return add_leaf(PatternOp::any);
    if (peek() == '*' || peek() == '+' || peek() == '?') {
      fail(std::string("nothing to repeat before '") + peek() + "'");
    }
    if (peek() == '\\') {
      if (CodePointSet set; class_escape(set)) {
        set.seal();
        return add_set(std::move(set));
      }
      return add_leaf(PatternOp::character, static_cast<std::uint32_t>(character_escape(false)));
    }
    return add_leaf(PatternOp::character,
                    error_ ? 0 : static_cast<std::uint32_t>(next_code_point(text_, at_)));
  }

  std::uint32_t group(std::size_t nesting) {
    if (take('?')) {
      if (peek() == '=' || peek() == '!' || (peek() == '<' && (peek(1) == '=' || peek(1) == '!'))) {
        fail("lookahead and lookbehind are not supported; express the rule with allOf or not");
      } else if (take('<')) {
        group_name();
      } else if (!take(':')) {
        fail("expected (?: or (?<name> here; flags such as (?i) are not part of ECMA-262 patterns");
      }
    }
    const auto inner = choice(nesting + 1);
    if (!take(')')) fail("this group is not closed with ')'");
    return inner;
  }

  void group_name() {
    const auto start = at_;
    while (!done() && peek() != '>' && peek() != ')') ++at_;
    if (at_ == start || !take('>')) fail("expected a group name ended by '>'");
  }

  std::uint32_t quantified(std::uint32_t atom, bool repeatable) {
    PatternNode node;
    node.kind = Kind::repeat;
    const auto start = at_;
    if (take('*')) {
      node.max = PatternNode::unbounded;
    } else if (take('+')) {
      node.min = 1;
      node.max = PatternNode::unbounded;
    } else if (take('?')) {
      node.max = 1;
    } else if (peek() != '{' || !bounds(node)) {
      return atom;
    }
    if (!repeatable && !error_) {
      at_ = start;
      fail("an assertion cannot be repeated");
    }
    take('?');  // a lazy quantifier prefers other parts, but accepts the same texts
    node.children.push_back(atom);
    return add(std::move(node));
  }

  /// `{3}`, `{3,}` or `{3,5}`. Anything else is no quantifier and nothing is consumed.
  bool bounds(PatternNode& node) {
    const auto start = at_++;
    const auto min = number();
    std::optional<std::uint32_t> max = min;
    if (min && take(',')) max = peek() == '}' ? PatternNode::unbounded : number();
    if (!min || !max || !take('}')) {
      at_ = start;
      return false;
    }
    node.min = *min;
    node.max = *max;
    if (*max < *min) fail("the bounds of this quantifier are out of order");
    return true;
  }

  /// A decimal number, capped: the program size limit stops such counts long before.
  std::optional<std::uint32_t> number() {
    constexpr std::uint32_t cap = 1'000'000'000;
    if (peek() < '0' || peek() > '9') return std::nullopt;
    std::uint32_t value = 0;
    for (; peek() >= '0' && peek() <= '9'; ++at_) {
      value = value >= cap / 10 ? cap : value * 10 + static_cast<std::uint32_t>(peek() - '0');
    }
    return value;
  }

  // Character classes.

  CodePointSet bracket() {
    CodePointSet set;
    const bool negated = take('^');
    while (!done() && peek() != ']') {
      if (class_escape(set)) {
        if (peek() == '-' && peek(1) != ']') fail("a class such as \\d cannot begin a range");
        continue;
      }
      const char32_t first = class_atom();
      char32_t last = first;
      if (peek() == '-' && at_ + 1 < text_.size() && peek(1) != ']') {
        ++at_;
        if (class_escape(set)) fail("a class such as \\d cannot end a range");
        last = class_atom();
      }
      if (last < first) fail("this range of characters is out of order");
      set.add(first, last);
    }
    if (!take(']')) fail("this character class is not closed with ']'");
    set.seal();
    if (negated) set.negate();
    return set;
  }

  char32_t class_atom() {
    if (done()) return 0;
    return peek() == '\\' ? character_escape(true) : next_code_point(text_, at_);
  }

  /// Reads `\d`, `\S`, `\p{...}` and the like into `set`. False, with nothing read, if none is
  /// next.
  bool class_escape(CodePointSet& set) {
    static constexpr CodePointRange digits[] = {{'0', '9'}};
    static constexpr CodePointRange word[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    static constexpr CodePointRange space[] = {
        {'\t', '\r'},     {' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
        {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
    const char letter = peek() == '\\' ? peek(1) : '\0';
    if (letter == '\0' || std::string_view("dDwWsSpP").find(letter) == std::string_view::npos) {
      return false;
    }
    at_ += 2;
    const bool negated = letter < 'a';
    switch (letter | 32) {
      case 'd':
        add_class(set, digits, negated);
        break;
      case 'w':
        add_class(set, word, negated);
        break;
      case 's':
        add_class(set, space, negated);
        break;
      default:
        const auto mask = property();
        set.add_categories(negated ? all_categories & ~mask : mask);
        break;
    }
    return true;
  }

  static void add_class(CodePointSet& set, std::span<const CodePointRange> ranges, bool negated) {
    if (negated) return set.add_all_but(ranges);
    for (const auto& range : ranges) set.add(range.first, range.last);
  }

  /// The `{...}` of `\p{...}`.
  CategoryMask property() {
    const auto start = at_;
    const auto end = text_.find('}', at_);
    if (!take('{') || end == std::string_view::npos) {
      fail("expected {category} after \\p");
      return 0;
    }
    std::string_view name = text_.substr(at_, end - at_);
    for (const std::string_view prefix : {"gc=", "General_Category="}) {
      if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    }
    const auto mask = categories_named(name);
    at_ = mask ? end + 1 : start;
    if (!mask) {
      fail("only general categories such as \\p{L} or \\p{Nd} are supported, not this property");
    }
    return mask.value_or(0);
  }

  /// An escape that stands for one character.
  char32_t character_escape(bool in_class) {
    const auto start = at_++;
    const char c = peek();
    constexpr std::string_view letters = "tnvfr", meanings = "\t\n\v\f\r";
    if (const auto i = letters.find(c); c != '\0' && i != letters.npos) {
      ++at_;
      return static_cast<unsigned char>(meanings[i]);
    }
    if (c == 'b' && in_class) {
      ++at_;
      return '\b';
    }
    if (c == 'c' && is_letter(peek(1))) {
      at_ += 2;
      return static_cast<char32_t>(text_[at_ - 1] & 31);
    }
    if (c == 'x' || c == 'u') return hex_escape(start);
    if (c == '0' && !(peek(1) >= '0' && peek(1) <= '9')) {
      ++at_;
      return 0;
    }
    if (c >= '0' && c <= '9') {
      at_ = start;
      fail("backreferences and octal escapes are not supported");
      return 0;
    }
    if (at_ >= text_.size() || is_letter(c)) {
      at_ = start;
      fail("a backslash must be followed by punctuation or by an escape letter of ECMA-262");
      return 0;
    }
    return next_code_point(text_, at_);
  }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  /// `\xHH`, `\uHHHH` (two of them when they are a surrogate pair) or `\u{H…}`.
  char32_t hex_escape(std::size_t start) {
    const bool wide = text_[at_++] == 'u';
    std::optional<char32_t> value;
    if (wide && take('{')) {
      value = hex(1, 8);
      if (!take('}') || (value && *value > 0x10FFFF)) value.reset();
    } else {
      value = wide ? hex(4, 4) : hex(2, 2);
      if (value && *value >= 0xD800 && *value < 0xDC00) {
        const auto after = at_;
        const auto low = take("\\u") ? hex(4, 4) : std::nullopt;
        if (low && *low >= 0xDC00 && *low < 0xE000) {
          return 0x10000 + ((*value - 0xD800) << 10) + (*low - 0xDC00);
        }
        at_ = after;
      }
    }
    if (!value) {
      at_ = start;
      fail("expected \\xHH, \\uHHHH or \\u{H...} with hexadecimal digits");
    }
    return value.value_or(0);
  }

  std::optional<char32_t> hex(int least, int most) {
    char32_t value = 0;
    int count = 0;
    for (; count < most; ++count, ++at_) {
      const char c = peek();
      if (c >= '0' && c <= '9') {
        value = value << 4 | static_cast<char32_t>(c - '0');
      } else if ((c | 32) >= 'a' && (c | 32) <= 'f') {
        value = value << 4 | static_cast<char32_t>((c | 32) - 'a' + 10);
      } else {
        break;
      }
    }
    return count >= least ? std::optional(value) : std::nullopt;
  }

  std::string_view text_;
  const PatternLimits& limits_;
  std::size_t at_ = 0;
  std::optional<PatternError> error_;
  PatternTree tree_;
};

PARLEY_DECL expected<PatternTree, PatternError> parse_pattern(std::string_view text,
                                                              const PatternLimits& limits) {
  return PatternParser(text, limits).parse();
}

}  // namespace parley::detail
