# SPDX-License-Identifier: MIT
"""Generates the types of ACP anew and compares them with those in the repository.

usage: drift.py SOURCE_DIR BUILD_DIR PEERS_DIR SCHEMA_DIR

The schema is that of the npm package in PEERS_DIR, else the one in SCHEMA_DIR; environment variables
PARLEY_PEERS_DIR and PARLEY_SCHEMA_DIR win over both. Exit 77 (skipped) without either.
"""

import difflib
import json
import os
import pathlib
import sys


def find_schema(peers, schemas):
    """(path, what it is) of the official schema, or nothing."""
    package = pathlib.Path(os.environ.get('PARLEY_PEERS_DIR') or peers or '.',
                           'node_modules/@agentclientprotocol/sdk')
    in_package = package / 'schema/v1/schema.json'
    if in_package.exists():
        version = json.loads((package / 'package.json').read_text(encoding='utf-8'))['version']
        return in_package, f'npm @agentclientprotocol/sdk {version}'
    folder = os.environ.get('PARLEY_SCHEMA_DIR') or schemas
    in_folder = pathlib.Path(folder or '.', 'acp/v1.json')
    if folder and in_folder.exists():
        return in_folder, str(in_folder)
    return None


def main(source, build, peers, schemas):
    source = pathlib.Path(source)
    found = find_schema(peers, schemas)
    if not found:
        print('SKIPPED, generated types not compared: no @agentclientprotocol/sdk (see '
              'tests/peers/install.sh) and no acp/v1.json below PARLEY_SCHEMA_DIR')
        return 77
    sys.path.insert(0, str(source / 'tests/tools'))
    import generate_acp_types as generator  # noqa: E402, found only now
    fresh = pathlib.Path(build, 'generated')
    if generator.main([str(found[0]), str(fresh)]) != 0:
        return 1
    drifted = 0
    names = sorted(path.relative_to(fresh) for path in fresh.rglob('*') if path.is_file())
    for name in names:
        ours = source / name
        old = ours.read_text(encoding='utf-8').splitlines() if ours.exists() else []
        new = (fresh / name).read_text(encoding='utf-8').splitlines()
        diff = list(difflib.unified_diff(old, new, f'repository/{name}', f'generated/{name}',
                                         lineterm=''))
        drifted += bool(diff)
        print('\n'.join(diff), end='\n' if diff else '')
    print(f'acp v1: {len(names) - drifted}/{len(names)} generated files are as the generator writes '
          f'them (source: {found[1]})')
    return 1 if drifted else 0


if __name__ == '__main__':
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
