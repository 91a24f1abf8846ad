// SPDX-License-Identifier: MIT
#include <parley/json/request_id.hpp>

#include <parley/json/impl/request_id.ipp>
