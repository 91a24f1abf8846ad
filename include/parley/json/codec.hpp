// SPDX-License-Identifier: MIT
// Codec<T>: how a C++ value becomes JSON and back. Described types need nothing more.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <parley/config.hpp>
#include <parley/json/access.hpp>
#include <parley/json/decode_error.hpp>
#include <parley/json/describe.hpp>
#include <parley/json/extra.hpp>
#include <parley/json/nullable.hpp>
#include <parley/json/optional_json.hpp>

namespace parley {

/// Where encoding goes: JSON text, appended to a string. No DOM is built on the way.
struct Writer {
  std::string& out;
  /// The member that the next object starts with, put there by a tagged union; empty for none.
  std::string_view tag{};
  std::string_view tag_value{};
  /// A NaN or an infinity was written: JSON has no number for it, and `null` stands there.
  bool not_finite = false;

  void begin_object();
  void end_object();
  /// Starts a member, with a comma if one is due.
  void key(std::string_view name);
  void string(std::string_view text);
  void boolean(bool value);
  void integer(std::int64_t value);
  void unsigned_integer(std::uint64_t value);
  void real(double value);
  void json(const Json& value);
  void null();
};

/// Decodes and encodes a T. The one primary template serves described structs, named enums and
/// tagged unions; specialise it for a type with a form of its own:
///
///     template <>
///     struct parley::Codec<Celsius> {
///       static bool decode(Json& json, Celsius& out, detail::DecodeContext&, const detail::Path&);
///       static void write(Writer& writer, const Celsius& value);
///     };
///
/// `decode` may move out of `json` (unless `context.preserve`), never throws on account of the
/// input, and on failure notes the error in the context and returns false.
template <class T>
struct Codec {
  static bool decode(Json& json, T& out, detail::DecodeContext& context, const detail::Path& path);
  static void write(Writer& writer, const T& value);
};

/// A scalar's codec; bodies are compiled once.
// NOLINTBEGIN(bugprone-macro-parentheses): a type
#define PARLEY_SCALAR_CODEC(type)                                                  \
  template <>                                                                      \
  struct Codec<type> {                                                             \
    static bool decode(Json&, type&, detail::DecodeContext&, const detail::Path&); \
    static void write(Writer& writer, const type& value);                          \
  };
PARLEY_SCALAR_CODEC(bool)
PARLEY_SCALAR_CODEC(std::int32_t)
PARLEY_SCALAR_CODEC(std::int64_t)
PARLEY_SCALAR_CODEC(std::uint16_t)
PARLEY_SCALAR_CODEC(std::uint32_t)
PARLEY_SCALAR_CODEC(std::uint64_t)
PARLEY_SCALAR_CODEC(float)
PARLEY_SCALAR_CODEC(double)
PARLEY_SCALAR_CODEC(std::string)
PARLEY_SCALAR_CODEC(Json)
#undef PARLEY_SCALAR_CODEC
// NOLINTEND(bugprone-macro-parentheses)

template <class T>
struct Codec<std::vector<T>> {
  static bool decode(Json&, std::vector<T>&, detail::DecodeContext&, const detail::Path&);
  static void write(Writer& writer, const std::vector<T>& value);
};

template <class T>
struct Codec<std::map<std::string, T>> {
  static bool decode(Json&, std::map<std::string, T>&, detail::DecodeContext&, const detail::Path&);
  static void write(Writer& writer, const std::map<std::string, T>& value);
};

/// In an array or map; a field of optional type is simply left out while unset.
template <class T>
struct Codec<std::optional<T>> {
  static bool decode(Json&, std::optional<T>&, detail::DecodeContext&, const detail::Path&);
  static void write(Writer& writer, const std::optional<T>& value);
};

namespace detail {

// Whether a member counts as unset, and with it what kind of member it is.
template <class M>
struct Slot {
  static constexpr bool can_be_unset = false;
  static constexpr bool takes_null = std::is_same_v<M, Json>;
  static bool is_set(const M&) { return true; }
};
template <class T>
struct Slot<std::optional<T>> {
  static constexpr bool can_be_unset = true;
  // An optional Json holds an explicit null as a value.
  static constexpr bool takes_null = std::is_same_v<T, Json>;
  static bool is_set(const std::optional<T>& member) { return member.has_value(); }
};
template <>
struct Slot<OptionalJson> {
  static constexpr bool can_be_unset = true;
  static constexpr bool takes_null = true;
  static bool is_set(const OptionalJson& member) { return member.has_value(); }
};
template <class T>
struct Slot<Nullable<T>> {
  static constexpr bool can_be_unset = true;
  static constexpr bool takes_null = true;
  static bool is_set(const Nullable<T>& member) { return !member.is_absent(); }
};

template <class M>
inline constexpr bool is_array_member = false;
template <class T>
inline constexpr bool is_array_member<std::vector<T>> = true;
template <class T>
inline constexpr bool is_array_member<std::optional<std::vector<T>>> = true;

template <class M>
inline constexpr bool is_scalar_member =
    std::is_arithmetic_v<M> || std::is_enum_v<M> || std::is_same_v<M, std::string>;
template <class T>
inline constexpr bool is_scalar_member<std::optional<T>> = is_scalar_member<T>;
template <class T>
inline constexpr bool is_scalar_member<Nullable<T>> = is_scalar_member<T>;

/// The part of decoding an object that does not depend on the types of its members.
class ObjectDecoder {
 public:
  ObjectDecoder(Json& object, DecodeContext& context, const Path& path);

