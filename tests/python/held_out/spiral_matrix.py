# ruff: noqa
"""Rotate, transpose and read a matrix in a spiral; saddle points."""


def rotate(m):
    return [list(row) for row in zip(*m[::-1])]


def spiral(m):
    out = []
    m = [list(r) for r in m]
    while m and m[0]:
        out.extend(m.pop(0))
        m = [list(r) for r in zip(*m)][::-1]
    return out


def fill(n):
    grid = [[0] * n for _ in range(n)]
    r = c = 0
    dr, dc = 0, 1
    for k in range(1, n * n + 1):
        grid[r][c] = k
        nr, nc = r + dr, c + dc
        if not (0 <= nr < n and 0 <= nc < n) or grid[nr][nc]:
            dr, dc = dc, -dr
            nr, nc = r + dr, c + dc
        r, c = nr, nc
    return grid


def saddles(m):
    return [(i, j) for i, row in enumerate(m) for j, v in enumerate(row) if v == max(row) and v == min(r[j] for r in m)]


def main(m):
    n = len(m)
    return spiral(m), rotate(m), saddles(m), fill(n), spiral(fill(n)) == list(range(1, n * n + 1))


CASES = [
    ([],),
    ([[1]],),
    ([[1, 2, 3], [4, 5, 6], [7, 8, 9]],),
    ([[1, 2], [3, 4], [5, 6]],),
    ([[9, 8, 7], [5, 3, 2], [6, 6, 7]],),
    ([["a", "b", "c", "d"]],),
    ([[(i * j) % 5 for j in range(4)] for i in range(5)],),
]
