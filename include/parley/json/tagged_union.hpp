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
#include <parley/json/value.hpp>

namespace parley {

/// The alternative that a lenient decode gives a value whose tag this version does not know. It is
/// encoded unchanged, so that a newer peer breaks nothing and a proxy loses nothing.
struct Unknown {
  std::string tag;  ///< The tag that was not known; empty when there was none.
  Json raw;         ///< The whole value.

  friend bool operator==(const Unknown&, const Unknown&) = default;
};

// How a tagged union is written down (the alternative is chosen by the tag, never by shape):
//
//     struct ContentBlock : std::variant<TextContent, ImageContent, Unknown> {
//       using Base = std::variant<TextContent, ImageContent, Unknown>;
//       using Base::Base;
//       static constexpr std::string_view tag = "type";
//       static constexpr std::array<std::string_view, 2> tags{"text", "image"};
//     };
//
// Optional members:
//   static constexpr std::size_t untagged = 1;          // the alternative that carries no tag
//   static constexpr bool unknown_is_untagged = true;   // it also takes tags that are not known
//
// A union without a tag, told apart by a required key that only one alternative has, says
// `static constexpr std::array<std::string_view, 2> keys{"text", "blob"};` instead.

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

template <class T>
void keep_unknown(Json& json, T& out, DecodeContext& context, std::string tag) {
  Unknown& unknown = out.template emplace<Unknown>();
  unknown.tag = std::move(tag);
  move_json(json, unknown.raw, context.preserve);
}

template <class T>
struct UnionCodec {
  static bool decode(Json& json, T& out, DecodeContext& context, const Path& path) {
    static constexpr auto decoders =
        alternative_decoders<T>(std::make_index_sequence<T::tags.size()>());
    if (!is_object(json)) return context.wrong(path, "an object", json);
    Json* found = find_member(json, T::tag);
    const std::string* tag = found == nullptr ? nullptr : string_in(*found);
    if (tag != nullptr) {
      for (std::size_t i = 0; i < T::tags.size(); ++i) {
        if (T::tags[i] != *tag || T::tags[i].empty()) continue;
        context.consumed = T::tag;
        return decoders[i](json, out, context, path);
      }
    }
    if constexpr (requires { T::untagged; }) {
      bool take = found == nullptr;
      if constexpr (requires { T::unknown_is_untagged; }) take = true;
      if (take) return decoders[T::untagged](json, out, context, path);
    }
    if (found == nullptr) return context.missing(path, T::tag);
    if (tag == nullptr) return context.wrong(Path{&path, T::tag}, "a string", *found);
    if (context.policy == Policy::strict) return context.unknown_tag(path, T::tag, *tag);
    keep_unknown(json, out, context, *tag);
    return true;
  }

  static void write(Writer& writer, const T& value) {
    std::size_t index = value.index();
    std::visit(
        [&](const auto& alternative) {
          using A = std::remove_cvref_t<decltype(alternative)>;
          if constexpr (std::is_same_v<A, Unknown>) {
            writer.json(alternative.raw);
          } else {
            if (!T::tags[index].empty()) {
              writer.tag = T::tag;
              writer.tag_value = T::tags[index];
            }
            Codec<A>::write(writer, alternative);
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

  static void write(Writer& writer, const T& value) {
    std::visit(
        [&](const auto& alternative) {
          using A = std::remove_cvref_t<decltype(alternative)>;
          if constexpr (std::is_same_v<A, Unknown>) {
            writer.json(alternative.raw);
          } else {
            Codec<A>::write(writer, alternative);
          }
        },
        static_cast<const typename T::Base&>(value));
  }
};

}  // namespace detail
}  // namespace parley