  /// Finds a member and settles null and absence; null when nothing is left to decode.
  Json* find(std::string_view name, Field flags, bool takes_null);
  /// Called after `find` gave a value and decoding it failed: forgives or fails.
  bool forgive(std::string_view name, Field flags, Json& value);
  /// An optional member holds what it would hold anyway; keeps that it was spelled out.
  void note_default(std::string_view name, const Json& value);
  /// Keeps the form that a member had on the wire, because its value alone does not say it.
  void keep(std::string_view name, Json& value);
  /// The first one counts: that of the object, not that of a union flattened into it.
  void set_extra(Extra& extra) {
    if (extra_ == nullptr) extra_ = &extra;
  }
  /// The member of that name has its place.
  void seen(std::string_view name);
  void fail() { failed_ = true; }
  /// Forgets a failure, and which members were seen since `seen_count()` was `count`.
  void rewind(std::size_t count);
  std::size_t seen_count() const { return count_; }
  /// Moves the members that nobody asked for to the extra.
  bool finish();

  bool failed() const { return failed_; }
  Json& object() { return object_; }
  DecodeContext& context() { return context_; }
  const Path& path() const { return path_; }

 private:
  static bool take_unknown(void* self, const std::string& name, Json& value);

  Json& object_;
  DecodeContext& context_;
  const Path& path_;
  Extra* extra_ = nullptr;
  bool failed_ = false;
  std::size_t count_ = 0;
  std::array<std::string_view, 24> names_{};
  std::vector<std::string_view> more_names_;
};

/// The visitor that decodes.
struct DecodeVisitor {
  ObjectDecoder& decoder;

  void extra(Extra& extra) { decoder.set_extra(extra); }

  template <class M>
  void operator()(std::string_view name, M& member, Field flags = optional, const Doc& = {}) {
    decode_member(name, member, flags);
  }
  template <class M>
  void operator()(std::string_view name, M& member, const Doc&) {
    decode_member(name, member, optional);
  }

  template <class M>
  void decode_member(std::string_view name, M& member, Field flags);

  template <class U>
  void flatten(U& alternatives);
};

/// The visitor that writes.
struct WriteVisitor {
  Writer& writer;
  const Extra* extra_members = nullptr;
  std::vector<std::string_view> written{};

  void extra(const Extra& extra) {
    if (extra_members == nullptr && !extra.empty()) extra_members = &extra;
  }

  template <class M>
  void operator()(std::string_view name, M& member, Field flags = optional, const Doc& = {}) {
    write_member(name, member, flags);
  }
  template <class M>
  void operator()(std::string_view name, M& member, const Doc&) {
    write_member(name, member, optional);
  }

