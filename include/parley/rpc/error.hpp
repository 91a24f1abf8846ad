// SPDX-License-Identifier: MIT
// parley::Error: what went wrong with a call, here or at the peer.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley {

/// JSON-RPC 2.0 error codes; the protocols add their own (mcp/errors.hpp, acp/errors.hpp).
namespace error_code {
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
}  // namespace error_code

/// Why a call failed on this side, without an answer from the peer. These never travel on the
/// wire and are no JSON-RPC codes.
enum class Errc {
  closed = 1,              ///< The connection ended, or was ended, before the answer came.
  timeout,                 ///< No answer within the time that the call allowed.
  cancelled,               ///< The caller cancelled the call.
  too_many_pending,        ///< More calls are waiting for answers than `Limits::max_pending`.
  frame_too_large,         ///< The message is larger than `Limits::max_frame_bytes`.
  peer_not_reading,        ///< More bytes wait to be taken than `Limits::max_send_bytes`.
  invalid_result,          ///< The peer answered with something that is not the method's result.
  not_ready,               ///< The handshake has not happened yet, or failed.
  unsupported_capability,  ///< The peer did not announce the capability that the call needs.
  unsupported_version,     ///< The peer speaks no protocol version that this side speaks.
  would_deadlock,          ///< A blocking call on a thread that has to run for it to return.
  invalid_argument,        ///< The arguments break a rule of the protocol; nothing was sent.
};

const std::error_category& parley_category() noexcept;
inline std::error_code make_error_code(Errc reason) noexcept {
  return {static_cast<int>(reason), parley_category()};
}

/// Thrown by blocking calls and by `co_await`, given to callbacks, and thrown by handlers to
/// answer with a JSON-RPC error of their choice:
///
///     throw parley::Error(parley::error_code::invalid_params, "no such city");
///
/// `what()` says what was wrong, where, and what to do. Thread safety: as a plain value.
class Error : public std::runtime_error {
 public:
  /// A JSON-RPC error: from the peer, or for it.
  PARLEY_COLD Error(int code, const std::string& message);
  PARLEY_COLD Error(int code, const std::string& message, Json data);
  /// A failure on this side.
  PARLEY_COLD Error(Errc reason, const std::string& message);

  /// The JSON-RPC code, or 0 when the failure is local.
  int code() const noexcept { return code_; }
  bool is_local() const noexcept { return static_cast<bool>(reason_); }
  /// The local reason; compare with `Errc` values. Empty for JSON-RPC errors.
  std::error_code reason() const noexcept { return reason_; }
  bool is(Errc reason) const noexcept { return reason_ == make_error_code(reason); }
  /// The JSON-RPC error's `data`, or null. Include <parley/json/value.hpp> to use it.
  const Json* data() const noexcept { return data_.get(); }

  /// The JSON-RPC error object as text; a local failure becomes an internal error without detail.
  std::string to_text() const;

 private:
  int code_ = 0;
  std::error_code reason_;
  std::shared_ptr<const Json> data_;
};

}  // namespace parley

template <>
struct std::is_error_code_enum<parley::Errc> : std::true_type {};

#ifdef PARLEY_HEADER_ONLY
#include <parley/rpc/impl/error.ipp>
#endif
