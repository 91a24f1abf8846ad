// SPDX-License-Identifier: MIT
// The metaschema of JSON Schema 2020-12, built in so that schemas may refer to it.
#pragma once

#include <memory>
#include <string_view>

#include <parley/config.hpp>
#include <parley/json/fwd.hpp>

namespace parley::detail::schema {

/// The document with this URI if it is one of the eight of the 2020-12 metaschema, else null. Only
/// what validates is kept: no titles, comments or defaults. Parsed anew at each call.
std::shared_ptr<const Json> metaschema_document(std::string_view uri);

}  // namespace parley::detail::schema

#ifdef PARLEY_HEADER_ONLY
#include <parley/json/impl/metaschema.ipp>
#endif