  template <class M>
  void write_member(std::string_view name, const M& member, Field flags);
  template <class U>
  void flatten(const U& alternatives);
  void write_tag(std::string_view name, std::string_view tag);
  /// Takes a member back if it is just its default, and puts the spelled-out form there instead.
  void drop_default(std::size_t start, std::string_view name);
  /// Puts the wire form of an array back, if decoding it gives just what was written.
  void restore(std::size_t start, std::string_view name, Field flags,
               bool (*rewrite)(Json& kept, Field flags, std::string& out));
  /// Writes a required member that nobody set.
  void write_null(std::string_view name);
  /// Writes the extra member of that name, if there is one.
  void write_extra(std::string_view name);
  void finish();
};

}  // namespace detail

/// The names of an enum's values on the wire.
template <class E, std::size_t count>
using EnumNames = std::array<std::pair<std::string_view, E>, count>;

/// An enum with wire names: `enum_names(E)` is found beside the enum and lists them.
///
///     enum class Role { assistant, user };
///     constexpr auto enum_names(Role) {
///       return EnumNames<Role, 2>{{{"assistant", Role::assistant}, {"user", Role::user}}};
///     }
template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) { enum_names(value); };

namespace detail {

template <class T>
struct EnumCodec {
  static bool decode(Json& json, T& out, DecodeContext& context, const Path& path);
  static void write(Writer& writer, const T& value);
};

template <class M>
void DecodeVisitor::decode_member(std::string_view name, M& member, Field flags) {
  Json* value = decoder.find(name, flags, Slot<M>::takes_null);
  if (value == nullptr) return;
  DecodeContext& context = decoder.context();
  const bool forgiving = context.policy == Policy::lenient && has(flags, Field::default_on_error);
  const bool preserved = context.preserve;
  // A composite may fail half-way, after strings were moved out of it; a scalar cannot.
  if (forgiving && !is_scalar_member<M>) context.preserve = true;
  if constexpr (is_array_member<M>) {
    context.skip_items = has(flags, Field::skip_invalid_items);
    if (context.skip_items && context.policy == Policy::lenient) context.preserve = true;
  }
  if constexpr (!Slot<M>::can_be_unset) {
    if (!has(flags, Field::required)) decoder.note_default(name, *value);
  }
  const Path path{&decoder.path(), name};
  const bool decoded = [&] {
    if constexpr (requires { member.set_null(); }) {
      if (is_null(*value)) {
        member.set_null();
        return true;
      }
      return Codec<std::remove_cvref_t<decltype(*member)>>::decode(*value, member.emplace(),
                                                                   context, path);
    } else if constexpr (Slot<M>::can_be_unset) {
      return Codec<typename M::value_type>::decode(*value, member.emplace(), context, path);
    } else {
      return Codec<M>::decode(*value, member, context, path);
    }
  }();
  context.preserve = preserved;
  if constexpr (is_array_member<M>) {
    context.skip_items = false;
    if (std::exchange(context.skipped, false) && decoded) decoder.keep(name, *value);
  }
  if constexpr (std::is_enum_v<M>) {
    if (decoded && member == M{} && !has(flags, Field::required)) decoder.keep(name, *value);
  }
  if (!decoded && decoder.forgive(name, flags, *value)) member = M{};
}

template <class T>
concept TaggedUnionType = requires {
  T::tag;
  T::tags;
};
template <class T>
concept KeyedUnionType = requires { T::keys; };

// Bodies are in tagged_union.hpp, which every header that defines a union includes.
template <class T>
struct UnionCodec;
template <class T>
struct KeyedUnionCodec;

template <class U>
void DecodeVisitor::flatten(U& alternatives) {
  if (decoder.failed()) return;
  if constexpr (TaggedUnionType<U>) {
    UnionCodec<U>::decode_flat(decoder, alternatives);
  } else {
    KeyedUnionCodec<U>::decode_flat(decoder, alternatives);
  }
}

template <class U>
void WriteVisitor::flatten(const U& alternatives) {
  if constexpr (TaggedUnionType<U>) {
    UnionCodec<U>::write_flat(*this, alternatives);
  } else {
    KeyedUnionCodec<U>::write_flat(*this, alternatives);
  }
}

// Reads a kept array the way lenient decoding does, and writes what came of it.
template <class M>
[[gnu::cold]] bool rewrite_array(Json& kept, Field flags, std::string& out) {
  DecodeContext context;
  context.skip_items = has(flags, Field::skip_invalid_items);
  if constexpr (Slot<M>::can_be_unset) {
    typename M::value_type array{};
    if (!Codec<typename M::value_type>::decode(kept, array, context, Path{})) return false;
    Writer writer{out};
    Codec<typename M::value_type>::write(writer, array);
  } else {
    M array{};
    if (!Codec<M>::decode(kept, array, context, Path{})) array = M{};
    Writer writer{out};
    Codec<M>::write(writer, array);
  }
  return true;
}

template <class M>
void WriteVisitor::write_member(std::string_view name, const M& member, Field flags) {
  if (!Slot<M>::is_set(member)) {
    if constexpr (std::is_same_v<M, OptionalJson>) {
      if (has(flags, Field::required)) return write_null(name);
    }
    return write_extra(name);
  }
  if constexpr (std::is_enum_v<M>) {
    if (member == M{} && !has(flags, Field::required)) return write_extra(name);
  }
  const std::size_t start = writer.out.size();
  writer.key(name);
  if constexpr (requires { member.is_null(); }) {
    if constexpr (Slot<M>::can_be_unset) {
      if (member.is_null()) {
        writer.null();
      } else {
        Codec<std::remove_cvref_t<decltype(*member)>>::write(writer, *member);
      }
    } else {
      Codec<M>::write(writer, member);
    }
  } else if constexpr (Slot<M>::can_be_unset) {
    Codec<typename M::value_type>::write(writer, *member);
    if constexpr (is_array_member<M>) restore(start, name, flags, &rewrite_array<M>);
  } else {
    Codec<M>::write(writer, member);
    if constexpr (is_array_member<M>) restore(start, name, flags, &rewrite_array<M>);
    if (!has(flags, Field::required)) return drop_default(start, name);
  }
  if (extra_members != nullptr) written.push_back(name);
}

bool decode_enum_failed(DecodeContext& context, const Path& path, const Json& json,
                        const std::string_view* names, std::size_t stride, std::size_t count);

template <class T>
bool EnumCodec<T>::decode(Json& json, T& out, DecodeContext& context, const Path& path) {
  static constexpr auto names = enum_names(T{});
  if (const std::string* text = string_in(json)) {
    for (const auto& [name, value] : names) {
      if (name == *text) {
        out = value;
        return true;
      }
    }
  }
  return decode_enum_failed(context, path, json, &names[0].first, sizeof(names[0]), names.size());
}

template <class T>
void EnumCodec<T>::write(Writer& writer, const T& value) {
  static constexpr auto names = enum_names(T{});
  for (const auto& [name, known] : names) {
    if (known == value) return writer.string(name);
  }
  writer.null();
}

}  // namespace detail

