// SPDX-License-Identifier: MIT
// Prints one line a check and ends the process with the verdict.

let passed = 0;
let failed = 0;

/** Runs one check; what it throws is its failure. A check that hangs fails after `seconds`. */
export async function check(name, body, seconds = 20) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${seconds} s`)), seconds * 1000);
  });
  try {
    await Promise.race([body(), limit]);
    passed += 1;
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${String(error?.message ?? error).split('\n').slice(0, 12).join('\n    ')}`);
  } finally {
    clearTimeout(timer);
  }
}

/** Prints the totals and exits: 0 when nothing failed and something passed. */
export function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

/** Waits until `condition` returns something truthy and returns that. */
export async function until(condition, what, seconds = 5) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what}: not seen within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The error that `promise` is rejected with; a fulfilled promise is a failure. */
export async function rejection(promise) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`expected an error, got ${JSON.stringify(value)?.slice(0, 200)}`);
}

/** Command line of every script here: `[-v] COMMAND ARGUMENT…`. */
export function command_line(usage) {
  const words = process.argv.slice(2);
  const verbose = words[0] === '-v';
  if (verbose) words.shift();
  if (words.length === 0 || words[0] === '--help') {
    console.error(`usage: ${usage}`);
    process.exit(2);
  }
  return { command: words[0], args: words.slice(1), verbose };
}
