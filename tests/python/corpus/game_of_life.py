"""Conway's game of life on an unbounded grid kept as a set of cells."""

from collections import Counter


def step(live):
    counts = Counter((x + dx, y + dy) for x, y in live for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return {cell for cell, n in counts.items() if n == 3 or (n == 2 and cell in live)}


def render(live):
    if not live:
        return []
    xs = [x for x, _ in live]
    ys = [y for _, y in live]
    return [
        "".join("#" if (x, y) in live else "." for x in range(min(xs), max(xs) + 1))
        for y in range(min(ys), max(ys) + 1)
    ]


def main(picture, generations):
    live = {(x, y) for y, line in enumerate(picture) for x, ch in enumerate(line) if ch == "#"}
    seen = {frozenset(live): 0}
    for g in range(1, generations + 1):
        live = step(live)
        key = frozenset(live)
        if key in seen:
            return render(live), f"generation {g} repeats {seen[key]}"
        seen[key] = g
    return render(live), "no repetition"


CASES = [
    (["###"], 4),
    ([".#.", "..#", "###"], 8),
    (["##", "##"], 3),
    ([], 2),
    (["#"], 1),
    ([".##", "##.", ".#."], 10),
    (["..#", "#.#"], 0),
]
