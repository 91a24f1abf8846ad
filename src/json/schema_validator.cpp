// SPDX-License-Identifier: MIT
// Compiles the bodies of json/schema_validator.hpp and of its walk over values once.
#include <parley/json/impl/json_order.ipp>
#include <parley/json/impl/schema_evaluation.ipp>
#include <parley/json/impl/schema_evaluation_array.ipp>
#include <parley/json/impl/schema_evaluation_object.ipp>
#include <parley/json/impl/schema_format.ipp>
#include <parley/json/impl/schema_validator.ipp>
#include <parley/json/impl/schema_wording.ipp>
#include <parley/json/schema_validator.hpp>
