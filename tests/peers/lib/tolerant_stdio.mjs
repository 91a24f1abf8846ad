// SPDX-License-Identifier: MIT
// Server side stdio transport for the reference server. It does what the SDK's own does not: BOM,
// blank lines, answers to broken lines, batches of 2025-03-26.

import readline from 'node:readline';

const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const refuse = (code, message) => write({ jsonrpc: '2.0', id: null, error: { code, message } });

export class TolerantStdio {
  #batches = [];
  batches_allowed = false;

  async start() {
    const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
    lines.on('line', (line) => this.#take(line.replace(/^\uFEFF/, '')));
    lines.on('close', () => this.onclose?.());
  }

  #take(line) {
    if (line.trim() === '') return;
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      refuse(-32700, 'Parse error');
      return;
    }
    if (!Array.isArray(value)) {
      this.onmessage(value);
    } else if (this.batches_allowed) {
      const ids = value.filter(({ id, method }) => id !== undefined && method).map(({ id }) => id);
      this.#batches.push({ ids: new Set(ids), answers: [] });
      value.forEach((message) => this.onmessage(message));
    } else {
      refuse(-32600, 'Batches are not part of this version');
    }
  }

  async send(message) {
    const batch = this.#batches.find(({ ids }) => message.method === undefined && ids.delete(message.id));
    if (!batch) {
      write(message);
      return;
    }
    batch.answers.push(message);
    if (batch.ids.size === 0) write(batch.answers);
  }

  async close() {
    this.onclose?.();
  }
}
