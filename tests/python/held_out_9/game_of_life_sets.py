# ruff: noqa
"""Conway's game of life on an unbounded plane with sets."""

from collections import Counter

PATTERNS = {
    "blinker": "###",
    "block": "##\n##",
    "glider": ".#.\n..#\n###",
    "rpent": ".##\n##.\n.#.",
    "toad": ".###\n###.",
    "empty": "",
}


def parse(text):
    return frozenset((x, y) for y, line in enumerate(text.splitlines()) for x, ch in enumerate(line) if ch == "#")


def step(live):
    near = Counter((x + dx, y + dy) for x, y in live for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return frozenset(c for c, n in near.items() if n == 3 or (n == 2 and c in live))


def normal(live):
    if not live:
        return live, (0, 0)
    ox = min(x for x, _ in live)
    oy = min(y for _, y in live)
    return frozenset((x - ox, y - oy) for x, y in live), (ox, oy)


def render(live):
    if not live:
        return "<dead>"
    shape, _ = normal(live)
    w = max(x for x, _ in shape) + 1
    h = max(y for _, y in shape) + 1
    return "\n".join("".join(".#"[(x, y) in shape] for x in range(w)) for y in range(h))


def main(name, generations):
    live = parse(PATTERNS.get(name, name))
    seen = {}
    population = []
    for g in range(generations + 1):
        population.append(len(live))
        shape, offset = normal(live)
        if shape in seen:
            first, (ox, oy) = seen[shape]
            print(render(live))
            return {"period": g - first, "shift": (offset[0] - ox, offset[1] - oy), "population": population}
        seen[shape] = g, offset
        live = step(live)
    print(render(live))
    return {"period": None, "population": population, "cells": sorted(live)[:5]}


CASES = [
    ("blinker", 10),
    ("block", 3),
    ("glider", 8),
    ("rpent", 30),
    ("toad", 5),
    ("empty", 4),
    ("#", 4),
    ("#.#\n###\n#.#", 12),
    ("glider", 0),
]
