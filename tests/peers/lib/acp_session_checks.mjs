// SPDX-License-Identifier: MIT
// initialize, authentication, sessions and their settings.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { methods } from '@agentclientprotocol/sdk';
import { check, rejection, until } from './report.mjs';

const { agent: to } = methods;

export const capabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  elicitation: { form: {}, url: {} },
};

export const updates_of = (host, sessionId, kind) => host.updates
  .filter((note) => note.sessionId === sessionId && (!kind || note.update.sessionUpdate === kind))
  .map(({ update }) => update);

export async function check_start(host) {
  const { agent, folder } = host;
  const open = (cwd) => agent.request(to.session.new, { cwd, mcpServers: [] });
  await check('initialize', async () => {
    const clientInfo = { name: 'reference', version: '1' };
    const result = await agent.request(to.initialize, { protocolVersion: 1, clientCapabilities: capabilities, clientInfo });
    equal(result.protocolVersion, 1);
    deepEqual(result.agentInfo, { name: 'parley-test-agent', title: 'Parley test agent', version: '1.0.0' });
    deepEqual(result.authMethods.map(({ id }) => id), ['test-login']);
    deepEqual(Object.keys(result.agentCapabilities.sessionCapabilities).sort(),
      ['additionalDirectories', 'close', 'delete', 'list', 'resume']);
  });
  await check('authentication: required for one folder, unknown method, success, logout', async () => {
    const cwd = '/tmp/needs-auth';
    equal((await rejection(open(cwd))).code, -32000);
    equal((await rejection(agent.request(to.authenticate, { methodId: 'none' }))).code, -32602);
    await agent.request(to.authenticate, { methodId: 'test-login' });
    const { sessionId } = await open(cwd);
    await agent.request(to.logout, {});
    equal((await rejection(open(cwd))).code, -32000);
    await agent.request(to.session.delete, { sessionId });
  });
  await check('session/new: relative folder is -32602', async () => {
    equal((await rejection(open('relative'))).code, -32602);
  });
  await check('session/new: modes, options, then the commands', async () => {
    const { sessionId, modes, configOptions } = await open(folder);
    host.session = sessionId;
    equal(modes.currentModeId, 'ask');
    deepEqual(modes.availableModes.map(({ id }) => id), ['ask', 'code']);
    deepEqual(configOptions.map(({ id, type }) => [id, type]),
      [['model', 'select'], ['effort', 'select'], ['verbose', 'boolean']]);
    const [{ availableCommands }] = await until(() => {
      const found = updates_of(host, sessionId, 'available_commands_update');
      return found.length > 0 && found;
    }, 'commands');
    deepEqual(availableCommands.map(({ name }) => name), ['review', 'compact']);
  });
}

export async function check_sessions(host) {
  await check_settings(host);
  await check_list(host);
  await check_load(host);
  await check_end(host);
}

async function check_settings(host) {
  const { agent, session: sessionId } = host;
  await check('session/set_mode', async () => {
    host.updates.length = 0;
    await agent.request(to.session.setMode, { sessionId, modeId: 'code' });
    deepEqual(updates_of(host, sessionId).map(({ currentModeId }) => currentModeId), ['code']);
    equal((await rejection(agent.request(to.session.setMode, { sessionId, modeId: 'none' }))).code, -32602);
  });
  await check('session/set_config_option: value, boolean, refusal', async () => {
    const set = (configId, value, extra) =>
      agent.request(to.session.setConfigOption, { sessionId, configId, value, ...extra });
    const current = ({ configOptions }) => configOptions.map(({ currentValue }) => currentValue);
    host.updates.length = 0;
    deepEqual(current(await set('model', 'large')), ['large', 'low', false]);
    deepEqual(current(await set('effort', 'max')), ['large', 'max', false]);
    deepEqual(current(await set('verbose', true, { type: 'boolean' })), ['large', 'max', true]);
    equal(updates_of(host, sessionId, 'config_option_update').length, 3);
    equal((await rejection(set('model', 'huge'))).code, -32602);
    equal((await rejection(set('none', 'x'))).code, -32602);
  });
}

async function check_list({ agent, folder }) {
  await check('session/list: pages and the filter by folder', async () => {
    for (const name of ['/a', '/b', '/b']) await agent.request(to.session.new, { cwd: name, mcpServers: [] });
    const found = [];
    let cursor;
    do {
      const page = await agent.request(to.session.list, { ...(cursor && { cursor }) });
      ok(page.sessions.length <= 2);
      found.push(...page.sessions);
      cursor = page.nextCursor;
    } while (cursor);
    ok(found.length >= 4);
    ok(found.some(({ cwd }) => cwd === folder));
    const { sessions } = await agent.request(to.session.list, { cwd: '/b' });
    deepEqual(sessions.map(({ cwd }) => cwd), ['/b', '/b']);
  });
}

async function check_load(host) {
  const { agent, folder } = host;
  const open = { cwd: folder, mcpServers: [] };
  const { sessionId } = await agent.request(to.session.new, open);
  await agent.request(to.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'say one two' }] });
  await check('session/load: the history comes before the answer', async () => {
    host.updates.length = 0;
    const { modes } = await agent.request(to.session.load, { sessionId, ...open });
    deepEqual(updates_of(host, sessionId).map(({ sessionUpdate, content }) => [sessionUpdate, content.text]), [
      ['user_message_chunk', 'say one two'],
      ['agent_message_chunk', 'one '],
      ['agent_message_chunk', 'two '],
    ]);
    equal(modes.currentModeId, 'ask');
  });
  await check('session/resume: no history', async () => {
    host.updates.length = 0;
    await agent.request(to.session.resume, { sessionId, ...open });
    deepEqual(updates_of(host, sessionId), []);
  });
  await check('session/close ends the running turn; the session can be loaded again', async () => {
    const turn = agent.request(to.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'wait' }] });
    await until(() => updates_of(host, sessionId, 'tool_call').length > 0, 'the turn');
    await agent.request(to.session.close, { sessionId });
    equal((await turn).stopReason, 'cancelled');
    equal((await rejection(agent.request(to.session.prompt, { sessionId, prompt: [] }))).code, -32002);
    await agent.request(to.session.load, { sessionId, ...open });
  });
  await check('session/delete, twice; then nothing is left', async () => {
    await agent.request(to.session.delete, { sessionId });
    await agent.request(to.session.delete, { sessionId });
    const error = await rejection(agent.request(to.session.load, { sessionId, ...open }));
    equal(error.code, -32002);
    equal(error.data.sessionId, sessionId);
  });
}

async function check_end(host) {
  const { agent, session: sessionId } = host;
  await check('an agent that dies in a turn fails the request', async () => {
    const error = await rejection(agent.request(to.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'exit 3' }] }));
    match(String(error.message), /clos|end/i);
    deepEqual(await host.exited, { code: 3, signal: null });
  });
}
