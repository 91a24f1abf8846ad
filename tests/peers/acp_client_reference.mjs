// SPDX-License-Identifier: MIT
// The SDK's own client against acp_agent.mjs (or the agent command given); shows that it is right.

import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { check_sessions, check_start } from './lib/acp_session_checks.mjs';
import { check_turns } from './lib/acp_turn_checks.mjs';
import { add_file_handlers, add_terminal_handlers } from './lib/client_services.mjs';
import { RawPeer } from './lib/raw_peer.mjs';
import { check, command_line, finish } from './lib/report.mjs';

const { command, args } = command_line('acp_client_reference.mjs AGENT_COMMAND [ARGUMENT…]');
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
const exited = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })));
const folder = mkdtempSync(join(tmpdir(), 'parley-acp-'));

/** What the checks steer and look at. */
const host = { folder, updates: [], asked: [], completed: [], notes: [], permission: undefined, elicitation: undefined, exited };
const app = client({ name: 'reference' });
app.onNotification(methods.client.session.update, ({ params }) => void host.updates.push(params));
app.onNotification(methods.client.elicitation.complete, ({ params }) => void host.completed.push(params.elicitationId));
app.onNotification('*', ({ method }) => void host.notes.push(method));
app.onRequest(methods.client.session.requestPermission, ({ params, signal }) => {
  host.asked.push(params);
  return host.permission(params, signal);
});
app.onRequest(methods.client.elicitation.create, ({ params }) => {
  host.asked.push(params);
  return host.elicitation(params);
});
add_file_handlers(app);
add_terminal_handlers(app);

const connection = app.connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
host.agent = connection.agent;
await check_eof();
await check_start(host);
await check_turns(host);
await check_sessions(host);
rmSync(folder, { recursive: true, force: true });
child.kill('SIGKILL');
finish();

async function check_eof() {
  await check('the agent ends by itself at end of input', async () => {
    const peer = new RawPeer(command, args);
    equal((await peer.request(0, 'initialize', { protocolVersion: 1 })).result.protocolVersion, 1);
    deepEqual(await peer.ends_at_eof(), { code: 0, signal: null });
  });
}
