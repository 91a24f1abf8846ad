// SPDX-License-Identifier: MIT
// What describe() says of a C++ type, as data that can be compared with a JSON Schema.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <parley/json/codec.hpp>
#include <parley/json/open_enum.hpp>
#include <parley/json/request_id.hpp>
#include <parley/json/tagged_union.hpp>

namespace parley::oracle {

struct Shape;
/// Shapes refer to each other by function, so that a type may contain itself.
using ShapeRef = const Shape& (*)();

/// A member of an object, as one `v("wire", self.member, flags)` line says it.
struct Member {
  std::string wire;
  Field flags = Field::optional;
  ShapeRef type = nullptr;
  bool three_states = false;  ///< `Nullable`: null is a value.
  bool may_be_unset = false;  ///< Has a state for "absent" that no value on the wire has.
};

struct Alternative {
  std::string tag;  ///< The tag or key that chooses it; empty for the untagged one.
  ShapeRef type = nullptr;
};

struct Shape {
  enum class Kind {
    any,
    null,
    boolean,
    integer,
    number,
    string,
    array,
    map,
    object,
    names,         ///< An enum.
    tagged_union,  ///< Chosen by `tag`.
    keyed_union,   ///< Chosen by a key that only one alternative has.
    one_of,        ///< Chosen by the JSON type, or by a rule of a codec written by hand.
  };

  Kind kind = Kind::any;
  /// One address for each C++ type.
  const void* id = nullptr;

  std::string integer_format{};  ///< As JSON Schema says it: `uint32`.
  ShapeRef items = nullptr;      ///< Of an array or a map.
  std::vector<std::string> names{};
  bool open = false;  ///< An enum or union that takes unknown values in strict mode too.

  std::vector<Member> members{};
  std::vector<ShapeRef> flattened{};
  bool keeps_extra = false;
  std::size_t declared = 0;  ///< How many members the C++ type has, described or not.

  std::string tag{};
  std::vector<Alternative> alternatives{};
  bool unknown_is_untagged = false;
  bool tag_in_payload = false;
  bool keeps_unknown = false;  ///< Has `Unknown` as its last alternative.
};

/// The shape of T. Specialise it for a type whose codec is written by hand.
template <class T>
struct ShapeOf;

template <class T>
const Shape& shape_of() {
  static const Shape shape = [] {
    Shape made = ShapeOf<T>::make();
    static const char identity = 0;
    made.id = &identity;
    return made;
  }();
  return shape;
}

namespace detail {

struct Anything {
  template <class T>
  operator T() const;
};

template <class T, std::size_t N>
consteval bool takes() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return requires { T{((void)I, Anything{})...}; };
  }(std::make_index_sequence<N>{});
}

/// How many members an aggregate has.
template <class T, std::size_t N = 24>
consteval std::size_t count_members() {
  if constexpr (N == 0) {
    return 0;
  } else if constexpr (takes<T, N>()) {
    return N;
  } else {
    return count_members<T, N - 1>();
  }
}

template <class M>
struct Stripped {
  using Type = M;
};
template <class M>
struct Stripped<std::optional<M>> {
  using Type = M;
};
template <class M>
struct Stripped<Nullable<M>> {
  using Type = M;
};
template <>
struct Stripped<OptionalJson> {
  using Type = Json;
};

template <class M>
concept CanBeNull = requires(M& member) { member.set_null(); };

/// Walks describe() and writes down what it says.
struct ShapeVisitor {
  Shape& shape;

  template <class M>
  void operator()(std::string_view wire, M&, Field flags = Field::optional, const Doc& = {}) {
    shape.members.push_back({std::string(wire), flags, &shape_of<typename Stripped<M>::Type>,
                             CanBeNull<M>, parley::detail::Slot<M>::can_be_unset});
  }
  template <class M>
  void operator()(std::string_view wire, M& member, const Doc& doc) {
    (*this)(wire, member, optional, doc);
  }
  template <class E>
  void extra(E&) {
    shape.keeps_extra = true;
  }
  template <class U>
  void flatten(U&) {
    shape.flattened.push_back(&shape_of<U>);
  }
};

