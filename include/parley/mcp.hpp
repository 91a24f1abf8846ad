// SPDX-License-Identifier: MIT
// Everything for the Model Context Protocol. A program that is compiled often includes what it
// uses instead: <parley/mcp/server.hpp> alone costs a third of this.
#pragma once

#include <parley/mcp/client.hpp>
#include <parley/mcp/content.hpp>
#include <parley/mcp/elicitation.hpp>
#include <parley/mcp/errors.hpp>
#include <parley/mcp/methods.hpp>
#include <parley/mcp/server.hpp>
#include <parley/mcp/server_session.hpp>
#include <parley/mcp/types.hpp>
#include <parley/mcp/version.hpp>
#include <parley/transport/process.hpp>
