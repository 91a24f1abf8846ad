#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run.sh BIN_DIR [BASELINE.cpp] - runs every *_bench program, then measures what the smallest
# server costs to compile next to a baseline. `./dev bench` builds and calls this.
set -eu
cd "$(dirname "$0")/.."
bin=$1 baseline=${2:-benchmarks/floor_echo.cpp}
for source in benchmarks/*_bench.cpp; do
  name=$(basename "$source" .cpp)
  printf '\n== %s\n' "$name"
  "$bin/$name"
done
server=benchmarks/smallest_server.cpp
if [ -f "$server" ]; then
  printf '\n== compile cost, g++ -O2\n'
  python3 tests/tools/compile_cost.py "$server" "$baseline"
  strip -o "$bin/smallest_server.stripped" "$bin/smallest_server"
  echo "stripped binary: $(($(wc -c <"$bin/smallest_server.stripped") / 1000)) kB"
fi
