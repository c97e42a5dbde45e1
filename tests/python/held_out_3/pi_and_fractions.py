"""Digits of pi from a spigot, continued fractions of what they make, and the best approximations."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice


def pi_digits() -> Iterator[int]:
    q, r, t, k, n, m = 1, 0, 1, 1, 3, 3
    while True:
        if 4 * q + r - t < n * t:
            yield n
            q, r, n = 10 * q, 10 * (r - n * t), 10 * (3 * q + r) // t - 10 * n
        else:
            q, r, t, k, n, m = q * k, (2 * q + r) * m, t * m, k + 1, (q * (7 * k + 2) + r * m) // (t * m), m + 2


def continued(x: Fraction) -> Iterator[int]:
    while True:
        whole = x.numerator // x.denominator
        yield whole
        if x == whole:
            return
        x = 1 / (x - whole)


def convergents(terms: list[int]) -> Iterator[Fraction]:
    a, b, c, d = 1, 0, terms[0], 1
    yield Fraction(c, d)
    for term in terms[1:]:
        a, b, c, d = c, d, term * c + a, term * d + b
        yield Fraction(c, d)


def main(digits: int, depth: int) -> tuple[str, list[int], list[str]]:
    found = list(islice(pi_digits(), digits))
    x = sum((Fraction(digit, 10**place) for place, digit in enumerate(found)), Fraction(0))
    terms = list(islice(continued(x), depth))
    return "".join(map(str, found)), terms, [str(c) for c in convergents(terms)]


CASES = [(12, 5), (3, 9)]
