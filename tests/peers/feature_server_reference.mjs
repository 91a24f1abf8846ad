// SPDX-License-Identifier: MIT
// The server of README.md section 1 on the official SDK; it shows that mcp_client.mjs is right.

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { ICON, add_base_tools, ask_schema, entry } from './lib/feature_tools.mjs';
import { TolerantStdio } from './lib/tolerant_stdio.mjs';
import { complete, find_resource, prompts, resources, templates } from './lib/feature_data.mjs';

const page_size = 5;
const levels = types.LoggingLevelSchema.options;
const server = new Server(
  {
    name: 'parley-feature-server',
    title: 'Parley feature server',
    version: '1.0.0',
    websiteUrl: 'https://example.com/parley',
    icons: [ICON],
  },
  {
    instructions: 'Call any tool.',
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
  },
);
const state = { least: 0, counter: 0, cancelled: 0, roots_changed: 0, subscribed: new Set(), version: '' };
const tools = new Map();
const validator = new AjvJsonSchemaValidator();

const invalid = (message, data) => new types.McpError(types.ErrorCode.InvalidParams, message, data);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const failure = (value) => ({ ...text(value), isError: true });
const structured = (value) => ({ ...text(JSON.stringify(value)), structuredContent: value });

function page(entries, cursor, name) {
  const start = cursor === undefined ? 0 : Number(/^at-(\d+)$/.exec(cursor)?.[1] ?? NaN);
  if (!(start >= 0 && start < Math.max(entries.length, 1))) throw invalid(`bad cursor ${cursor}`);
  const result = { [name]: entries.slice(start, start + page_size) };
  if (start + page_size < entries.length) result.nextCursor = `at-${start + page_size}`;
  return result;
}

// ---- what the tools need of the server ---------------------------------------------------------

const capable = {
  sampling: () => server.getClientCapabilities()?.sampling,
  elicitation: () => server.getClientCapabilities()?.elicitation,
  roots: () => server.getClientCapabilities()?.roots,
};
const needs = (capability, body) => (args, extra) =>
  capable[capability]() ? body(args, extra) : failure(`the client does not offer ${capability}`);

add_base_tools(tools, { text, failure, structured, state });

tools.set('log', entry('log', { level: 'string', message: 'string' }, async ({ level, message }, extra) => {
  if (levels.indexOf(level) >= state.least) {
    await extra.sendNotification({
      method: 'notifications/message',
      params: { level, logger: 'feature', data: { message } },
    });
  }
  return text('logged');
}));
tools.set('ping_client', entry('ping_client', {}, async () => (await server.ping(), text('pong'))));
tools.set('sample', entry('sample', { prompt: 'string' }, needs('sampling', async ({ prompt }) => {
  const answer = await server.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens: 64,
    systemPrompt: 'You are a test.',
    temperature: 0.5,
    stopSequences: ['END'],
    modelPreferences: { hints: [{ name: 'test-model' }], intelligencePriority: 0.8 },
  });
  return text([answer.role, answer.model, answer.stopReason, answer.content.text].join('|'));
})));
const ask_form = entry('ask_form', { message: 'string' }, needs('elicitation', async ({ message }) =>
  structured(await server.elicitInput({ mode: 'form', message, requestedSchema: ask_schema }))));
ask_form.tool.outputSchema = { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] };
tools.set('ask_form', ask_form);
tools.set('ask_url', entry('ask_url', {}, needs('elicitation', async () => {
  const { action } = await server.elicitInput({
    mode: 'url',
    message: 'Please confirm',
    url: 'https://example.com/consent?id=elicit-1',
    elicitationId: 'elicit-1',
  });
  if (action === 'accept') await server.createElicitationCompletionNotifier('elicit-1')();
  return text(action);
})));
const list_roots = entry('list_roots', {}, needs('roots', async () =>
  structured({ roots: (await server.listRoots()).roots })));
list_roots.tool.outputSchema = { type: 'object', properties: { roots: { type: 'array' } }, required: ['roots'] };
tools.set('list_roots', list_roots);
const whoami = entry('whoami', {}, () => {
  const can = server.getClientCapabilities() ?? {};
  const { name, version } = server.getClientVersion();
  return structured({
    protocolVersion: state.version,
    clientName: name,
    clientVersion: version,
    roots: can.roots !== undefined,
    sampling: can.sampling !== undefined,
    elicitationForm: can.elicitation !== undefined && (can.elicitation.form !== undefined || can.elicitation.url === undefined),
    elicitationUrl: can.elicitation?.url !== undefined,
    rootsChanged: state.roots_changed,
  });
});
whoami.tool.outputSchema = { type: 'object', properties: { protocolVersion: { type: 'string' } } };
tools.set('whoami', whoami);
tools.set('touch', entry('touch', {}, async (_, extra) => {
  state.counter += 1;
  const uri = 'parley://counter';
  if (state.subscribed.has(uri)) {
    await extra.sendNotification({ method: 'notifications/resources/updated', params: { uri } });
  }
  return text(String(state.counter));
}));

