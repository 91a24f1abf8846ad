// SPDX-License-Identifier: MIT
// Prompt turns: updates, permission, files, terminals, elicitation, cancel.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { updates_of } from './acp_session_checks.mjs';
import { check, rejection, until } from './report.mjs';

const words = (text) => [{ type: 'text', text }];
const select = (optionId) => () => ({ outcome: { outcome: 'selected', optionId } });

export async function check_turns(host) {
  const sessionId = host.session;
  /** One turn; what it said in one text, its updates and the response. */
  host.turn = async (prompt) => {
    host.updates.length = 0;
    host.asked.length = 0;
    const blocks = typeof prompt === 'string' ? words(prompt) : prompt;
    const response = await host.agent.request(methods.agent.session.prompt, { sessionId, prompt: blocks });
    const updates = updates_of(host, sessionId);
    return { response, updates, said: said(updates) };
  };
  await check_messages(host);
  await check_permission(host);
  await check_files(host);
  await check_terminals(host);
  await check_elicitation(host);
  await check_cancel(host);
}

const said = (updates) => updates
  .filter(({ sessionUpdate, content }) => sessionUpdate === 'agent_message_chunk' && content.type === 'text')
  .map(({ content }) => content.text)
  .join('');

async function check_messages({ turn, updates, notes }) {
  await check('prompt: chunks in order, all before the answer', async () => {
    const { response, said } = await turn('say grüße 👋 there');
    equal(response.stopReason, 'end_turn');
    equal(said, 'grüße 👋 there ');
  });
  await check('prompt: 2000 chunks', async () => {
    equal((await turn('flood 2000')).said, Array.from({ length: 2000 }, (_, i) => `${i} `).join(''));
  });
  await check('prompt: one chunk of 2 MiB', async () => equal((await turn('big 2097152')).said.length, 2097152));
  await check('prompt: every kind of content there and back', async () => {
    const prompt = [
      ...words('echo'),
      { type: 'image', data: 'aGk=', mimeType: 'image/png', uri: 'file:///a.png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 3 },
      { type: 'resource', resource: { uri: 'file:///t', mimeType: 'text/plain', text: 't' } },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'aGk=' } },
    ];
    deepEqual((await turn(prompt)).updates.map(({ content }) => content), prompt);
  });
  await check('updates: plan, tool calls', async () => {
    const { updates: seen } = await turn('plan\ntools');
    deepEqual(seen.map(({ sessionUpdate }) => sessionUpdate),
      ['plan', 'plan', 'plan', 'tool_call', 'tool_call_update', 'tool_call_update']);
    deepEqual(seen[2].entries, []);
    deepEqual(seen[5].content.map(({ type }) => type), ['content', 'diff', 'diff']);
  });
  await check('updates: thought, usage, notice, compaction, commands', async () => {
    const { updates: seen, response } = await turn('updates');
    deepEqual(seen.map(({ sessionUpdate }) => sessionUpdate), [
      'agent_thought_chunk', 'user_message_chunk', 'usage_update', 'usage_update', 'notice', 'compaction_update',
      'compaction_summary_chunk', 'compaction_update', 'available_commands_update',
    ]);
    deepEqual(response._meta, { 'example.com/quota': { tokens: 12 } });
  });
  await check('updates: title set, left alone, cleared', async () => {
    const { updates: seen } = await turn('title A title\ntitle');
    deepEqual(seen.map(({ title }) => title), ['A title', undefined, null, undefined]);
  });
  await check('updates: mode changed by the agent', async () => {
    deepEqual((await turn('mode code\nmode ask')).updates.map(({ currentModeId }) => currentModeId), ['code', 'ask']);
  });
  await check('stop reasons', async () => {
    for (const reason of ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal']) {
      equal((await turn(`stop ${reason}`)).response.stopReason, reason);
    }
  });
  await check('a failed turn', async () => {
    const error = await rejection(turn('fail'));
    equal(error.code, -32603);
    deepEqual(error.data, { details: 'asked to fail' });
  });
  await check('an update after the answer', async () => {
    await turn('late');
    await until(() => said(updates.map(({ update }) => update)) === 'late', 'the late update');
  });
  await check('extensions: unknown request refused, unknown notification ignored', async () => {
    match((await turn('extension')).said, /^extension: error -32601/);
    ok(notes.includes('_parley.test/note'));
  });
  await check('stderr of 1 MiB is drained', async () => equal((await turn('stderr 1048576\nsay done')).said, 'done '));
}

