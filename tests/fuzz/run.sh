#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run.sh BUILD_DIR SECONDS - runs every fuzzer for so long; what it learns stays in BUILD_DIR.
set -eu
here=$(dirname "$0")
build=$1 seconds=$2 failed=0
for source in "$here"/*_fuzz.cpp; do
  name=$(basename "$source" .cpp)
  mkdir -p "$build/corpus/$name" "$build/findings"
  seeds=
  [ ! -d "$here/corpus/$name" ] || seeds=$here/corpus/$name
  echo "fuzzing $name for $seconds s"
  # shellcheck disable=SC2086  # no word when there are no seeds
  if ! "$build/bin/$name" -max_total_time="$seconds" -rss_limit_mb=2048 -verbosity=0 \
    -print_final_stats=1 -artifact_prefix="$build/findings/$name-" \
    "$build/corpus/$name" $seeds; then
    failed=1
  fi
done
exit $failed
