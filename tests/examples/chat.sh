#!/bin/sh
# SPDX-License-Identifier: MIT
# A room on a Unix socket, and two guests in it.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"; kill $server $ann 2>/dev/null || true' EXIT
mkfifo "$work/door" "$work/ann"

./chat_over_socket serve "$work/room" <"$work/door" >"$work/server.out" &
server=$!
exec 3>"$work/door"
# Waits for a line of a program's output instead of for a time.
await() {
  tries=0
  until grep -q "$1" "$2" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 200 ] || { echo "no \"$1\" in $2:" >&2; cat "$2" >&2; exit 1; }
    sleep 0.05
  done
}
await 'the room is open' "$work/server.out"
./chat_over_socket join "$work/room" ann <"$work/ann" >"$work/ann.out" &
ann=$!
exec 4>"$work/ann"
echo 'is anybody here?' >&4
await 'heard by 0' "$work/ann.out"
echo 'hello ann' | ./chat_over_socket join "$work/room" bob >"$work/bob.out"
await 'bob: hello ann' "$work/ann.out"
grep -q 'heard by 1' "$work/bob.out"
# Who has left is let go when somebody comes.
for guest in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  echo hello | ./chat_over_socket join "$work/room" "$guest" >"$work/guest.out"
  grep -q 'heard by 1' "$work/guest.out"
done
[ ! -d "/proc/$server/fd" ] || [ "$(ls "/proc/$server/fd" | wc -l)" -lt 20 ] || {
  echo "the server keeps the connections of guests who left" >&2
  exit 1
}
exec 4>&-
wait $ann
exec 3>&-
wait $server
echo "chat: ok"
