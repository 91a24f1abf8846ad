// SPDX-License-Identifier: MIT
// Official TypeScript MCP client that calls every feature of README.md section 1 over stdio.

import { command_line, finish } from './lib/report.mjs';
import { check_lifecycle, check_tools, connect } from './lib/mcp_tool_checks.mjs';
import { check_completion, check_lists, check_prompts, check_resources } from './lib/mcp_data_checks.mjs';
import { check_client_features, check_notifications, check_without_capabilities } from './lib/mcp_client_feature_checks.mjs';
import { check_wire } from './lib/mcp_wire_checks.mjs';

const target = command_line('mcp_client.mjs [-v] SERVER_COMMAND [ARGUMENT…]');
const session = await connect(target);
await check_lifecycle(session);
await check_lists(session);
await check_tools(session);
await check_resources(session);
await check_prompts(session);
await check_completion(session);
await check_notifications(session);
await check_client_features(session);
await session.end();
await check_without_capabilities(target);
await check_wire(target);
finish();
