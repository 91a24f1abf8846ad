# SPDX-License-Identifier: MIT
"""The hostile end of a connection: starts an example program and talks to it over pipes."""

import concurrent.futures
import json
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import unittest

MB = 1 << 20
# Only an upper bound for what should take milliseconds; a failing test waits this long. Under a
# sanitizer, on a busy machine, some of it takes a minute.
PATIENCE = 120

programs = '.'
sanitized = False


def program(name):
    """The command of an example program."""
    return [os.path.join(programs, name)]


def run_tests():
    """The main function of a test script: `SCRIPT PROGRAM_DIR [--sanitized] [TEST...]`. Several
    tests run at once, because most of their time passes with waiting for the end of a grace."""
    global programs, sanitized
    programs, *names = sys.argv[1:]
    sanitized = '--sanitized' in names
    names = [name for name in names if name != '--sanitized']
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    loader = unittest.TestLoader()
    module = sys.modules['__main__']
    suite = (loader.loadTestsFromNames(names, module) if names
             else loader.loadTestsFromModule(module))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        failed = [test for test, good in pool.map(run_test, flatten(suite)) if not good]
    print(f'{len(failed)} failed')
    sys.exit(1 if failed else 0)


def flatten(suite):
    """The single tests of a suite."""
    for entry in suite:
        if isinstance(entry, unittest.TestSuite):
            yield from flatten(entry)
        else:
            yield entry


def run_test(test):
    """Runs one test and prints how it went."""
    result = unittest.TestResult()
    start = time.monotonic()
    test.run(result)
    text = '' if result.wasSuccessful() else 'FAILED '
    text += f'{test.id()}: {time.monotonic() - start:.1f} s'
    for name, trace in result.failures + result.errors:
        text += f'\n{name}: {trace[:4000]}'
    print(text, flush=True)
    return test, result.wasSuccessful()


def message(method, params=None, **members):
    """A JSON-RPC message as bytes without its line end."""
    out = {'jsonrpc': '2.0', **members, 'method': method}
    if params is not None:
        out['params'] = params
    return json.dumps(out, separators=(',', ':')).encode()


def read_peak(pid):
    """The most memory that a running process has had in use, in bytes; 0 if it is gone."""
    try:
        with open(f'/proc/{pid}/status', encoding='ascii') as status:
            for line in status:
                if line.startswith('VmHWM:'):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class Peer:
    """A child process, what it wrote, and whether it still answers."""

    def __init__(self, command, reads=True, **popen):
        popen = {'stdin': subprocess.PIPE, 'stdout': subprocess.PIPE,
                 'stderr': subprocess.DEVNULL, **popen}
        self.process = subprocess.Popen(command, bufsize=0, **popen)
        self.lines = queue.Queue()
        self.probes = 0
        self.reader = None
        if reads:
            self.start_reading()

    def start_reading(self):
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        rest = []
        while chunk := self.process.stdout.read(1 << 16):
            first, *lines = chunk.split(b'\n')
            rest.append(first)
            for line in lines:
                self.lines.put(b''.join(rest))
                rest = [line]
        if any(rest):
            self.lines.put(b'unfinished: ' + b''.join(rest))
        self.lines.put(None)

    def send(self, *lines):
        """Sends each of these as a line."""
        self.send_raw(b''.join(line + b'\n' for line in lines))

    def send_raw(self, data):
        view = memoryview(data)
        while view:
            view = view[self.process.stdin.write(view):]

    def send_while_taken(self, data, seconds=2 * PATIENCE):
        """Sends without end until the child is gone or the time is over. Returns whether it is gone,
        and how much memory it had in use at most."""
        fd = self.process.stdin.fileno()
        os.set_blocking(fd, False)
        deadline = time.monotonic() + seconds
        at = writes = peak = 0
        while time.monotonic() < deadline:
            if writes % 4 == 0:
                peak = max(peak, self.peak())
            writes += 1
            select.select([], [fd], [], 1)
            try:
                size = os.write(fd, data[at:at + (1 << 16)])
            except BlockingIOError:
                continue
            except OSError:
                return True, peak
            at = (at + size) % len(data)
        return False, max(peak, self.peak())

    def receive(self, timeout=PATIENCE):
        """The next message, decoded; None at the end of the stream."""
        try:
            line = self.lines.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f'no message within {timeout} s') from None
        return None if line is None else json.loads(line)

    def receive_id(self, wanted):
        """Skips messages up to the answer with this id."""
        while (found := self.receive()) is not None:
            if isinstance(found, dict) and found.get('id') == wanted and 'method' not in found:
                return found
        raise AssertionError(f'the stream ended without an answer to {wanted!r}')

    def rest(self):
        """All messages up to the end of the stream."""
        found = []
        while (one := self.receive()) is not None:
            found.append(one)
        return found

    def probe(self):
        """Sends a well-formed request and returns its id."""
        self.probes += 1
        name = f'probe-{self.probes}'
        # Not known to an ACP agent, which answers that; MCP's answer is an empty result.
        self.send(message('ping', id=name))
        return name

    def exchange(self, *lines):
        """Sends lines and then a well-formed request; returns what was answered before it."""
        self.send(*lines)
        return self.until_probe()

    def until_probe(self):
        name = self.probe()
        found = []
        while (one := self.receive()) is not None:
            if isinstance(one, dict) and one.get('id') == name:
                return found
            found.append(one)
        raise AssertionError(f'the connection ended; received before: {str(found)[:500]}')

    def peak(self):
        return read_peak(self.process.pid)

    def end_input(self):
        self.process.stdin.close()

    def wait(self, timeout=PATIENCE):
        """The exit status."""
        return self.process.wait(timeout)

    def stop(self):
        """Ends the child whatever it does, and gives its exit status."""
        self.process.stdin.close()
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError('the child did not end when its input ended') from None
        finally:
            if self.reader:
                self.reader.join()
            if self.process.stdout:
                self.process.stdout.close()
        return status


class HostileTest(unittest.TestCase):
    """What the tests of all programs share."""

    def start(self, command, **options):
        """Starts a program; at the end of the test it must end by itself and without a crash."""
        peer = Peer(command, **options)

        def stop():
            self.assertEqual(peer.stop(), 0, 'a crash, or a sanitizer complained')

        self.addCleanup(stop)
        return peer

    maxDiff = 2000

    def assert_error(self, answer, code, **expected):
        """`expected`: members of the answer, such as its id."""
        text = str(answer)[:500]
        self.assertIsInstance(answer, dict, text)
        self.assertEqual(answer.get('error', {}).get('code'), code, text)
        self.assertEqual(answer['jsonrpc'], '2.0')
        for name, value in expected.items():
            self.assertEqual(answer.get(name, 'missing'), value, text)
            self.assertIs(type(answer.get(name)), type(value), text)

    def assert_one_error(self, answers, code, **expected):
        self.assertEqual(len(answers), 1, str(answers)[:500])
        self.assert_error(answers[0], code, **expected)

    def assert_peak(self, peer, most):
        """The child never had more than `most` bytes in use."""
        peak = peer if isinstance(peer, int) else peer.peak()
        print(f'{self.id()}: peak {peak / MB:.0f} MiB, bound {most / MB:.0f} MiB', file=sys.stderr)
        if not sanitized:
            self.assertGreater(peak, 0)
            self.assertLessEqual(peak, most)
