// SPDX-License-Identifier: MIT
// Connection, tools, progress, cancellation.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { ICON, PNG, WAV, blob_contents, text_contents } from './feature_data.mjs';
import { check, rejection, until } from './report.mjs';

export const every_capability = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
};

/** Starts the server and shakes hands. `received` collects every notification in wire order. */
export async function connect({ command, args, verbose }, capabilities = every_capability) {
  const transport = new StdioClientTransport({ command, args, stderr: verbose ? 'inherit' : 'ignore' });
  const client = new Client({ name: 'ts-client', version: '1.2.3' }, { capabilities });
  const session = { client, transport, received: [], errors: [], requests: [], handlers: {} };
  client.onerror = (error) => session.errors.push(error);
  client.fallbackNotificationHandler = async (message) => void session.received.push(message);
  const answer = (schema, method) => client.setRequestHandler(schema, (request, extra) => {
    session.requests.push(request);
    return session.handlers[method](request.params, extra);
  });
  if (capabilities.sampling) answer(types.CreateMessageRequestSchema, 'sample');
  if (capabilities.elicitation) answer(types.ElicitRequestSchema, 'elicit');
  if (capabilities.roots) answer(types.ListRootsRequestSchema, 'roots');
  await client.connect(transport);
  const child = transport._process;
  if (verbose) show_wire(transport);
  session.call = (name, args_ = {}, options = undefined) =>
    client.callTool({ name, arguments: args_ }, undefined, options);
  session.text = async (...parts) => (await session.call(...parts)).content[0].text;
  session.end = () => check('shutdown: the server exits by itself at end of input', async () => {
    await client.close();
    equal(child.signalCode, null, 'the server had to be killed');
    equal(child.exitCode, 0);
    deepEqual(session.errors.map(String), [], 'the client saw errors on the stream');
  });
  return session;
}

function show_wire(transport) {
  const { send, onmessage } = transport;
  transport.send = (message) => {
    console.error('>', JSON.stringify(message).slice(0, 400));
    return send.call(transport, message);
  };
  transport.onmessage = (message, extra) => {
    console.error('<', JSON.stringify(message).slice(0, 400));
    return onmessage.call(transport, message, extra);
  };
}

export async function check_lifecycle({ client, call }) {
  await check('initialize: serverInfo, instructions, capabilities', () => {
    deepEqual(client.getServerVersion(), {
      name: 'parley-feature-server',
      title: 'Parley feature server',
      version: '1.0.0',
      websiteUrl: 'https://example.com/parley',
      icons: [ICON],
    });
    equal(client.getInstructions(), 'Call any tool.');
    deepEqual(client.getServerCapabilities(), {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    });
  });
  await check('ping: client to server', async () => deepEqual(await client.ping(), {}));
  await check('ping: server to client', async () => equal((await call('ping_client')).content[0].text, 'pong'));
  await check('initialize: the server knows its client', async () => {
    deepEqual((await call('whoami')).structuredContent, {
      protocolVersion: '2025-11-25',
      clientName: 'ts-client',
      clientVersion: '1.2.3',
      roots: true,
      sampling: true,
      elicitationForm: true,
      elicitationUrl: true,
      rootsChanged: 0,
    });
  });
  await check('an unknown method is -32601', async () => {
    const error = await rejection(client.request({ method: 'no/such/method' }, types.EmptyResultSchema));
    equal(error.code, -32601);
  });
}

export async function check_tools(session) {
  await check_descriptions(session);
  await check_results(session);
  await check_bad_calls(session);
  await check_running_calls(session);
}

