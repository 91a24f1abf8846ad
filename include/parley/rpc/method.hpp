// SPDX-License-Identifier: MIT
// What a protocol says of one method: one line in a protocol's method table.
#pragma once

#include <array>
#include <string_view>

namespace parley {

/// One row of a method table. Typed calls, dispatch, capability checks and the documentation all
/// follow from it. A row is a type, so that the parameter and result types are part of it:
///
///     struct session_prompt {
///       static constexpr MethodInfo info{.name = "session/prompt", .to = "agent"};
///       using Params = PromptRequest;
///       using Result = PromptResponse;   // none: the method is a notification
///     };
struct MethodInfo {
  /// Name on the wire.
  std::string_view name;
  /// Who receives it: "client", "server", "agent", or "both".
  std::string_view to;
  /// First and last protocol version that has it; empty for the first and the latest known.
  std::string_view since{};
  std::string_view until{};
  /// The capability that the receiver must have announced, as a dotted path into its capability
  /// object (`sessionCapabilities.list`); empty when the method needs none.
  std::string_view capability{};
  /// The params object may be missing on the wire.
  bool params_optional = false;
  /// The capability that the sender must have announced, in the same form.
  std::string_view sender_capability{};
};

/// A row whose method is answered.
template <class M>
concept RequestMethod = requires {
  typename M::Params;
  typename M::Result;
  M::info.name;
};

/// A row whose method is not answered.
template <class M>
concept NotificationMethod = !RequestMethod<M> && requires {
  typename M::Params;
  M::info.name;
};

/// The rows of a protocol, as types and as data.
template <class... Rows>
struct MethodTable {
  static constexpr std::array<MethodInfo, sizeof...(Rows)> infos{Rows::info...};

  /// The row of that name on the wire, or null.
  static constexpr const MethodInfo* find(std::string_view name) {
    for (const MethodInfo& info : infos) {
      if (info.name == name) return &info;
    }
    return nullptr;
  }

  /// Calls `visit.template operator()<Row>()` for each row, in order.
  template <class Visit>
  static constexpr void for_each(Visit&& visit) {
    (visit.template operator()<Rows>(), ...);
  }
};

}  // namespace parley
