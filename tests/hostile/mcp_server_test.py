# SPDX-License-Identifier: MIT
"""A hostile client against the MCP server example: every bad line has a defined answer, and the
connection lives on."""

import json

from peer import MB, HostileTest, message, program, run_tests

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL = (
    -32700, -32600, -32601, -32602, -32603)


def initialize(version='2025-11-25', id=0):
    return message('initialize', {'protocolVersion': version, 'capabilities': {},
                                  'clientInfo': {'name': 'hostile', 'version': '1'}}, id=id)


def call(id, tool='add', **arguments):
    return message('tools/call', {'name': tool, 'arguments': arguments}, id=id)


class McpServerTest(HostileTest):

    def open(self, version='2025-11-25', **options):
        server = self.start(program('mcp_calculator_server'), **options)
        server.send(initialize(version))
        self.assertEqual(server.receive()['result']['protocolVersion'], version)
        server.send(message('notifications/initialized'))
        return server

    def assert_works(self, server):
        """A well-formed call is still answered, and rightly."""
        server.send(call('works', a=2, b=3))
        answer = server.receive_id('works')
        self.assertEqual(answer['result']['content'], [{'type': 'text', 'text': '5.0'}])


class Framing(McpServerTest):

    def test_bytes_that_are_no_json_are_parse_errors_without_an_id(self):
        server = self.open()
        for line in (b'this is not JSON', b'{', b'{"jsonrpc":"2.0","id":1,"method":"ping"',
                     b'\xff\xfe', b'"\xc0\x80"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"',
                     b'\0', b'{"jsonrpc":"2.0","id":1,"method":"ping"}\0',
                     b'{"jsonrpc":"2.0","id":1,"method":"pi\0ng"}', b'"\xc3', b'\x01', b'nul',
                     b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}',
                     b'{"jsonrpc":"2.0","id":1,"method":"\\udc00\\ud800"}',
                     b'{"jsonrpc":"2.0","id":1,"method":"\xed\xa0\xbd\xed\xb8\x80"}',
                     b'{"jsonrpc":"2.0","id":01,"method":"ping"}',
                     b'{"jsonrpc":"2.0","id":1,"method":"ping"} {}',
                     b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
                     b"{'jsonrpc':'2.0'}", b'NaN', b'// comment', b'\xef\xbb\xbf\xef\xbb\xbf{}'):
            with self.subTest(line=line):
                answers = server.exchange(line)
                self.assert_one_error(answers, PARSE_ERROR)
                self.assertNotIn('id', answers[0])
        self.assert_works(server)

    def test_older_versions_answer_parse_errors_with_a_null_id(self):
        server = self.open('2025-06-18')
        self.assert_one_error(server.exchange(b'{'), PARSE_ERROR, id=None)

    def test_carriage_return_byte_order_mark_and_blank_lines_are_tolerated(self):
        server = self.open()
        for line in (b'', b'\r', b'  \t ', b'\xef\xbb\xbf', b'\xef\xbb\xbf\r'):
            self.assertEqual(server.exchange(line), [], line)
        for line in (message('ping', id=7) + b'\r', b'\xef\xbb\xbf' + message('ping', id=7),
                     b' \t' + message('ping', id=7) + b' \r',
                     '{"jsonrpc":"2.0","id":7,"method":"ping","x":"\u2028\u2029"}'.encode()):
            self.assertEqual(server.exchange(line), [{'jsonrpc': '2.0', 'id': 7, 'result': {}}])

    def test_a_byte_at_a_time(self):
        server = self.open()
        line = call('slow', a=2, b=3) + b'\r\n'
        for at in range(len(line)):
            server.send_raw(line[at:at + 1])
        self.assertEqual(server.receive()['result']['content'][0]['text'], '5.0')

    def test_deep_nesting_is_a_parse_error(self):
        server = self.open()
        deep = b'[' * 100_000
        for line in (deep, deep + b']' * 100_000, b'{"a":' * 100_000,
                     b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add",'
                     b'"arguments":' + b'{"a":' * 100_000 + b'1' + b'}' * 100_003):
            answers = server.exchange(line)
            self.assert_one_error(answers, PARSE_ERROR)
            self.assertLess(len(json.dumps(answers)), 400)
        self.assert_works(server)
        self.assert_peak(server, 40 * MB)

    def test_nesting_that_is_allowed_reaches_a_typed_tool(self):
        server = self.open()
        for depth in (100, 240):
            nested = json.loads('[' * depth + ']' * depth)
            server.send(call('deep', a=nested, b=1))
            self.assertTrue(server.receive_id('deep')['result']['isError'])
        self.assert_works(server)

    def test_huge_strings_of_escapes(self):
        server = self.open()
        for text in (b'\\u0041' * 1_000_000, b'\\ud83d\\ude00' * 500_000, b'\\\\' * 2_000_000):
            server.send(b'{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"name":"add",'
                        b'"arguments":{"a":"' + text + b'","b":1}}}')
            answer = server.receive_id('big')
            self.assertTrue(answer['result']['isError'])
            self.assertLess(len(json.dumps(answer)), 1000)
        self.assert_works(server)
        self.assert_peak(server, 100 * MB)


