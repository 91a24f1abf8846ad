// SPDX-License-Identifier: MIT
// All types of the Model Context Protocol.
#pragma once

#include <parley/mcp/types/capabilities.hpp>
#include <parley/mcp/types/common.hpp>
#include <parley/mcp/types/completion.hpp>
#include <parley/mcp/types/content.hpp>
#include <parley/mcp/types/elicitation.hpp>
#include <parley/mcp/types/elicitation_schema.hpp>
#include <parley/mcp/types/initialize.hpp>
#include <parley/mcp/types/logging.hpp>
#include <parley/mcp/types/progress.hpp>
#include <parley/mcp/types/prompts.hpp>
#include <parley/mcp/types/resources.hpp>
#include <parley/mcp/types/roots.hpp>
#include <parley/mcp/types/sampling.hpp>
#include <parley/mcp/types/tasks.hpp>
#include <parley/mcp/types/tools.hpp>
