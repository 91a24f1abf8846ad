# SPDX-License-Identifier: MIT
"""Checks that files and functions stay small, and prints how small they are.

Public headers: median at most 150 lines, nine in ten at most 400. Functions: at most 60 lines each.
Examples: fewer than 120 lines.
Generated files are counted apart.

usage: sizes.py SOURCE_DIR
"""

import re
import statistics
import sys
from dataclasses import dataclass

from sources import blank_literals, is_generated, read_tree

HEADER_MEDIAN, HEADER_P90, FUNCTION_MAX, EXAMPLE_MAX = 150, 400, 60, 120

# What stands before the `{` of a scope that is no function body.
SCOPE = re.compile(r'\b(namespace|class|struct|union|enum|extern)\b')
# A body follows a parameter list, a TEST_CASE, or what may come after a parameter list.
BODY = re.compile(r'\)\s*(const|noexcept|override|final|mutable|try|&|&&|\s)*'
                  r'(noexcept\s*\([^{}]*\)\s*)?(->[^{};]+)?(requires[^{};]+)?\s*$')
INITIALIZERS = re.compile(r'\)\s*(noexcept\s*)?:[^:]')
PREPROCESSOR = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.MULTILINE)


@dataclass(frozen=True)
class Function:
    name: str
    line: int
    length: int


def name_of(head):
    """`inline int A::b(int c) const` -> `A::b`; `TEST_CASE("")` -> `TEST_CASE`."""
    match = re.search(r'([\w:~]+|operator\S+)\s*\(', head)
    return match.group(1) if match else head.strip()[:40]


def opens_function(head):
    """Whether the text before a `{` at namespace or class scope is that of a function."""
    without_template = re.sub(r'\btemplate\s*<[^{}]*?>\s*(?=\w)', '', head)
    if SCOPE.search(re.sub(r'\([^()]*\)', '()', without_template).split('(')[0]):
        return False
    return bool(BODY.search(head) or INITIALIZERS.search(head))


def functions_of(text):
    """The functions with a body in a file. Lambdas count as part of the function around them."""
    code = PREPROCESSOR.sub(lambda match: '\n' * match.group().count('\n'), blank_literals(text))
    found = []
    head_start = 0
    inside = None  # (brace depth, head, line) of the function we are in
    depth = 0
    for match in re.finditer(r'[{};]', code):
        at, mark = match.start(), match.group()
        if mark == '{':
            head = code[head_start:at]
            if inside is None and opens_function(head):
                line = code.count('\n', 0, head_start + len(head) - len(head.lstrip())) + 1
                inside = (depth, head, line)
            depth += 1
        elif mark == '}':
            depth -= 1
            if inside and depth == inside[0] and not continues(code, match.end()):
                line = code.count('\n', 0, at) + 1
                found.append(Function(name_of(inside[1]), inside[2], line - inside[2] + 1))
                inside = None
        head_start = match.end()
    return found


def continues(code, at):
    """After `: a_{1}` of a constructor comes `, b_{2}` or the body itself: not its end yet."""
    return bool(re.match(r'\s*[,{]', code[at:at + 200]))


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def describe(label, values):
    if values:
        print(f'{label:<34} {len(values):5} {statistics.median(values):7.0f} '
              f'{percentile(values, 0.9):5} {max(values):5}')


def report_functions(files):
    """Prints the function table; returns the complaints about long ones."""
    complaints = []
    for folder in ('include', 'src', 'examples', 'benchmarks', 'tests'):
        lengths = []
        for path, text in files.items():
            if path.startswith(folder + '/') and not is_generated(text):
                functions = functions_of(text)
                lengths += [function.length for function in functions]
                complaints += [
                    f'{path}:{f.line}: {f.name} has {f.length} lines, more than {FUNCTION_MAX}'
                    for f in functions if f.length > FUNCTION_MAX
                ]
        describe(f'functions of {folder}/', lengths)
    return complaints


def report_files(files):
    """Prints the file table; returns the complaints about the public headers."""
    lines = {path: text.count('\n') for path, text in files.items() if not is_generated(text)}
    headers = [n for path, n in lines.items()
               if path.startswith('include/') and path.endswith('.hpp')]
    describe('public headers', headers)
    describe('bodies (impl/*.ipp)', [n for path, n in lines.items() if path.endswith('.ipp')])
    describe('tests', [n for path, n in lines.items() if path.startswith('tests/')])
    describe('generated', [text.count('\n') for text in files.values() if is_generated(text)])
    complaints = []
    if headers and statistics.median(headers) > HEADER_MEDIAN:
        complaints.append(f'the median public header has more than {HEADER_MEDIAN} lines')
    if headers and percentile(headers, 0.9) > HEADER_P90:
        large = [f'{path} ({n})' for path, n in lines.items()
                 if path.startswith('include/') and path.endswith('.hpp') and n > HEADER_P90]
        complaints.append(f'one public header in ten has more than {HEADER_P90} lines: '
                          + ', '.join(large))
    complaints += [f'{path} has {n} lines: an example has fewer than {EXAMPLE_MAX}'
                   for path, n in lines.items()
                   if path.startswith('examples/') and n >= EXAMPLE_MAX]
    return complaints


def main():
    files = read_tree(sys.argv[1], 'include', 'src', 'examples', 'benchmarks', 'tests')
    files = {path: text for path, text in files.items() if '/node_modules/' not in path}
    print(f'{"lines of":<34} {"count":>5} {"median":>7} {"p90":>5} {"max":>5}')
    complaints = report_files(files) + report_functions(files)
    print('\n'.join(complaints))
    return bool(complaints)


if __name__ == '__main__':
    sys.exit(main())
