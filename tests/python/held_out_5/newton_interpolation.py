# ruff: noqa
"""Polynomial interpolation by divided differences, compared with a natural cubic spline."""

from bisect import bisect_right


def divided_differences(xs, ys):
    coefficients = list(ys)
    for level in range(1, len(xs)):
        for i in range(len(xs) - 1, level - 1, -1):
            coefficients[i] = (coefficients[i] - coefficients[i - 1]) / (xs[i] - xs[i - level])
    return coefficients


def newton(xs, coefficients, x):
    value = 0.0
    for c, node in zip(reversed(coefficients), reversed(xs)):
        value = value * (x - node) + c
    return value


def natural_spline(xs, ys):
    n = len(xs) - 1
    h = [xs[i + 1] - xs[i] for i in range(n)]
    # Thomas algorithm for the second derivatives
    m = [0.0] * (n + 1)
    c = [0.0] * (n + 1)
    d = [0.0] * (n + 1)
    for i in range(1, n):
        rhs = 6 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1])
        diag = 2 * (h[i - 1] + h[i]) - h[i - 1] * c[i - 1]
        c[i] = h[i] / diag
        d[i] = (rhs - h[i - 1] * d[i - 1]) / diag
    for i in range(n - 1, 0, -1):
        m[i] = d[i] - c[i] * m[i + 1]

    def evaluate(x):
        i = min(max(bisect_right(xs, x) - 1, 0), n - 1)
        a, b = xs[i + 1] - x, x - xs[i]
        return (
            (m[i] * a**3 + m[i + 1] * b**3) / (6 * h[i])
            + (ys[i] / h[i] - m[i] * h[i] / 6) * a
            + (ys[i + 1] / h[i] - m[i + 1] * h[i] / 6) * b
        )

    return evaluate


def main(points, queries):
    points = sorted(points)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    if len(set(xs)) < len(xs) or len(xs) < 2:
        return "need at least two distinct nodes"
    coefficients = divided_differences(xs, ys)
    spline = natural_spline(xs, ys)
    rows = [f"{q:6.2f} {newton(xs, coefficients, q):10.5f} {spline(q):10.5f}" for q in queries]
    return [round(c, 6) for c in coefficients], rows


CASES = [
    ([(0, 1), (1, 3), (2, 7)], [0.5, 1.5, 3]),
    ([(-1, 1), (0, 0), (1, 1), (2, 4)], [-0.5, 1.25]),
    ([(x / 2, 1 / (1 + (x / 2) ** 2)) for x in range(-8, 9)], [-3.75, 0.1, 3.9]),
    ([(1, 2), (1, 3)], [1]),
    ([(3, 5), (0, 0)], [1, 2, 4.5]),
    ([(0, 0), (1, 1), (2, 0), (3, -1), (4, 0)], [0.5, 2.5]),
]
