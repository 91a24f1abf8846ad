// SPDX-License-Identifier: MIT
// Everything for the Agent Client Protocol.
#pragma once

#include <parley/acp/agent.hpp>
#include <parley/acp/client.hpp>
#include <parley/acp/client_handler.hpp>
#include <parley/acp/default_handler.hpp>
#include <parley/acp/errors.hpp>
#include <parley/acp/methods.hpp>
#include <parley/acp/types.hpp>
#include <parley/acp/workspace.hpp>
