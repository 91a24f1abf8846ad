# SPDX-License-Identifier: MIT
"""What it costs a user to compile one file, next to a baseline: CPU seconds and peak memory.

Compiles each file in turn, several times, without ccache, and prints the cheapest run of each
(other work on the machine only ever adds). The last column is the ratio to the baseline.

usage: compile_cost.py FILE BASELINE [--repeat N] [--compiler CXX] [--flag=FLAG]...
"""

import argparse
import os
import pathlib
import subprocess
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Cost:
    cpu_seconds: float
    peak_megabytes: float


def compile_once(command):
    """Runs the compiler; the cost includes the processes that it starts itself."""
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f'compile_cost: this failed: {" ".join(command)}')
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def cheapest(costs):
    return Cost(min(c.cpu_seconds for c in costs), min(c.peak_megabytes for c in costs))


def parse_arguments():
    parser = argparse.ArgumentParser(description='CPU seconds and peak memory of compiling a file')
    parser.add_argument('file')
    parser.add_argument('baseline')
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--compiler', default=os.environ.get('CXX', 'g++'))
    parser.add_argument('--flag', action='append', default=[])
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    flags = ['-std=c++20', '-O2', '-DASIO_STANDALONE', f'-I{ROOT / "include"}', *arguments.flag]
    costs = {arguments.file: [], arguments.baseline: []}
    for _ in range(arguments.repeat):
        for source, runs in costs.items():
            command = [arguments.compiler, *flags, '-c', source, '-o', os.devnull]
            runs.append(compile_once(command))
    best = {source: cheapest(runs) for source, runs in costs.items()}
    base = best[arguments.baseline]
    print(f'{"compile cost":<40} {"CPU s":>7} {"ratio":>6} {"peak MB":>8} {"ratio":>6}')
    for source, cost in best.items():
        print(f'{pathlib.Path(source).name:<40} {cost.cpu_seconds:7.2f} '
              f'{cost.cpu_seconds / base.cpu_seconds:6.2f} {cost.peak_megabytes:8.0f} '
              f'{cost.peak_megabytes / base.peak_megabytes:6.2f}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
