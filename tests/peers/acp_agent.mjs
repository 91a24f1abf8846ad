// SPDX-License-Identifier: MIT
// ACP agent on the official SDK; each line of a prompt's text is a command of README.md section 3.

import { Readable, Writable } from 'node:stream';
import { RequestError, agent, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { commands } from './lib/agent_commands.mjs';
import { Sessions } from './lib/agent_sessions.mjs';

const state = { client_capabilities: {}, logged_in: false };
const sessions = new Sessions(state);
const auth_methods = [{ id: 'test-login', name: 'Test login', description: 'Always succeeds' }];

const app = agent({ name: 'parley-test-agent' });
const on = (method, handler) => app.onRequest(method, handler);

on(methods.agent.initialize, ({ params }) => {
  state.client_capabilities = params.clientCapabilities ?? {};
  return {
    protocolVersion: 1,
    agentInfo: { name: 'parley-test-agent', title: 'Parley test agent', version: '1.0.0' },
    authMethods: auth_methods,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
      auth: { logout: {} },
    },
  };
});
on(methods.agent.authenticate, ({ params }) => {
  if (params.methodId !== 'test-login') throw RequestError.invalidParams({ methodId: params.methodId }, 'unknown auth method');
  state.logged_in = true;
  return {};
});
on(methods.agent.logout, () => {
  state.logged_in = false;
  return {};
});
on(methods.agent.session.new, ({ params, client }) => {
  const session = sessions.create(params);
  // After the response has been written: commands, as real agents do.
  setImmediate(() => session.update(client, session.available_commands()));
  return { sessionId: session.id, ...session.settings() };
});
on(methods.agent.session.load, async ({ params, client }) => {
  const session = sessions.open(params);
  for (const update of session.history) {
    await client.notify(methods.client.session.update, { sessionId: session.id, update });
  }
  return session.settings();
});
on(methods.agent.session.resume, ({ params }) => sessions.open(params).settings());
on(methods.agent.session.list, ({ params }) => sessions.list(params));
on(methods.agent.session.close, ({ params }) => {
  sessions.find(params.sessionId).close();
  return {};
});
on(methods.agent.session.delete, ({ params }) => {
  sessions.remove(params.sessionId);
  return {};
});
on(methods.agent.session.setMode, async ({ params, client }) => {
  await sessions.find(params.sessionId).set_mode(client, params.modeId);
  return {};
});
on(methods.agent.session.setConfigOption, async ({ params, client }) => {
  const session = sessions.find(params.sessionId);
  await session.set_option(client, params);
  return { configOptions: session.options() };
});
app.onNotification(methods.agent.session.cancel, ({ params }) => sessions.peek(params.sessionId)?.cancel());
on(methods.agent.session.prompt, async ({ params, client }) => {
  const session = sessions.find(params.sessionId);
  session.begin_turn(params.prompt);
  const turn = { session, client, state, prompt: params.prompt, stopped: session.stopped, extra: {} };
  try {
    return { stopReason: await run(turn), ...turn.extra };
  } finally {
    session.end_turn();
  }
});

/** Runs the lines of the prompt until one of them names a stop reason. */
async function run(turn) {
  const text = turn.prompt.find(({ type }) => type === 'text')?.text ?? '';
  for (const line of text.split('\n').filter((words) => words.trim() !== '')) {
    const [name, ...words] = line.split(' ');
    const command = commands[name] ?? commands.say;
    const stop = await command(turn, name in commands ? words : [name, ...words]);
    if (turn.stopped.aborted) return 'cancelled';
    if (typeof stop === 'string') return stop;
  }
  return 'end_turn';
}

const connection = app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
await connection.closed;
process.exit(0);
