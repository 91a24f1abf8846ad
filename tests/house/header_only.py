# SPDX-License-Identifier: MIT
"""Checks the header-only mode without compiling it: wherever a program enters the headers, no file is
included while that same file is only half read.

A header's body hangs at its tail, so one #include may run through a body into a header that is still
being read further up. Then its guard makes it empty, and what it was to declare is missing. The order
of includes decides, so the check walks the includes from every public header as a preprocessor would.

usage: header_only.py SOURCE_DIR
"""

import sys

from sources import includes_of, read_tree


def walk(files, entry):
    """Complaints about the includes that entering at one header leads through."""
    seen = set()
    complaints = []
    half_read = []  # the files being read, outermost first; a file leaves at its tail

    def read(path):
        seen.add(path)
        half_read.append(path)
        for include in includes_of(files[path]):
            target = 'include/' + include.target
            if target not in files:
                continue
            if include.header_only and path in half_read and path.endswith('.hpp'):
                half_read.remove(path)  # the tail: all declarations are read
            if target in half_read and target.endswith('.hpp') and not include.header_only:
                complaints.append((path, include.line, target, list(half_read)))
            if target not in seen:
                read(target)
        if path in half_read:
            half_read.remove(path)

    read(entry)
    return complaints


def is_entry(path):
    return path.startswith('include/') and path.endswith('.hpp') and '/impl/' not in path


def check(files):
    """All complaints about {path: text}; the same include line is named once."""
    found = {}
    for entry in sorted(filter(is_entry, files)):
        for path, line, target, half_read in walk(files, entry):
            way = ' -> '.join(half_read[half_read.index(target):])
            found.setdefault((path, line), f'{path}:{line}: {target} is only half read here when a '
                                           f'program includes {entry} first ({way})')
    return list(found.values())


def main():
    files = read_tree(sys.argv[1], 'include')
    complaints = check(files)
    entries = sum(map(is_entry, files))
    print('\n'.join(complaints) or f'{entries} headers can be entered in header-only mode')
    return bool(complaints)


if __name__ == '__main__':
    sys.exit(main())
