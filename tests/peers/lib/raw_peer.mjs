// SPDX-License-Identifier: MIT
// A child process spoken to in lines of text, for what no SDK would send.

import { spawn } from 'node:child_process';

export class RawPeer {
  constructor(command, args, { verbose = false } = {}) {
    this.lines = [];
    this.noise = [];
    this.taken = new Set();
    this.waiters = new Set();
    this.rest = '';
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', verbose ? 'inherit' : 'ignore'] });
    this.child.stdin.on('error', () => {});
    this.exited = new Promise((resolve) => {
      this.child.on('exit', (code, signal) => resolve({ code, signal }));
    });
    this.child.stdout.setEncoding('utf8');
    this.child.stdout.on('data', (text) => this.#take(text, verbose));
  }

  #take(text, verbose) {
    const parts = (this.rest + text).split('\n');
    this.rest = parts.pop();
    for (const line of parts) {
      if (verbose) console.error(`< ${line.slice(0, 400)}`);
      try {
        this.lines.push(JSON.parse(line.replace(/^\uFEFF/, '')));
      } catch {
        this.noise.push(line);
      }
    }
    for (const wake of this.waiters) wake();
  }

  /** Writes the text as it is; the caller adds the line end. */
  write(text) {
    this.child.stdin.write(text);
  }

  send(message) {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** The first message, not yet taken, that `matches`; taken by this call. */
  async next(matches, what, seconds = 5) {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const found = this.lines.find((line) => !this.taken.has(line) && matches(line));
      if (found !== undefined) {
        this.taken.add(found);
        return found;
      }
      const left = end - Date.now();
      if (left <= 0) throw new Error(`${what}: no such message within ${seconds} s`);
      await this.#more(left);
    }
  }

  #more(milliseconds) {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiters.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.waiters.add(wake);
    });
  }

  answer(id, seconds = 5) {
    return this.next((line) => line?.id === id && line.method === undefined, `answer to ${id}`, seconds);
  }

  async request(id, method, params) {
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.answer(id);
  }

  /** Closes stdin; true when the child then exits within `seconds` by itself. */
  async ends_at_eof(seconds = 2) {
    this.child.stdin.end();
    const late = new Promise((resolve) => setTimeout(resolve, seconds * 1000, undefined));
    const exit = await Promise.race([this.exited, late]);
    if (exit === undefined) this.child.kill('SIGKILL');
    return exit;
  }
}
