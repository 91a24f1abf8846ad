// SPDX-License-Identifier: MIT
// Bodies of Error and the wording of the local reasons.
#pragma once

#include <parley/json/codec.hpp>
#include <parley/json/value.hpp>
#include <parley/rpc/error.hpp>

namespace parley {
namespace detail {

class ParleyCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "parley"; }
  std::string message(int value) const override {
    switch (static_cast<Errc>(value)) {
      case Errc::closed:
        return "the connection is closed";
      case Errc::timeout:
        return "no answer in time";
      case Errc::cancelled:
        return "the call was cancelled";
      case Errc::too_many_pending:
        return "too many calls are waiting for answers";
      case Errc::frame_too_large:
        return "the message is too large";
      case Errc::peer_not_reading:
        return "the peer does not take what is sent";
      case Errc::invalid_result:
        return "the peer answered with an invalid result";
      case Errc::not_ready:
        return "the handshake is not done";
      case Errc::unsupported_capability:
        return "the peer does not offer this";
      case Errc::unsupported_version:
        return "no protocol version in common";
      case Errc::would_deadlock:
        return "a blocking call here would never return";
      case Errc::invalid_argument:
        return "invalid argument";
    }
    return "unknown reason";
  }
};

}  // namespace detail

PARLEY_DECL const std::error_category& parley_category() noexcept {
  static const detail::ParleyCategory category;
  return category;
}

PARLEY_DECL Error::Error(int code, const std::string& message)
    : std::runtime_error(message), code_(code) {}

PARLEY_DECL Error::Error(int code, const std::string& message, Json data)
    : std::runtime_error(message),
      code_(code),
      data_(std::make_shared<const Json>(std::move(data))) {}

PARLEY_DECL Error::Error(Errc reason, const std::string& message)
    : std::runtime_error(message), reason_(reason) {}

PARLEY_DECL std::string Error::to_text() const {
  std::string out;
  Writer writer{out};
  writer.begin_object();
  writer.key("code");
  writer.integer(is_local() ? error_code::internal_error : code_);
  writer.key("message");
  writer.string(is_local() ? "Internal error" : what());
  if (data_ != nullptr && !is_local()) {
    writer.key("data");
    writer.json(*data_);
  }
  writer.end_object();
  return out;
}

}  // namespace parley
