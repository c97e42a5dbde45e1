"""Grundy numbers of take-away games and of Kayles; the winning moves of a sum of games."""

from functools import cache, reduce
from operator import xor


def mex(values):
    seen = set(values)
    g = 0
    while g in seen:
        g += 1
    return g


def subtraction(*amounts):
    def options(n):
        return [(n - a,) for a in amounts if a <= n]

    return options


def kayles(n):
    moves = set()
    for taken in (1, 2):
        for left in range(n - taken + 1):
            moves.add(tuple(sorted((left, n - taken - left))))
    return sorted(moves)


def nim(n):
    return [(k,) for k in range(n)]


GAMES = {"nim": nim, "kayles": kayles, "take123": subtraction(1, 2, 3), "take25": subtraction(2, 5)}


def main(game, heaps):
    options = GAMES[game]

    @cache
    def grundy(n):
        return mex(reduce(xor, map(grundy, o), 0) for o in options(n))

    total = reduce(xor, (grundy(h) for h in heaps), 0)
    winning = []
    for i, h in enumerate(heaps):
        for o in options(h):
            if total ^ grundy(h) ^ reduce(xor, map(grundy, o), 0) == 0:
                winning.append((i, o))
    return total, winning


CASES = [
    ("nim", []),
    ("nim", [3, 4, 5]),
    ("nim", [7, 7]),
    ("kayles", [5]),
    ("kayles", [9, 4]),
    ("take123", [21]),
    ("take123", [4, 8]),
    ("take25", [13, 1]),
]
