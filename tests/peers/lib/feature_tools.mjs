// SPDX-License-Identifier: MIT
// Tools of README.md section 1 that need nothing of the client.

import { setTimeout as delay } from 'node:timers/promises';
import { ICON, PNG, WAV, blob_contents, text_contents } from './feature_data.mjs';

export { ICON };

/** A tool with string arguments (or whole schemas), all required. */
export function entry(name, fields, run, extra = {}) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([key, type]) => [key, typeof type === 'string' ? { type } : type]),
  );
  const inputSchema = { type: 'object', properties, required: Object.keys(fields) };
  return { tool: { name, inputSchema, ...extra }, run };
}

export const ask_schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 1, maxLength: 40 },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    email: { type: 'string', format: 'email' },
    score: { type: 'number' },
    subscribe: { type: 'boolean', default: true },
    color: { type: 'string', oneOf: [{ const: 'red', title: 'Red' }, { const: 'green', title: 'Green' }] },
    size: { type: 'string', enum: ['S', 'M', 'L'], default: 'M' },
    tags: {
      type: 'array',
      minItems: 1,
      items: { anyOf: [{ const: 'a', title: 'Alpha' }, { const: 'b', title: 'Beta' }] },
    },
  },
  required: ['name', 'age'],
};

const typed_schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'integer' },
    mode: { type: 'string', enum: ['fast', 'slow'] },
    tags: { type: 'array', items: { type: 'string' } },
    options: {
      type: 'object',
      properties: { verbose: { type: 'boolean' }, ratio: { type: 'number' } },
      required: ['verbose'],
    },
  },
  required: ['title'],
};

const weather_schema = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    temperature: { type: 'number' },
    conditions: { type: 'array', items: { type: 'string' } },
    wind: {
      type: 'object',
      properties: { speed: { type: 'number' }, direction: { type: 'string' } },
      required: ['speed', 'direction'],
    },
  },
  required: ['city', 'temperature', 'conditions', 'wind'],
};

const progress_schema = {
  type: 'object',
  properties: { steps: { type: 'integer' }, pause: { type: 'integer' } },
  required: ['steps'],
};

const content = () => ({
  content: [
    {
      type: 'text',
      text: 'plain',
      annotations: { audience: ['user'], priority: 0.5, lastModified: '2025-11-25T00:00:00Z' },
    },
    { type: 'image', data: PNG, mimeType: 'image/png' },
    { type: 'audio', data: WAV, mimeType: 'audio/wav' },
    {
      type: 'resource_link',
      uri: 'parley://static/text',
      name: 'static-text',
      title: 'Static text',
      mimeType: 'text/plain',
    },
    { type: 'resource', resource: text_contents },
    { type: 'resource', resource: blob_contents },
  ],
});

export function add_base_tools(tools, { text, failure, structured, state }) {
  const add = (...parts) => tools.set(parts[0], entry(...parts));
  add('echo', { text: 'string' }, (args, extra) => {
    const trace = extra._meta?.['example.com/trace'];
    return { ...text(args.text), ...(trace !== undefined && { _meta: { 'example.com/trace': trace } }) };
  }, {
    title: 'Echo',
    icons: [ICON],
    annotations: {
      title: 'Echo text',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  });
  add('add', { a: 'integer', b: 'integer' }, ({ a, b }) => text(String(a + b)));
  add('typed', {}, (args) => structured(args), { inputSchema: typed_schema, outputSchema: typed_schema });
  add('weather', { city: 'string' }, ({ city }) => structured({
    city,
    temperature: 21.5,
    conditions: ['sunny', 'windy'],
    wind: { speed: 12, direction: 'NW' },
  }), { outputSchema: weather_schema });
  add('content', {}, content);
  add('fail', { message: 'string' }, ({ message }) => failure(message));
  add('crash', {}, () => {
    throw new Error('internal detail 4711');
  });
  add('print', {}, () => (console.error('stray'), text('quiet')));
  add('progress', {}, async ({ steps, pause = 0 }, extra) => {
    const progressToken = extra._meta?.progressToken;
    for (let step = 1; progressToken !== undefined && step <= steps; step += 1) {
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress: step, total: steps, message: `step ${step} of ${steps}` },
      });
      if (pause > 0) await delay(pause);
    }
    return text('done');
  }, { inputSchema: progress_schema });
  add('wait', { milliseconds: 'integer' }, async ({ milliseconds }, extra) => {
    try {
      await delay(milliseconds, undefined, { signal: extra.signal });
    } catch {
      state.cancelled += 1;
    }
    return text('waited');
  });
  add('cancel_count', {}, () => text(String(state.cancelled)));
}
