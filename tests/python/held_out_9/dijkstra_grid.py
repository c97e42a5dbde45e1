# ruff: noqa
"""Cheapest path through a weighted grid given as text."""

import heapq


def parse(text):
    rows = [list(map(int, line)) for line in text.strip().split("\n")] if text.strip() else []
    if rows and len({len(r) for r in rows}) != 1:
        raise ValueError("ragged grid")
    return rows


def neighbours(r, c, h, w):
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        nr, nc = r + dr, c + dc
        if 0 <= nr < h and 0 <= nc < w:
            yield nr, nc


def dijkstra(grid):
    h, w = len(grid), len(grid[0])
    dist = {(0, 0): grid[0][0]}
    prev = {}
    queue = [(grid[0][0], (0, 0))]
    done = set()
    while queue:
        d, node = heapq.heappop(queue)
        if node in done:
            continue
        done.add(node)
        if node == (h - 1, w - 1):
            break
        for nxt in neighbours(*node, h, w):
            nd = d + grid[nxt[0]][nxt[1]]
            if nd < dist.get(nxt, float("inf")):
                dist[nxt] = nd
                prev[nxt] = node
                heapq.heappush(queue, (nd, nxt))
    path = [(h - 1, w - 1)]
    while path[-1] != (0, 0):
        path.append(prev[path[-1]])
    return dist[h - 1, w - 1], path[::-1]


def draw(grid, path):
    cells = set(path)
    return ["".join("#" if (r, c) in cells else str(v) for c, v in enumerate(row)) for r, row in enumerate(grid)]


def main(text):
    grid = parse(text)
    if not grid:
        return None
    cost, path = dijkstra(grid)
    for line in draw(grid, path):
        print(line)
    return cost, len(path), path


CASES = [
    ("",),
    ("7",),
    ("12\n34",),
    ("131\n151\n421",),
    ("19111\n19191\n11191",),
    ("0000\n9990\n0000\n0999\n0000",),
    ("12\n3",),
]
