#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh FOLDER: puts the official packages, a Node 22 and these scripts into FOLDER.
# Exit 77 (skipped) when that cannot be done; 1 instead when PARLEY_REQUIRE_PEERS is set.
set -eu
[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

skip() {
  echo "SKIPPED, no interoperability tests: $*" | tee skipped
  [ -z "${PARLEY_REQUIRE_PEERS:-}" ] || exit 1
  exit 77
}
usable() { [ -x "$1" ] && "$1" -e 'process.exit(parseInt(process.versions.node) >= 22 ? 0 : 1)' 2>/dev/null; }

if command -v flock >/dev/null; then
  exec 9>.lock
  flock 9
fi
rm -f skipped
cp -R "$here"/*.mjs "$here"/*.json "$here"/lib .
if ! cmp -s package.json installed.json || [ ! -d node_modules ]; then
  command -v npm >/dev/null || skip "npm is not installed (Debian: apt install npm)"
  npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error >npm.log 2>&1 9>&- ||
    skip "npm could not install the packages: $(tail -n 5 npm.log)"
  cp package.json installed.json
fi
# Named by its folder: npm 9 makes no link in .bin for an optional package.
for node in node_modules/node-linux-*/bin/node "$(command -v node || true)"; do
  if usable "$node"; then
    ln -sf "$node" node
    echo "peers: $(pwd), node $(./node --version)"
    exit 0
  fi
done
skip "no Node 22 or newer"
