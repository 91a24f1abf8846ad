#!/bin/sh
# SPDX-License-Identifier: MIT
# The calculator, spoken to by hand: what goes in and what comes out, line by line.
set -eu
cd "$1"
expect() {
  case "$output" in
    *"$1"*) ;;
    *)
      printf 'expected: %s\nin: %s\n' "$1" "$output" >&2
      exit 1
      ;;
  esac
}
output=$(printf '%s\n' \
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"sh","version":"1"}}}' \
  '{"jsonrpc":"2.0","method":"notifications/initialized"}' \
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2,"b":0.5}}}' \
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"divide","arguments":{"a":1,"b":0}}}' \
  '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"circle","arguments":{"radius":-1}}}' \
  '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"circle","arguments":{"radius":1}}}' \
  '{"jsonrpc":"2.0","id":"five","method":"nonsense"}' \
  'this is not JSON' | ./mcp_calculator_server)
expect '"protocolVersion":"2025-11-25"'
expect '"id":1,"result":{"content":[{"type":"text","text":"2.5"}]}'
expect '"text":"Cannot divide by zero"'
expect '"isError":true'
expect '"structuredContent":{"area":3.14159'
expect '"id":"five","error":{"code":-32601'
expect '"code":-32700'
# Started by hand, each says what it is, and does not wait for a client.
for program in mcp_calculator_server acp_echo_agent; do
  output=$(./$program --help </dev/null)
  expect 'a client starts it'
done
echo "calculator: ok"