class Requests(McpServerTest):

    def test_ids_of_every_kind_are_echoed_or_refused(self):
        server = self.open()
        for text in ('0', '-1', '9007199254740993', '9223372036854775807', '9223372036854775808',
                     '18446744073709551615', '-9223372036854775808', '1.5', '""', '"1"',
                     '"\\u0000"', '"' + 'x' * 100_000 + '"'):
            line = '{"jsonrpc":"2.0","id":%s,"method":"ping"}' % text
            answers = server.exchange(line.encode())
            self.assertEqual(len(answers), 1)
            self.assertEqual(answers[0]['id'], json.loads(text))
            self.assertEqual(answers[0]['result'], {})
        for text in ('true', '[]', '{}', '[1]', '{"a":1}', 'null'):
            line = '{"jsonrpc":"2.0","id":%s,"method":"ping"}' % text
            answers = server.exchange(line.encode())
            self.assert_one_error(answers, INVALID_REQUEST)
            self.assertNotIn('id', answers[0])
        # Larger than 64 bits: the nearest double, as in every JavaScript peer.
        answers = server.exchange(b'{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}')
        self.assertEqual(answers[0]['id'], 2**64)
        answers = server.exchange(b'{"jsonrpc":"2.0","id":-0,"method":"ping"}')
        self.assertEqual(answers[0]['id'], 0)

    def test_messages_that_are_no_messages(self):
        server = self.open()
        for text in ('1', '"x"', 'true', 'null', '{}', '{"jsonrpc":"2.0"}',
                     '{"jsonrpc":"2.0","method":5}', '{"jsonrpc":"2.0","method":null}',
                     '{"jsonrpc":"1.0","method":"ping"}', '{"jsonrpc":2.0,"method":"ping"}',
                     '{"method":"ping"}', '{"jsonrpc":"2.0","method":"ping","params":5}',
                     '{"jsonrpc":"2.0","method":"ping","params":"x"}',
                     '{"jsonrpc":"2.0","method":"ping","result":{}}'):
            answers = server.exchange(text.encode())
            self.assert_one_error(answers, INVALID_REQUEST)
            self.assertNotIn('id', answers[0])
        for text in ('{"jsonrpc":"2.0","id":5}', '{"jsonrpc":"2.0","id":5,"method":{}}',
                     '{"jsonrpc":"3.0","id":5,"method":"ping"}', '{"id":5,"method":"ping"}',
                     '{"jsonrpc":"2.0","id":5,"method":"ping","params":7}',
                     '{"jsonrpc":"2.0","id":5,"method":"ping","result":1}',
                     '{"jsonrpc":"2.0","id":5,"method":"ping","error":1,"result":1}'):
            self.assert_one_error(server.exchange(text.encode()), INVALID_REQUEST, id=5)
        self.assert_works(server)

    def test_unknown_methods(self):
        server = self.open()
        for method in ('nonsense', '', 'tools/call\u0000', 'Tools/Call', 'rpc.discover',
                       '\U0001f600', '../ping', 'x' * 100_000):
            self.assert_one_error(server.exchange(message(method, id=5)), METHOD_NOT_FOUND, id=5)
            self.assertEqual(server.exchange(message(method)), [], 'a notification has no answer')
        self.assert_works(server)

    def test_params_of_the_wrong_kind(self):
        server = self.open()
        for method in ('tools/call', 'resources/read', 'prompts/get', 'resources/subscribe'):
            for params in ([], [1, 2], {}, {'name': 5, 'uri': 5}, {'name': None, 'uri': None}, None):
                server.send(message(method, params, id='wrong'))
                self.assert_error(server.receive_id('wrong'), INVALID_PARAMS, id='wrong')
        for arguments in ([], 5, 'x', True):
            params = {'name': 'add', 'arguments': arguments}
            self.assert_one_error(server.exchange(message('tools/call', params, id=1)),
                                  INVALID_PARAMS, id=1)
        for cursor in (5, 'no such cursor', '-1', '99999999999999999999', '\u0000', {}):
            self.assert_one_error(server.exchange(message('tools/list', {'cursor': cursor}, id=1)),
                                  INVALID_PARAMS, id=1)
        self.assert_works(server)

    def test_arguments_that_do_not_fit(self):
        server = self.open()
        for arguments in ('{"a":"x","b":1}', '{"a":1}', '{"a":null,"b":1}', '{"a":[],"b":{}}',
                          '{"a\\u0000":1,"b":1}'):
            server.send(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add",'
                        b'"arguments":%s}}' % arguments.encode())
            self.assertTrue(server.receive_id(1)['result']['isError'], arguments)
        for number in ('-0', '-0.0', '1e308', '5e-324', '1e-400', '123456789012345678901234567890',
                       '0.' + '3' * 100_000):
            server.send(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add",'
                        b'"arguments":{"a":%s,"b":0}}}' % number.encode())
            self.assertIn('content', server.receive_id(1)['result'])
        # Twice the largest double is infinity, for which JSON has no number: still one answer.
        server.send(call(1, a=1.7e308, b=1.7e308))
        self.assertIn('content', server.receive_id(1)['result'])
        self.assert_works(server)

    def test_duplicate_members_the_last_one_wins(self):
        server = self.open()
        server.send(b'{"jsonrpc":"2.0","id":1,"id":2,"method":"nonsense","method":"tools/call",'
                    b'"params":5,"params":{"name":"add","arguments":{"a":1,"a":2,"b":3}}}')
        self.assertEqual(server.receive()['result']['content'][0]['text'], '5.0')

    def test_many_unknown_arguments(self):
        server = self.open()
        server.send(call('many', a=1, b=2, **{f'k{i}': i for i in range(100_000)}))
        self.assertIn('result', server.receive_id('many'))
        self.assert_works(server)
        self.assert_peak(server, 80 * MB)

    def test_odd_names(self):
        server = self.open()
        for name in ('', '\u0000', 'add\u0000', 'add\n', '\u202eadd', '../add', 'x' * 1_000_000):
            server.send(message('tools/call', {'name': name, 'arguments': {}}, id=1))
            answer = server.receive_id(1)
            self.assert_error(answer, INVALID_PARAMS, id=1)
            self.assertLess(len(json.dumps(answer)), 1000, 'the error quotes the name in full')
            server.send(message('prompts/get', {'name': name}, id=1))
            answer = server.receive_id(1)
            self.assert_error(answer, INVALID_PARAMS, id=1)
            self.assertLess(len(json.dumps(answer)), 1000, 'the error quotes the name in full')
            server.send(message('resources/read', {'uri': name}, id=1))
            self.assert_error(server.receive_id(1), -32002, id=1)
        self.assert_works(server)


