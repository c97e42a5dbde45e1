# ruff: noqa
"""Hierholzer's algorithm: an Eulerian trail through a multigraph, or why there is none."""

from collections import Counter, defaultdict


class NoTrail(ValueError):
    pass


def build(edges):
    graph = defaultdict(list)
    for number, (u, v) in enumerate(edges):
        graph[u].append((v, number))
        graph[v].append((u, number))
    return graph


def start_node(edges):
    degree = Counter()
    for u, v in edges:
        degree[u] += 1
        degree[v] += 1
    odd = sorted(node for node, d in degree.items() if d % 2)
    if len(odd) not in (0, 2):
        raise NoTrail(f"{len(odd)} nodes of odd degree: {', '.join(map(str, odd))}")
    return odd[0] if odd else min(degree)


def trail(edges):
    if not edges:
        raise NoTrail("no edges")
    graph = build(edges)
    stack, path, used = [start_node(edges)], [], set()
    while stack:
        node = stack[-1]
        while graph[node] and graph[node][-1][1] in used:
            graph[node].pop()
        if graph[node]:
            nxt, number = graph[node].pop()
            used.add(number)
            stack.append(nxt)
        else:
            path.append(stack.pop())
    if len(path) != len(edges) + 1:
        raise NoTrail("the graph is not connected")
    return path[::-1]


def main(edges):
    try:
        path = trail(edges)
    except NoTrail as reason:
        return f"no trail: {reason}"
    kind = "circuit" if path[0] == path[-1] else "trail"
    return kind, "-".join(str(n) for n in path)


HOUSE = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 3), (2, 4), (3, 5), (4, 5)]
BRIDGES = [("A", "B"), ("A", "B"), ("A", "C"), ("A", "C"), ("A", "D"), ("B", "D"), ("C", "D")]
CASES = [
    (HOUSE,),
    (BRIDGES,),
    ([("x", "y"), ("y", "z"), ("z", "x")],),
    ([],),
    ([(1, 2), (2, 1), (3, 4), (4, 3)],),
    ([(i, j) for i in range(5) for j in range(i)],),
    ([(0, 0), (0, 1)],),
]
