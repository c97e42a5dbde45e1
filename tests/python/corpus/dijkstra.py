"""Shortest paths from one vertex with a binary heap."""

import heapq
from collections import defaultdict


def main(edges, source, target):
    graph = defaultdict(list)
    for u, v, w in edges:
        graph[u].append((v, w))
        graph[v].append((u, w))
    dist = {source: 0}
    parent = {}
    done = set()
    heap = [(0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if u in done:
            continue
        done.add(u)
        if u == target:
            break
        for v, w in graph[u]:
            nd = d + w
            if v not in dist or nd < dist[v]:
                dist[v] = nd
                parent[v] = u
                heapq.heappush(heap, (nd, v))
    if target not in dist:
        return None
    path = [target]
    while path[-1] != source:
        path.append(parent[path[-1]])
    path.reverse()
    return dist[target], path


ROADS = [
    ("a", "b", 7),
    ("a", "c", 9),
    ("a", "f", 14),
    ("b", "c", 10),
    ("b", "d", 15),
    ("c", "d", 11),
    ("c", "f", 2),
    ("d", "e", 6),
    ("e", "f", 9),
]

CASES = [
    (ROADS, "a", "e"),
    (ROADS, "a", "a"),
    (ROADS, "e", "b"),
    (ROADS, "a", "z"),
    ([], "x", "x"),
    ([(1, 2, 0.5), (2, 3, 0.25), (1, 3, 1.0)], 1, 3),
    ([(i, i + 1, i % 3 + 1) for i in range(30)] + [(0, 30, 100), (5, 25, 4)], 0, 30),
]
