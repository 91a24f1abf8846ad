// SPDX-License-Identifier: MIT
// Unions whose alternative is chosen by a tag (or by a key that only one alternative has).
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <parley/json/codec.hpp>
#include <parley/json/optional_json.hpp>

namespace parley {

/// The alternative that a lenient decode gives a value whose tag this version does not know. It is
/// encoded unchanged, so that a newer peer breaks nothing and a proxy loses nothing.
struct Unknown {
  std::string tag;   ///< The tag that was not known; empty when there was none.
  OptionalJson raw;  ///< The whole value.

  friend bool operator==(const Unknown&, const Unknown&) = default;
};

/// What unions are made of: a std::variant that a type with a name of its own can derive from.
template <class... Alternatives>
struct OneOf : std::variant<Alternatives...> {
  using Base = std::variant<Alternatives...>;
  using Base::Base;

  // Defined out of class, so that `extern template struct OneOf<...>;` spares every translation
  // unit to compile copying, moving and destroying all alternatives (a third of its time).
  OneOf();
  OneOf(const OneOf& other);
  OneOf(OneOf&& other) noexcept;
  OneOf& operator=(const OneOf& other);
  OneOf& operator=(OneOf&& other) noexcept;
  ~OneOf();
};

template <class... A>
OneOf<A...>::OneOf() = default;
template <class... A>
OneOf<A...>::OneOf(const OneOf&) = default;
template <class... A>
OneOf<A...>::OneOf(OneOf&&) noexcept = default;
template <class... A>
OneOf<A...>& OneOf<A...>::operator=(const OneOf&) = default;
template <class... A>
OneOf<A...>& OneOf<A...>::operator=(OneOf&&) noexcept = default;
template <class... A>
OneOf<A...>::~OneOf() = default;

// How a tagged union is written down (the alternative is chosen by the tag, never by shape):
//
//     struct ContentBlock : OneOf<TextContent, ImageContent, Unknown> {
//       using OneOf::OneOf;
//       static constexpr std::string_view tag = "type";
//       static constexpr std::array<std::string_view, 2> tags{"text", "image"};
//     };
//
// Optional members:
//   static constexpr std::size_t untagged = 1;          // the alternative that carries no tag
//   static constexpr bool unknown_is_untagged = true;   // it also takes tags that are not known
//   static constexpr bool open = true;                  // unknown tags are legal, strictly too
//   static constexpr bool tag_in_payload = true;        // the alternatives describe the tag too
//   static std::size_t choose(std::string_view tag, Json& value);
//     // where the tag alone does not decide: the index, or tags.size() for a tag not known;
//     // an alternative with an empty tag describes its tag itself
//
// A union without a tag, told apart by a required key that only one alternative has, says
// `static constexpr std::array<std::string_view, 2> keys{"text", "blob"};` instead.
//
// A union whose tag and members stand among those of another object is a member of that object's
// type, which says `v.flatten(self.kind);`. An unknown tag then leaves an Unknown without `raw`:
// all that came with it is in the Extra of the object.

struct SchemaWriter;

namespace detail {

template <class T>
using AlternativeDecoder = bool (*)(Json&, T&, DecodeContext&, const Path&);

template <class T, std::size_t I>
bool decode_alternative(Json& json, T& out, DecodeContext& context, const Path& path) {
  return Codec<std::variant_alternative_t<I, typename T::Base>>::decode(
      json, out.template emplace<I>(), context, path);
}

template <class T, std::size_t... I>
constexpr std::array<AlternativeDecoder<T>, sizeof...(I)> alternative_decoders(
    std::index_sequence<I...>) {
  return {&decode_alternative<T, I>...};
}

inline void write_unknown(Writer& writer, const Unknown& unknown) {
  if (unknown.raw) {
    writer.json(*unknown.raw);
  } else {
    writer.null();
  }
}

template <class T>
void keep_unknown(Json& json, T& out, DecodeContext& context, std::string tag) {
  Unknown& unknown = out.template emplace<Unknown>();
  unknown.tag = std::move(tag);
  move_json(json, unknown.raw.emplace(), context.preserve);
}

template <class T>
using FlatDecoder = void (*)(ObjectDecoder&, T&);

template <class T, std::size_t I>
void decode_flat_alternative(ObjectDecoder& decoder, T& out) {
  using A = std::variant_alternative_t<I, typename T::Base>;
  DecodeVisitor visitor{decoder};
  A::describe(visitor, out.template emplace<I>());
}

template <class T, std::size_t... I>
constexpr std::array<FlatDecoder<T>, sizeof...(I)> flat_decoders(std::index_sequence<I...>) {
  return {&decode_flat_alternative<T, I>...};
}

template <class T>
inline constexpr std::size_t untagged_alternative = [] {
  if constexpr (requires { T::untagged; }) return T::untagged;
  return static_cast<std::size_t>(-1);
}();
template <class T>
inline constexpr bool has_untagged = untagged_alternative<T> != static_cast<std::size_t>(-1);

/// The alternative of that tag, or -1.
template <class T>
std::size_t alternative_of(std::string_view tag) {
  for (std::size_t i = 0; i < T::tags.size(); ++i) {
    if (T::tags[i] == tag && !T::tags[i].empty()) return i;
  }
  return static_cast<std::size_t>(-1);
}

template <class T>
struct UnionCodec {
  static constexpr bool open = requires { T::open; };
  static constexpr bool unknown_is_untagged = requires { T::unknown_is_untagged; };
  static constexpr bool tag_in_payload = requires { T::tag_in_payload; };

