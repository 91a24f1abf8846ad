// SPDX-License-Identifier: MIT
// What acp_agent.mjs does for each word of a prompt. A command gets the turn and the words after
// its name; it may return a stop reason.

import { setTimeout as delay } from 'node:timers/promises';
import { methods, RequestError } from '@agentclientprotocol/sdk';

const text = (value) => ({ type: 'text', text: value });
const chunk = (value, extra) => ({ sessionUpdate: 'agent_message_chunk', content: text(value), ...extra });
const say = ({ session, client }, value) => session.update(client, chunk(value));
const send = ({ session, client }, update) => session.update(client, update);
const ask = ({ session, client }, method, params, options) =>
  client.request(method, { sessionId: session.id, ...params }, options);

/** Runs a request to the client and tells the outcome in one chunk. */
async function tell(turn, name, request, words) {
  try {
    await say(turn, `${name}: ${words(await request())}`);
  } catch (error) {
    if (typeof error?.code !== 'number') throw error;
    await say(turn, `${name}: error ${error.code} ${error.message}`);
  }
}

let calls = 0;
const permission_options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Allow always', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  { optionId: 'never', name: 'Reject always', kind: 'reject_always' },
];

async function permission(turn, { announced = true, options = permission_options } = {}) {
  const toolCallId = `call-${++calls}`;
  const title = 'Delete everything';
  if (announced) {
    await send(turn, { sessionUpdate: 'tool_call', toolCallId, title, kind: 'delete', status: 'pending' });
  }
  const toolCall = { toolCallId, title, kind: 'delete', status: 'pending', rawInput: { path: '/' } };
  const { outcome } = await ask(turn, methods.client.session.requestPermission, { toolCall, options });
  const chosen = options.find(({ optionId }) => optionId === outcome.optionId);
  const status = chosen?.kind.startsWith('allow') ? 'completed' : 'failed';
  await send(turn, { sessionUpdate: 'tool_call_update', toolCallId, status });
  await say(turn, `permission: ${outcome.outcome} ${outcome.optionId ?? ''}`.trim());
  return status === 'completed';
}

/** With `--careful` the agent asks before it reads, as examples/acp_echo_agent does. */
async function read(turn, [path, line, limit]) {
  if (process.argv.includes('--careful') && !(await permission(turn))) return;
  const params = { path, ...(line && { line: Number(line) }), ...(limit && { limit: Number(limit) }) };
  await tell(turn, 'read', () => ask(turn, methods.client.fs.readTextFile, params), ({ content }) => content);
}

async function write(turn, [path, ...words]) {
  const params = { path, content: `${words.join(' ')}\n` };
  await tell(turn, 'write', () => ask(turn, methods.client.fs.writeTextFile, params), () => 'done');
}

const describe_exit = ({ exitCode = null, signal = null } = {}) => `exit=${exitCode} signal=${signal}`;

