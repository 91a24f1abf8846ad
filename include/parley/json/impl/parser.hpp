// SPDX-License-Identifier: MIT
// The JSON parser proper: one pass over the text, values built in place, no recursion.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <parley/json/detail/number.hpp>
#include <parley/json/detail/small_stack.hpp>
#include <parley/json/detail/text_scan.hpp>
#include <parley/json/parse.hpp>
#include <parley/json/value.hpp>

namespace parley::detail {

/// Parses one text. A member function that returns false or null has called `fail`.
///
/// A *slot* is a null value at its final place in its container; the value read next is constructed
/// over it, which is cheaper than assigning. Slots and open containers stay where they are because
/// only the innermost container changes.
class JsonParser {
 public:
  JsonParser(std::string_view text, const ParseLimits& limits)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), limits_(limits) {}

  /// Reads the whole text into `root`, which must be null and is unspecified after a failure.
  bool run(Json& root) { return fits() && value(root) && at_end(); }

  /// True if the text begins with an object. What is no JSON at all is for `run` to refuse.
  bool at_object() {
    skip_space();
    return peek() == '{';
  }

  /// Reads the whole text, which begins with an object, without building that object: for each
  /// member `read(name)` takes the value with `text` or `value`, and returns what those return. Of
  /// members with one name the last one is to win.
  template <class Read>
  bool run_members(Read read) {
    if (!fits()) return false;
    if (limits_.max_depth == 0) return fail(ParseErrorCode::too_deep);
    around_ = 1;
    ++at_;
    skip_space();
    for (bool more = peek() != '}'; more;) {
      std::string_view name;
      if (!member_name(name)) return false;
      skip_space();
      if (!read(name)) return false;
      skip_space();
      more = peek() == ',';
      if (more) ++at_;
      if (more) skip_space();
    }
    if (peek() != '}') return fail(ParseErrorCode::unexpected_character);
    ++at_;
    return at_end();
  }

  /// For `read`: whether the value is a string; the string, valid until the next one; a short whole
  /// number; any value, with all that is in it, into a slot.
  bool at_text() const { return peek() == '"'; }
  bool text(std::string_view& text) { return string(text); }
  /// Reads a value that consists of at most 18 digits, as most ids do. False, and nothing is read,
  /// if it is something else.
  bool digits(std::int64_t& number) {
    constexpr std::ptrdiff_t most = 18;
    const char* at = at_;
    std::int64_t sum = 0;
    for (; at != end_ && is_digit(*at); ++at) {
      if (at - at_ == most) return false;
      sum = sum * 10 + (*at - '0');
    }
    const bool zeros = at - at_ > 1 && *at_ == '0';
    const bool ends = at != end_ && *at != '.' && *at != 'e' && *at != 'E';
    if (at == at_ || zeros || !ends) return false;
    at_ = at;
    number = sum;
    return true;
  }
  bool value(Json& root) {
    Json* slot = &root;
    while (slot != nullptr) {
      skip_space();
      const char lead = peek();
      if (lead == '{' || lead == '[') {
        slot = open(*slot, lead);
      } else {
        slot = scalar(*slot, lead) ? next_slot() : nullptr;
      }
    }
    return !failed_;
  }

  const ParseError& error() const { return error_; }

 private:
  static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

