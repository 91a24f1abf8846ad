// SPDX-License-Identifier: MIT
// What the server sends: notifications, and requests for sampling, elicitation and roots.

import { deepEqual, equal, match } from 'node:assert/strict';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { ask_schema } from './feature_tools.mjs';
import { connect } from './mcp_tool_checks.mjs';
import { check, rejection, until } from './report.mjs';

export async function check_notifications(session) {
  await check_logging(session);
  await check_subscriptions(session);
  await check_list_changes(session);
}

/** Notifications of one method, in order; forgets what was there before. */
function collect(session, method) {
  session.received.length = 0;
  return () => session.received.filter((message) => message.method === method).map(({ params }) => params);
}

async function check_logging(session) {
  const { client, call } = session;
  await check('logging: everything before the first setLevel', async () => {
    const seen = collect(session, 'notifications/message');
    await call('log', { level: 'debug', message: 'early' });
    deepEqual(seen(), [{ level: 'debug', logger: 'feature', data: { message: 'early' } }]);
  });
  await check('logging: setLevel filters by severity', async () => {
    const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
    for (const least of ['warning', 'emergency', 'debug']) {
      await client.setLoggingLevel(least);
      const seen = collect(session, 'notifications/message');
      for (const level of levels) await call('log', { level, message: level });
      deepEqual(seen().map(({ level }) => level), levels.slice(levels.indexOf(least)));
    }
  });
  await check('logging: an unknown level is -32602', async () => {
    equal((await rejection(client.setLoggingLevel('loud'))).code, -32602);
  });
}

async function check_subscriptions(session) {
  const { client, call, text } = session;
  const uri = 'parley://counter';
  const value = async () => (await client.readResource({ uri })).contents[0].text;
  await check('subscriptions: nothing unless subscribed', async () => {
    const seen = collect(session, 'notifications/resources/updated');
    equal(await value(), '0');
    equal(await text('touch'), '1');
    equal(await value(), '1');
    deepEqual(seen(), []);
  });
  await check('subscriptions: updated while subscribed, before the result', async () => {
    const seen = collect(session, 'notifications/resources/updated');
    deepEqual(await client.subscribeResource({ uri }), {});
    await call('touch');
    await call('touch');
    deepEqual(seen(), [{ uri }, { uri }]);
    equal(await value(), '3');
  });
  await check('subscriptions: another URI does not count', async () => {
    await client.unsubscribeResource({ uri });
    await client.subscribeResource({ uri: 'parley://static/text' });
    const seen = collect(session, 'notifications/resources/updated');
    await call('touch');
    await client.ping();
    deepEqual(seen(), []);
    await client.unsubscribeResource({ uri: 'parley://static/text' });
  });
}

async function check_list_changes(session) {
  const { client, call, text } = session;
  const changed = async (kind, action) => {
    const seen = collect(session, `notifications/${kind}/list_changed`);
    await action();
    await until(() => seen().length === 1, `${kind}/list_changed`);
  };
  await check('list_changed: a tool comes and goes', async () => {
    await changed('tools', () => call('add_tool', { name: 'late_tool' }));
    equal(await text('late_tool'), 'dynamic late_tool');
    await changed('tools', () => call('remove_tool', { name: 'late_tool' }));
    equal((await rejection(call('late_tool'))).code, -32602);
    equal((await call('remove_tool', { name: 'late_tool' })).isError, true);
  });
  await check('list_changed: a resource comes and goes', async () => {
    const uri = 'parley://late/one';
    await changed('resources', () => call('add_resource', { uri, text: 'late' }));
    equal((await client.readResource({ uri })).contents[0].text, 'late');
    await changed('resources', () => call('remove_resource', { uri }));
    await rejection(client.readResource({ uri }));
  });
  await check('list_changed: a prompt comes and goes', async () => {
    await changed('prompts', () => call('add_prompt', { name: 'late_prompt' }));
    const { messages } = await client.getPrompt({ name: 'late_prompt' });
    deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'dynamic late_prompt' } }]);
    await changed('prompts', () => call('remove_prompt', { name: 'late_prompt' }));
    equal((await rejection(client.getPrompt({ name: 'late_prompt' }))).code, -32602);
  });
}

export async function check_client_features(session) {
  await check_sampling(session);
  await check_elicitation(session);
  await check_roots(session);
}

