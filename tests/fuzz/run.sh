#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run.sh BUILD_DIR SECONDS - runs every fuzzer for so long; what it learns stays in BUILD_DIR.
set -eu
here=$(dirname "$0")
build=$1 seconds=$2 failed=0
mkdir -p "$build/findings"
for source in "$here"/*_fuzz.cpp; do
  name=$(basename "$source" .cpp)
  log=$build/findings/$name.log
  mkdir -p "$build/corpus/$name"
  set -- "$build/corpus/$name"
  [ ! -d "$here/corpus/$name" ] || set -- "$@" "$here/corpus/$name"
  if "$build/bin/$name" -max_total_time="$seconds" -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$build/findings/$name-" "$@" >"$log" 2>&1; then
    echo "$name: nothing found in $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs"
  else
    cat "$log"
    echo "$name: FAILED, the input is in $build/findings/"
    failed=1
  fi
done
exit $failed
