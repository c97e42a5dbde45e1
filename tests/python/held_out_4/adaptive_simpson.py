# ruff: noqa
"""Numerical integration: the trapezoid, Romberg and adaptive Simpson rules side by side."""

import math

FUNCTIONS = {
    "square": lambda x: x * x,
    "sin": math.sin,
    "gauss": lambda x: math.exp(-x * x / 2) / math.sqrt(2 * math.pi),
    "root": math.sqrt,
    "step": lambda x: 1.0 if x >= 1 / 3 else 0.0,
    "recip": lambda x: 1 / x,
}


class Counted:
    """Counts the evaluations of a function."""

    def __init__(self, f):
        self.f = f
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return self.f(x)


def trapezoid(f, a, b, n=16):
    h = (b - a) / n
    return h * ((f(a) + f(b)) / 2 + sum(f(a + i * h) for i in range(1, n)))


def romberg(f, a, b, levels=5):
    table = [[trapezoid(f, a, b, 2**k)] for k in range(levels)]
    for j in range(1, levels):
        for k in range(j, levels):
            better = table[k][j - 1] + (table[k][j - 1] - table[k - 1][j - 1]) / (4**j - 1)
            table[k].append(better)
    return table[-1][-1]


def adaptive(f, a, b, tol=1e-6, depth=12):
    def simpson(fa, fm, fb, h):
        return h / 6 * (fa + 4 * fm + fb)

    def recurse(a, fa, b, fb, m, fm, whole, tol, depth):
        lm, rm = (a + m) / 2, (m + b) / 2
        flm, frm = f(lm), f(rm)
        left, right = simpson(fa, flm, fm, m - a), simpson(fm, frm, fb, b - m)
        error = (left + right - whole) / 15
        if depth == 0 or abs(error) < tol:
            return left + right + error
        return recurse(a, fa, m, fm, lm, flm, left, tol / 2, depth - 1) + recurse(
            m, fm, b, fb, rm, frm, right, tol / 2, depth - 1
        )

    m = (a + b) / 2
    fa, fm, fb = f(a), f(m), f(b)
    return recurse(a, fa, b, fb, m, fm, simpson(fa, fm, fb, b - a), tol, depth)


def main(name, a, b):
    results = {}
    for method in (trapezoid, romberg, adaptive):
        f = Counted(FUNCTIONS[name])
        try:
            value = round(method(f, a, b), 8)
        except ZeroDivisionError:
            value = None
        results[method.__name__] = (value, f.calls)
    return results


CASES = [
    ("square", 0, 3),
    ("sin", 0, math.pi),
    ("gauss", -3, 3),
    ("root", 0, 1),
    ("step", 0, 1),
    ("recip", 1, 2),
    ("recip", 0, 1),
]