  /// The byte at hand, or NUL at the end: no token starts with NUL, so both are refused alike.
  char peek() const { return at_ != end_ ? *at_ : '\0'; }

  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }

  PARLEY_COLD bool fail(ParseErrorCode code) { return fail_at(code, at_); }

  PARLEY_COLD bool fail_at(ParseErrorCode code, const char* place) {
    failed_ = true;
    error_.code = place == end_ ? ParseErrorCode::unexpected_end : code;
    error_.offset = static_cast<std::size_t>(place - begin_);
    error_.found = place == end_ ? -1 : static_cast<unsigned char>(*place);
    return false;
  }

  PARLEY_COLD bool fail_at_value() {
    const bool mark = at_ == begin_ && std::string_view(at_, end_).substr(0, 3) == "\xEF\xBB\xBF";
    return fail(mark ? ParseErrorCode::byte_order_mark : ParseErrorCode::unexpected_character);
  }

  bool fits() {
    const auto size = static_cast<std::size_t>(end_ - begin_);
    return size <= limits_.max_bytes ||
           fail_at(ParseErrorCode::too_large, begin_ + limits_.max_bytes);
  }

  bool at_end() {
    skip_space();
    return at_ == end_ || fail(ParseErrorCode::trailing_characters);
  }

  // -- Containers -----------------------------------------------------------------------------

  /// Enters the container that starts here and returns the slot of the value to read next.
  Json* open(Json& slot, char lead) {
    if (open_.size() + around_ >= limits_.max_depth) {
      fail(ParseErrorCode::too_deep);
      return nullptr;
    }
    const bool object = lead == '{';
    std::construct_at(&slot, object ? Json::value_t::object : Json::value_t::array);
    open_.push_back(&slot);
    ++at_;
    skip_space();
    if (peek() == (object ? '}' : ']')) {
      close();
      return next_slot();
    }
    return object ? member_slot(slot) : element_slot(slot);
  }

  void close() {
#if defined(JSON_DIAGNOSTICS) && JSON_DIAGNOSTICS
    // In this mode values point to their parent, and nlohmann sets that when it moves the parent.
    Json moved = std::move(*open_.back());
    *open_.back() = std::move(moved);
#endif
    ++at_;
    open_.pop_back();
  }

  /// After a value: closes the containers that end here, and returns the slot of the next value.
  /// Null when the outermost value is complete, too.
  Json* next_slot() {
    while (!open_.empty()) {
      skip_space();
      Json& container = *open_.back();
      const bool object = container.is_object();
      const char byte = peek();
      if (byte == ',') {
        ++at_;
        if (!object) return element_slot(container);
        skip_space();
        return member_slot(container);
      }
      if (byte != (object ? '}' : ']')) {
        fail(ParseErrorCode::unexpected_character);
        return nullptr;
      }
      close();
    }
    return nullptr;
  }

  /// Values are counted where their places are made: one of a byte or two takes up to 160 bytes.
  bool count_value() {
    return ++values_ <= limits_.max_values || fail(ParseErrorCode::too_many_values);
  }

  Json* element_slot(Json& container) {
    if (!count_value()) return nullptr;
    auto& array = container.get_ref<Json::array_t&>();
    // Most arrays have one element or several; growing to 1, 2 and 4 would allocate three times.
    if (array.size() == 1) array.reserve(4);
    return &array.emplace_back();
  }

  /// Reads `"name":`. `name` stays valid until the next string.
  bool member_name(std::string_view& name) {
    if (!count_value()) return false;
    if (peek() != '"' ? !fail_at_value() : !string(name)) return false;
    skip_space();
    if (peek() != ':') return fail(ParseErrorCode::unexpected_character);
    ++at_;
    return true;
  }

  /// Reads a name and returns the slot of the member. Names often arrive in ascending order (our
  /// own writer sends them so), hence the hint.
  Json* member_slot(Json& container) {
    const char* const start = at_;
    std::string_view name;
    if (!member_name(name)) return nullptr;
    auto& members = container.get_ref<Json::object_t&>();
    const std::size_t known = members.size();
    Json& slot = members.emplace_hint(members.end(), name, nullptr)->second;
    if (members.size() != known) return &slot;
    if (limits_.reject_duplicate_keys) {
      fail_at(ParseErrorCode::duplicate_key, start);
      return nullptr;
    }
    slot = nullptr;
    return &slot;
  }

  // -- Scalars --------------------------------------------------------------------------------

  bool scalar(Json& slot, char lead) {
    switch (lead) {
      case '"': {
        std::string_view text;
        if (!string(text)) return false;
        std::construct_at(&slot, text);
        return true;
      }
      case 't':
        return literal("true") && std::construct_at(&slot, true) != nullptr;
      case 'f':
        return literal("false") && std::construct_at(&slot, false) != nullptr;
      case 'n':
        return literal("null");
      default:
        return lead == '-' || is_digit(lead) ? number(slot) : fail_at_value();
    }
  }

  bool literal(std::string_view expected) {
    for (const char byte : expected) {
      if (peek() != byte) return fail(ParseErrorCode::invalid_literal);
      ++at_;
    }
    return true;
  }

  bool number(Json& slot) {
    const char* const first = at_;
    const bool negative = *at_ == '-';
    if (negative) ++at_;
    const char* const digits = at_;
    std::uint64_t magnitude = 0;
    for (; is_digit(peek()); ++at_) magnitude = magnitude * 10 + static_cast<unsigned>(*at_ - '0');
    const auto count = at_ - digits;
    if (count == 0) return fail(ParseErrorCode::invalid_number);
    if (*digits == '0' && count > 1) return fail_at(ParseErrorCode::invalid_number, digits + 1);

    const char next = peek();
    if (next == '.' || next == 'e' || next == 'E') return fraction() && real(slot, first);
    // 19 digits always fit; 20 may or may not.
    if (count > 19 && std::from_chars(digits, at_, magnitude).ec != std::errc()) {
      return real(slot, first);
    }
    constexpr std::uint64_t lowest = std::uint64_t{1} << 63;
    if (!negative) {
      std::construct_at(&slot, magnitude);
    } else if (magnitude <= lowest) {
      std::construct_at(&slot, static_cast<std::int64_t>(0 - magnitude));
    } else {
      return real(slot, first);
    }
    return true;
  }

  /// Steps over fraction and exponent.
  bool fraction() {
    if (peek() == '.') {
      ++at_;
      if (!some_digits()) return false;
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!some_digits()) return false;
    }
    return true;
  }

  bool some_digits() {
    if (!is_digit(peek())) return fail(ParseErrorCode::invalid_number);
    while (is_digit(peek())) ++at_;
    return true;
  }

  bool real(Json& slot, const char* first) {
    double value = 0;
    if (!read_double(first, at_, value)) {
      return fail_at(ParseErrorCode::number_out_of_range, first);
    }
    std::construct_at(&slot, value);
    return true;
  }

  // -- Strings --------------------------------------------------------------------------------

  /// Reads the string that starts here. `text` stays valid until the next string.
  bool string(std::string_view& text) {
    const char* const first = ++at_;
    at_ = find_special_at_end(begin_, at_, end_);
    if (peek() != '"') return special_string(first, text);
    text = std::string_view(first, at_);
    ++at_;
    return true;
  }

  /// The rest of a string that has escapes or is not ASCII, or is not right.
  bool special_string(const char* first, std::string_view& text) {
    scratch_.clear();
    const char* copied = first;
    while (peek() != '"') {
      if (peek() == '\\') {
        scratch_.append(copied, at_);
        if (!escape()) return false;
        copied = at_;
      } else if (static_cast<unsigned char>(peek()) < 0x80) {
        return fail(ParseErrorCode::control_character);
      } else if (!skip_utf8()) {
        return false;
      }
      at_ = find_special_at_end(begin_, at_, end_);
    }
    if (copied == first) {
      text = std::string_view(first, at_);
    } else {
      scratch_.append(copied, at_);
      text = scratch_;
    }
    ++at_;
    return true;
  }

  bool skip_utf8() {
    while (at_ != end_ && static_cast<unsigned char>(*at_) >= 0x80) {
      const Utf8Step step = utf8_step(at_, end_);
      if (!step.valid) return fail(ParseErrorCode::invalid_utf8);
      at_ += step.length;
    }
    return true;
  }

  bool escape() {
    ++at_;
    char meant = '\0';
    switch (peek()) {
      case '"':
      case '\\':
      case '/':
        meant = *at_;
        break;
      case 'b':
        meant = '\b';
        break;
      case 'f':
        meant = '\f';
        break;
      case 'n':
        meant = '\n';
        break;
      case 'r':
        meant = '\r';
        break;
      case 't':
        meant = '\t';
        break;
      case 'u':
        return unicode_escape();
      default:
        return fail(ParseErrorCode::invalid_escape);
    }
    scratch_.push_back(meant);
    ++at_;
    return true;
  }

  bool unicode_escape() {
    const char* const start = at_ - 1;
    std::uint32_t code = 0;
    if (!hex4(code)) return false;
    if (code >= 0xD800 && code <= 0xDFFF) {
      if (code >= 0xDC00) return fail_at(ParseErrorCode::unpaired_surrogate, start);
      std::uint32_t low = 0;
      if (!at_second_escape(start) || !hex4(low)) return false;
      if (low < 0xDC00 || low > 0xDFFF) return fail_at(ParseErrorCode::unpaired_surrogate, start);
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(code, scratch_);
    return true;
  }

  /// Steps to the `u` of the second escape of a pair whose first one is at `start`.
  bool at_second_escape(const char* start) {
    if (peek() == '\\') {
      ++at_;
      if (peek() == 'u') return true;
    }
    // A text that ends here may have been cut; anything else makes the first half an error.
    return fail_at(ParseErrorCode::unpaired_surrogate, at_ == end_ ? end_ : start);
  }

  /// Reads `uXXXX`.
  bool hex4(std::uint32_t& code) {
    ++at_;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char byte = peek();
      const char lower = static_cast<char>(byte | 0x20);
      if (!is_digit(byte) && (lower < 'a' || lower > 'f')) {
        return fail(ParseErrorCode::invalid_escape);
      }
      const int digit = is_digit(byte) ? byte - '0' : lower - 'a' + 10;
      code = code << 4 | static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  const char* const begin_;
  const char* at_;
  const char* const end_;
  const ParseLimits limits_;
  SmallStack<Json*, 32> open_;
  std::size_t around_ = 0;  ///< Containers around the values that are read.
  std::size_t values_ = 0;
  std::string scratch_;  ///< The last string that had escapes.
  bool failed_ = false;
  ParseError error_;
};

}  // namespace parley::detail