async function check_permission(host) {
  const answers = { yes: 'completed', always: 'completed', no: 'failed', never: 'failed' };
  for (const [option, status] of Object.entries(answers)) {
    await check(`permission: ${option}`, async () => {
      host.permission = select(option);
      const { said, updates } = await host.turn('permission');
      equal(said, `permission: selected ${option}`);
      equal(updates.find(({ sessionUpdate }) => sessionUpdate === 'tool_call_update').status, status);
      deepEqual(host.asked[0].options.map(({ kind }) => kind),
        ['allow_once', 'allow_always', 'reject_once', 'reject_always']);
    });
  }
  await check('permission: dismissed by the user, the turn goes on', async () => {
    host.permission = () => ({ outcome: { outcome: 'cancelled' } });
    const { said, response } = await host.turn('permission\nsay on');
    equal(said, 'permission: cancelledon ');
    equal(response.stopReason, 'end_turn');
  });
  await check('permission: for a call never announced', async () => {
    host.permission = select('yes');
    equal((await host.turn('permission-unannounced')).said, 'permission: selected yes');
  });
  await check('permission: withdrawn by the agent', async () => {
    host.permission = (_, signal) => new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ outcome: { outcome: 'cancelled' } }));
    });
    match((await host.turn('permission-withdrawn')).said, /^withdrawn: (cancelled|error -32800)/);
  });
}

async function check_files({ turn, folder }) {
  const path = join(folder, 'file.txt');
  await check('files: write, read, part of it', async () => {
    equal((await turn(`write ${path} one grüße`)).said, 'write: done');
    equal(readFileSync(path, 'utf8'), 'one grüße\n');
    writeFileSync(path, 'first\nsecond\nthird\n');
    equal((await turn(`read ${path}`)).said, 'read: first\nsecond\nthird\n');
    equal((await turn(`read ${path} 2`)).said, 'read: second\nthird\n');
    equal((await turn(`read ${path} 2 1`)).said, 'read: second\n');
    equal((await turn(`read ${path} 9`)).said, 'read: ');
  });
  await check('files: one that is not there', async () => {
    match((await turn(`read ${join(folder, 'none')}`)).said, /^read: error -/);
  });
}

async function check_terminals({ turn, folder }) {
  await check('terminal: output, exit code, folder, environment', async () => {
    const { said, updates } = await turn('terminal pwd');
    equal(said, `terminal: exit=0 signal=null again exit=0 signal=null truncated=false output=${folder}\n`);
    equal(updates[0].content[0].type, 'terminal');
    match((await turn('terminal false')).said, /exit=1 signal=null/);
    match((await turn('terminal-env printenv PARLEY_WORD')).said, /output=grüße\n$/);
  });
  await check('terminal: the tail, cut at a character', async () => {
    // 5 bytes from the end would cut the first ü in two.
    match((await turn('terminal-limit 5 printf üüü')).said, /truncated=true output=üü$/);
  });
  await check('terminal: kill keeps the id, release ends it', async () => {
    match((await turn('terminal-kill sleep 60')).said, /^terminal-kill: running=true exit=null signal=SIG(KILL|TERM) released=error -/);
  });
}

async function check_elicitation(host) {
  const content = { name: 'Ada', age: 36, score: 0.5, agree: false, color: 'red', tags: ['a', 'b'] };
  await check('elicitation: form accepted, declined, cancelled', async () => {
    host.elicitation = () => ({ action: 'accept', content });
    equal((await host.turn('form')).said, `form: accept ${JSON.stringify(content)}`);
    equal(host.asked[0].requestedSchema.properties.color.oneOf.length, 2);
    for (const action of ['decline', 'cancel']) {
      host.elicitation = () => ({ action });
      equal((await host.turn('form')).said, `form: ${action}`);
    }
  });
  await check('elicitation: url accepted and completed, declined', async () => {
    host.elicitation = () => ({ action: 'accept' });
    equal((await host.turn('url')).said, 'url: accept');
    await until(() => host.completed.includes(host.asked[0].elicitationId), 'the completion');
    host.elicitation = () => ({ action: 'decline' });
    equal((await host.turn('url')).said, 'url: decline');
  });
}

async function check_cancel(host) {
  const cancel = () => host.agent.notify(methods.agent.session.cancel, { sessionId: host.session });
  await check('cancel: a running turn', async () => {
    const turn = host.turn('wait\nsay never');
    await until(() => said(host.updates.map(({ update }) => update)).includes('tick tick '), 'two ticks');
    await cancel();
    const { response, said: text } = await turn;
    equal(response.stopReason, 'cancelled');
    match(text, /^(tick )+stopped$/);
  });
  await check('cancel: with a permission request open', async () => {
    let answer;
    host.permission = () => new Promise((resolve) => (answer = resolve));
    const turn = host.turn('permission\nsay never');
    await until(() => answer, 'the request');
    await cancel();
    answer({ outcome: { outcome: 'cancelled' } });
    const { response, said: text } = await turn;
    equal(response.stopReason, 'cancelled');
    equal(text, 'permission: cancelled');
  });
  await check('cancel: without a turn does nothing', async () => {
    await cancel();
    equal((await host.turn('say still here')).said, 'still here ');
  });
}
