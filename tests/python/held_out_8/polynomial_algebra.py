# ruff: noqa
"""Polynomials over the rationals with operator overloading."""

from fractions import Fraction
from functools import reduce, total_ordering
from itertools import zip_longest


@total_ordering
class Poly:
    """Coefficients are stored from the constant term upwards."""

    def __init__(self, *coeffs):
        cs = [Fraction(c) for c in coeffs]
        while cs and cs[-1] == 0:
            cs.pop()
        self.c = tuple(cs)

    @classmethod
    def from_roots(cls, roots):
        return reduce(lambda p, r: p * cls(-r, 1), roots, cls(1))

    @classmethod
    def interpolate(cls, points):
        total = cls()
        for i, (xi, yi) in enumerate(points):
            term = cls(yi)
            for j, (xj, _) in enumerate(points):
                if i != j:
                    term = term * cls(-xj, 1) * Fraction(1, xi - xj)
            total += term
        return total

    @property
    def degree(self):
        return len(self.c) - 1

    def __call__(self, x):
        return reduce(lambda acc, c: acc * x + c, reversed(self.c), Fraction(0))

    def __add__(self, other):
        other = other if isinstance(other, Poly) else Poly(other)
        return Poly(*(a + b for a, b in zip_longest(self.c, other.c, fillvalue=0)))

    __radd__ = __add__

    def __neg__(self):
        return Poly(*(-a for a in self.c))

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        if not isinstance(other, Poly):
            return Poly(*(a * other for a in self.c))
        out = [Fraction(0)] * (len(self.c) + len(other.c))
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Poly(*out)

    __rmul__ = __mul__

    def __divmod__(self, d):
        if not d.c:
            raise ZeroDivisionError("polynomial division by zero")
        q, r = Poly(), self
        while r.degree >= d.degree:
            k = r.degree - d.degree
            t = Poly(*[0] * k, r.c[-1] / d.c[-1])
            q, r = q + t, r - t * d
        return q, r

    def __mod__(self, d):
        return divmod(self, d)[1]

    def __eq__(self, other):
        return isinstance(other, Poly) and self.c == other.c

    def __lt__(self, other):
        return (self.degree, self.c[::-1]) < (other.degree, other.c[::-1])

    def __hash__(self):
        return hash(self.c)

    def derivative(self):
        return Poly(*(i * c for i, c in enumerate(self.c) if i))

    def __str__(self):
        parts = []
        for i, c in reversed(list(enumerate(self.c))):
            if c:
                x = "" if i == 0 else "x" if i == 1 else f"x^{i}"
                mag = str(abs(c)) if abs(c) != 1 or i == 0 else ""
                parts.append(("-" if c < 0 else "+") + " " + mag + x)
        return " ".join(parts).removeprefix("+ ") or "0"


def gcd(p, q):
    while q.c:
        p, q = q, p % q
    return p * (1 / p.c[-1]) if p.c else p


def main(a, b):
    p, q = Poly(*a), Poly(*b)
    print(p, "|", q, "|", p * q, "|", 3 + p)
    quotient, rest = divmod(p, q)
    line = Poly.interpolate([(i, int(p(i))) for i in range(p.degree + 1)]) if p.c else Poly()
    return (
        [str(v) for v in (p + q, quotient, rest, gcd(p, q), p.derivative(), Poly.from_roots(a))],
        p(Fraction(1, 2)),
        p < q,
        line == p,
        len({p, q, p + 0}),
    )


CASES = [
    ([-1, 0, 1], [1, 1]),
    ([6, -5, 1], [-2, 1]),
    ([1, 2, 3, 4], [0, 0, 2]),
    ([], [1]),
    ([5], [5]),
    ([0, 0, 0, 1], [-1, 1]),
    ([1, 1], []),
    ([2, 3], [1, 0, 0, 7]),
]