async function terminal(turn, [command, ...args], extra = {}) {
  const { session, client } = turn;
  await tell(turn, 'terminal', async () => {
    const handle = await client.createTerminal({ sessionId: session.id, command, args, cwd: session.cwd, ...extra });
    const toolCallId = `call-${++calls}`;
    const content = [{ type: 'terminal', terminalId: handle.id }];
    await send(turn, { sessionUpdate: 'tool_call', toolCallId, title: command, kind: 'execute', status: 'in_progress', content });
    const exit = await handle.waitForExit();
    const { output, truncated, exitStatus } = await handle.currentOutput();
    await handle.release();
    await send(turn, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    return `${describe_exit(exit)} again ${describe_exit(exitStatus)} truncated=${truncated} output=${output}`;
  }, (outcome) => outcome);
}

async function terminal_kill(turn, [command, ...args]) {
  const { session, client } = turn;
  await tell(turn, 'terminal-kill', async () => {
    const handle = await client.createTerminal({ sessionId: session.id, command, args });
    const running = await handle.currentOutput();
    await handle.kill();
    const exit = await handle.waitForExit();
    await handle.currentOutput();
    await handle.release();
    const after = await handle.currentOutput().then(() => 'answered', (error) => `error ${error.code}`);
    return `running=${!running.exitStatus} ${describe_exit(exit)} released=${after}`;
  }, (outcome) => outcome);
}

async function plan(turn) {
  const entries = (...states) => states.map((status, i) => ({
    content: `step ${i + 1}`,
    priority: ['high', 'medium', 'low'][i],
    status,
  }));
  await send(turn, { sessionUpdate: 'plan', entries: entries('pending', 'pending', 'pending') });
  await send(turn, { sessionUpdate: 'plan', entries: entries('completed', 'in_progress', 'pending') });
  await send(turn, { sessionUpdate: 'plan', entries: [] });
}

async function tools(turn) {
  const toolCallId = `call-${++calls}`;
  await send(turn, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Edit',
    name: 'edit_file',
    kind: 'edit',
    status: 'pending',
    rawInput: { path: '/tmp/a', deep: [1, { two: null }] },
    locations: [{ path: '/tmp/a', line: 7 }, { path: '/tmp/b' }],
    _meta: { 'example.com/tool': 1 },
  });
  await send(turn, { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', title: 'Edit /tmp/a' });
  await send(turn, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: 'completed',
    content: [
      { type: 'content', content: text('changed') },
      { type: 'diff', path: '/tmp/a', oldText: 'old\n', newText: 'new\n' },
      { type: 'diff', path: '/tmp/b', oldText: null, newText: 'born\n' },
    ],
    rawOutput: 'ok',
  });
}

async function updates(turn) {
  await send(turn, { sessionUpdate: 'agent_thought_chunk', content: text('thinking'), messageId: 'thought-1' });
  await send(turn, { sessionUpdate: 'user_message_chunk', content: text('repeated') });
  await send(turn, { sessionUpdate: 'usage_update', used: 53000, size: 200000, cost: { amount: 0.045, currency: 'USD' } });
  await send(turn, { sessionUpdate: 'usage_update', used: Number.MAX_SAFE_INTEGER, size: 1 });
  if (turn.state.client_capabilities.session?.notices) {
    await send(turn, { sessionUpdate: 'notice', severity: 'warning', title: 'Careful', description: 'Hot' });
  }
  if (turn.state.client_capabilities.session?.compaction) {
    await send(turn, { sessionUpdate: 'compaction_update', compactionId: 'c1', status: 'in_progress' });
    await send(turn, { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c1', content: text('short') });
    await send(turn, { sessionUpdate: 'compaction_update', compactionId: 'c1', status: 'completed', summary: [text('short')] });
  }
  await send(turn, turn.session.available_commands());
  turn.extra = { _meta: { 'example.com/quota': { tokens: 12 } } };
}

async function title(turn, words) {
  turn.session.title = words.length > 0 ? words.join(' ') : null;
  await send(turn, { sessionUpdate: 'session_info_update', title: turn.session.title });
  await send(turn, { sessionUpdate: 'session_info_update', updatedAt: '2026-01-02T03:04:05Z' });
}

async function form(turn) {
  const requestedSchema = {
    type: 'object',
    title: 'About you',
    properties: {
      name: { type: 'string', title: 'Name', minLength: 1 },
      age: { type: 'integer', minimum: 0 },
      score: { type: 'number' },
      agree: { type: 'boolean', default: true },
      color: { type: 'string', oneOf: [{ const: 'red', title: 'Red' }, { const: 'green', title: 'Green' }] },
      tags: { type: 'array', minItems: 1, items: { anyOf: [{ const: 'a', title: 'A' }, { const: 'b', title: 'B' }] } },
    },
    required: ['name'],
  };
  const params = { mode: 'form', message: 'Who are you?', requestedSchema };
  await tell(turn, 'form', () => ask(turn, methods.client.elicitation.create, params),
    ({ action, content }) => (content ? `${action} ${JSON.stringify(content)}` : action));
}

async function url(turn) {
  const elicitationId = `elicit-${++calls}`;
  const params = { mode: 'url', message: 'Please sign in', elicitationId, url: `https://example.com/in?id=${elicitationId}` };
  await tell(turn, 'url', async () => {
    const { action } = await ask(turn, methods.client.elicitation.create, params);
    if (action === 'accept') await turn.client.notify(methods.client.elicitation.complete, { elicitationId });
    return action;
  }, (action) => action);
}

async function wait(turn) {
  const toolCallId = `call-${++calls}`;
  await send(turn, { sessionUpdate: 'tool_call', toolCallId, title: 'Wait', kind: 'other', status: 'in_progress' });
  while (!turn.stopped.aborted) {
    await say(turn, 'tick ');
    await delay(20, undefined, { signal: turn.stopped }).catch(() => {});
  }
  await send(turn, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
  await say(turn, 'stopped');
}

async function withdrawn_permission(turn) {
  const options = { cancellationSignal: AbortSignal.timeout(50) };
  const params = { toolCall: { toolCallId: `call-${++calls}` }, options: permission_options };
  await tell(turn, 'withdrawn', () => ask(turn, methods.client.session.requestPermission, params, options),
    ({ outcome }) => outcome.outcome);
}

async function extension(turn) {
  await turn.client.notify('_parley.test/note', { hello: 1 });
  await tell(turn, 'extension', () => turn.client.request('_parley.test/echo', { hello: 1 }), JSON.stringify);
}

export const commands = {
  say: async (turn, words) => {
    const messageId = `message-${++calls}`;
    for (const word of words) await send(turn, chunk(`${word} `, { messageId }));
  },
  echo: async (turn) => {
    for (const content of turn.prompt) await send(turn, { sessionUpdate: 'agent_message_chunk', content });
  },
  permission: (turn) => permission(turn),
  'permission-unannounced': (turn) => permission(turn, { announced: false }),
  'permission-always-only': (turn) => permission(turn, { options: [permission_options[1], permission_options[3]] }),
  'permission-withdrawn': withdrawn_permission,
  read,
  write,
  terminal,
  'terminal-limit': (turn, [bytes, ...words]) => terminal(turn, words, { outputByteLimit: Number(bytes) }),
  'terminal-env': (turn, words) => terminal(turn, words, { env: [{ name: 'PARLEY_WORD', value: 'grüße' }] }),
  'terminal-kill': terminal_kill,
  plan,
  tools,
  updates,
  title,
  mode: (turn, [id]) => turn.session.set_mode(turn.client, id),
  form,
  url,
  wait,
  flood: async (turn, [count]) => {
    for (let i = 0; i < Number(count); i += 1) await say(turn, `${i} `);
  },
  big: (turn, [bytes]) => say(turn, 'x'.repeat(Number(bytes))),
  stop: (turn, [reason]) => reason,
  fail: () => {
    throw RequestError.internalError({ details: 'asked to fail' });
  },
  late: (turn) => void setTimeout(() => say(turn, 'late'), 50),
  extension,
  stderr: (turn, [bytes]) => void process.stderr.write(`${'e'.repeat(Number(bytes))}\n`),
  exit: (turn, [code]) => process.exit(Number(code)),
};
