// SPDX-License-Identifier: MIT
// Which questions of an agent may be put to a person (acp 1.5).
#pragma once

#include <optional>

#include <parley/acp/types/common.hpp>
#include <parley/json/request_id.hpp>
#include <parley/json/value.hpp>

namespace parley::acp::detail {

/// What the rules need to know of a question.
struct Question {
  bool is_url = false;
  std::optional<SessionId> session;
  RequestId request;
};

/// Checks the params of `elicitation/create`; throws -32602 that says which rule they break.
Question check_question(const Json& params);

}  // namespace parley::acp::detail

#ifdef PARLEY_HEADER_ONLY
#include <parley/acp/impl/elicitation_rules.ipp>
#endif
