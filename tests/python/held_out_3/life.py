"""Conway's game of life on an unbounded grid, as a set of living cells."""

from collections import Counter
from itertools import product

Cell = tuple[int, int]


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy]


def step(alive: set[Cell]) -> set[Cell]:
    counts = Counter(n for cell in alive for n in neighbours(cell))
    return {cell for cell, count in counts.items() if count == 3 or (count == 2 and cell in alive)}


def parse(rows: list[str]) -> set[Cell]:
    return {(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"}


def show(alive: set[Cell]) -> list[str]:
    if not alive:
        return []
    xs = [x for x, _ in alive]
    ys = [y for _, y in alive]
    return ["".join(".#"[(x, y) in alive] for x in range(min(xs), max(xs) + 1)) for y in range(min(ys), max(ys) + 1)]


def main(rows: list[str], generations: int):
    alive = parse(rows)
    history = {frozenset(alive): 0}
    for generation in range(1, generations + 1):
        alive = step(alive)
        key = frozenset(alive)
        if key in history:
            return show(alive), generation, generation - history[key]
        history[key] = generation
    return show(alive), generations, None


CASES = [([".#.", "..#", "###"], 4), (["###"], 5)]