// ---- entries that come and go ------------------------------------------------------------------

function dynamic(kind, fields, registry, make, changed) {
  tools.set(`add_${kind}`, entry(`add_${kind}`, fields, async (args) => {
    make(args);
    await changed();
    return text('added');
  }));
  const [key] = Object.keys(fields);
  tools.set(`remove_${kind}`, entry(`remove_${kind}`, { [key]: fields[key] }, async (args) => {
    if (!registry.delete(args[key])) return failure(`no ${kind} ${args[key]}`);
    await changed();
    return text('removed');
  }));
}
dynamic('tool', { name: 'string' }, tools, ({ name }) => {
  tools.set(name, entry(name, {}, () => text(`dynamic ${name}`), { description: 'Added at run time' }));
}, () => server.sendToolListChanged());
dynamic('resource', { uri: 'string', text: 'string' }, resources, ({ uri, text: value }) => {
  resources.set(uri, { entry: { uri, name: uri }, contents: [{ uri, text: value }] });
}, () => server.sendResourceListChanged());
dynamic('prompt', { name: 'string' }, prompts, ({ name }) => {
  const content = { type: 'text', text: `dynamic ${name}` };
  prompts.set(name, { entry: { name }, get: () => ({ messages: [{ role: 'user', content }] }) });
}, () => server.sendPromptListChanged());

// ---- the methods -------------------------------------------------------------------------------

const on = (schema, handler) => server.setRequestHandler(schema, handler);
on(types.ListToolsRequestSchema, ({ params }) => page([...tools.values()].map((t) => t.tool), params?.cursor, 'tools'));
on(types.CallToolRequestSchema, async ({ params }, extra) => {
  const found = tools.get(params.name);
  if (!found) throw invalid(`no tool ${params.name}`);
  const verdict = validator.getValidator(found.tool.inputSchema)(params.arguments ?? {});
  if (!verdict.valid) return failure(`bad arguments: ${verdict.errorMessage}`);
  try {
    return await found.run(params.arguments ?? {}, extra);
  } catch (error) {
    return failure(error instanceof types.McpError ? error.message : 'the tool failed');
  }
});
on(types.ListResourcesRequestSchema, ({ params }) => page([...resources.values()].map((r) => r.entry), params?.cursor, 'resources'));
on(types.ListResourceTemplatesRequestSchema, ({ params }) => page(templates.map((t) => t.entry), params?.cursor, 'resourceTemplates'));
on(types.ReadResourceRequestSchema, ({ params: { uri } }) => {
  if (uri === 'parley://counter') return { contents: [{ uri, mimeType: 'text/plain', text: String(state.counter) }] };
  const contents = find_resource(uri);
  if (!contents) throw new types.McpError(-32002, 'Resource not found', { uri });
  return { contents };
});
on(types.SubscribeRequestSchema, ({ params }) => (state.subscribed.add(params.uri), {}));
on(types.UnsubscribeRequestSchema, ({ params }) => (state.subscribed.delete(params.uri), {}));
on(types.ListPromptsRequestSchema, ({ params }) => page([...prompts.values()].map((p) => p.entry), params?.cursor, 'prompts'));
on(types.GetPromptRequestSchema, ({ params }) => {
  const found = prompts.get(params.name);
  if (!found) throw invalid(`no prompt ${params.name}`);
  for (const argument of found.entry.arguments ?? []) {
    if (argument.required && params.arguments?.[argument.name] === undefined) throw invalid(`argument ${argument.name} is missing`);
  }
  return found.get(params.arguments ?? {});
});
on(types.CompleteRequestSchema, ({ params }) => {
  const all = complete(params.ref, params.argument, params.context?.arguments ?? {});
  if (!all) throw invalid('no such reference');
  return { completion: { values: all.slice(0, 100), total: all.length, hasMore: all.length > 100 } };
});
const any_level = z.object({ method: z.literal('logging/setLevel'), params: z.object({ level: z.string() }) });
on(any_level, ({ params: { level } }) => {
  if (!levels.includes(level)) throw invalid(`no level ${level}`);
  state.least = levels.indexOf(level);
  return {};
});
server.setNotificationHandler(types.RootsListChangedNotificationSchema, () => {
  state.roots_changed += 1;
});

const transport = new TolerantStdio();
await server.connect(transport);
const deliver = transport.onmessage;
transport.onmessage = (message) => {
  if (message.method === 'initialize') {
    const asked = message.params.protocolVersion;
    state.version = types.SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : types.LATEST_PROTOCOL_VERSION;
    transport.batches_allowed = state.version === '2025-03-26';
  }
  deliver(message);
};