template <class T>
bool Codec<T>::decode(Json& json, T& out, detail::DecodeContext& context,
                      const detail::Path& path) {
  if constexpr (detail::TaggedUnionType<T>) {
    return detail::UnionCodec<T>::decode(json, out, context, path);
  } else if constexpr (detail::KeyedUnionType<T>) {
    return detail::KeyedUnionCodec<T>::decode(json, out, context, path);
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(NamedEnum<T>, "no JSON names for this enum: give it an enum_names() function");
    return detail::EnumCodec<T>::decode(json, out, context, path);
  } else {
    static_assert(Described<T>,
                  "no JSON mapping for this type: give it a describe() function at namespace "
                  "scope, or specialise parley::Codec");
    detail::ObjectDecoder decoder(json, context, path);
    if (decoder.failed()) return false;
    detail::DecodeVisitor visitor{decoder};
    T::describe(visitor, out);
    return decoder.finish();
  }
}

template <class T>
void Codec<T>::write(Writer& writer, const T& value) {
  if constexpr (detail::TaggedUnionType<T>) {
    detail::UnionCodec<T>::write(writer, value);
  } else if constexpr (detail::KeyedUnionType<T>) {
    detail::KeyedUnionCodec<T>::write(writer, value);
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(NamedEnum<T>, "no JSON names for this enum: give it an enum_names() function");
    detail::EnumCodec<T>::write(writer, value);
  } else {
    static_assert(Described<T>,
                  "no JSON mapping for this type: give it a describe() function at namespace "
                  "scope, or specialise parley::Codec");
    writer.begin_object();
    detail::WriteVisitor visitor{writer};
    T::describe(visitor, value);
    visitor.finish();
    writer.end_object();
  }
}

