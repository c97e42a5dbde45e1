# ruff: noqa
"""Sparse polynomial-like vectors with operator overloading, used to combine feature counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping


class Sparse(Mapping):
    def __init__(self, entries=()):
        self._data = {k: v for k, v in dict(entries).items() if v}

    def __getitem__(self, key):
        return self._data.get(key, 0)

    def __contains__(self, key) -> bool:
        return key in self._data

    def __iter__(self) -> Iterator:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __add__(self, other: Sparse) -> Sparse:
        keys = list(self) + [k for k in other if k not in self._data]
        return Sparse((k, self[k] + other[k]) for k in keys)

    def __neg__(self) -> Sparse:
        return self * -1

    def __sub__(self, other: Sparse) -> Sparse:
        return self + -other

    def __mul__(self, scalar) -> Sparse:
        return Sparse((k, v * scalar) for k, v in self.items())

    __rmul__ = __mul__

    def __matmul__(self, other: Sparse):
        small, large = sorted((self, other), key=len)
        return sum(v * large[k] for k, v in small.items())

    def __abs__(self) -> float:
        return math.sqrt(self @ self)

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}: {v:g}" for k, v in sorted(self.items()))
        return f"<{inside}>"


def bag(text: str) -> Sparse:
    counts: dict[str, int] = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return Sparse(counts)


def main(first: str, second: str, scale: float = 0.5):
    a, b = bag(first), bag(second)
    norm = abs(a) * abs(b)
    similarity = a @ b / norm if norm else float("nan")
    mixed = a + scale * b
    return str(mixed), str(a - b), len(a - b), f"{similarity:.4f}", "the" in a, bool(a - a)


CASES = [
    ("the cat and the hat", "the dog and the log"),
    ("a b c", "a b c"),
    ("x", "y", 2),
    ("", "something"),
    ("to be or not to be", "to see or not to see", -1),
    ("one one one two", "two two one", 0),
]
