// SPDX-License-Identifier: MIT
// Compiles the bodies of mcp/uri_template.hpp and of its parts once.
#include <parley/mcp/impl/uri_matcher.ipp>
#include <parley/mcp/impl/uri_template.ipp>
#include <parley/mcp/impl/uri_template_program.ipp>
#include <parley/mcp/uri_template.hpp>
