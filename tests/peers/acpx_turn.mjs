// SPDX-License-Identifier: MIT
// Turns of the npm client `acpx` against an agent command, as README.md section 4 says.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, command_line, finish } from './lib/report.mjs';

const { command, args, verbose } = command_line('acpx_turn.mjs [-v] AGENT_COMMAND [ARGUMENT…]');
const agent = [command, ...args].map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ');
const acpx = new URL('node_modules/acpx/dist/cli.js', import.meta.url).pathname;
const home = mkdtempSync(join(tmpdir(), 'parley-acpx-home-'));
const folder = mkdtempSync(join(tmpdir(), 'parley-acpx-work-'));
const note = join(folder, 'note.txt');
const secret = 'grüße from the note';
writeFileSync(note, `${secret}\n`);

/** One `acpx exec`; exit code and every message of the wire. */
async function exec(policy, prompt) {
  const options = [policy, '--cwd', folder, '--format', 'json', '--json-strict', '--timeout', '30'];
  const child = spawn(process.execPath, [acpx, ...options, '--agent', agent, 'exec', prompt], {
    env: { HOME: home, PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', verbose ? 'inherit' : 'ignore'],
  });
  let output = '';
  for await (const data of child.stdout.setEncoding('utf8')) output += data;
  const code = child.exitCode ?? await new Promise((resolve) => child.on('exit', resolve));
  if (verbose) console.error(output);
  const messages = output.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const chunks = messages
    .filter(({ params }) => params?.update?.sessionUpdate === 'agent_message_chunk')
    .map(({ params }) => params.update.content.text);
  return {
    code,
    chunks,
    said: chunks.join(''),
    sent: (method) => messages.filter((message) => message.method === method),
    stop: messages.findLast(({ result }) => result?.stopReason)?.result.stopReason,
    error: messages.find(({ error }) => error)?.error,
  };
}

await check('a turn: chunks, end_turn, exit code 0', async () => {
  const turn = await exec('--approve-all', 'hello from acpx, grüße 👋');
  deepEqual([turn.code, turn.stop, turn.error], [0, 'end_turn', undefined]);
  ok(turn.chunks.length >= 2, `${turn.chunks.length} chunk(s)`);
  ok(turn.said.includes('hello from acpx, grüße 👋'), turn.said);
});
await check('a file read with permission', async () => {
  const turn = await exec('--approve-all', `read ${note}`);
  deepEqual([turn.code, turn.stop, turn.error], [0, 'end_turn', undefined]);
  equal(turn.sent('session/request_permission').length, 1);
  equal(turn.sent('fs/read_text_file').length, 1);
  ok(turn.said.includes(secret), turn.said);
});
await check('a file not read without permission', async () => {
  const turn = await exec('--deny-all', `read ${note}`);
  equal(turn.stop, 'end_turn');
  equal(turn.sent('session/request_permission').length, 1);
  equal(turn.sent('fs/read_text_file').length, 0);
  ok(!turn.said.includes(secret), turn.said);
});
await check('a file that is not there', async () => {
  const turn = await exec('--approve-all', `read ${join(folder, 'none')}`);
  equal(turn.stop, 'end_turn');
});
for (const path of [home, folder]) rmSync(path, { recursive: true, force: true });
finish();
