# ruff: noqa
"""Conway's Game of Life on an unbounded board, with cycle detection."""

from collections import Counter
from itertools import product

OFFSETS = [d for d in product((-1, 0, 1), repeat=2) if d != (0, 0)]


def parse(pattern):
    return frozenset(
        (r, c) for r, line in enumerate(pattern.strip("\n").split("\n")) for c, ch in enumerate(line) if ch in "O#*"
    )


def step(live):
    counts = Counter((r + dr, c + dc) for r, c in live for dr, dc in OFFSETS)
    return frozenset(p for p, n in counts.items() if n == 3 or (n == 2 and p in live))


def normalize(live):
    if not live:
        return live, (0, 0)
    r0 = min(r for r, _ in live)
    c0 = min(c for _, c in live)
    return frozenset((r - r0, c - c0) for r, c in live), (r0, c0)


def render(live):
    if not live:
        return "(empty)"
    shape, _ = normalize(live)
    height = max(r for r, _ in shape) + 1
    width = max(c for _, c in shape) + 1
    return "\n".join("".join("#" if (r, c) in shape else "." for c in range(width)) for r in range(height))


def main(pattern, generations=20):
    live = parse(pattern)
    seen = {}
    for g in range(generations + 1):
        shape, offset = normalize(live)
        if shape in seen:
            g0, (r0, c0) = seen[shape]
            shift = (offset[0] - r0, offset[1] - c0)
            kind = "still" if g - g0 == 1 and shift == (0, 0) else "oscillator" if shift == (0, 0) else "spaceship"
            print(render(live))
            return kind if shape else "dead", g0, g - g0, shift
        seen[shape] = (g, offset)
        live = step(live)
    print(render(live))
    return "running", generations, len(live)


CASES = [
    ("###",),
    (".#.\n..#\n###",),
    ("##\n##",),
    ("#",),
    ("",),
    (".##\n##.\n.#.", 15),
    (".###\n###.",),
    ("#..#.\n....#\n#...#\n.####",),
]
