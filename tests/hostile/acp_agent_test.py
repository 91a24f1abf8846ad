# SPDX-License-Identifier: MIT
"""A hostile client against the ACP agent example."""

import json

from peer import MB, HostileTest, message, program, run_tests

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_FOUND, CANCELLED = -32002, -32800


def initialize(id=0, version=1, **capabilities):
    return message('initialize', {'protocolVersion': version, 'clientCapabilities': capabilities},
                   id=id)


class AcpAgentTest(HostileTest):

    def open(self, **capabilities):
        agent = self.start(program('acp_echo_agent'))
        agent.send(initialize(**capabilities))
        self.assertEqual(agent.receive()['result']['protocolVersion'], 1)
        agent.send(message('session/new', {'cwd': '/', 'mcpServers': []}, id='new'))
        agent.session = agent.receive_id('new')['result']['sessionId']
        return agent

    def prompt(self, agent, id, text='one two'):
        return message('session/prompt', {'sessionId': agent.session,
                                          'prompt': [{'type': 'text', 'text': text}]}, id=id)

    def assert_works(self, agent):
        agent.send(self.prompt(agent, 'works'))
        said = ''
        while (found := agent.receive()).get('id') != 'works':
            if found.get('method') == 'session/update':
                said += found['params']['update']['content']['text']
        self.assertEqual(found['result'], {'stopReason': 'end_turn'})
        self.assertEqual(said, 'You said: one two')


class Input(AcpAgentTest):

    def test_bytes_that_are_no_json_are_parse_errors_with_a_null_id(self):
        agent = self.open()
        for line in (b'this is not JSON', b'{', b'\xff\xfe', b'"\xed\xa0\x80"', b'\0',
                     b'{"jsonrpc":"2.0","id":1,"method":"\0"}', b'{"id":1e400}', b'"\\ud800"',
                     b'\xef\xbb\xbf\xef\xbb\xbf{}', b'[' * 100_000, b'{"a":' * 100_000):
            answers = agent.exchange(line)
            self.assert_one_error(answers, PARSE_ERROR, id=None)
        self.assert_works(agent)

    def test_carriage_return_byte_order_mark_and_blank_lines_are_tolerated(self):
        agent = self.open()
        for line in (b'', b'\r', b' \t\r', b'\xef\xbb\xbf'):
            self.assertEqual(agent.exchange(line), [])
        unknown = message('x', id=1)
        for line in (unknown + b'\r', b'\xef\xbb\xbf' + unknown, b' ' + unknown + b' \r'):
            self.assert_one_error(agent.exchange(line), METHOD_NOT_FOUND, id=1)

    def test_a_line_of_100_mb_is_skipped(self):
        agent = self.open()
        for _ in range(100):
            agent.send_raw(b'x' * MB)
        agent.send_raw(b'\n')
        self.assert_one_error(agent.until_probe(), INVALID_REQUEST, id=None)
        self.assert_works(agent)
        self.assert_peak(agent, (64 + 16) * MB)

    def test_messages_that_are_no_messages(self):
        agent = self.open()
        for text in ('1', '"x"', 'null', '[]', '{}', '[1]', '[{"id":1,"method":"x"}]',
                     '{"jsonrpc":"2.0","method":5}', '{"jsonrpc":"1.0","method":"x"}',
                     '{"jsonrpc":"2.0","id":{},"method":"x"}', '{"id":true,"method":"x"}'):
            self.assert_one_error(agent.exchange(text.encode()), INVALID_REQUEST, id=None)
        for text in ('{"jsonrpc":"2.0","id":5}', '{"jsonrpc":"2.0","id":5,"method":{}}',
                     '{"jsonrpc":"2.0","id":5,"method":"x","params":7}'):
            self.assert_one_error(agent.exchange(text.encode()), INVALID_REQUEST, id=5)
        self.assert_works(agent)

    def test_ids_of_every_kind(self):
        agent = self.open()
        for text in ('null', '0', '-1', '9223372036854775808', '18446744073709551615', '1.5', '""',
                     '"1"', '"' + 'x' * 100_000 + '"'):
            answers = agent.exchange(b'{"jsonrpc":"2.0","id":%s,"method":"x"}' % text.encode())
            self.assert_one_error(answers, METHOD_NOT_FOUND, id=json.loads(text))
        self.assert_works(agent)

    def test_answers_that_nobody_asked_for_are_ignored(self):
        agent = self.open()
        for text in ('{"jsonrpc":"2.0","id":1,"result":{}}', '{"id":1,"result":null}',
                     '{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}',
                     '{"jsonrpc":"2.0","error":5}', '{"jsonrpc":"2.0","id":{},"result":1}',
                     '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}'):
            self.assertEqual(agent.exchange(text.encode()), [], text)
        self.assert_works(agent)

    def test_unknown_methods_and_odd_params(self):
        agent = self.open()
        for method in ('', 'nonsense', 'session/prompt\u0000', '_x', 'x' * 100_000):
            answers = agent.exchange(message(method, id=5))
            self.assert_one_error(answers, METHOD_NOT_FOUND, id=5)
            self.assertLess(len(str(answers)), 500)
            self.assertEqual(agent.exchange(message(method)), [])
        for method in ('session/prompt', 'session/new'):
            for params in (None, [], [1], {}, {'sessionId': 5}, {'cwd': 5, 'mcpServers': 5},
                           {'cwd': 'relative', 'mcpServers': []}):
                agent.send(message(method, params, id='odd'))
                self.assert_error(agent.receive_id('odd'), INVALID_PARAMS, id='odd')
        for session in ('', 'no such session', 'x' * 1_000_000):
            agent.send(message('session/prompt', {'sessionId': session, 'prompt': []}, id='odd'))
            self.assert_error(agent.receive_id('odd'), NOT_FOUND, id='odd')
        for params in (None, [], {}, {'sessionId': 5}, {'sessionId': 'x'}):
            self.assertEqual(agent.exchange(message('session/cancel', params)), [])
        self.assert_works(agent)


