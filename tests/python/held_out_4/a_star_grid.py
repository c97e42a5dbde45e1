# ruff: noqa
"""A* over a weighted terrain map with diagonal moves."""

import heapq
from math import sqrt

COST = {".": 1, "~": 3, "^": 5}


def neighbours(grid, r, c):
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            if dr == dc == 0:
                continue
            nr, nc = r + dr, c + dc
            if 0 <= nr < len(grid) and 0 <= nc < len(grid[0]) and grid[nr][nc] != "#":
                yield (nr, nc), sqrt(dr * dr + dc * dc)


def octile(a, b):
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dx, dy) + (sqrt(2) - 1) * min(dx, dy)


def a_star(grid, start, goal):
    frontier = [(octile(start, goal), start)]
    g = {start: 0.0}
    parent = {}
    closed = set()
    while frontier:
        _, current = heapq.heappop(frontier)
        if current == goal:
            path = [current]
            while current in parent:
                current = parent[current]
                path.append(current)
            return path[::-1], g[goal], len(closed)
        if current in closed:
            continue
        closed.add(current)
        for nxt, step in neighbours(grid, *current):
            cost = g[current] + step * COST[grid[nxt[0]][nxt[1]]]
            if cost < g.get(nxt, float("inf")):
                g[nxt] = cost
                parent[nxt] = current
                heapq.heappush(frontier, (cost + octile(nxt, goal), nxt))
    return None, float("inf"), len(closed)


def main(rows, start, goal):
    path, cost, expanded = a_star(rows, start, goal)
    if path is None:
        return f"no path ({expanded} expanded)"
    canvas = [list(row) for row in rows]
    for r, c in path:
        canvas[r][c] = "*"
    return ["".join(row) for row in canvas], round(cost, 3), expanded


CASES = [
    (["....", ".##.", "...."], (0, 0), (2, 3)),
    (["..~..", "..~..", "..~..", "....."], (0, 0), (0, 4)),
    (["..#..", "..#..", "..#.."], (1, 0), (1, 4)),
    (["^^^^", "^..^", "^..^", "^^^^"], (0, 0), (3, 3)),
    (["."], (0, 0), (0, 0)),
    ([".~^~.", ".###.", "....."], (0, 0), (0, 4)),
]