async function all_tools({ client }) {
  const found = new Map();
  let cursor;
  do {
    const page = await client.listTools({ cursor });
    for (const tool of page.tools) found.set(tool.name, tool);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

async function check_descriptions(session) {
  const tools = await all_tools(session);
  await check('tools: title, annotations and icons', () => {
    const { title, annotations, icons } = tools.get('echo');
    equal(title, 'Echo');
    deepEqual(annotations, {
      title: 'Echo text',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    deepEqual(icons, [ICON]);
  });
  await check('tools: input schema of a flat struct', () => {
    const { inputSchema } = tools.get('add');
    equal(inputSchema.type, 'object');
    deepEqual([...inputSchema.required].sort(), ['a', 'b']);
    equal(inputSchema.properties.a.type, 'integer');
    equal(inputSchema.properties.b.type, 'integer');
  });
  await check('tools: input schema of nested, optional, enum and list members', () => {
    const { inputSchema } = tools.get('typed');
    const resolve = (schema) => (schema.$ref ? inputSchema.$defs[schema.$ref.split('/').pop()] : schema);
    const { title, count, mode, tags, options } = inputSchema.properties;
    deepEqual(inputSchema.required, ['title']);
    equal(resolve(title).type, 'string');
    equal(resolve(count).type, 'integer');
    deepEqual(resolve(mode).enum, ['fast', 'slow']);
    equal(resolve(tags).items.type, 'string');
    equal(resolve(options).type, 'object');
    deepEqual(resolve(options).required, ['verbose']);
    equal(resolve(options).properties.ratio.type, 'number');
  });
  await check('tools: a tool without arguments still has an object schema', () => {
    equal(tools.get('content').inputSchema.type, 'object');
  });
  await check('tools: output schema', () => {
    const { outputSchema } = tools.get('weather');
    equal(outputSchema.type, 'object');
    deepEqual([...outputSchema.required].sort(), ['city', 'conditions', 'temperature', 'wind']);
  });
}

async function check_results(session) {
  const { call, text } = session;
  await check('tools/call: echo keeps every character', async () => {
    for (const value of ['', 'plain', 'grüße 👋 \u2028\u2029 \u0000 \u001f "\\/', '\r\n\t', '\u{1f469}\u200d\u{1f680}']) {
      equal(await text('echo', { text: value }), value);
    }
  });
  await check('tools/call: echo of 1 MiB', async () => {
    const value = 'ß0123456789abcde'.repeat(61681);
    equal(await text('echo', { text: value }), value);
  });
  await check('tools/call: _meta of request and result', async () => {
    const trace = { deep: [1, null, 'x'] };
    const request = { name: 'echo', arguments: { text: 'x' }, _meta: { 'example.com/trace': trace } };
    deepEqual((await session.client.callTool(request))._meta, { 'example.com/trace': trace });
  });
  await check('tools/call: typed integers', async () => {
    equal(await text('add', { a: 2, b: 3 }), '5');
    equal(await text('add', { a: -7, b: 7 }), '0');
    equal(await text('add', { a: Number.MAX_SAFE_INTEGER - 1, b: 1 }), String(Number.MAX_SAFE_INTEGER));
  });
  await check('tools/call: typed struct with every member, and with one', async () => {
    const full = {
      title: 't',
      count: 3,
      mode: 'slow',
      tags: ['a', 'b'],
      options: { verbose: true, ratio: 0.25 },
    };
    deepEqual((await call('typed', full)).structuredContent, full);
    deepEqual((await call('typed', { title: 't' })).structuredContent, { title: 't' });
  });
  await check('tools/call: structured content, checked by the SDK against the output schema', async () => {
    await all_tools(session);
    const result = await call('weather', { city: 'Graz' });
    deepEqual(result.structuredContent, {
      city: 'Graz',
      temperature: 21.5,
      conditions: ['sunny', 'windy'],
      wind: { speed: 12, direction: 'NW' },
    });
    deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  });
  await check('tools/call: each kind of content block', async () => {
    const { content } = await call('content');
    equal(content.length, 6);
    deepEqual(content[0], {
      type: 'text',
      text: 'plain',
      annotations: { audience: ['user'], priority: 0.5, lastModified: '2025-11-25T00:00:00Z' },
    });
    deepEqual(content[1], { type: 'image', data: PNG, mimeType: 'image/png' });
    deepEqual(content[2], { type: 'audio', data: WAV, mimeType: 'audio/wav' });
    deepEqual(content[3], {
      type: 'resource_link',
      uri: 'parley://static/text',
      name: 'static-text',
      title: 'Static text',
      mimeType: 'text/plain',
    });
    deepEqual(content[4], { type: 'resource', resource: text_contents });
    deepEqual(content[5], { type: 'resource', resource: blob_contents });
  });
  await check('tools/call: a tool reports its own error', async () => {
    const result = await call('fail', { message: 'no luck' });
    equal(result.isError, true);
    deepEqual(result.content, [{ type: 'text', text: 'no luck' }]);
  });
  await check('tools/call: output of printf and std::cout stays off the stream', async () => {
    equal(await text('print'), 'quiet');
    deepEqual(session.errors.map(String), []);
  });
}

async function check_bad_calls({ client, call }) {
  await check('tools/call: arguments that break the schema give isError', async () => {
    const bad = [
      ['add', { a: 'x', b: 1 }],
      ['add', { a: 1 }],
      ['add', { a: 1.5, b: 1 }],
      ['typed', { title: 't', mode: 'medium' }],
      ['typed', { title: 't', options: {} }],
      ['typed', { title: 't', tags: ['a', 1] }],
    ];
    for (const [name, args] of bad) {
      const result = await call(name, args);
      equal(result.isError, true, `${name} ${JSON.stringify(args)} was accepted`);
      ok(result.content[0].text.length > 0);
    }
  });
  await check('tools/call: the message names the bad argument', async () => {
    match((await call('add', { a: 1, b: 'x' })).content[0].text, /\bb\b/);
  });
  await check('tools/call: missing arguments object', async () => {
    equal((await client.callTool({ name: 'add' })).isError, true);
  });
  await check('tools/call: unknown tool is -32602', async () => {
    equal((await rejection(call('no_such_tool'))).code, -32602);
  });
  await check('tools/call: an exception does not leak and does not end the session', async () => {
    let told;
    try {
      const result = await call('crash');
      equal(result.isError, true);
      told = JSON.stringify(result);
    } catch (error) {
      equal(error.code, -32603);
      told = `${error.message} ${JSON.stringify(error.data)}`;
    }
    ok(!told.includes('4711'), told);
    deepEqual(await client.ping(), {});
  });
}

async function check_running_calls({ call, text }) {
  await check('progress: each step, before the result', async () => {
    const steps = [];
    const options = { onprogress: (step) => steps.push(step) };
    equal(await text('progress', { steps: 4, pause: 30 }, options), 'done');
    deepEqual(steps, [1, 2, 3, 4].map((n) => ({ progress: n, total: 4, message: `step ${n} of 4` })));
  });
  await check('progress: none without a token', async () => equal(await text('progress', { steps: 3 }), 'done'));
  await check('progress: resets the client timeout of a slow call', async () => {
    const options = { timeout: 1000, resetTimeoutOnProgress: true, onprogress: () => {} };
    equal(await text('progress', { steps: 6, pause: 250 }, options), 'done');
  });
  await check('cancellation: reaches the handler', async () => {
    const stop = new AbortController();
    const pending = rejection(call('wait', { milliseconds: 60000 }, { signal: stop.signal }));
    equal(await text('echo', { text: 'meanwhile' }), 'meanwhile');
    stop.abort('enough');
    await pending;
    await until(async () => (await text('cancel_count')) === '1', 'the cancellation');
  });
  await check('cancellation: a client timeout cancels, too', async () => {
    equal((await rejection(call('wait', { milliseconds: 60000 }, { timeout: 100 }))).code, -32001);
    await until(async () => (await text('cancel_count')) === '2', 'the cancellation');
  });
  await check('concurrency: a slow call does not hold up others; 64 at once', async () => {
    const stop = new AbortController();
    const slow = rejection(call('wait', { milliseconds: 60000 }, { signal: stop.signal }));
    const texts = Array.from({ length: 64 }, (_, i) => `number ${i}`);
    deepEqual(await Promise.all(texts.map((value) => text('echo', { text: value }))), texts);
    stop.abort();
    await slow;
  });
}
