# SPDX-License-Identifier: MIT
"""Floods against the MCP server example: what it keeps in memory is bounded, and nothing is lost."""

import subprocess

from mcp_server_test import (INTERNAL, INVALID_REQUEST, PARSE_ERROR, McpServerTest, call,
                             initialize)
from peer import MB, message, program, run_tests

# Limits of parley::Limits that the examples leave as they are.
MAX_FRAME = 64 * MB
MAX_SEND = 128 * MB


class Large(McpServerTest):

    def test_a_line_of_100_mb_is_skipped(self):
        server = self.open()
        piece = b'x' * MB
        for _ in range(100):
            server.send_raw(piece)
        server.send_raw(b'\n')
        self.assert_one_error(server.until_probe(), INVALID_REQUEST)
        for _ in range(100):
            server.send_raw(piece)
        server.send_raw(b'\n' + message('ping', id='next') + b'\n')
        self.assert_error(server.receive(), INVALID_REQUEST)
        self.assertEqual(server.receive()['id'], 'next', 'the line after it is intact')
        self.assert_works(server)
        # The line is kept up to the limit, in a buffer that doubles.
        self.assert_peak(server, MAX_FRAME + 16 * MB)

    def test_lines_just_below_the_limit(self):
        server = self.open()
        for head, tail in ((b'"', b'"'), (b'{"jsonrpc":"2.0","id":1,"method":"', b'"}'),
                           (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"',
                            b'"}}')):
            server.send_raw(head)
            for _ in range(63):
                server.send_raw(b'x' * MB)
            server.send_raw(tail + b'\n')
            (answer,) = server.until_probe()
            self.assertIn('error', answer)
            self.assertLess(len(str(answer)), 1000)
        self.assert_peak(server, 5 * MAX_FRAME)

    def test_a_line_of_tiny_values(self):
        server = self.open()
        for value in (b'1,', b'{},', b'[[[[[[[[]]]]]]]],'):
            server.send_raw(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":[')
            piece = value * (MB // len(value))
            for _ in range(40):
                server.send_raw(piece)
            server.send_raw(b'1]}}\n')
            answers = server.until_probe()
            self.assertEqual(len(answers), 1)
        self.assert_works(server)
        self.assert_peak(server, 6 * MAX_FRAME)

    def test_batches_of_tiny_values(self):
        server = self.open('2025-03-26')
        for count, code in ((1_000_000, INVALID_REQUEST), (20_000_000, PARSE_ERROR)):
            server.send_raw(b'[')
            for _ in range(10):
                server.send_raw(b'1,' * (count // 10))
            server.send_raw(b'1]\n')
            self.assert_one_error(server.until_probe(), code, id=None)
        self.assert_works(server)
        self.assert_peak(server, 4 * MAX_FRAME)

    def test_a_batch_of_a_hundred_thousand_requests(self):
        server = self.open('2025-03-26')
        server.send(b'[' + b','.join(message('ping', id=i) for i in range(100_000)) + b']')
        answers = server.until_probe()
        self.assert_one_error(answers, INVALID_REQUEST, id=None)
        server.send(b'[' + b','.join(message('ping', id=i) for i in range(1000)) + b']')
        self.assertEqual(sorted(answer['id'] for answer in server.receive()), list(range(1000)))
        self.assert_works(server)
        self.assert_peak(server, 200 * MB)


    def test_an_unknown_resource_of_10_mb_is_not_told_back(self):
        server = self.open()
        server.send(message('resources/read', {'uri': 'x:' + 'y' * 10 * MB}, id=1))
        answer = server.receive_id(1)
        self.assert_error(answer, -32002, id=1)
        self.assertLess(len(str(answer)), 1000)
        server.send(message('resources/read', {'uri': 'x:y'}, id=2))
        self.assertEqual(server.receive_id(2)['error']['data'], {'uri': 'x:y'})

    def test_subscriptions_are_bounded_by_count_and_by_size(self):
        server = self.open()
        large = [f'x:{i}:'.ljust(MB, 'y') for i in range(40)]
        for uri in large:
            server.send(message('resources/subscribe', {'uri': uri}, id='large'))
        codes = [server.receive_id('large').get('error', {}).get('code', 0) for _ in large]
        self.assertEqual(codes, [0] * 16 + [INTERNAL] * 24)
        # What is given back can be used again, and a second time costs nothing.
        for method, uri, code in (('subscribe', large[0], 0), ('unsubscribe', large[20], 0),
                                  ('subscribe', 'x:1', INTERNAL), ('unsubscribe', large[0], 0),
                                  ('unsubscribe', large[0], 0), ('subscribe', large[20], 0),
                                  ('subscribe', 'x:1', INTERNAL), ('unsubscribe', large[20], 0)):
            server.send(message('resources/' + method, {'uri': uri}, id='next'))
            self.assertEqual(server.receive_id('next').get('error', {}).get('code', 0), code)
        for i in range(10_000):
            server.send(message('resources/subscribe', {'uri': f'x:{i}'}, id='small'))
        codes = [server.receive_id('small').get('error', {}).get('code', 0) for _ in range(10_000)]
        self.assertEqual(codes, [0] * (10_000 - 15) + [INTERNAL] * 15)
        self.assert_works(server)
        self.assert_peak(server, 80 * MB)


class NeverReads(McpServerTest):
    """A peer that sends and takes no answer. Beyond Limits::max_send_bytes the connection ends."""

    def flood(self, line):
        server = self.start(program('mcp_calculator_server'), reads=False)
        server.send(initialize('2025-03-26'))
        gone, peak = server.send_while_taken((line + b'\n') * (1 + MB // len(line)))
        self.assert_peak(peak, 2 * MAX_SEND + 64 * MB)
        self.assertTrue(gone, 'it went on with a peer that takes nothing')
        self.assertEqual(server.wait(), 0)

    def test_requests(self):
        self.flood(message('nonsense', id='x' * 1000))

    def test_garbage(self):
        self.flood(b'x')

    def test_tool_calls(self):
        self.flood(call('x' * 1000, a=1, b=2))

    def test_batches(self):
        self.flood(b'[' + b','.join([b'1'] * 1000) + b']')

    def test_cancelled_calls(self):
        """Cancelled calls count while their handlers run; the others are refused meanwhile."""
        server = self.start(program('mcp_calculator_server'))
        server.send(initialize())
        for i in range(200):
            server.send(*[line for j in range(100) for line in (
                call(i * 100 + j + 1, 'add_up', to=1_000_000, padding='x' * 1000),
                message('notifications/cancelled', {'requestId': i * 100 + j + 1}))])
        server.send(message('ping', id='end'))
        while server.receive()['id'] != 'end':
            pass
        self.assert_peak(server, 64 * MB)


class NothingIsLost(McpServerTest):

    def test_ten_thousand_calls_and_the_end_of_input(self):
        for _ in range(5):
            server = self.start(program('mcp_calculator_server'))
            calls = [call(i, a=i, b=1) for i in range(1, 10_001)]
            server.send(initialize(), *calls)
            server.end_input()
            answers = server.rest()
            self.assertEqual(sorted(answer['id'] for answer in answers), list(range(10_001)))
            for answer in answers:
                if 'error' in answer:
                    self.assert_error(answer, INTERNAL)
                elif answer['id'] != 0:
                    self.assertEqual(answer['result']['content'][0]['text'], f"{answer['id'] + 1}.0")
            self.assertEqual(server.wait(), 0)

    def test_many_small_bursts_and_the_end_of_input(self):
        for _ in range(100):
            server = self.start(program('mcp_calculator_server'))
            server.send(initialize(), *[call(i, a=i, b=1) for i in range(1, 31)])
            server.end_input()
            self.assertEqual(sorted(answer['id'] for answer in server.rest()), list(range(31)))

    def test_slow_calls_and_the_end_of_input(self):
        server = self.open()
        server.send(*[call(i, 'add_up', to=1_000_000) for i in range(20)])
        server.end_input()
        self.assertEqual(sorted(answer['id'] for answer in server.rest()), list(range(20)))


class Death(McpServerTest):

    def test_the_peer_stops_reading_and_closes_its_end(self):
        server = self.start(program('mcp_calculator_server'), reads=False)
        server.send(initialize())
        server.process.stdout.close()
        try:
            for i in range(1000):
                server.send(call(i, a=1, b=2))
        except BrokenPipeError:
            pass
        self.assertEqual(server.wait(), 0, 'neither SIGPIPE nor an error')

    def test_the_peer_dies_in_the_middle_of_a_frame(self):
        server = self.open()
        server.send_raw(call(1, a=1, b=2)[:-5])
        server.end_input()
        (answer,) = server.rest()
        self.assert_error(answer, PARSE_ERROR)
        self.assertEqual(server.wait(), 0)

    def test_a_last_line_without_a_line_end_is_answered(self):
        server = self.open()
        server.send_raw(call(1, a=1, b=2))
        server.end_input()
        self.assertEqual([answer['id'] for answer in server.rest()], [1])

    def test_standard_input_closed_at_the_start(self):
        for streams in ('<&-', '</dev/null', '<&- >&-', '<&- >&- 2>&-'):
            command = ['sh', '-c', f'exec "$0" {streams}', *program('mcp_calculator_server')]
            result = subprocess.run(command, capture_output=True, timeout=30, check=False)
            self.assertEqual((result.returncode, result.stdout), (0, b''), streams)

    def test_standard_output_closed_at_the_start(self):
        for stream in ('>&-', '>/dev/full'):
            command = ['sh', '-c', f'exec "$0" {stream}', *program('mcp_calculator_server')]
            server = self.start(command)
            try:
                server.send(initialize(), *[call(i, a=1, b=2) for i in range(100)])
            except BrokenPipeError:
                pass
            self.assertEqual(server.wait(), 0, stream)


if __name__ == '__main__':
    run_tests()
