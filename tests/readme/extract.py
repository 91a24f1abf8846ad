# SPDX-License-Identifier: MIT
"""Writes the complete C++ programs of Markdown files into a folder, one file each.

A program is a ```cpp block that holds `int main`. A block right after a line
`<!-- no-compile -->` is left out. Files keep their time when nothing changed in them.

usage: extract.py OUTPUT_DIR FILE.md...
"""

import pathlib
import re
import sys

BLOCK = re.compile(r'^```cpp\n(.*?)^```', re.DOTALL | re.MULTILINE)
SKIP = '<!-- no-compile -->'


def programs_of(text):
    """[(line of the block in the file, program)]."""
    found = []
    for match in BLOCK.finditer(text):
        skipped = text[:match.start()].rstrip().endswith(SKIP)
        if 'int main' in match.group(1) and not skipped:
            found.append((text.count('\n', 0, match.start(1)) + 1, match.group(1)))
    return found


def main():
    folder, sources = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]
    folder.mkdir(parents=True, exist_ok=True)
    written = set()
    for source in sources:
        stem = source.stem.lower().replace('-', '_')
        for number, (line, program) in enumerate(programs_of(source.read_text('utf-8')), 1):
            path = folder / f'{stem}_{number}.cpp'
            # The compiler then names the Markdown file and its lines.
            text = f'#line {line} "{source.resolve()}"\n{program}'
            if not path.exists() or path.read_text('utf-8') != text:
                path.write_text(text, 'utf-8')
            written.add(path)
    for stale in set(folder.glob('*.cpp')) - written:
        stale.unlink()
    return 0


if __name__ == '__main__':
    sys.exit(main())