template <class T>
bool Codec<std::vector<T>>::decode(Json& json, std::vector<T>& out, detail::DecodeContext& context,
                                   const detail::Path& path) {
  const bool skip = std::exchange(context.skip_items, false) && context.policy == Policy::lenient;
  bool skipped = false;
  const std::size_t size = detail::array_size(json);
  if (size == detail::not_an_array) return context.wrong(path, "an array", json);
  out = std::vector<T>(size);
  std::size_t kept = 0;
  detail::Path item{&path};
  for (std::size_t index = 0; index < size; ++index) {
    item.index = index;
    bool decoded = false;
    if constexpr (std::is_same_v<T, bool>) {  // A vector of bool has no references to its items.
      bool value = false;
      decoded = Codec<bool>::decode(detail::array_item(json, index), value, context, item);
      out[kept] = value;
    } else {
      decoded = Codec<T>::decode(detail::array_item(json, index), out[kept], context, item);
    }
    if (decoded) {
      ++kept;
    } else if (skip) {
      skipped = true;
      out[kept] = T{};
    } else {
      return false;
    }
  }
  while (out.size() > kept) out.pop_back();
  context.skipped = skipped;
  return true;
}

template <class T>
void Codec<std::vector<T>>::write(Writer& writer, const std::vector<T>& value) {
  writer.out += '[';
  bool first = true;
  for (const auto& item : value) {
    if (!std::exchange(first, false)) writer.out += ',';
    Codec<T>::write(writer, item);
  }
  writer.out += ']';
}

template <class T>
bool Codec<std::map<std::string, T>>::decode(Json& json, std::map<std::string, T>& out,
                                             detail::DecodeContext& context,
                                             const detail::Path& path) {
  if (!detail::is_object(json)) return context.wrong(path, "an object", json);
  struct Frame {
    std::map<std::string, T>& out;
    detail::DecodeContext& context;
    const detail::Path& path;
  } frame{out, context, path};
  out.clear();
  return detail::each_member(json, &frame, [](void* data, const std::string& name, Json& value) {
    auto& [map, inner, parent] = *static_cast<Frame*>(data);
    const detail::Path member{&parent, name};
    return Codec<T>::decode(value, map[name], inner, member);
  });
}

template <class T>
void Codec<std::map<std::string, T>>::write(Writer& writer, const std::map<std::string, T>& value) {
  writer.begin_object();
  for (const auto& [name, item] : value) {
    writer.key(name);
    Codec<T>::write(writer, item);
  }
  writer.end_object();
}

template <class T>
bool Codec<std::optional<T>>::decode(Json& json, std::optional<T>& out,
                                     detail::DecodeContext& context, const detail::Path& path) {
  if (detail::is_null(json)) {
    out.reset();
    return true;
  }
  return Codec<T>::decode(json, out.emplace(), context, path);
}

template <class T>
void Codec<std::optional<T>>::write(Writer& writer, const std::optional<T>& value) {
  if (value) {
    Codec<T>::write(writer, *value);
  } else {
    writer.null();
  }
}

}  // namespace parley

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/codec.ipp>
#endif
