// SPDX-License-Identifier: MIT
#include <parley/json/impl/schema_check.ipp>
