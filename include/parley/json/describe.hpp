// SPDX-License-Identifier: MIT
// The vocabulary in which a type says, once, how it looks in JSON.
#pragma once

#include <limits>
#include <string_view>

namespace parley {

/// What is true of a field beside its name and type. Flags combine with `|`.
///
/// A type describes itself with a function template; every other use of it (decode, encode, JSON
/// Schema, the schema tests) follows from that description:
///
///     struct Forecast {
///       std::string city;
///       std::optional<int> days;
///       template <class V, class Self>
///       static void describe(V& v, Self& self) {
///         v("city", self.city, parley::required, "City name");
///         v("days", self.days, parley::Doc("How far ahead").range(1, 7));
///       }
///     };
///
/// Such a type lives at namespace scope: a local class cannot have a member template.
///
/// `v.extra(self.extra);`, as the first line, names the Extra that keeps what the type has no place
/// for. `v.flatten(self.kind);` writes a union's tag and members among those of the object itself.
enum class Field : unsigned {
  /// The member may be missing. An unset value (an empty `std::optional`, or the value that a
  /// default-constructed object has) is not written.
  optional = 0,
  /// The member must be present, and is always written.
  required = 1,
  /// JSON null is a legal way to say that the member is unset.
  nullable = 2,
  /// In lenient decoding a value that does not decode counts as unset (ACP's
  /// `x-deserialize-default-on-error`).
  default_on_error = 4,
  /// In lenient decoding array items that do not decode are left out (ACP's
  /// `x-deserialize-skip-invalid-items`).
  skip_invalid_items = 8,
  /// JSON null counts as unset in every mode (ACP's `x-deserialize-default-on-null`).
  default_on_null = 16,
  /// The value must be a JSON object: for a member of type `Json` that is no more than that.
  object = 32,
  /// In lenient decoding the member may be missing although it is required.
  default_on_missing = 64,
};

constexpr Field operator|(Field a, Field b) {
  return static_cast<Field>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// True when every flag of `flag` is in `flags`.
constexpr bool has(Field flags, Field flag) {
  return (static_cast<unsigned>(flags) & static_cast<unsigned>(flag)) ==
         static_cast<unsigned>(flag);
}

inline constexpr Field optional = Field::optional;
inline constexpr Field required = Field::required;
inline constexpr Field nullable = Field::nullable;
inline constexpr Field default_on_error = Field::default_on_error;
inline constexpr Field skip_invalid_items = Field::skip_invalid_items;
inline constexpr Field default_on_null = Field::default_on_null;
inline constexpr Field object = Field::object;
inline constexpr Field default_on_missing = Field::default_on_missing;

struct ConstrainedDoc;

/// What a field means, in words for the JSON Schema, where models read them, and which values it
/// takes: `Doc("How far ahead").range(1, 7)`.
struct Doc {
  constexpr Doc() = default;
  constexpr Doc(std::string_view description) : text(description) {}
  constexpr Doc(const char* description) : text(description) {}
  /// A constraint must not get lost on the way: name its type, or say `auto`.
  Doc(const ConstrainedDoc&) = delete;

  /// Smallest and largest number allowed, both inclusive.
  constexpr ConstrainedDoc range(double lowest, double highest) const;
  /// Fewest and most characters of a string, items of an array, or members of a map.
  constexpr ConstrainedDoc length(std::size_t fewest, std::size_t most) const;
  /// Regular expression that a string must contain a match of (ECMA-262; see json/pattern.hpp).
  constexpr ConstrainedDoc matching(std::string_view expression) const;
  /// JSON Schema format, such as "email", "uri", "date" or "date-time".
  constexpr ConstrainedDoc as(std::string_view format_name) const;

  std::string_view text;
};

/// A Doc with constraints, which more of the same can be added to. Decoding does not look at them:
/// a type that has some is checked against its schema (SchemaWriter::check). It is a type of its
/// own so that programs without constraints carry no schema validator.
struct ConstrainedDoc : Doc {
  static constexpr double unbounded = std::numeric_limits<double>::infinity();

  constexpr explicit ConstrainedDoc(std::string_view description) : Doc(description) {}

  constexpr ConstrainedDoc range(double lowest, double highest) const {
    ConstrainedDoc doc = *this;
    doc.minimum = lowest;
    doc.maximum = highest;
    return doc;
  }
  constexpr ConstrainedDoc length(std::size_t fewest, std::size_t most) const {
    ConstrainedDoc doc = *this;
    doc.min_length = fewest;
    doc.max_length = most;
    return doc;
  }
  constexpr ConstrainedDoc matching(std::string_view expression) const {
    ConstrainedDoc doc = *this;
    doc.pattern = expression;
    return doc;
  }
  constexpr ConstrainedDoc as(std::string_view format_name) const {
    ConstrainedDoc doc = *this;
    doc.format = format_name;
    return doc;
  }

  std::string_view pattern;
  std::string_view format;
  double minimum = -unbounded;
  double maximum = unbounded;
  std::size_t min_length = 0;
  std::size_t max_length = static_cast<std::size_t>(-1);
};

constexpr ConstrainedDoc Doc::range(double lowest, double highest) const {
  return ConstrainedDoc(text).range(lowest, highest);
}
constexpr ConstrainedDoc Doc::length(std::size_t fewest, std::size_t most) const {
  return ConstrainedDoc(text).length(fewest, most);
}
constexpr ConstrainedDoc Doc::matching(std::string_view expression) const {
  return ConstrainedDoc(text).matching(expression);
}
constexpr ConstrainedDoc Doc::as(std::string_view format_name) const {
  return ConstrainedDoc(text).as(format_name);
}

namespace detail {
struct AnyVisitor {
  template <class M>
  void operator()(std::string_view, M&, Field = optional, const Doc& = {}) {}
  template <class M>
  void operator()(std::string_view, M&, const Doc&) {}
  template <class E>
  void extra(E&) {}
  template <class U>
  void flatten(U&) {}
};
}  // namespace detail

/// A type with a `describe` function.
template <class T>
concept Described =
    requires(detail::AnyVisitor& visitor, T& value) { T::describe(visitor, value); };

}  // namespace parley
