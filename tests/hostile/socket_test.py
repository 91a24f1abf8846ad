# SPDX-License-Identifier: MIT
"""Several peers of one program: a hostile one does not harm the others."""

import json
import os
import socket
import subprocess
import tempfile
import threading

from peer import MB, PATIENCE, HostileTest, message, program, read_peak, run_tests


class SocketTest(HostileTest):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, 's')
        self.server = subprocess.Popen([*program('chat_over_socket'), 'serve', self.path],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.server.stdout.readline()

    def tearDown(self):
        self.server.stdin.close()
        self.server.stdout.close()
        self.assertEqual(self.server.wait(PATIENCE), 0)

    def join(self):
        guest = socket.socket(socket.AF_UNIX)
        guest.settimeout(PATIENCE)
        guest.connect(self.path)
        self.addCleanup(guest.close)
        return guest

    def say(self, guest, lines, count, text='hello'):
        """Says something so often; every time the room must answer."""
        for i in range(count):
            guest.sendall(message('chat/say', {'from': 'x', 'text': text}, id=i) + b'\n')
            while (found := json.loads(lines.readline())).get('id') != i:
                pass
            self.assertIn('result', found)

    def test_a_peer_that_floods_and_never_reads(self):
        flooder, guest = self.join(), self.join()
        ended = threading.Event()

        def flood():
            try:
                while True:
                    flooder.sendall(b'x\n' * 100_000)
            except OSError:
                ended.set()

        thread = threading.Thread(target=flood)
        thread.start()
        with guest.makefile('rb') as lines:
            while not ended.is_set():
                self.say(guest, lines, 10)
            thread.join()
            self.say(guest, lines, 10)
        self.assert_peak(read_peak(self.server.pid), (2 * 128 + 64) * MB)

    def test_a_peer_that_only_never_reads(self):
        self.join()
        guest, other = self.join(), self.join()
        with guest.makefile('rb') as lines, other.makefile('rb') as heard:
            listener = threading.Thread(target=lambda: [heard.readline() for _ in range(200)])
            listener.start()
            # More than the room keeps for one who does not listen.
            self.say(guest, lines, 200, 'x' * MB)
            listener.join()
        self.assert_peak(read_peak(self.server.pid), (2 * 128 + 64) * MB)


if __name__ == '__main__':
    run_tests()