class Lifecycle(McpServerTest):

    def test_duplicate_ids_do_not_disturb_the_first_request(self):
        server = self.open()
        # Slow enough to be in flight when the second line is read: both lie in one write.
        server.send(call(1, 'add_up', to=1_000_000), message('ping', id=1), message('ping', id='1'))
        self.assert_error(server.receive_id(1), INVALID_REQUEST, id=1)
        self.assertEqual(server.receive_id('1')['result'], {})
        self.assertEqual(server.receive_id(1)['result']['content'][0]['text'], '500000500000.000000')
        self.assertEqual(server.exchange(message('ping', id=1)),
                         [{'jsonrpc': '2.0', 'id': 1, 'result': {}}])

    def test_answers_that_nobody_asked_for_are_ignored(self):
        server = self.open()
        for text in ('{"jsonrpc":"2.0","id":1,"result":{}}', '{"jsonrpc":"2.0","id":"x","result":1}',
                     '{"jsonrpc":"2.0","id":null,"result":null}',
                     '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}',
                     '{"jsonrpc":"2.0","error":{"code":-1,"message":"no"}}',
                     '{"jsonrpc":"2.0","id":1,"error":null}', '{"jsonrpc":"2.0","id":1,"error":5}',
                     '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
                     '{"jsonrpc":"2.0","id":9223372036854775808,"result":{}}',
                     '{"jsonrpc":"2.0","id":1.5,"result":{}}', '{"id":1,"result":{}}',
                     '{"jsonrpc":"2.0","id":{},"result":{}}'):
            self.assertEqual(server.exchange(text.encode()), [], text)
        self.assert_works(server)

    def test_cancel_and_progress_of_what_is_unknown(self):
        server = self.open()
        for params in ({'requestId': 99}, {'requestId': None}, {'requestId': {}}, {'requestId': 0},
                       {}, [], [1], None, {'requestId': 'x' * 100_000}):
            self.assertEqual(server.exchange(message('notifications/cancelled', params)), [])
        for params in ({'progressToken': 99, 'progress': 1}, {'progressToken': {}}, [], None):
            self.assertEqual(server.exchange(message('notifications/progress', params)), [])
        self.assert_one_error(server.exchange(message('notifications/cancelled', {}, id=8)),
                              METHOD_NOT_FOUND, id=8)
        self.assert_works(server)

    def test_a_cancelled_call_has_no_answer(self):
        server = self.open()
        server.send(call(1, 'add_up', to=1_000_000),
                    message('notifications/cancelled', {'requestId': 1}))
        self.assert_works(server)
        server.end_input()
        self.assertEqual(server.rest(), [])
        self.assertEqual(server.wait(), 0)

    def test_initialize_twice_and_cancelled(self):
        server = self.start(program('mcp_calculator_server'))
        cancel = message('notifications/cancelled', {'requestId': 0})
        server.send(initialize(), cancel)
        self.assertIn('result', server.receive_id(0), 'MCP A8: it cannot be cancelled')
        self.assert_one_error(server.exchange(initialize(id=1)), INVALID_REQUEST, id=1)
        initialized = message('notifications/initialized')
        self.assertEqual(server.exchange(initialized, initialized), [])
        self.assert_works(server)

    def test_requests_before_initialize(self):
        server = self.start(program('mcp_calculator_server'))
        for method in ('tools/call', 'tools/list', 'resources/read', 'prompts/get'):
            self.assert_one_error(server.exchange(message(method, {}, id=1)), INVALID_REQUEST, id=1)
        self.assertEqual(server.exchange(message('notifications/initialized')), [])
        self.assert_one_error(server.exchange(message('tools/list', {}, id=1)), INVALID_REQUEST, id=1)
        for params in (None, [], {}, {'protocolVersion': 5}, {'protocolVersion': '1'}):
            self.assert_one_error(server.exchange(message('initialize', params, id=1)),
                                  INVALID_PARAMS, id=1)
        server.send(initialize('1999-01-01'))
        self.assertIn('result', server.receive_id(0))
        self.assert_works(server)

    def test_batches_where_there_are_none(self):
        server = self.open()
        for line in (b'[]', b'[' + message('ping', id=1) + b']', b'[1,2]', b'[[]]'):
            answers = server.exchange(line)
            self.assert_one_error(answers, INVALID_REQUEST)
            self.assertNotIn('id', answers[0])
        self.assert_works(server)

    def test_batches_of_2025_03_26(self):
        server = self.open('2025-03-26')
        self.assert_one_error(server.exchange(b'[]'), INVALID_REQUEST, id=None)
        (answers,) = server.exchange(b'[1,[],null,' + message('ping', id=1) + b',' +
                                     message('notifications/x') + b']')
        self.assertEqual([answer.get('id') for answer in answers], [None, None, None, 1])
        for answer in answers[:3]:
            self.assert_error(answer, INVALID_REQUEST, id=None)
        self.assertEqual(server.exchange(b'[' + message('notifications/x') + b']'), [])
        (answers,) = server.exchange(b'[' + message('ping', id=1) + b',' +
                                     message('ping', id=1) + b']')
        self.assertEqual(sorted(answer.get('error', {}).get('code', 0) for answer in answers),
                         [INVALID_REQUEST, 0])
        self.assert_works(server)


if __name__ == '__main__':
    run_tests()
