// SPDX-License-Identifier: MIT
// Runs everything_plan.json with the official client; it shows that the plan is right.

import { equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { mismatch } from './lib/match.mjs';
import { check, command_line, finish, rejection, until } from './lib/report.mjs';

const plan = JSON.parse(readFileSync(new URL('everything_plan.json', import.meta.url), 'utf8'));
const any_result = z.looseObject({});
const { command, args } = command_line('everything_reference.mjs SERVER_COMMAND [ARGUMENT…]');
const transport = new StdioClientTransport({ command, args, stderr: 'ignore' });
const client = new Client({ name: 'plan', version: '1' }, { capabilities: plan.capabilities });
const received = [];
const progressed = [];
let asked = {};
let answers = {};
let hello;

const matches = (value, pattern) => equal(mismatch(value, pattern), undefined);
const answer = (schema, method) => client.setRequestHandler(schema, ({ params }) => {
  asked[method] = params;
  return answers[method];
});
client.setRequestHandler(types.ListRootsRequestSchema, () => ({ roots: plan.roots }));
answer(types.CreateMessageRequestSchema, 'sampling/createMessage');
answer(types.ElicitRequestSchema, 'elicitation/create');
client.fallbackNotificationHandler = async (message) => void received.push(message);

const connected = client.connect(transport);
const deliver = transport.onmessage;
transport.onmessage = (message) => {
  hello ??= message.result;
  // The SDK drops a step that arrives in the same read as the result; the wire has it.
  if (message.method === 'notifications/progress') progressed.push(message.params);
  deliver(message);
};
await connected;
await check('initialize', () => matches(hello, plan.initialize));
for (const { method, member, key, all } of plan.lists) {
  await check(method, async () => {
    const found = [];
    let cursor;
    do {
      const page = await client.request({ method, params: { ...(cursor && { cursor }) } }, any_result);
      found.push(...page[member].map((entry) => entry[key]));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    equal(JSON.stringify(found.sort()), JSON.stringify([...all].sort()));
  });
}
for (const step of plan.steps) await check(step.name, () => run(step));
await client.close();
finish();

async function run({ method, params, expect, error, ...step }) {
  received.length = 0;
  asked = {};
  answers = step.answers ?? {};
  progressed.length = 0;
  const options = {
    ...(step.progress && { onprogress: () => {} }),
    ...(step.timeout_ms && { timeout: step.timeout_ms }),
    ...(step.cancel_after_ms && { signal: AbortSignal.timeout(step.cancel_after_ms) }),
  };
  const call = client.request({ method, params }, any_result, options);
  if (error) {
    matches(await rejection(call).then(({ code, message, data }) => ({ code, message, data })), error);
  } else if (expect) {
    matches(await call, expect);
  } else {
    await rejection(call);
  }
  for (const [name, pattern] of Object.entries(step.asked ?? {})) matches(asked[name], pattern);
  for (const pattern of step.notified ?? []) {
    await until(() => received.some((message) => mismatch(message, pattern) === undefined), JSON.stringify(pattern), 6);
  }
  if (step.progressed) matches(progressed, step.progressed);
}
