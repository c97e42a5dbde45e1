# ruff: noqa
"""Convex hull of points in the plane (Andrew's monotone chain) and its area."""


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def half(points):
    chain = []
    for p in points:
        while len(chain) >= 2 and cross(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def main(points):
    pts = sorted(set(points))
    if len(pts) <= 2:
        return pts, 0.0
    hull = half(pts)[:-1] + half(reversed(pts))[:-1]
    area = 0
    for (x1, y1), (x2, y2) in zip(hull, hull[1:] + hull[:1]):
        area += x1 * y2 - x2 * y1
    return hull, abs(area) / 2


CASES = [
    ([],),
    ([(1, 1)],),
    ([(0, 0), (2, 2), (0, 0)],),
    ([(0, 0), (1, 1), (2, 2), (3, 3)],),
    ([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (1, 3)],),
    ([((i * 7) % 11, (i * 5) % 13) for i in range(25)],),
    ([(0.5, 0.25), (-1.5, 2.0), (3.0, 1.0), (0.0, 0.0), (1.0, -2.5)],),
]
