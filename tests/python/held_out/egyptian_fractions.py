"""Rational arithmetic by hand: continued fractions and Egyptian fractions."""

from math import gcd


class Ratio:
    def __init__(self, p, q=1):
        if q == 0:
            raise ZeroDivisionError("zero denominator")
        if q < 0:
            p, q = -p, -q
        g = gcd(p, q)
        self.p, self.q = p // g, q // g

    def __sub__(self, other):
        return Ratio(self.p * other.q - other.p * self.q, self.q * other.q)

    def __add__(self, other):
        return Ratio(self.p * other.q + other.p * self.q, self.q * other.q)

    def __eq__(self, other):
        return (self.p, self.q) == (other.p, other.q)

    def __hash__(self):
        return hash((self.p, self.q))

    def __floor__(self):
        return self.p // self.q

    def __str__(self):
        return str(self.p) if self.q == 1 else f"{self.p}/{self.q}"


def continued(r):
    p, q = r.p, r.q
    while q:
        a = p // q
        yield a
        p, q = q, p - a * q


def convergents(terms):
    h0, h1, k0, k1 = 0, 1, 1, 0
    for a in terms:
        h0, h1 = h1, a * h1 + h0
        k0, k1 = k1, a * k1 + k0
        yield Ratio(h1, k1)


def egyptian(r):
    whole = r.__floor__()
    r -= Ratio(whole)
    parts = [Ratio(whole)] if whole else []
    while r.p:
        d = -(-r.q // r.p)
        parts.append(Ratio(1, d))
        r -= parts[-1]
    return parts


def main(p, q):
    try:
        r = Ratio(p, q)
    except ZeroDivisionError as e:
        return str(e)
    parts = egyptian(r)
    total = Ratio(0)
    for part in parts:
        total += part
    assert total == r
    return str(r), list(continued(r)), [str(c) for c in convergents(continued(r))], " + ".join(map(str, parts)) or "0"


CASES = [(3, 4), (0, 5), (7, 0), (-7, 3), (43, 19), (355, 113), (5, 121), (6, -4)]
