#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes include/parley/json/impl/unicode_category_table.hpp from Python's copy of the Unicode data.

    make_unicode_categories.py FILE           write FILE
    make_unicode_categories.py --check FILE   fail when FILE is not what would be written
                                              (only meaningful with the same Unicode version)

A table entry is start << 5 | kind: from code point `start` on, up to the next entry. Kinds 0 to 29 are the
general categories in the order of CATEGORIES; in a run of kind 30 upper and lower case alternate,
starting with upper; in a run of kind 31 they alternate starting with lower.
"""
import sys
import unicodedata

CATEGORIES = ("Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp "
              "Cc Cf Cs Co Cn").split()
UPPER_FIRST, LOWER_FIRST = 30, 31
LAST = 0x10FFFF
WORTHWHILE = 4  # a shorter alternation costs no fewer entries than plain runs


def kinds():
    return [CATEGORIES.index(unicodedata.category(chr(c))) for c in range(LAST + 1)]


def alternating_length(kind, at):
    """How many code points from `at` on alternate between Lu and Ll."""
    end = at
    while end <= LAST and kind[end] == (kind[at] ^ ((end - at) & 1)):
        end += 1
    return end - at if kind[at] in (0, 1) else 0


def entries():
    kind, at = kinds(), 0
    while at <= LAST:
        length = alternating_length(kind, at)
        if length >= WORTHWHILE:
            yield at << 5 | (UPPER_FIRST if kind[at] == 0 else LOWER_FIRST)
        else:
            yield at << 5 | kind[at]
            length = 1
            while (at + length <= LAST and kind[at + length] == kind[at]
                   and alternating_length(kind, at + length) < WORTHWHILE):
                length += 1
        at += length


def text():
    table = list(entries())
    lines = [f"0x{value:08X}," for value in table]
    rows = ["    " + " ".join(lines[i:i + 8]) for i in range(0, len(lines), 8)]
    return "\n".join([
        "// SPDX-License-Identifier: MIT",
        f"// Unicode {unicodedata.unidata_version} general categories as runs of code points.",
        "// Written by tests/tools/make_unicode_categories.py; do not edit.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        "namespace parley::detail {",
        "",
        "/// Ascending entries of start << 5 | kind; kinds are explained in the generator.",
        "inline constexpr std::uint32_t unicode_category_runs[] = {",
        *rows,
        "};",
        "",
        "}  // namespace parley::detail",
        "",
    ])


def main(arguments):
    check, path = arguments[:1] == ["--check"], arguments[-1]
    if not check:
        open(path, "w", encoding="ascii").write(text())
        return 0
    if open(path, encoding="ascii").read() == text():
        return 0
    print(f"{path} differs from what {sys.argv[0]} writes (Unicode {unicodedata.unidata_version})")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