class Lifecycle(AcpAgentTest):

    def test_before_and_after_initialize(self):
        agent = self.start(program('acp_echo_agent'))
        self.assert_error(agent.exchange(message('session/new', {}, id=1))[0], INVALID_REQUEST, id=1)
        for params in (None, [], {}, {'protocolVersion': 'x'}, {'protocolVersion': -1}):
            self.assert_one_error(agent.exchange(message('initialize', params, id=1)),
                                  INVALID_PARAMS, id=1)
        agent.send(initialize(version=65535), message('$/cancel_request', {'requestId': 0}))
        self.assertEqual(agent.receive_id(0)['result']['protocolVersion'], 1)
        self.assert_one_error(agent.exchange(initialize(id=2)), INVALID_REQUEST, id=2)

    def test_cancel_of_what_is_unknown(self):
        agent = self.open()
        for params in ({'requestId': 99}, {'requestId': None}, {'requestId': {}}, {}, [], None):
            self.assertEqual(agent.exchange(message('$/cancel_request', params)), [])
        self.assert_works(agent)

    def wait_for_question(self, agent):
        while (found := agent.receive()).get('method') != 'session/request_permission':
            pass
        return found['id']

    def test_duplicate_ids_and_second_turns_do_not_disturb_the_first(self):
        agent = self.open(fs={'readTextFile': True})
        agent.send(self.prompt(agent, 1, 'read /x'))
        question = self.wait_for_question(agent)
        self.assert_one_error(agent.exchange(self.prompt(agent, 1)), INVALID_REQUEST, id=1)
        self.assert_one_error(agent.exchange(self.prompt(agent, 2)), INVALID_REQUEST, id=2)
        answer = {'outcome': {'outcome': 'selected', 'optionId': 'reject'}}
        agent.send(json.dumps({'jsonrpc': '2.0', 'id': question, 'result': answer}).encode())
        self.assertEqual(agent.receive_id(1)['result'], {'stopReason': 'end_turn'})
        self.assert_works(agent)

    def test_a_cancelled_prompt_ends_as_cancelled(self):
        for cancel in (lambda agent: message('session/cancel', {'sessionId': agent.session}),
                       lambda agent: message('$/cancel_request', {'requestId': 1})):
            agent = self.open()
            agent.send(self.prompt(agent, 1, 'read /x'))
            self.wait_for_question(agent)
            agent.send(cancel(agent))
            self.assertEqual(agent.receive_id(1)['result'], {'stopReason': 'cancelled'})
            self.assert_works(agent)

    def test_odd_answers_to_its_questions_end_the_turn_only(self):
        agent = self.open(fs={'readTextFile': True})
        for answer in (b'"result":5', b'"result":null', b'"result":{"outcome":{"outcome":"odd"}}',
                       b'"result":{"outcome":{"outcome":"selected","optionId":"never offered"}}',
                       b'"error":5', b'"error":{"code":1e30}', b'"result":{},"error":null',
                       b'"error":{"code":-1,"message":"' + b'x' * 100_000 + b'"}'):
            agent.send(self.prompt(agent, 1, 'read /x'))
            question = str(self.wait_for_question(agent)).encode()
            agent.send(b'{"jsonrpc":"2.0","id":' + question + b',' + answer + b'}')
            found = agent.receive_id(1)
            self.assertTrue('result' in found or 'error' in found)
            self.assert_works(agent)

    def test_the_end_of_input_during_a_turn(self):
        agent = self.open()
        agent.send(self.prompt(agent, 1, 'read /x'))
        self.wait_for_question(agent)
        agent.end_input()
        self.assertEqual([found['id'] for found in agent.rest() if 'id' in found], [1])
        self.assertEqual(agent.wait(), 0)

    def test_death_in_the_middle_of_a_frame_with_a_question_open(self):
        agent = self.open()
        agent.send(self.prompt(agent, 1, 'read /x'))
        question = self.wait_for_question(agent)
        agent.send_raw(b'{"jsonrpc":"2.0","id":%d,"result":{"outc' % question)
        agent.process.stdout.flush()
        agent.end_input()
        self.assertEqual(agent.wait(), 0)


class Floods(AcpAgentTest):

    def never_reads(self, line):
        agent = self.start(program('acp_echo_agent'), reads=False)
        agent.send(initialize())
        gone, peak = agent.send_while_taken((line + b'\n') * (1 + MB // len(line)))
        self.assert_peak(peak, (2 * 128 + 64) * MB)
        self.assertTrue(gone)
        self.assertEqual(agent.wait(), 0)

    def test_a_peer_that_sends_garbage_and_never_reads(self):
        self.never_reads(b'x')

    def test_a_peer_that_asks_and_never_reads(self):
        self.never_reads(message('nonsense', id='x' * 1000))

    def test_a_prompt_of_many_words(self):
        agent = self.open()
        agent.send(self.prompt(agent, 1, 'word ' * 20_000))
        words = 0
        while (found := agent.receive()).get('id') != 1:
            words += found['method'] == 'session/update'
        self.assertEqual(words, 20_001)

    def test_many_turns_and_the_end_of_input(self):
        agent = self.start(program('acp_echo_agent'))
        agent.send(initialize())
        agent.send(*[message('session/new', {'cwd': '/', 'mcpServers': []}, id=i)
                     for i in range(1, 5001)])
        agent.end_input()
        self.assertEqual(sorted(found['id'] for found in agent.rest()), list(range(5001)))
        self.assertEqual(agent.wait(), 0)


if __name__ == '__main__':
    run_tests()
