// SPDX-License-Identifier: MIT
// A patient client without SDK against rude_agent.mjs: shows that the agent is as rude as promised.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { RawPeer } from './lib/raw_peer.mjs';
import { check, command_line, finish } from './lib/report.mjs';

const { command, args, verbose } = command_line('rude_client_reference.mjs [-v] AGENT_COMMAND [ARGUMENT…]');
const peer = new RawPeer(command, args, { verbose });
const prompt = (id, text) => {
  const params = { sessionId: 'rude-1', prompt: [{ type: 'text', text }] };
  peer.send({ jsonrpc: '2.0', id, method: 'session/prompt', params });
};
const kinds = () => peer.lines.map((line) => line?.params?.update?.sessionUpdate).filter(Boolean);
const said = () => peer.lines
  .filter((line) => line?.params?.sessionId === 'rude-1' && line.params.update?.sessionUpdate === 'agent_message_chunk')
  .map((line) => line.params.update.content.text ?? '')
  .join('');

await check('initialize: BOM, CRLF, broken capabilities', async () => {
  const { result } = await peer.request(0, 'initialize', { protocolVersion: 1 });
  equal(result.agentCapabilities.loadSession, 'yes');
});
await check('session/new: updates before it, for it and for nobody', async () => {
  const { result } = await peer.request(1, 'session/new', { cwd: '/', mcpServers: [] });
  ok(result.models);
  const order = peer.lines.map((line) => line?.method ?? line?.id);
  deepEqual(order, [0, '_auth/status_update', 'session/update', 'session/update', 1]);
  equal((await peer.next((line) => line?.params?.update?.availableCommands?.length === 4000, 'the big line')).jsonrpc, '2.0');
});
await check('a turn', async () => {
  prompt(2, 'hello');
  const ask = await peer.next((line) => line?.method === 'session/request_permission', 'the permission');
  peer.send({ jsonrpc: '2.0', id: ask.id, result: { outcome: { outcome: 'selected', optionId: 'a' } } });
  const drain = await peer.next((line) => line?.method === 'craft/drainMidTurnQueue', 'the unknown request');
  peer.send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
  peer.send({ jsonrpc: '2.0', id: drain.id, error: { code: -32601, message: 'Method not found' } });
  await peer.next((line) => line?.id === null && line.method === 'fs/read_text_file', 'the request with a null id');
  peer.send({ jsonrpc: '2.0', id: null, error: { code: -32002, message: 'Resource not found' } });
  equal((await peer.answer(2)).result.stopReason, 'end_turn');
  equal((await peer.answer(2)).result.stopReason, 'refusal');
  equal((await peer.answer(2)).error.code, -32603);
  await peer.next((line) => line?.params?.update?.content?.text === 'late', 'the late update');
  equal(said(), 'rude but right grüße 👋late');
  ok(kinds().includes('hologram'));
  equal(peer.noise.filter((line) => line.trim()).length, 4, JSON.stringify(peer.noise));
  equal(peer.lines.filter((line) => line?.error && line.id === undefined).length, 1);
});
await check('cancel, and updates after the end', async () => {
  prompt(3, 'slow');
  await peer.next((line) => line?.params?.update?.content?.text === 'tick ', 'a tick');
  peer.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'rude-1' } });
  equal((await peer.answer(3)).result.stopReason, 'cancelled');
  await peer.next((line) => line?.params?.update?.content?.text === 'after the end', 'the late update');
});
await check('the report', async () => {
  prompt(4, 'report');
  await peer.answer(4);
  const told = JSON.parse(peer.lines.at(-2).params.update.content.text);
  deepEqual(told, {
    permission: { outcome: 'selected', optionId: 'a' },
    unknown_request: -32601,
    null_id: 'answered',
    refusals: 1,
    cancelled: true,
  });
});
await check('end of input is ignored, SIGTERM is not', async () => {
  peer.child.stdin.end();
  const early = await Promise.race([peer.exited, new Promise((resolve) => setTimeout(resolve, 500, 'alive'))]);
  equal(early, 'alive');
  peer.child.kill('SIGTERM');
  deepEqual(await peer.exited, { code: 143, signal: null });
});
finish();