async function check_sampling(session) {
  const { call, text, handlers } = session;
  await check('sampling: every parameter arrives, the answer returns', async () => {
    let asked;
    handlers.sample = (params) => {
      asked = params;
      const content = { type: 'text', text: 'four' };
      return { role: 'assistant', model: 'stub-1', stopReason: 'endTurn', content };
    };
    equal(await text('sample', { prompt: 'two and two?' }), 'assistant|stub-1|endTurn|four');
    delete asked._meta;
    deepEqual(asked, {
      messages: [{ role: 'user', content: { type: 'text', text: 'two and two?' } }],
      maxTokens: 64,
      systemPrompt: 'You are a test.',
      temperature: 0.5,
      stopSequences: ['END'],
      modelPreferences: { hints: [{ name: 'test-model' }], intelligencePriority: 0.8 },
    });
  });
  await check('sampling: refused by the user', async () => {
    handlers.sample = () => {
      throw new McpError(-1, 'User rejected sampling request');
    };
    const result = await call('sample', { prompt: 'x' });
    equal(result.isError, true);
    match(result.content[0].text, /User rejected sampling request/);
  });
}

async function check_elicitation(session) {
  const { call, text, handlers, client } = session;
  const content = {
    name: 'Ada',
    age: 36,
    email: 'ada@example.com',
    score: 0.5,
    subscribe: false,
    color: 'red',
    size: 'L',
    tags: ['a', 'b'],
  };
  await check('elicitation: form with every kind of field, accepted', async () => {
    let asked;
    handlers.elicit = (params) => {
      asked = params;
      return { action: 'accept', content };
    };
    const result = await call('ask_form', { message: 'Who are you?' });
    deepEqual(result.structuredContent, { action: 'accept', content });
    equal(asked.message, 'Who are you?');
    equal(asked.mode ?? 'form', 'form');
    deepEqual(asked.requestedSchema, ask_schema);
  });
  for (const action of ['decline', 'cancel']) {
    await check(`elicitation: form, ${action}`, async () => {
      handlers.elicit = () => ({ action });
      deepEqual((await call('ask_form', { message: 'm' })).structuredContent, { action });
    });
  }
  await check('elicitation: content that breaks the schema is not handed on', async () => {
    handlers.elicit = () => ({ action: 'accept', content: { name: 'Ada', age: 'old' } });
    equal((await call('ask_form', { message: 'm' })).isError, true);
  });
  await check('elicitation: url, accepted and completed', async () => {
    let asked;
    handlers.elicit = (params) => {
      asked = params;
      return { action: 'accept' };
    };
    session.received.length = 0;
    equal(await text('ask_url'), 'accept');
    deepEqual([asked.mode, asked.url, asked.elicitationId, asked.message],
      ['url', 'https://example.com/consent?id=elicit-1', 'elicit-1', 'Please confirm']);
    await until(() => session.received.some((message) =>
      message.method === 'notifications/elicitation/complete' && message.params.elicitationId === 'elicit-1'),
    'elicitation/complete');
  });
  await check('elicitation: url, declined and not completed', async () => {
    handlers.elicit = () => ({ action: 'decline' });
    session.received.length = 0;
    equal(await text('ask_url'), 'decline');
    await client.ping();
    deepEqual(session.received.filter(({ method }) => method === 'notifications/elicitation/complete'), []);
  });
}

async function check_roots({ client, call, handlers }) {
  const roots = [{ uri: 'file:///home/ada/project', name: 'project' }, { uri: 'file:///tmp/gr%C3%BC%C3%9Fe' }];
  await check('roots: the list', async () => {
    handlers.roots = () => ({ roots });
    deepEqual((await call('list_roots')).structuredContent, { roots });
  });
  await check('roots: list_changed is heard', async () => {
    await client.sendRootsListChanged();
    handlers.roots = () => ({ roots: [] });
    await until(async () => (await call('whoami')).structuredContent.rootsChanged === 1, 'the change');
    deepEqual((await call('list_roots')).structuredContent, { roots: [] });
  });
}

export async function check_without_capabilities(target) {
  const session = await connect(target, {});
  const needs = { sample: 'sampling', ask_form: 'elicitation', ask_url: 'elicitation', list_roots: 'roots' };
  for (const [name, capability] of Object.entries(needs)) {
    await check(`a client without ${capability}: ${name} is an error that says so`, async () => {
      const args = { sample: { prompt: 'x' }, ask_form: { message: 'x' } }[name] ?? {};
      const result = await session.call(name, args);
      equal(result.isError, true);
      match(result.content[0].text, new RegExp(capability));
    });
  }
  await session.end();
}
