"""What is known on a path: literals, bounds of sums, values that a sum is not.

A path knows what the path before it knew, and more. Facts are layers of dicts, the newest first; a new layer takes in
older ones that are no larger, so that a path of n assumptions has about log2 n layers, and all paths of a loop together
take memory in proportion to its iterations (times that logarithm), not to their square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from turingrad.python.numbers import Key

Fact: TypeAlias = bool | tuple[int | None, int | None] | frozenset[int]
About: TypeAlias = int | Key | tuple[str, Key]
"""A literal, a canonical sum (its bounds), or NOT and such a sum (what it is not)."""

NOT = "not"


class Facts:
    """An immutable mapping."""

    __slots__ = ("layers",)

    def __init__(self, layers: tuple[Mapping[About, Fact], ...] = ()) -> None:
        self.layers = layers

    def get(self, about: About) -> Fact | None:
        for layer in self.layers:
            found = layer.get(about)
            if found is not None:
                return found
        return None

    def __bool__(self) -> bool:
        return bool(self.layers)

    def and_also(self, more: Mapping[About, Fact]) -> Facts:
        """These facts and more; the newer ones count."""
        older, newest = list(self.layers), more
        while older and len(older[0]) <= len(newest):
            newest = {**older.pop(0), **newest}
        return Facts((newest, *older)) if newest else self

    def as_dict(self) -> dict[About, Fact]:
        found: dict[About, Fact] = {}
        for layer in reversed(self.layers):
            found.update(layer)
        return found


NOTHING = Facts()


def common_facts(sets: Sequence[Facts]) -> Facts:
    """What is known on each of several paths, in the same words."""
    first, *others = sets
    if any(not other for other in others):
        return NOTHING
    return NOTHING.and_also(
        {what: fact for what, fact in first.as_dict().items() if all(other.get(what) == fact for other in others)}
    )


def bounds_of(fact: Fact | None) -> tuple[int | None, int | None]:
    return fact if isinstance(fact, tuple) else (None, None)


def excluded_values(facts: Facts, key: Key) -> frozenset[int]:
    """What a sum of literals is known not to be."""
    found = facts.get((NOT, key))
    return found if isinstance(found, frozenset) else frozenset()
