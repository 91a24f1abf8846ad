// SPDX-License-Identifier: MIT
// An ACP agent without SDK that has the bad habits of real ones; README.md section 5 lists them.
// It ends on SIGTERM only. `report` as a prompt makes it tell how the client took it.

import readline from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const session = 'rude-1';
const report = { permission: null, unknown_request: null, null_id: null, refusals: 0, cancelled: false };
const waiting = new Map();
let turn;

// ---- writing -----------------------------------------------------------------------------------

const raw = (bytes) => process.stdout.write(bytes);
/** Rust agents put the id last. */
const reply = (id, result, end = '\n') => raw(`${JSON.stringify({ jsonrpc: '2.0', result, id })}${end}`);
const notify = (method, params) => raw(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
const update = (body, id = session) => notify('session/update', { sessionId: id, update: body, extra: 1 });
const chunk = (text, more) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...more });

function noise() {
  raw('npm warn deprecated something@1.0.0\n\n\r\n   \n');
  raw('{"level":"info","msg":"a log line that happens to be JSON"}\n');
  raw('42\n"text"\nnull\n[]\n{not json\n');
  raw(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x0a]));
}

function request(id, method, params) {
  raw(`${JSON.stringify({ method, params, jsonrpc: '2.0', id })}\n`);
  const answer = new Promise((resolve) => waiting.set(JSON.stringify(id), resolve));
  return Promise.race([answer, delay(3000).then(() => ({ unanswered: true }))]);
}

// ---- the methods -------------------------------------------------------------------------------

function initialize(id) {
  raw('\uFEFF');
  reply(id, {
    protocolVersion: 1,
    agentCapabilities: { loadSession: 'yes', sessionCapabilities: { list: {}, fork: {}, telepathy: {} }, sideways: true },
    authMethods: [
      { type: 'env_var', id: 'key', name: 'Use RUDE_KEY', vars: [{ name: 'RUDE_KEY' }] },
      { id: 'broken' },
    ],
    agentInfo: { name: 'rude-agent', version: '0', mood: 'bad' },
    extra: { anything: [1, 2] },
  }, '\r\n');
}

function new_session(id) {
  notify('_auth/status_update', { authStatus: { kind: 'none' } });
  update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'early', description: 'before the session' }] });
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'nobody knows me' } }, 'no-such-session');
  reply(id, {
    sessionId: session,
    modes: { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] },
    models: { currentModelId: 'm', availableModels: [{ modelId: 'm', name: 'M' }] },
    configOptions: [
      { type: 'slider', id: 'x', name: 'X', currentValue: 3 },
      { type: 'select', id: 'model', name: 'Model', currentValue: 'm', options: [{ value: 'm', name: 'M' }] },
    ],
  });
  const availableCommands = Array.from({ length: 4000 }, (_, i) => ({ name: `c${i}`, description: 'd'.repeat(100) }));
  update({ sessionUpdate: 'available_commands_update', availableCommands });
}

async function rude_turn(id) {
  noise();
  chunk('rude ');
  update({ sessionUpdate: 'hologram', depth: 3, layers: [{ a: null }] });
  update({ sessionUpdate: 'tool_call', title: 'no id' });
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'smell', strength: 9 } });
  update({ sessionUpdate: 'plan', entries: [{ content: 'good', priority: 'high', status: 'pending' }, { content: 7 }] });
  update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'T', kind: 'teleport', status: 'dreaming', content: 'none' });
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'never-announced', status: 'completed', title: null });
  notify('session/update', { sessionId: session });
  notify('session/update', null);
  notify('no/such/notification', [1, 2]);
  chunk('', { _meta: { usage: { inputTokens: 1 } } });
  raw(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' } })}\n`);
  raw(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })}\n`);
  reply(4711, { nobody: 'asked' });
  reply('unknown', null);
  await questions();
  chunk('but ');
  await in_pieces(`${JSON.stringify({
    params: { update: { content: { text: 'right grüße 👋', type: 'text' }, sessionUpdate: 'agent_message_chunk' }, sessionId: session },
    method: 'session/update',
    jsonrpc: '2.0',
  })}\r\n`);
  const result = { stopReason: 'end_turn', usage: { totalTokens: 3 }, _meta: null };
  reply(id, result);
  reply(id, { stopReason: 'refusal' });
  raw(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'and once more' } })}\n`);
  chunk('late');
}

async function questions() {
  const { result } = await request('p-1', 'session/request_permission', {
    sessionId: session,
    toolCall: { toolCallId: 'unannounced', content: [{ type: 'text', text: 'a bare block, as the docs have it' }] },
    options: [{ optionId: 'a', name: 'Always', kind: 'allow_always' }, { optionId: 'r', name: 'No', kind: 'reject_once' }],
    colour: 'red',
  });
  report.permission = result?.outcome ?? null;
  report.unknown_request = (await request(0, 'craft/drainMidTurnQueue', {})).error?.code ?? null;
  const path = '/no/such/file';
  report.null_id = (await request(null, 'fs/read_text_file', { sessionId: session, path })).unanswered ? 'unanswered' : 'answered';
}

/** One line in three writes, cut inside a character. */
async function in_pieces(line) {
  const bytes = Buffer.from(line);
  const cut = bytes.indexOf(0xc3) + 1;
  for (const part of [bytes.subarray(0, cut), bytes.subarray(cut, cut + 5), bytes.subarray(cut + 5)]) {
    raw(part);
    await delay(20);
  }
}

async function slow_turn(id) {
  turn = new AbortController();
  while (!turn.signal.aborted) {
    chunk('tick ');
    await delay(20);
  }
  report.cancelled = true;
  reply(id, { stopReason: 'cancelled' });
  chunk('after the end');
}

function prompt(id, { prompt: [{ text }] }) {
  if (text === 'slow') return slow_turn(id);
  if (text !== 'report') return rude_turn(id);
  chunk(JSON.stringify(report));
  return reply(id, { stopReason: 'end_turn' });
}

/** An answer to a bad line, not to our request whose id is null. */
const is_refusal = ({ error }) => error?.code === -32700 || error?.code === -32600;

// ---- reading -----------------------------------------------------------------------------------

function take(line) {
  const message = JSON.parse(line);
  const { id, method, params } = message;
  if (method === 'initialize') initialize(id);
  else if (method === 'session/new') new_session(id);
  else if (method === 'session/prompt') prompt(id, params);
  else if (method === 'session/cancel') turn?.abort();
  else if (method !== undefined && id !== undefined) {
    raw(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id })}\n`);
  } else if (method !== undefined) {
    raw(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' } })}\n`);
  } else if (waiting.has(JSON.stringify(id)) && !(id === null && is_refusal(message))) {
    waiting.get(JSON.stringify(id))(message);
  } else report.refusals += 1;
}

raw('Loaded cached credentials.\n');
process.stderr.write(`${'noise on stderr '.repeat(20000)}\n`);
readline.createInterface({ input: process.stdin }).on('line', (line) => line.trim() && take(line));
// End of input does not matter to it.
setInterval(() => {}, 1 << 30);
process.on('SIGTERM', () => process.exit(143));
