// SPDX-License-Identifier: MIT
// The shape of a C++ type as its description tells it, to be held against an official schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <parley/json/open_enum.hpp>
#include <parley/json/request_id.hpp>
#include <parley/json/tagged_union.hpp>

namespace parley::schema_test {

struct Shape;

struct FieldShape {
  std::string name;
  Field flags = Field::optional;
  bool takes_null = false;  ///< In strict decoding.
  const Shape* shape = nullptr;
};

struct AlternativeShape {
  std::string tag;  ///< Or the key, in a keyed union. Empty: the alternative describes it itself.
  const Shape* shape = nullptr;
};

/// What JSON a C++ type reads and writes.
struct Shape {
  enum class Kind {
    any,  ///< Json: whatever it is.
    boolean,
    integer,
    number,
    string,
    id,           ///< A string or an integer.
    enumeration,  ///< Some strings; any string when `open`.
    array,        ///< Of `items`.
    map,          ///< An object whose members are `items`.
    one_or_many,  ///< `items`, or an array of them.
    object,       ///< The `fields`, and the `flattened` unions' tag and fields.
    tagged,       ///< One of the `alternatives`, by `tag`.
    keyed,        ///< One of the `alternatives`, by a member that only it has.
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Kind kind = Kind::any;
  std::string type_name;  ///< Without namespaces; empty for types without a name of their own.
  std::vector<std::string> names;
  bool open = false;
  const Shape* items = nullptr;
  std::vector<FieldShape> fields;
  std::vector<const Shape*> flattened;
  bool keeps_extra = false;
  std::string tag;
  std::vector<AlternativeShape> alternatives;
  std::size_t untagged = none;
};

template <class T>
const Shape& shape_of();

/// Fills in the shape of a T. Types with a codec of their own specialise it.
template <class T>
struct ShapeOf {
  static void fill(Shape& shape);
};

namespace detail {

template <class T>
std::string type_name() {
#if defined(__clang__) || defined(__GNUC__)
  const std::string_view function = __PRETTY_FUNCTION__;
#else
  const std::string_view function = __FUNCSIG__;
#endif
  const std::size_t start = function.find("T = ") + 4;
  const std::string_view whole =
      function.substr(start, function.find_first_of(";]", start) - start);
  return std::string(whole.substr(whole.rfind(':') + 1));
}

template <class M>
struct Unwrapped {
  using Type = M;
  static constexpr bool takes_null = std::is_same_v<M, Json>;
};
template <class T>
struct Unwrapped<std::optional<T>> : Unwrapped<T> {};
template <>
struct Unwrapped<OptionalJson> : Unwrapped<Json> {};
template <class T>
struct Unwrapped<Nullable<T>> {
  using Type = T;
  static constexpr bool takes_null = true;
};

struct ShapeVisitor {
  Shape& shape;

  template <class M>
  void operator()(std::string_view name, M&, Field flags = optional, const Doc& = {}) {
    using U = Unwrapped<M>;
    const bool null_flag = has(flags, Field::nullable) || has(flags, Field::default_on_null);
    const bool takes_null = null_flag || (U::takes_null && !has(flags, Field::object));
    shape.fields.push_back({std::string(name), flags, takes_null, &shape_of<typename U::Type>()});
  }
  template <class M>
  void operator()(std::string_view name, M& member, const Doc& doc) {
    (*this)(name, member, optional, doc);
  }
  template <class E>
  void extra(E&) {
    shape.keeps_extra = true;
  }
  template <class U>
  void flatten(U&) {
    shape.flattened.push_back(&shape_of<U>());
  }
};

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_map = false;
template <class T>
inline constexpr bool is_map<std::map<std::string, T>> = true;

template <class T, std::size_t... I>
void fill_alternatives(Shape& shape, std::index_sequence<I...>) {
  const auto& labels = [&]() -> const auto& {
    if constexpr (parley::detail::KeyedUnionType<T>) {
      return T::keys;
    } else {
      return T::tags;
    }
  }();
  (shape.alternatives.push_back(
       {std::string(labels[I]), &shape_of<std::variant_alternative_t<I, typename T::Base>>()}),
   ...);
}

template <class T>
void fill_union(Shape& shape) {
  if constexpr (parley::detail::KeyedUnionType<T>) {
    shape.kind = Shape::Kind::keyed;
    fill_alternatives<T>(shape, std::make_index_sequence<T::keys.size()>());
  } else {
    shape.kind = Shape::Kind::tagged;
    shape.tag = T::tag;
    shape.open = requires { T::open; } || requires { T::unknown_is_untagged; };
    if constexpr (requires { T::untagged; }) shape.untagged = T::untagged;
    fill_alternatives<T>(shape, std::make_index_sequence<T::tags.size()>());
    if constexpr (requires { T::tag_in_payload; }) {
      for (AlternativeShape& alternative : shape.alternatives) alternative.tag.clear();
    }
  }
}

template <class E>
void fill_enum(Shape& shape, bool open) {
  shape.kind = Shape::Kind::enumeration;
  shape.open = open;
  for (const auto& [name, value] : enum_names(E{})) shape.names.emplace_back(name);
}

}  // namespace detail

template <class E>
struct ShapeOf<OpenEnum<E>> {
  static void fill(Shape& shape) { detail::fill_enum<E>(shape, true); }
};

template <class T>
void ShapeOf<T>::fill(Shape& shape) {
  using Kind = Shape::Kind;
  if constexpr (std::is_same_v<T, Json>) {
    shape.kind = Kind::any;
  } else if constexpr (std::is_same_v<T, bool>) {
    shape.kind = Kind::boolean;
  } else if constexpr (std::is_integral_v<T>) {
    shape.kind = Kind::integer;
  } else if constexpr (std::is_floating_point_v<T>) {
    shape.kind = Kind::number;
  } else if constexpr (std::is_same_v<T, std::string>) {
    shape.kind = Kind::string;
  } else if constexpr (std::is_base_of_v<RequestId, T>) {
    shape.kind = Kind::id;
  } else if constexpr (std::is_enum_v<T>) {
    shape.type_name = detail::type_name<T>();
    detail::fill_enum<T>(shape, false);
  } else if constexpr (detail::is_vector<T>) {
    shape.kind = Kind::array;
    shape.items = &shape_of<typename T::value_type>();
  } else if constexpr (detail::is_map<T>) {
    shape.kind = Kind::map;
    shape.items = &shape_of<typename T::mapped_type>();
  } else if constexpr (parley::detail::KeyedUnionType<T> || parley::detail::TaggedUnionType<T>) {
    shape.type_name = detail::type_name<T>();
    detail::fill_union<T>(shape);
  } else {
    static_assert(Described<T>, "specialise ShapeOf for a type with a codec of its own");
    shape.kind = Kind::object;
    shape.type_name = detail::type_name<T>();
    detail::ShapeVisitor visitor{shape};
    T value{};
    T::describe(visitor, value);
  }
}

/// The shape of a T. The same object each time, so that shapes may refer to each other in circles.
template <class T>
const Shape& shape_of() {
  static Shape shape;
  static bool begun = false;
  if (!std::exchange(begun, true)) ShapeOf<T>::fill(shape);
  return shape;
}

}  // namespace parley::schema_test
