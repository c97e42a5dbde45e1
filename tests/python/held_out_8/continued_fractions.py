# ruff: noqa
"""Continued fractions, Stern-Brocot paths, and high-precision constants."""

from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from itertools import accumulate, chain, cycle, islice, repeat
from math import isqrt


def expand(x):
    """Terms of the continued fraction of a rational."""
    while True:
        a = x.numerator // x.denominator
        yield a
        x -= a
        if not x:
            return
        x = 1 / x


def convergents(terms):
    h0, h1, k0, k1 = 0, 1, 1, 0
    for a in terms:
        h0, h1 = h1, a * h1 + h0
        k0, k1 = k1, a * k1 + k0
        yield Fraction(h1, k1)


def sqrt_terms(n):
    a0 = isqrt(n)
    if a0 * a0 == n:
        return iter([a0])
    period = []
    m, d, a = 0, 1, a0
    while a != 2 * a0:
        m = d * a - m
        d = (n - m * m) // d
        a = (a0 + m) // d
        period.append(a)
    return chain([a0], cycle(period))


def stern_brocot(x):
    path = ""
    lo, hi = (0, 1), (1, 0)
    while True:
        mid = (lo[0] + hi[0], lo[1] + hi[1])
        value = Fraction(*mid)
        if value == x:
            return path
        if x < value:
            hi = mid
            path += "L"
        else:
            lo = mid
            path += "R"


def pell(n):
    for c in islice(convergents(sqrt_terms(n)), 40):
        if c.numerator**2 - n * c.denominator**2 == 1:
            return c.numerator, c.denominator
    return None


def main(p, q, n):
    x = Fraction(p, q)
    terms = list(expand(x))
    approx = [str(c) for c in convergents(terms)]
    with localcontext() as ctx:
        ctx.prec = 30
        root = Decimal(n).sqrt()
        best = list(islice(convergents(sqrt_terms(n)), 8))[-1]
        err = abs(Decimal(best.numerator) / Decimal(best.denominator) - root)
    partial = list(accumulate(repeat(x, 4), lambda s, t: s + t * t, initial=Fraction(0)))
    print(terms, x.limit_denominator(10), f"{float(x):.5f}")
    path = stern_brocot(x) if 0 < x < 20 else None
    return approx, path, pell(n), str(root), f"{err:.3e}", partial[-1]


CASES = [(415, 93, 2), (-7, 3, 7), (5, 1, 4), (1, 1, 61), (22, 7, 13), (0, 4, 3), (1000, 999, 1), (8, 0, 2)]