  static std::size_t chosen(std::string_view tag, [[maybe_unused]] Json& json) {
    if constexpr (requires { T::choose(tag, json); }) return T::choose(tag, json);
    return alternative_of<T>(tag);
  }

  static bool decode(Json& json, T& out, DecodeContext& context, const Path& path) {
    static constexpr auto decoders =
        alternative_decoders<T>(std::make_index_sequence<T::tags.size()>());
    if (!is_object(json)) return context.wrong(path, "an object", json);
    Json* found = find_member(json, T::tag);
    const std::string* tag = found == nullptr ? nullptr : string_in(*found);
    if (tag != nullptr) {
      if (const std::size_t i = chosen(*tag, json); i < decoders.size()) {
        if (!tag_in_payload && !T::tags[i].empty()) context.consumed = T::tag;
        return decoders[i](json, out, context, path);
      }
    }
    if constexpr (has_untagged<T>) {
      if (found == nullptr) return decoders[T::untagged](json, out, context, path);
      if constexpr (unknown_is_untagged) return decode_untagged(json, out, context, path, tag);
    }
    if (found == nullptr) return context.missing(path, T::tag);
    if (tag == nullptr) return context.wrong(Path{&path, T::tag}, "a string", *found);
    if (context.policy == Policy::strict && !open) return context.unknown_tag(path, T::tag, *tag);
    keep_unknown(json, out, context, *tag);
    return true;
  }

  // An unknown tag breaks nothing in lenient decoding, even when the untagged alternative, which
  // is the one to take it, cannot.
  static bool decode_untagged(Json& json, T& out, DecodeContext& context, const Path& path,
                              const std::string* tag) {
    const bool tolerant = context.policy == Policy::lenient && tag != nullptr;
    const bool preserved = std::exchange(context.preserve, context.preserve || tolerant);
    const bool decoded = decode_alternative<T, T::untagged>(json, out, context, path);
    context.preserve = preserved;
    if (decoded || !tolerant) return decoded;
    context.error = {};
    keep_unknown(json, out, context, *tag);
    return true;
  }

  static void decode_flat(ObjectDecoder& decoder, T& out) {
    static constexpr auto decoders = flat_decoders<T>(std::make_index_sequence<T::tags.size()>());
    DecodeContext& context = decoder.context();
    Json* found = find_member(decoder.object(), T::tag);
    const std::string* tag = found == nullptr ? nullptr : string_in(*found);
    if (tag != nullptr) {
      if (const std::size_t i = alternative_of<T>(*tag); i < decoders.size()) {
        decoder.seen(T::tag);
        return decoders[i](decoder, out);
      }
    }
    if constexpr (has_untagged<T>) {
      if (found == nullptr || unknown_is_untagged) {
        const std::size_t seen = decoder.seen_count();
        const bool tolerant = tag != nullptr && context.policy == Policy::lenient;
        const bool preserved = std::exchange(context.preserve, context.preserve || tolerant);
        decoders[T::untagged](decoder, out);
        context.preserve = preserved;
        if (!decoder.failed() || !tolerant) return;
        decoder.rewind(seen);
      }
    }
    if (tag != nullptr && (open || context.policy == Policy::lenient)) {
      out.template emplace<Unknown>().tag = *tag;
      return;
    }
    decoder.fail();
    if (found == nullptr) {
      context.missing(decoder.path(), T::tag);
    } else if (tag == nullptr) {
      context.wrong(Path{&decoder.path(), T::tag}, "a string", *found);
    } else {
      context.unknown_tag(decoder.path(), T::tag, *tag);
    }
  }

