# ruff: noqa
"""Exact distributions of dice expressions such as 2d6+1 or 4d6k3 (keep highest)."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod


def multiplicity(rolls):
    return factorial(len(rolls)) // prod(factorial(c) for c in Counter(rolls).values())


def pool(n, sides, keep):
    distribution = Counter()
    for rolls in combinations_with_replacement(range(1, sides + 1), n):
        distribution[sum(sorted(rolls, reverse=True)[:keep])] += multiplicity(rolls)
    return distribution


def add(a, b):
    result = Counter()
    for x, p in a.items():
        for y, q in b.items():
            result[x + y] += p * q
    return result


def parse(expression):
    for sign, term in re.findall(r"([+-]?)\s*([^+\-\s]+)", expression):
        factor = -1 if sign == "-" else 1
        m = re.fullmatch(r"(\d*)d(\d+)(?:k(\d+))?", term)
        if m:
            n = int(m[1] or 1)
            dice = pool(n, int(m[2]), int(m[3] or n))
            yield Counter({factor * k: v for k, v in dice.items()})
        elif term.isdecimal():
            yield Counter({factor * int(term): 1})
        else:
            raise ValueError(f"bad term {term!r}")


def main(expression, target):
    try:
        total = Counter({0: 1})
        for part in parse(expression):
            total = add(total, part)
    except ValueError as e:
        return str(e)
    ways = sum(total.values())
    mean = Fraction(sum(k * v for k, v in total.items()), ways)
    success = Fraction(sum(v for k, v in total.items() if k >= target), ways)
    variance = sum(v * (k - mean) ** 2 for k, v in total.items()) / ways
    return f"mean {mean}, sd {float(variance) ** 0.5:.3f}, P(>= {target}) = {success} ~ {float(success):.2%}"


CASES = [
    ("2d6", 7),
    ("d20+5", 15),
    ("4d6k3", 16),
    ("3d4 - 1d6", 0),
    ("2d20k1", 11),
    ("7", 7),
    ("2d6+x", 1),
    ("1d8+1d10+3", 12),
]
