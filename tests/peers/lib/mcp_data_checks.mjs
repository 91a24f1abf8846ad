// SPDX-License-Identifier: MIT
// Lists and their pages, resources, prompts, completion.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { prompts, resources, templates, find_resource } from './feature_data.mjs';
import { check, rejection } from './report.mjs';

const tool_names = (
  'echo add typed weather content fail crash print progress wait cancel_count log ping_client sample ask_form ' +
  'ask_url list_roots whoami touch add_tool remove_tool add_resource remove_resource add_prompt remove_prompt'
).split(' ');

async function pages(list) {
  const found = [];
  let cursor;
  do {
    const page = await list(cursor === undefined ? undefined : { cursor });
    found.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < 50);
  return found;
}

async function check_list(what, list, key, expected) {
  await check(`${what}: pages of 5 that add up to the whole list`, async () => {
    const found = await pages(list);
    equal(found.length, Math.ceil(expected.length / 5));
    found.slice(0, -1).forEach((page) => equal(page[what.split(' ')[0]].length, 5));
    const names = found.flatMap((page) => page[what.split(' ')[0]].map((entry) => entry[key]));
    deepEqual([...names].sort(), [...expected].sort());
  });
  await check(`${what}: a made-up cursor is -32602`, async () => {
    equal((await rejection(list({ cursor: 'made up' }))).code, -32602);
  });
}

export async function check_lists({ client }) {
  await check_list('tools', (p) => client.listTools(p), 'name', tool_names);
  await check_list('resources', (p) => client.listResources(p), 'uri', [...resources.keys()]);
  await check_list('resourceTemplates', (p) => client.listResourceTemplates(p), 'uriTemplate',
    templates.map(({ entry }) => entry.uriTemplate));
  await check_list('prompts', (p) => client.listPrompts(p), 'name', [...prompts.keys()]);
  await check('lists: the same order twice', async () => {
    const names = async () =>
      (await pages((p) => client.listTools(p))).flatMap(({ tools }) => tools.map(({ name }) => name));
    deepEqual(await names(), await names());
  });
}

export async function check_resources({ client }) {
  const listed = (await pages((p) => client.listResources(p))).flatMap((page) => page.resources);
  const read = async (uri) => (await client.readResource({ uri })).contents;
  await check('resources: description with size, annotations, icons, title', () => {
    const uri = 'parley://static/text';
    deepEqual(listed.find((entry) => entry.uri === uri), resources.get(uri).entry);
  });
  await check('resources: templates described', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    const note = resourceTemplates.find(({ name }) => name === 'note');
    deepEqual(note, templates[0].entry);
  });
  for (const uri of ['parley://static/text', 'parley://static/blob', 'parley://static/multi', 'parley://item/8']) {
    await check(`resources/read: ${uri}`, async () => deepEqual(await read(uri), resources.get(uri).contents));
  }
  const matched = ['parley://notes/42', 'parley://notes/a%20b', 'parley://files/a/b.txt?version=3', 'parley://files/c', 'parley://numbers/7'];
  for (const uri of matched) {
    await check(`resources/read: ${uri} through its template`, async () => {
      const [{ text, uri: same }] = await read(uri);
      equal(same, uri);
      equal(text, find_resource(uri)[0].text);
    });
  }
  await check('resources/read: mimeType of a template', async () => {
    equal((await read('parley://notes/1'))[0].mimeType, 'text/markdown');
  });
  await check('resources/read: unknown URI', async () => {
    const error = await rejection(read('parley://nowhere'));
    ok([-32002, -32602].includes(error.code), `code ${error.code}`);
    equal(error.data?.uri, 'parley://nowhere');
    equal((await rejection(read('parley://notes/'))).code, error.code);
    equal((await rejection(read('parley://notes/1/2'))).code, error.code);
  });
}

export async function check_prompts({ client }) {
  const listed = (await pages((p) => client.listPrompts(p))).flatMap((page) => page.prompts);
  await check('prompts: description with arguments, title, icons', () => {
    const { arguments: args, ...rest } = listed.find(({ name }) => name === 'greet');
    const { arguments: expected, ...others } = prompts.get('greet').entry;
    deepEqual(rest, others);
    deepEqual(args[0], expected[0]);
    equal(args[1].name, 'style');
    ok(!args[1].required);
  });
  const calls = [
    ['greet', { name: 'Ada', style: 'formal' }],
    ['greet', { name: 'Ada' }],
    ['with_resource', undefined],
    ['with_media', undefined],
    ['chapter_8', undefined],
  ];
  for (const [name, args] of calls) {
    await check(`prompts/get: ${name} ${args ? JSON.stringify(args) : ''}`.trim(), async () => {
      deepEqual(await client.getPrompt({ name, arguments: args }), prompts.get(name).get(args ?? {}));
    });
  }
  await check('prompts/get: missing argument and unknown prompt are -32602', async () => {
    equal((await rejection(client.getPrompt({ name: 'greet', arguments: { style: 'x' } }))).code, -32602);
    equal((await rejection(client.getPrompt({ name: 'greet' }))).code, -32602);
    equal((await rejection(client.getPrompt({ name: 'nothing' }))).code, -32602);
  });
}

export async function check_completion({ client }) {
  const greet = { type: 'ref/prompt', name: 'greet' };
  const values = async (ref, name, value, context) =>
    (await client.complete({ ref, argument: { name, value }, ...(context && { context }) })).completion;
  await check('completion: prompt argument', async () => {
    deepEqual((await values(greet, 'style', 'f')).values, ['formal', 'friendly']);
    deepEqual((await values(greet, 'style', 'zzz')).values, []);
  });
  await check('completion: context arguments', async () => {
    deepEqual((await values(greet, 'name', 'A')).values, ['Ada', 'Alan']);
    const context = { arguments: { style: 'formal' } };
    deepEqual((await values(greet, 'name', '', context)).values, ['Dr. Ada', 'Prof. Alan']);
  });
  await check('completion: template variable', async () => {
    const ref = { type: 'ref/resource', uri: 'parley://notes/{id}' };
    deepEqual((await values(ref, 'id', '1')).values, ['1', '10']);
  });
  await check('completion: at most 100 values, with total and hasMore', async () => {
    const ref = { type: 'ref/resource', uri: 'parley://numbers/{n}' };
    const all = await values(ref, 'n', '');
    deepEqual(all.values, Array.from({ length: 100 }, (_, i) => String(i)));
    equal(all.total, 250);
    equal(all.hasMore, true);
    deepEqual((await values(ref, 'n', '24')).values, ['24', ...Array.from({ length: 10 }, (_, i) => `24${i}`)]);
  });
  await check('completion: unknown references are -32602', async () => {
    equal((await rejection(values({ type: 'ref/prompt', name: 'nothing' }, 'x', ''))).code, -32602);
    equal((await rejection(values({ type: 'ref/resource', uri: 'no://{x}' }, 'x', ''))).code, -32602);
  });
}
