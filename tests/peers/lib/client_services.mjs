// SPDX-License-Identifier: MIT
// Files and terminals of the reference client, small and without confinement.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { RequestError, methods } from '@agentclientprotocol/sdk';

export function add_file_handlers(app) {
  app.onRequest(methods.client.fs.readTextFile, ({ params: { path, line, limit } }) => {
    let content;
    try {
      content = readFileSync(path, 'utf8');
    } catch {
      throw RequestError.resourceNotFound(path);
    }
    const lines = content.split(/(?<=\n)/);
    const start = (line ?? 1) - 1;
    return { content: lines.slice(start, limit === undefined || limit === null ? undefined : start + limit).join('') };
  });
  app.onRequest(methods.client.fs.writeTextFile, ({ params: { path, content } }) => {
    writeFileSync(path, content);
    return {};
  });
}

export function add_terminal_handlers(app) {
  const terminals = new Map();
  const find = ({ terminalId }) => {
    const terminal = terminals.get(terminalId);
    if (!terminal) throw RequestError.resourceNotFound(terminalId);
    return terminal;
  };
  app.onRequest(methods.client.terminal.create, ({ params }) => {
    const terminalId = `terminal-${terminals.size + 1}`;
    terminals.set(terminalId, start(params));
    return { terminalId };
  });
  app.onRequest(methods.client.terminal.output, ({ params }) => {
    const { output, truncated, exitStatus } = find(params);
    return { output: output.toString('utf8'), truncated, ...(exitStatus && { exitStatus }) };
  });
  app.onRequest(methods.client.terminal.waitForExit, ({ params }) => find(params).exited);
  app.onRequest(methods.client.terminal.kill, ({ params }) => {
    find(params).child.kill('SIGKILL');
    return {};
  });
  app.onRequest(methods.client.terminal.release, ({ params }) => {
    find(params).child.kill('SIGKILL');
    terminals.delete(params.terminalId);
    return {};
  });
}

function start({ command, args = [], env = [], cwd, outputByteLimit }) {
  const extra = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const child = spawn(command, args, { cwd: cwd ?? undefined, env: { ...process.env, ...extra } });
  const terminal = { child, output: Buffer.alloc(0), truncated: false, exitStatus: undefined };
  const take = (data) => {
    terminal.output = Buffer.concat([terminal.output, data]);
    let cut = outputByteLimit ? terminal.output.length - outputByteLimit : 0;
    if (cut <= 0) return;
    while ((terminal.output[cut] & 0xc0) === 0x80) cut += 1;
    terminal.output = terminal.output.subarray(cut);
    terminal.truncated = true;
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  terminal.exited = new Promise((resolve) => {
    child.on('close', (exitCode, signal) => {
      terminal.exitStatus = { exitCode, signal };
      resolve(terminal.exitStatus);
    });
  });
  return terminal;
}
