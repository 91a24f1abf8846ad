# SPDX-License-Identifier: MIT
"""Do the tests mirror the tree? tests/LAYER/NAME_test.cpp belongs to include/parley/LAYER/NAME.hpp;
a header with much to test has several: NAME_ASPECT_test.cpp."""

import sys
from pathlib import Path, PurePosixPath

from layering import LAYERS


def check(headers, tests):
    """Complaints about test files of layers that are named after no header."""
    names = {layer: set() for layer in LAYERS}
    for header in map(PurePosixPath, headers):
        if header.parts[0] in names:
            names[header.parts[0]].add(header.stem)
    complaints = []
    for test in map(PurePosixPath, tests):
        words = test.stem.removesuffix('_test').split('_')
        candidates = {'_'.join(words[:end]) for end in range(1, len(words) + 1)}
        if test.parts[0] in names and not candidates & names[test.parts[0]]:
            complaints.append(f'tests/{test}: no header of {test.parts[0]}/ has a name it begins with')
    return complaints


def main():
    root = Path(sys.argv[1])
    include, tests = root / 'include/parley', root / 'tests'
    headers = [path.relative_to(include) for path in include.glob('*/*.hpp')]
    files = [path.relative_to(tests) for path in sorted(tests.glob('*/*_test.cpp'))]
    complaints = check(headers, files)
    print('\n'.join(complaints) or f'{len(files)} test files are named after headers')
    return bool(complaints)


if __name__ == '__main__':
    sys.exit(main())
