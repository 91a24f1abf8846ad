// SPDX-License-Identifier: MIT
// Sessions of acp_agent.mjs: settings, history, turns.

import { isAbsolute } from 'node:path';
import { RequestError, methods } from '@agentclientprotocol/sdk';

const modes = [
  { id: 'ask', name: 'Ask', description: 'Asks before it acts' },
  { id: 'code', name: 'Code' },
];

class Session {
  #turn;
  open = true;
  history = [];
  mode = 'ask';
  values = { model: 'small', effort: 'low', verbose: false };
  title = null;

  constructor(id, params, state) {
    Object.assign(this, { id, cwd: params.cwd, state });
    this.additional_directories = params.additionalDirectories ?? [];
    this.touched = new Date(0).toISOString();
  }

  get stopped() {
    return this.#turn.signal;
  }

  begin_turn(prompt) {
    if (this.#turn) throw RequestError.invalidRequest(undefined, 'a turn is running');
    this.#turn = new AbortController();
    for (const content of prompt) this.history.push({ sessionUpdate: 'user_message_chunk', content });
  }

  end_turn() {
    this.#turn = undefined;
    this.touched = new Date().toISOString();
  }

  cancel() {
    this.#turn?.abort();
  }

  close() {
    this.cancel();
    this.open = false;
  }

  /** Sends an update and, when it belongs to the conversation, keeps it for session/load. */
  async update(client, update) {
    if (/_chunk$|^tool_call|^plan$/.test(update.sessionUpdate)) this.history.push(update);
    await client.notify(methods.client.session.update, { sessionId: this.id, update });
  }

  settings() {
    return { modes: { currentModeId: this.mode, availableModes: modes }, configOptions: this.options() };
  }

  options() {
    const value = (id, name) => ({ value: id, name });
    const list = [
      {
        type: 'select',
        id: 'model',
        name: 'Model',
        category: 'model',
        currentValue: this.values.model,
        options: [value('small', 'Small'), { ...value('large', 'Large'), description: 'Slower' }],
      },
      {
        type: 'select',
        id: 'effort',
        name: 'Effort',
        category: 'thought_level',
        currentValue: this.values.effort,
        options: [
          { group: 'usual', name: 'Usual', options: [value('low', 'Low'), value('high', 'High')] },
          { group: 'rare', name: 'Rare', options: [value('max', 'Maximum')] },
        ],
      },
    ];
    if (this.state.client_capabilities.session?.configOptions?.boolean) {
      list.push({ type: 'boolean', id: 'verbose', name: 'Verbose', currentValue: this.values.verbose });
    }
    return list;
  }

  available_commands() {
    const availableCommands = [
      { name: 'review', description: 'Reviews the changes', input: { hint: 'what to look at' } },
      { name: 'compact', description: 'Shortens the conversation' },
    ];
    return { sessionUpdate: 'available_commands_update', availableCommands };
  }

  async set_mode(client, id) {
    if (!modes.some((mode) => mode.id === id)) throw RequestError.invalidParams({ modeId: id }, 'unknown mode');
    this.mode = id;
    await this.update(client, { sessionUpdate: 'current_mode_update', currentModeId: id });
  }

  async set_option(client, { configId, value }) {
    const option = this.options().find(({ id }) => id === configId);
    const known = option?.options?.flatMap((entry) => entry.options ?? [entry]).map((entry) => entry.value);
    const right = option?.type === 'boolean' ? typeof value === 'boolean' : known?.includes(value);
    if (!right) throw RequestError.invalidParams({ configId, value }, 'unknown option or value');
    this.values[configId] = value;
    await this.update(client, { sessionUpdate: 'config_option_update', configOptions: this.options() });
  }
}

export class Sessions {
  #all = new Map();
  #next = 1;

  constructor(state) {
    this.state = state;
  }

  create(params) {
    this.#check(params);
    const session = new Session(`session-${this.#next++}`, params, this.state);
    this.#all.set(session.id, session);
    return session;
  }

  #check({ cwd }) {
    if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, 'cwd must be absolute');
    if (cwd.includes('needs-auth') && !this.state.logged_in) throw RequestError.authRequired();
  }

  peek(id) {
    return this.#all.get(id);
  }

  /** An open session; -32002 when there is none. */
  find(id) {
    const session = this.#all.get(id);
    if (!session?.open) throw RequestError.sessionNotFound(id);
    return session;
  }

  /** For load and resume: also a closed session. */
  open(params) {
    this.#check(params);
    const session = this.#all.get(params.sessionId);
    if (!session) throw RequestError.sessionNotFound(params.sessionId);
    session.open = true;
    session.additional_directories = params.additionalDirectories ?? [];
    return session;
  }

  remove(id) {
    this.#all.get(id)?.close();
    this.#all.delete(id);
  }

  /** Two entries a page; the cursor is the index of the next one. */
  list({ cwd, cursor }) {
    const found = [...this.#all.values()].filter((session) => !cwd || session.cwd === cwd);
    const start = cursor ? Number(cursor) : 0;
    if (!Number.isInteger(start) || start < 0) throw RequestError.invalidParams({ cursor }, 'bad cursor');
    const sessions = found.slice(start, start + 2).map((session) => ({
      sessionId: session.id,
      cwd: session.cwd,
      additionalDirectories: session.additional_directories,
      title: session.title,
      updatedAt: session.touched,
    }));
    return { sessions, ...(start + 2 < found.length && { nextCursor: String(start + 2) }) };
  }
}
