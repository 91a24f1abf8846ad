# SPDX-License-Identifier: MIT
"""Checks the layers: who may include whom, what public headers may drag in, and that no circle exists.

usage: layering.py SOURCE_DIR
"""

import sys

from sources import includes_of, read_tree

# A layer may include itself and what is listed for it.
LAYERS = {
    'json': (),
    'rpc': ('json',),
    'transport': ('json', 'rpc'),
    'mcp': ('json', 'rpc', 'transport'),
    'acp': ('json', 'rpc', 'transport'),
    'agents': ('json', 'rpc', 'transport', 'mcp', 'acp'),
}

# What every translation unit of a user would pay for.
HEAVY = ('asio.hpp', 'iostream', 'regex')

# Bytes and events in, actions out: these parts know no I/O and no threads.
SANS_IO = ('json/', 'mcp/types/', 'acp/types/', 'rpc/message', 'rpc/framer', 'rpc/session_core')
IO_HEADERS = ('asio', 'thread', 'mutex', 'shared_mutex', 'condition_variable', 'future', 'semaphore',
              'barrier', 'latch', 'sys', 'unistd.h', 'poll.h', 'fcntl.h')


def place_of(path):
    """`include/parley/rpc/impl/framer.ipp` and `src/rpc/framer.cpp` -> `rpc/framer`."""
    for prefix in ('include/parley/', 'src/'):
        if path.startswith(prefix):
            return path.removeprefix(prefix).replace('impl/', '').rsplit('.', 1)[0]
    return path


def layer_of(place):
    """The layer of a place. An umbrella such as `mcp` belongs to the layer it opens; others to none."""
    layer = place.split('/')[0]
    return layer if layer in LAYERS else None


def is_types(place):
    return place.startswith(('mcp/types/', 'acp/types/'))


def is_public(path):
    return path.startswith('include/') and path.endswith('.hpp') and '/impl/' not in path


def check_layer(path, include):
    """What is wrong with one include of one of our files by another."""
    source = place_of(path)
    target = place_of('include/' + include.target)
    source_layer, target_layer = layer_of(source), layer_of(target)
    if target == 'config':
        return None
    if source_layer and target_layer is None:
        return f'a file of {source_layer}/ includes {include.target}, which belongs to no layer'
    if source_layer and target_layer not in (source_layer, *LAYERS[source_layer]):
        return f'{source_layer}/ may not include {target_layer}/ ({include.target})'
    if is_types(source) and not (target_layer == 'json' or is_types(target)):
        return f'types/ may include json/ only, not {include.target}'
    return None


def check_public(include):
    """What is wrong with one include of a public header."""
    if include.target in HEAVY or include.target.startswith('fmt/'):
        return f'a public header may not include <{include.target}>: every user would compile it'
    if '/impl/' in include.target and not include.header_only:
        return f'{include.target} belongs inside #ifdef PARLEY_HEADER_ONLY at the end'
    return None


def graph_of(files):
    """{path: the paths of ours it includes}, without the tails of the header-only mode."""
    return {
        path: [
            'include/' + include.target
            for include in includes_of(text)
            if include.target.startswith('parley/') and not include.header_only
        ]
        for path, text in files.items()
    }


def find_circle(graph):
    """One circle of includes as a list of paths, or None."""
    done = set()
    for start in graph:
        if start in done:
            continue
        trail, stack = [], [(start, iter(graph[start]))]
        trail.append(start)
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target in trail:
                    return trail[trail.index(target):] + [target]
                if target in graph and target not in done:
                    trail.append(target)
                    stack.append((target, iter(graph[target])))
                    break
            else:
                done.add(node)
                trail.pop()
                stack.pop()
    return None


def reachable(graph, start):
    """Every file of ours that `start` includes, directly or not, and itself."""
    seen, queue = {start}, [start]
    while queue:
        for target in graph.get(queue.pop(), ()):
            if target not in seen:
                seen.add(target)
                queue.append(target)
    return seen


def check_sans_io(files, graph):
    """Complaints about sans-I/O files that reach asio, threads or the system."""
    for path in files:
        if not place_of(path).startswith(SANS_IO):
            continue
        for reached in sorted(reachable(graph, path)):
            for include in includes_of(files.get(reached, '')):
                if include.target.removesuffix('.hpp').split('/')[0] in IO_HEADERS:
                    yield f'{path}: is sans-I/O but reaches <{include.target}> through {reached}'


def check(files):
    """All complaints about {path: text}."""
    complaints = []
    for path, text in files.items():
        for include in includes_of(text):
            faults = []
            if include.target.startswith('parley/'):
                faults.append(check_layer(path, include))
            if is_public(path):
                faults.append(check_public(include))
            complaints += [f'{path}:{include.line}: {fault}' for fault in faults if fault]
    graph = graph_of(files)
    if circle := find_circle(graph):
        complaints.append('include circle: ' + ' -> '.join(circle))
    complaints += check_sans_io(files, graph)
    return complaints


def main():
    files = read_tree(sys.argv[1], 'include', 'src')
    complaints = check(files)
    print('\n'.join(complaints) or f'{len(files)} files keep to their layers')
    return bool(complaints)


if __name__ == '__main__':
    sys.exit(main())
