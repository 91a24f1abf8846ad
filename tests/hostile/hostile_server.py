# SPDX-License-Identifier: MIT
"""An MCP server or ACP agent that attacks its client: `hostile_server.py MODE [REPORT]`. What it
finds wrong with the client goes to the file REPORT, one line each."""

import json
import os
import signal
import sys

MB = 1 << 20
report = open(sys.argv[2], 'a', encoding='utf-8') if len(sys.argv) > 2 else sys.stderr
source, sink = sys.stdin.buffer, sys.stdout.buffer


def raw(data):
    sink.write(data)
    sink.flush()


def send(**members):
    raw(json.dumps({'jsonrpc': '2.0', **members}).encode() + b'\n')


def complain(text):
    print(text[:500], file=report, flush=True)


def read():
    """The next message of the client; leaves at the end."""
    line = source.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def read_request(method):
    """The client's next request, which must be this one; answers to us are set aside."""
    while True:
        found = read()
        if found.get('method') == method:
            return found
        if 'id' in found and 'method' in found:
            complain(f'expected {method}, got {found}')


def ask(id_text, method, *expected):
    """Sends a request and checks the answer: a code, or 0 for a result."""
    raw(b'{"jsonrpc":"2.0","id":%s,"method":%s}\n' % (id_text.encode(), json.dumps(method).encode()))
    found = read()
    while 'method' in found:
        found = read()
    code = found.get('error', {}).get('code', 0)
    if code not in expected or found.get('id') != json.loads(id_text):
        complain(f'{method[:50]}: expected {expected} for {id_text[:50]}, got {found}')


def initialize_mcp():
    found = read_request('initialize')
    send(id=found['id'], result={
        'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}},
        'serverInfo': {'name': 'hostile', 'version': '1'}})
    read_request('notifications/initialized')


def initialize_acp():
    found = read_request('initialize')
    send(id=found['id'], result={'protocolVersion': 1, 'agentCapabilities': {}})
    found = read_request('session/new')
    send(id=found['id'], result={'sessionId': 's'})
    return read_request('session/prompt')['id']


def noise(pending):
    """All that a client has to survive while it waits for the answer to `pending`."""
    raw(b'npm warn something\n\n\r\n \t\n\xef\xbb\xbf\n42\n"text"\nnull\n[]\n{not json\n')
    raw(b'\xff\xfe\0\xc3\n\0\n{"jsonrpc":"2.0","id":1e400}\n{"level":"info"}\n"\\ud800"\n')
    raw(b'[' * 100_000 + b'\n' + b'{"a":' * 100_000 + b'\n')
    for id in (b'999', b'null', b'"%d"' % pending, b'%d.5' % pending, b'{}', b'true', b'-1',
               b'18446744073709551615', b'"' + b'x' * 100_000 + b'"'):
        raw(b'{"jsonrpc":"2.0","id":%s,"result":{}}\n' % id)
        raw(b'{"jsonrpc":"2.0","id":%s,"error":{"code":-1,"message":"no"}}\n' % id)
    raw(b'{"jsonrpc":"2.0","id":999,"result":{},"error":{"code":1,"message":"m"}}\n')
    raw(b'{"jsonrpc":"3.0","id":999,"result":{}}\n')
    for method in ('', 'nonsense', 'notifications/progress', 'notifications/message',
                   'notifications/cancelled', 'session/update', '$/cancel_request', 'x' * 100_000):
        for params in (None, [], {}, {'progressToken': {}}, {'progressToken': 1, 'progress': 'x'},
                       {'requestId': pending}, {'sessionId': 's', 'update': {}},
                       {'sessionId': 's', 'update': {'sessionUpdate': 'odd'}},
                       {'sessionId': 'other', 'update': {'sessionUpdate': 5}}):
            send(method=method, params=params)
    raw(b'[{"jsonrpc":"2.0","method":"x"}]\n')


def skip_rejections():
    """What the client answered to the noise; ends with the answer to a request of ours."""
    send(id='sync', method='nonsense')
    while (found := read()).get('id') != 'sync':
        if 'method' in found or 'error' not in found:
            complain(f'answered noise with {found}')


