// SPDX-License-Identifier: MIT
// What the SDK would never send: old versions, batches, broken lines.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { RawPeer } from './raw_peer.mjs';
import { check } from './report.mjs';

const hello = (protocolVersion) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'raw', version: '0' },
});

async function open({ command, args, verbose }, version = '2025-11-25') {
  const peer = new RawPeer(command, args, { verbose });
  const { result } = await peer.request('hello', 'initialize', hello(version));
  peer.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { peer, version: result?.protocolVersion };
}

async function with_peer(target, version, body) {
  const { peer } = await open(target, version);
  try {
    await body(peer);
    deepEqual(peer.noise, [], 'lines that are not JSON');
  } finally {
    const exit = await peer.ends_at_eof();
    equal(exit?.code, 0, 'the server did not end with code 0 at end of input');
  }
}

const echo = (id, text) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { text } } });

export async function check_wire(target) {
  await check_versions(target);
  await check_ids(target);
  await check_framing(target);
  await check('wire: answers still owed are written before the exit', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      for (let i = 0; i < 20; i += 1) peer.send(echo(i, `last ${i}`));
      peer.child.stdin.end();
      for (let i = 0; i < 20; i += 1) equal((await peer.answer(i)).result.content[0].text, `last ${i}`);
    }));
}

async function check_versions(target) {
  const cases = {
    '2024-11-05': '2024-11-05',
    '2025-03-26': '2025-03-26',
    '2025-06-18': '2025-06-18',
    '2025-11-25': '2025-11-25',
    '1999-01-01': '2025-11-25',
  };
  for (const [asked, expected] of Object.entries(cases)) {
    await check(`wire: version ${asked} is answered ${expected}`, async () => {
      const { peer, version } = await open(target, asked);
      equal(version, expected);
      equal((await peer.request(1, 'ping')).result !== undefined, true);
      equal((await peer.request(2, 'tools/call', { name: 'echo', arguments: { text: 'x' } })).result.content[0].text, 'x');
      equal((await peer.ends_at_eof())?.code, 0);
    });
  }
}

async function check_ids(target) {
  await check('wire: ids come back with their type', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      for (const id of ['1', 1, 0, -5, '', 'ü', Number.MAX_SAFE_INTEGER]) {
        deepEqual((await peer.request(id, 'ping')).id, id);
      }
    }));
  await check('wire: progress comes before the result; the token keeps its type', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      for (const progressToken of ['1', 7]) {
        const params = { name: 'progress', arguments: { steps: 3 }, _meta: { progressToken } };
        peer.send({ jsonrpc: '2.0', id: `p${progressToken}`, method: 'tools/call', params });
        await peer.answer(`p${progressToken}`);
        const [answer, ...notes] = peer.lines.slice(-4).reverse();
        equal(answer.id, `p${progressToken}`);
        deepEqual(notes.map(({ params }) => [params.progressToken, params.progress]),
          [3, 2, 1].map((n) => [progressToken, n]));
      }
    }));
  await check('wire: no answer to a cancelled request, none to a notification', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      const wait = { name: 'wait', arguments: { milliseconds: 300 } };
      peer.send({ jsonrpc: '2.0', id: 'w', method: 'tools/call', params: wait });
      peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'w', reason: 'test' } });
      peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never sent' } });
      peer.send({ jsonrpc: '2.0', method: 'notifications/nobody_knows_me' });
      await peer.request(1, 'tools/call', { name: 'wait', arguments: { milliseconds: 600 } });
      deepEqual(peer.lines.filter((line) => line.id !== 1 && line.id !== 'hello'), []);
    }));
}

async function check_framing(target) {
  await check('wire: BOM, CRLF, blank lines, split writes', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      peer.write(`\uFEFF${JSON.stringify(echo(1, 'bom'))}\n`);
      equal((await peer.answer(1)).result.content[0].text, 'bom');
      peer.write(`\r\n\n${JSON.stringify(echo(2, 'crlf'))}\r\n\n`);
      equal((await peer.answer(2)).result.content[0].text, 'crlf');
      const line = Buffer.from(`${JSON.stringify(echo(3, 'grüße'))}\n`);
      for (const byte of line) peer.child.stdin.write(Buffer.from([byte]));
      equal((await peer.answer(3)).result.content[0].text, 'grüße');
    }));
  await check('wire: a broken line is -32700 and the next one is served', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      peer.write('{"jsonrpc":"2.0","id":9,\n');
      const error = await peer.next((line) => line.error !== undefined, 'a parse error');
      equal(error.error.code, -32700);
      ok(error.id === undefined || error.id === null);
      equal((await peer.request(2, 'ping')).error, undefined);
    }));
  await check('wire: a batch is served in 2025-03-26', () =>
    with_peer(target, '2025-03-26', async (peer) => {
      peer.send([echo(1, 'one'), { jsonrpc: '2.0', method: 'notifications/nobody_knows_me' }, echo(2, 'two')]);
      const batch = await peer.next(Array.isArray, 'an array of answers');
      deepEqual(batch.map(({ id, result }) => [id, result.content[0].text]).sort(), [[1, 'one'], [2, 'two']]);
    }));
  await check('wire: a batch is -32600 in 2025-11-25', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      peer.send([echo(1, 'one')]);
      equal((await peer.next((line) => line.error !== undefined, 'a refusal')).error.code, -32600);
      equal((await peer.request(2, 'ping')).error, undefined);
    }));
  await check('wire: a response that nobody asked for is ignored', () =>
    with_peer(target, '2025-11-25', async (peer) => {
      peer.send({ jsonrpc: '2.0', id: 4711, result: {} });
      equal((await peer.request(1, 'ping')).error, undefined);
    }));
}