  static void write(Writer& writer, const T& value) {
    const std::size_t index = value.index();
    std::visit(
        [&](const auto& alternative) {
          using A = std::remove_cvref_t<decltype(alternative)>;
          if constexpr (std::is_same_v<A, Unknown>) {
            write_unknown(writer, alternative);
          } else {
            if (!tag_in_payload && !T::tags[index].empty()) {
              writer.tag = T::tag;
              writer.tag_value = T::tags[index];
            }
            Codec<A>::write(writer, alternative);
          }
        },
        static_cast<const typename T::Base&>(value));
  }

  static void write_flat(WriteVisitor& visitor, const T& value) {
    const std::size_t index = value.index();
    std::visit(
        [&](const auto& alternative) {
          using A = std::remove_cvref_t<decltype(alternative)>;
          if constexpr (!std::is_same_v<A, Unknown>) {
            if (!tag_in_payload && !T::tags[index].empty()) {
              visitor.write_tag(T::tag, T::tags[index]);
            }
            A::describe(visitor, alternative);
          }
        },
        static_cast<const typename T::Base&>(value));
  }
};

template <class T>
struct KeyedUnionCodec {
  static bool decode(Json& json, T& out, DecodeContext& context, const Path& path) {
    static constexpr auto decoders =
        alternative_decoders<T>(std::make_index_sequence<T::keys.size()>());
    if (!is_object(json)) return context.wrong(path, "an object", json);
    for (std::size_t i = 0; i < T::keys.size(); ++i) {
      if (find_member(json, T::keys[i]) != nullptr) return decoders[i](json, out, context, path);
    }
    if (context.policy == Policy::strict) return context.missing(path, T::keys.front());
    keep_unknown(json, out, context, {});
    return true;
  }

  static void decode_flat(ObjectDecoder& decoder, T& out) {
    static constexpr auto decoders = flat_decoders<T>(std::make_index_sequence<T::keys.size()>());
    for (std::size_t i = 0; i < T::keys.size(); ++i) {
      if (find_member(decoder.object(), T::keys[i]) != nullptr) return decoders[i](decoder, out);
    }
    if (decoder.context().policy == Policy::lenient) {
      out.template emplace<Unknown>();
    } else {
      decoder.fail();
      decoder.context().missing(decoder.path(), T::keys.front());
    }
  }

  static void write(Writer& writer, const T& value) {
    std::visit(
        [&](const auto& alternative) {
          using A = std::remove_cvref_t<decltype(alternative)>;
          if constexpr (std::is_same_v<A, Unknown>) {
            write_unknown(writer, alternative);
          } else {
            Codec<A>::write(writer, alternative);
          }
        },
        static_cast<const typename T::Base&>(value));
  }

  static void write_flat(WriteVisitor& visitor, const T& value) {
    std::visit(
        [&](const auto& alternative) {
          using A = std::remove_cvref_t<decltype(alternative)>;
          if constexpr (!std::is_same_v<A, Unknown>) A::describe(visitor, alternative);
        },
        static_cast<const typename T::Base&>(value));
  }
};

/// What the schema of a union is made of.
struct UnionAlternatives {
  using Write = void (*)(SchemaWriter&, std::string_view tag, std::string_view tag_value);
  std::string_view tag;
  const std::string_view* tags;
  const Write* writers;
  std::size_t count;
  bool open;
};

// These are in schema.hpp, which includes no unions.
template <class T>
void write_schema(SchemaWriter& writer);
template <class T>
void write_object_schema(SchemaWriter& writer, std::string_view tag, std::string_view tag_value);
void write_union_schema(SchemaWriter& writer, const UnionAlternatives& alternatives);

template <class T>
void write_alternative_schema(SchemaWriter& writer, std::string_view tag,
                              std::string_view tag_value) {
  if constexpr (Described<T>) {
    write_object_schema<T>(writer, tag, tag_value);
  } else {
    write_schema<T>(writer);
  }
}

/// See schema.hpp.
template <class T>
struct UnionSchema {
  static void write(SchemaWriter& writer) {
    if constexpr (TaggedUnionType<T>) {
      constexpr std::string_view tag = UnionCodec<T>::tag_in_payload ? "" : T::tag;
      write(writer, tag, T::tags, std::make_index_sequence<T::tags.size()>());
    } else {
      write(writer, {}, T::keys, std::make_index_sequence<T::keys.size()>());
    }
  }

 private:
  template <class Names, std::size_t... I>
  static void write(SchemaWriter& writer, std::string_view tag, const Names& names,
                    std::index_sequence<I...>) {
    static constexpr UnionAlternatives::Write writers[] = {
        &write_alternative_schema<std::variant_alternative_t<I, typename T::Base>>...};
    constexpr bool open = requires { T::open; };
    write_union_schema(writer, {tag, names.data(), writers, sizeof...(I), open});
  }
};

}  // namespace detail
}  // namespace parley
