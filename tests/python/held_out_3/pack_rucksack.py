# ruff: noqa
"""The 0/1 knapsack by a memoized recursion, with the items that were taken."""

from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple


@dataclass(order=True)
class Item:
    weight: int
    name: str
    value: int = 1


class Packing(NamedTuple):
    value: int
    names: tuple[str, ...]


def pack(items: list[Item], capacity: int) -> Packing:
    @lru_cache(maxsize=None)
    def best(index: int, room: int) -> Packing:
        if index == len(items):
            return Packing(0, ())
        item = items[index]
        without = best(index + 1, room)
        if item.weight > room:
            return without
        value, names = best(index + 1, room - item.weight)
        return max(without, Packing(value + item.value, (item.name, *names)), key=attrgetter("value"))

    return best(0, capacity)


def main(capacity: int, rows: list[tuple]) -> dict:
    items = sorted(Item(*row) for row in rows)
    packed = pack(items, capacity)
    weight = sum(item.weight for item in items if item.name in packed.names)
    return {**packed._asdict(), "weight": weight, "left": capacity - weight, "first": repr(items[0])}


CASES = [
    (10, [(5, "tent", 10), (4, "stove", 40), (6, "boots", 30), (3, "map", 50), (1, "soap")]),
    (2, [(3, "rope", 7), (9, "boat", 99)]),
]