def odd_requests():
    for id_text in ('0', '"0"', '""', '9223372036854775808', '-1', '"' + 'x' * 10_000 + '"'):
        for method in ('', 'nonsense', 'x' * 10_000):
            ask(id_text, method, -32601)
        ask(id_text, 'tools/call', -32601)


def mcp_noise():
    initialize_mcp()
    found = read_request('tools/call')
    noise(found['id'])
    skip_rejections()
    odd_requests()
    ask('1', 'ping', 0)
    ask('1', 'sampling/createMessage', -32601, -32602)
    ask('1', 'elicitation/create', -32601, -32602)
    send(id=found['id'], result={'content': [{'type': 'text', 'text': 'survived'}]})
    read()


def acp_noise():
    prompt = initialize_acp()
    noise(prompt)
    skip_rejections()
    odd_requests()
    for method in ('fs/read_text_file', 'fs/write_text_file', 'session/request_permission'):
        ask('1', method, -32602)
    ask('null', 'nonsense', -32601)
    send(id=prompt, result={'stopReason': 'end_turn'})
    read()


def large():
    """A line of 100 MB, and then the answer."""
    initialize_mcp()
    found = read_request('tools/call')
    for _ in range(100):
        sink.write(b'x' * MB)
    raw(b'\n')
    if read().get('error', {}).get('code') != -32600:
        complain('the line was not refused')
    complain_about_peak(80 * MB)
    send(id=found['id'], result={'content': [{'type': 'text', 'text': 'survived'}]})
    read()


def complain_about_peak(most):
    # An answer to a request of ours says that the client has read everything before it.
    ask('"sync"', 'nonsense', -32601)
    with open(f'/proc/{os.getppid()}/status', encoding='ascii') as status:
        peak = next(int(line.split()[1]) * 1024 for line in status if line.startswith('VmHWM:'))
    print(f'client peak {peak / MB:.0f} MiB, bound {most / MB:.0f} MiB', file=sys.stderr)
    if peak > most and '--sanitized' not in sys.argv:
        complain(f'the client had {peak / MB:.0f} MiB in use')


def flood(acp):
    """Garbage and unknown requests without end, whose answers are not read."""
    if acp:
        initialize_acp()
    else:
        initialize_mcp()
    lines = b''.join(b'{"jsonrpc":"2.0","id":"%s","method":"x"}\n' % (b'y' * 1000)
                     for _ in range(1000)) + b'{"jsonrpc":"2.0","id":7}\n' * 1000
    try:
        while True:
            raw(lines)
    except BrokenPipeError:
        os._exit(0)


def dies(acp):
    if acp:
        pending = initialize_acp()
    else:
        initialize_mcp()
        pending = read_request('tools/call')['id']
    raw(b'{"jsonrpc":"2.0","id":%d,"result":{"stopR' % pending)
    sys.stderr.write('last words\n')
    sys.stderr.flush()
    os._exit(3)


def silent():
    """Reads the first request, and then nothing any more; does not end when asked."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    initialize_mcp()
    read_request('tools/call')
    while True:
        signal.pause()


def closes_output():
    initialize_mcp()
    read_request('tools/call')
    os.close(1)
    while True:
        signal.pause()


def pages():
    """A list that never ends."""
    initialize_mcp()
    page = 0
    while True:
        found = read_request('tools/list')
        page += 1
        send(id=found['id'], result={'tools': [], 'nextCursor': f'page {page}'})


MODES = {
    'mcp_noise': mcp_noise, 'acp_noise': acp_noise, 'large': large,
    'mcp_flood': lambda: flood(False), 'acp_flood': lambda: flood(True),
    'mcp_dies': lambda: dies(False), 'acp_dies': lambda: dies(True),
    'silent': silent, 'closes_output': closes_output, 'pages': pages,
    'exits': lambda: os._exit(4),
}

if __name__ == '__main__':
    MODES[sys.argv[1]]()
