// SPDX-License-Identifier: MIT
// parley's example programs, as a person would run them, against the official packages.

import { equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { check, command_line, finish } from './lib/report.mjs';

const { command: programs } = command_line('example_clients.mjs FOLDER_OF_THE_PROGRAMS');
const here = new URL('.', import.meta.url).pathname;
const everything = [join(here, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'];
const folder = mkdtempSync(join(tmpdir(), 'parley-examples-'));

function run(program, args, input = '') {
  const done = spawnSync(join(programs, program), args, { encoding: 'utf8', input, timeout: 60000 });
  return { code: done.status, out: done.stdout, err: done.stderr };
}
const drive = (options, prompt, input) =>
  run('acp_client', [...options, '--cwd', folder, prompt, '--', process.execPath, join(here, 'acp_agent.mjs'), '--careful'], input);

await check('mcp_client lists what server-everything offers', () => {
  const { code, out } = run('mcp_client', ['--', process.execPath, ...everything]);
  equal(code, 0);
  for (const name of ['get-sum', 'demo://resource/static/document/features.md', 'args-prompt']) ok(out.includes(name), name);
});
await check('mcp_client calls a tool', () => {
  const args = ['--call', 'get-sum', '--args', '{"a":2,"b":3}', '--', process.execPath, ...everything];
  const { code, out } = run('mcp_client', args);
  equal(code, 0);
  match(out, /The sum of 2 and 3 is 5\./);
});
await check('mcp_client fails when the tool does', () => {
  const args = ['--call', 'get-sum', '--args', '{"a":"two"}', '--', process.execPath, ...everything];
  ok(run('mcp_client', args).code !== 0);
});
await check('mcp_client says that a server cannot be started', () => {
  const { code, err } = run('mcp_client', ['--', '/no/such/server']);
  equal(code, 1);
  match(err, /no\/such\/server/);
});
await check('mcp_calculator_server and the official client', async () => {
  const client = new Client({ name: 'ts-client', version: '1' });
  await client.connect(new StdioClientTransport({ command: join(programs, 'mcp_calculator_server'), stderr: 'ignore' }));
  const { tools } = await client.listTools();
  ok(tools.some(({ name }) => name === 'add'));
  const { content } = await client.callTool({ name: 'add', arguments: { a: 2, b: 0.5 } });
  equal(content[0].text, '2.5');
  await client.close();
});
await check('acp_client --allow: permission, a file read and written', () => {
  writeFileSync(join(folder, 'note.txt'), 'grüße\n');
  const prompt = `read ${folder}/note.txt\nwrite ${folder}/new.txt written by the agent\nplan`;
  const { code, out } = drive(['--allow'], prompt);
  equal(code, 0);
  for (const part of ['permission: selected yes', 'read: grüße', 'write: done', 'step 3', 'end_turn']) ok(out.includes(part), out);
  equal(readFileSync(join(folder, 'new.txt'), 'utf8'), 'written by the agent\n');
});
await check('acp_client --deny', () => {
  const { code, out } = drive(['--deny'], `read ${folder}/note.txt`);
  equal(code, 0);
  match(out, /permission: selected no/);
  ok(!out.includes('grüße'), out);
});
await check('acp_client asks on the terminal', () => {
  const { code, out } = drive([], `read ${folder}/note.txt`, '2\n');
  equal(code, 0);
  match(out, /permission: selected always/);
});
await check('acp_client fails when the agent dies', () => {
  const { code, err } = drive(['--allow'], 'exit 3');
  equal(code, 1);
  ok(err.length > 0);
});
rmSync(folder, { recursive: true, force: true });
finish();
