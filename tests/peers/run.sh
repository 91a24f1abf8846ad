#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh FOLDER COMMAND...: runs a test with what install.sh put into FOLDER; a COMMAND that ends in
# .mjs is a script there. Exit 77 (skipped) when the installation was skipped.
set -eu
folder=$1
command=$2
shift 2
if [ -e "$folder/skipped" ]; then
  cat "$folder/skipped"
  [ -z "${PARLEY_REQUIRE_PEERS:-}" ] || exit 1
  exit 77
fi
case $command in
  *.mjs) exec "$folder/node" "$folder/$command" "$@" ;;
  *) exec "$command" "$@" ;;
esac
