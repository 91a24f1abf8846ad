// SPDX-License-Identifier: MIT
// Compiles the bodies of json/base64.hpp once.
#include <parley/json/base64.hpp>
#include <parley/json/impl/base64.ipp>
