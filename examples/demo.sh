#!/bin/sh
# SPDX-License-Identifier: MIT
# Lets the examples talk to each other and prints what they say: demo.sh DIRECTORY_OF_PROGRAMS
set -eu
bin=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

title() { printf '\n=== %s\n' "$1"; }
# Prints a command as it could be typed, and runs it.
show() {
  printf '$'
  for word; do
    case $word in
      *[!A-Za-z0-9_./-]*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$@"
}
cd "$bin"

title 'An MCP client lists what the calculator server offers, and calls it'
show ./mcp_client --call divide --args '{"a": 22, "b": 7}' -- ./mcp_calculator_server
title 'A tool says in words why it failed'
show ./mcp_client --call divide --args '{"a": 1, "b": 0}' -- ./mcp_calculator_server || true

title 'An ACP client drives the echo agent'
show ./acp_client --allow 'Good morning, agent.' -- "$bin/acp_echo_agent"
printf 'Three lines\nin a file\nof the workspace.\n' >"$work/note.txt"
title 'The agent asks for permission, and reads a file through the client'
show ./acp_client --allow --cwd "$work" "read $work/note.txt" -- "$bin/acp_echo_agent"
title 'Permission refused'
show ./acp_client --deny --cwd "$work" "read $work/note.txt" -- "$bin/acp_echo_agent"
title 'A file outside of the workspace is refused by the client'
show ./acp_client --allow --cwd "$work" 'read /etc/hostname' -- "$bin/acp_echo_agent"
printf '\nAll conversations ended as they should.\n'
