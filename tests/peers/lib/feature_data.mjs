// SPDX-License-Identifier: MIT
// Resources, prompts and completions of README.md section 1: for the reference server, and what
// mcp_client.mjs expects.

export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
export const ICON = { src: `data:image/png;base64,${PNG}`, mimeType: 'image/png', sizes: ['1x1'] };
export const STATIC_TEXT = 'Hello from parley.\nUmlauts grüße, emoji 👋\n';
export const STATIC_BLOB = Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('base64');

export const text_contents = { uri: 'parley://static/text', mimeType: 'text/plain', text: STATIC_TEXT };
export const blob_contents = {
  uri: 'parley://static/blob',
  mimeType: 'application/octet-stream',
  blob: STATIC_BLOB,
};

export const resources = new Map();
const add = (entry, contents) => resources.set(entry.uri, { entry, contents });
add({
  uri: 'parley://static/text',
  name: 'static-text',
  title: 'Static text',
  description: 'A text that never changes',
  mimeType: 'text/plain',
  size: 47,
  annotations: { audience: ['user', 'assistant'], priority: 0.9, lastModified: '2025-11-25T00:00:00Z' },
  icons: [ICON],
}, [text_contents]);
add({ uri: 'parley://static/blob', name: 'static-blob', mimeType: 'application/octet-stream' }, [blob_contents]);
add({ uri: 'parley://static/multi', name: 'static-multi' }, [
  { uri: 'parley://static/multi#1', text: 'one' },
  { uri: 'parley://static/multi#2', blob: Buffer.from('two').toString('base64') },
]);
add({ uri: 'parley://counter', name: 'counter', mimeType: 'text/plain' });
for (let i = 1; i <= 8; i += 1) {
  const uri = `parley://item/${i}`;
  add({ uri, name: `item-${i}`, mimeType: 'text/plain' }, [{ uri, mimeType: 'text/plain', text: `item ${i}` }]);
}

const numbers = Array.from({ length: 250 }, (_, i) => String(i));
export const templates = [
  {
    entry: { uriTemplate: 'parley://notes/{id}', name: 'note', title: 'Note', mimeType: 'text/markdown' },
    pattern: /^parley:\/\/notes\/([^/?#]+)$/,
    text: ([, id]) => `note ${decodeURIComponent(id)}`,
    values: ['1', '10', '2', '42'],
  },
  {
    entry: { uriTemplate: 'parley://files/{+path}{?version}', name: 'file' },
    pattern: /^parley:\/\/files\/([^?#]*)(?:\?version=([^&]*))?$/,
    text: ([, path, version]) => `path=${path} version=${version ?? ''}`,
    values: [],
  },
  {
    entry: { uriTemplate: 'parley://numbers/{n}', name: 'number' },
    pattern: /^parley:\/\/numbers\/([^/?#]+)$/,
    text: ([, n]) => `number ${n}`,
    values: numbers,
  },
];

/** Contents of a static or templated resource, or undefined. */
export function find_resource(uri) {
  const fixed = resources.get(uri);
  if (fixed) return fixed.contents;
  for (const { entry, pattern, text } of templates) {
    const match = pattern.exec(uri);
    if (match) return [{ uri, mimeType: entry.mimeType, text: text(match) }];
  }
  return undefined;
}

const user = (content) => ({ role: 'user', content });
const assistant = (content) => ({ role: 'assistant', content });
const words = (text) => ({ type: 'text', text });

export const prompts = new Map();
prompts.set('greet', {
  entry: {
    name: 'greet',
    title: 'Greeting',
    description: 'Greets somebody',
    arguments: [{ name: 'name', description: 'Whom to greet', required: true }, { name: 'style' }],
    icons: [ICON],
  },
  get: ({ name, style = 'friendly' }) => ({
    description: `A greeting for ${name}`,
    messages: [user(words(`Please greet ${name} in a ${style} style.`))],
  }),
});
prompts.set('with_resource', {
  entry: { name: 'with_resource' },
  get: () => ({ messages: [user({ type: 'resource', resource: text_contents })] }),
});
prompts.set('with_media', {
  entry: { name: 'with_media' },
  get: () => ({
    messages: [
      user({ type: 'image', data: PNG, mimeType: 'image/png' }),
      assistant({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
      assistant(words('seen')),
      user({ type: 'resource_link', uri: 'parley://static/blob', name: 'static-blob' }),
    ],
  }),
});
for (let i = 1; i <= 8; i += 1) {
  prompts.set(`chapter_${i}`, {
    entry: { name: `chapter_${i}` },
    get: () => ({ messages: [user(words(`Chapter ${i}`))] }),
  });
}

/** All completions, before the cut to 100; undefined for a reference that does not exist. */
export function complete(ref, { name, value }, context) {
  const begins = (list) => list.filter((candidate) => candidate.startsWith(value));
  if (ref.type === 'ref/resource') {
    const found = templates.find(({ entry }) => entry.uriTemplate === ref.uri);
    return found && begins(found.values);
  }
  if (!prompts.has(ref.name)) return undefined;
  if (ref.name !== 'greet') return [];
  if (name === 'style') return begins(['casual', 'formal', 'friendly']);
  return begins(context.style === 'formal' ? ['Dr. Ada', 'Prof. Alan'] : ['Ada', 'Alan']);
}
