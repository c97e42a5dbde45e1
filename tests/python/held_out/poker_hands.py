# ruff: noqa
"""Rank poker hands and order the players."""

from collections import Counter
from enum import IntEnum


class Rank(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


FACES = "23456789TJQKA"


def evaluate(hand):
    cards = hand.split()
    values = sorted((FACES.index(c[0]) for c in cards), reverse=True)
    suits = {c[1] for c in cards}
    counts = sorted(Counter(values).items(), key=lambda vc: (vc[1], vc[0]), reverse=True)
    shape = tuple(c for _, c in counts)
    order = [v for v, _ in counts]
    straight = len(counts) == 5 and values[0] - values[4] == 4
    if values == [12, 3, 2, 1, 0]:
        straight, order = True, [3, 2, 1, 0, -1]
    flush = len(suits) == 1
    rank = {
        (4, 1): Rank.FOUR,
        (3, 2): Rank.FULL_HOUSE,
        (3, 1, 1): Rank.THREE,
        (2, 2, 1): Rank.TWO_PAIRS,
        (2, 1, 1, 1): Rank.PAIR,
    }.get(shape, Rank.HIGH_CARD)
    if straight and flush:
        rank = Rank.STRAIGHT_FLUSH
    elif flush:
        rank = max(rank, Rank.FLUSH)
    elif straight:
        rank = max(rank, Rank.STRAIGHT)
    return rank, order


def main(hands):
    scored = {name: evaluate(h) for name, h in hands.items()}
    standing = sorted(scored, key=lambda n: scored[n], reverse=True)
    winners = [n for n in standing if scored[n] == scored[standing[0]]] if standing else []
    return [(n, scored[n][0].name.replace("_", " ").lower()) for n in standing], winners


CASES = [
    ({},),
    ({"ann": "2H 3D 5S 9C KD", "bob": "2C 3H 4S 8C AH"},),
    ({"ann": "2H 4S 4C 2D 4H", "bob": "2S 8S AS QS 3S"},),
    ({"ann": "2H 3D 5S 9C KD", "bob": "2D 3H 5C 9S KH"},),
    ({"a": "AH 2H 3H 4H 5H", "b": "6C 2D 3D 4D 5D", "c": "TS JS QS KS AS"},),
    (
        {
            "a": "7C 7D 7H 7S 2D",
            "b": "8C 8D 8H 2S 2C",
            "c": "9C 9D 3H 3S KC",
            "d": "KD KS 2H 3D 4C",
            "e": "JD JS JC 3C 4D",
        },
    ),
]
