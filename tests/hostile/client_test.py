# SPDX-License-Identifier: MIT
"""The client examples against a hostile server or agent."""

import os
import subprocess
import sys
import tempfile
import time

import peer
from peer import PATIENCE, HostileTest, program, run_tests

CALL = ['--call', 'tool']


class ClientTest(HostileTest):

    def run_client(self, name, mode, *options):
        """Runs a client example; returns its exit status, what it printed, and how long it took."""
        with tempfile.NamedTemporaryFile('r') as report:
            server = [sys.executable, '-B', os.path.join(os.path.dirname(__file__),
                                                         'hostile_server.py'), mode, report.name]
            server += ['--sanitized'] if peer.sanitized else []  # Its environment is filtered.
            start = time.monotonic()
            done = subprocess.run([*program(name), *options, '--', *server], timeout=2 * PATIENCE,
                                  capture_output=True, check=False)
            took = time.monotonic() - start
            self.assertEqual(report.read(), '')
        self.assertGreaterEqual(done.returncode, 0, done.stderr[-2000:])
        return done.returncode, (done.stdout + done.stderr).decode(errors='replace'), took

    def mcp(self, mode, *options):
        return self.run_client('mcp_client', mode, *options)

    def acp(self, mode):
        return self.run_client('acp_client', mode, '--deny', 'hello')

    def test_an_mcp_client_survives_noise_and_gets_its_answer(self):
        status, text, _ = self.mcp('mcp_noise', *CALL)
        self.assertEqual((status, 'survived' in text), (0, True), text[-1000:])

    def test_an_acp_client_survives_noise_and_gets_its_answer(self):
        status, text, _ = self.acp('acp_noise')
        self.assertEqual((status, 'stopped: end_turn' in text), (0, True), text[-1000:])

    def test_a_line_of_100_mb_is_skipped(self):
        status, text, _ = self.mcp('large', *CALL)
        self.assertEqual((status, 'survived' in text), (0, True), text[-1000:])

    def test_a_server_that_floods_and_never_reads(self):
        status, text, _ = self.mcp('mcp_flood', *CALL)
        self.assertEqual((status, 'does not take' in text), (1, True), text[-1000:])

    def test_an_agent_that_floods_and_never_reads(self):
        status, text, _ = self.acp('acp_flood')
        self.assertEqual((status, 'does not take' in text), (1, True), text[-1000:])

    def test_a_peer_that_dies_in_the_middle_of_an_answer(self):
        for status, text, took in (self.mcp('mcp_dies', *CALL), self.acp('acp_dies')):
            self.assertEqual(status, 1)
            self.assertIn('last words', text)
            self.assertLess(took, 20, 'the pending call does not end promptly')

    def test_a_peer_that_exits_at_once(self):
        for status, text, _ in (self.mcp('exits', *CALL), self.acp('exits')):
            self.assertEqual(status, 1)
            self.assertIn('4', text)

    def test_a_peer_that_says_nothing_and_does_not_end(self):
        status, text, took = self.mcp('silent', *CALL, '--timeout', '1')
        self.assertEqual(status, 1, text[-1000:])
        self.assertLess(took, 25)

    def test_a_peer_that_closes_its_output(self):
        status, text, _ = self.mcp('closes_output', *CALL)
        self.assertEqual(status, 1, text[-1000:])

    def test_a_list_that_never_ends(self):
        status, text, _ = self.mcp('pages')
        self.assertEqual((status, 'pages' in text), (1, True), text[-1000:])


if __name__ == '__main__':
    run_tests()
