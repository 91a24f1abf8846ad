// SPDX-License-Identifier: MIT
// MCP logging: messages from a server about what it is doing.
#pragma once

#include <parley/mcp/types/common.hpp>

namespace parley::mcp {

/// How serious a log message is (RFC 5424). In this order, so `<` means less serious.
enum class LoggingLevel { debug, info, notice, warning, error, critical, alert, emergency };
constexpr auto enum_names(LoggingLevel) {
  return EnumNames<LoggingLevel, 8>{{{"debug", LoggingLevel::debug},
                                     {"info", LoggingLevel::info},
                                     {"notice", LoggingLevel::notice},
                                     {"warning", LoggingLevel::warning},
                                     {"error", LoggingLevel::error},
                                     {"critical", LoggingLevel::critical},
                                     {"alert", LoggingLevel::alert},
                                     {"emergency", LoggingLevel::emergency}}};
}

/// The params of `logging/setLevel`.
struct SetLevelRequestParams {
  LoggingLevel level = LoggingLevel::info;  ///< Send messages of this level and above.
  OptionalJson meta{};                      ///< `_meta`; may hold a `progressToken`.
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("level", self.level, required);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const SetLevelRequestParams&, const SetLevelRequestParams&) = default;
};

/// The params of `notifications/message`: one log message.
struct LoggingMessageNotificationParams {
  LoggingLevel level = LoggingLevel::info;
  OptionalJson data{};                  ///< The message: a string, or any JSON value.
  std::optional<std::string> logger{};  ///< The part of the server that it comes from.
  OptionalJson meta{};                  ///< `_meta`
  Extra extra{};

  template <class V, class Self>
  static void describe(V& v, Self& self) {
    v.extra(self.extra);
    v("level", self.level, required);
    v("data", self.data, required);
    v("logger", self.logger);
    v("_meta", self.meta, object);
  }
  friend bool operator==(const LoggingMessageNotificationParams&,
                         const LoggingMessageNotificationParams&) = default;
};

}  // namespace parley::mcp