template <class T>
constexpr std::string_view integer_format() {
  if constexpr (sizeof(T) == 2) return std::is_signed_v<T> ? "int16" : "uint16";
  if constexpr (sizeof(T) == 4) return std::is_signed_v<T> ? "int32" : "uint32";
  return std::is_signed_v<T> ? "int64" : "uint64";
}

/// The alternatives of a union with their tags or keys; `Unknown` is not one.
template <class T, class Keys, std::size_t... I>
std::vector<Alternative> alternatives_of(const Keys& keys, std::index_sequence<I...>) {
  return {{std::string(keys[I]), &shape_of<std::variant_alternative_t<I, typename T::Base>>}...};
}

template <class T>
constexpr bool has_unknown() {
  constexpr std::size_t last = std::variant_size_v<typename T::Base> - 1;
  return std::is_same_v<std::variant_alternative_t<last, typename T::Base>, Unknown>;
}

template <class T>
Shape union_shape() {
  Shape shape;
  shape.keeps_unknown = has_unknown<T>();
  shape.open = requires { T::open; };
  shape.unknown_is_untagged = requires { T::unknown_is_untagged; };
  shape.tag_in_payload = requires { T::tag_in_payload; };
  if constexpr (requires { T::tag; }) {
    shape.kind = Shape::Kind::tagged_union;
    shape.tag = T::tag;
    shape.alternatives = alternatives_of<T>(T::tags, std::make_index_sequence<T::tags.size()>());
  } else {
    shape.kind = Shape::Kind::keyed_union;
    shape.alternatives = alternatives_of<T>(T::keys, std::make_index_sequence<T::keys.size()>());
  }
  return shape;
}

template <class E>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const auto& [name, value] : enum_names(E{})) names.emplace_back(name);
  return names;
}

}  // namespace detail

template <class T>
struct ShapeOf {
  static Shape make() {
    using Kind = Shape::Kind;
    Shape shape;
    if constexpr (std::is_same_v<T, Json>) {
      shape.kind = Kind::any;
    } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
      shape.kind = Kind::null;
    } else if constexpr (std::is_same_v<T, bool>) {
      shape.kind = Kind::boolean;
    } else if constexpr (std::is_integral_v<T>) {
      shape.kind = Kind::integer;
      shape.integer_format = detail::integer_format<T>();
    } else if constexpr (std::is_floating_point_v<T>) {
      shape.kind = Kind::number;
    } else if constexpr (std::is_same_v<T, std::string>) {
      shape.kind = Kind::string;
    } else if constexpr (std::is_enum_v<T>) {
      shape.kind = Kind::names;
      shape.names = detail::names_of<T>();
    } else if constexpr (
        requires { T::tags; } || requires { T::keys; }) {
      shape = detail::union_shape<T>();
    } else {
      static_assert(Described<T>, "give the type a describe(), or specialise ShapeOf for it");
      shape.kind = Kind::object;
      shape.declared = detail::count_members<T>();
      T value{};
      detail::ShapeVisitor visitor{shape};
      T::describe(visitor, value);
    }
    return shape;
  }
};

template <class T>
struct ShapeOf<std::vector<T>> {
  static Shape make() { return {.kind = Shape::Kind::array, .items = &shape_of<T>}; }
};

template <class T>
struct ShapeOf<std::map<std::string, T>> {
  static Shape make() { return {.kind = Shape::Kind::map, .items = &shape_of<T>}; }
};

template <class E>
struct ShapeOf<OpenEnum<E>> {
  static Shape make() {
    return {.kind = Shape::Kind::names, .names = detail::names_of<E>(), .open = true};
  }
};

/// For ShapeOf of a type whose alternatives differ by JSON type or by a rule of its codec; in the
/// schema's order, with std::nullptr_t for null.
template <class... Alternatives>
Shape one_of_shape() {
  return {.kind = Shape::Kind::one_of, .alternatives = {{{}, &shape_of<Alternatives>}...}};
}

}  // namespace parley::oracle
