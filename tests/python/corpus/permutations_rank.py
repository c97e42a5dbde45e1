# ruff: noqa
"""Rank and unrank permutations, next permutation, and parity."""

from math import factorial


def rank(p):
    items = sorted(p)
    r = 0
    for k, v in enumerate(p):
        i = items.index(v)
        r += i * factorial(len(p) - 1 - k)
        items.pop(i)
    return r


def unrank(r, items):
    items = sorted(items)
    out = []
    while items:
        i, r = divmod(r, factorial(len(items) - 1))
        out.append(items.pop(i))
    return out


def successor(p):
    p = list(p)
    i = len(p) - 2
    while i >= 0 and p[i] >= p[i + 1]:
        i -= 1
    if i < 0:
        return None
    j = len(p) - 1
    while p[j] <= p[i]:
        j -= 1
    p[i], p[j] = p[j], p[i]
    p[i + 1 :] = reversed(p[i + 1 :])
    return p


def parity(p):
    return sum(p[i] > p[j] for i in range(len(p)) for j in range(i + 1, len(p))) % 2


def main(p):
    r = rank(p)
    assert unrank(r, p) == list(p)
    return r, successor(p), "odd" if parity(p) else "even"


CASES = [
    ([],),
    ([1],),
    ([1, 2, 3],),
    ([3, 2, 1],),
    ("bdca",),
    ([4, 0, 3, 1, 2],),
    (list(range(9, -1, -1)),),
    (list(range(15)),),
]
