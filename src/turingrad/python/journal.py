"""Which line of Python each gate was made for, noted while a function or a learner is followed as a circuit."""

from __future__ import annotations

import linecache
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass

from turingrad.python.logic import AND, XOR, Graph

Place = tuple[str, int]  # a file and a line


@dataclass(frozen=True)
class LineGates:
    """One line of a program: how many two-input gates following it made, and how many of these an output depends on.
    What other lines of its block or of the functions that it calls made is theirs."""

    file: str
    line: int
    text: str
    made: int
    kept: int


class Journal:
    """The line that is being followed, from gate to gate of one graph."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.starts, self.places = [0], list[Place | None]([None])
        self.outputs: list[int] = []  # literals

    def begin(self) -> Graph:
        """A new graph that this journal is about; what was noted about an earlier one is forgotten."""
        self.__init__()  # type: ignore[misc]
        self.graph.journal = self
        return self.graph

    def enter(self, place: Place | None) -> Place | None:
        """From here on gates belong to this place. Returns the place that they belonged to."""
        before = self.places[-1]
        if before != place:
            self.starts.append(len(self.graph.kind))
            self.places.append(place)
        return before

    def place_of(self, node: int) -> Place | None:
        return self.places[bisect_right(self.starts, node) - 1]

    def lines(self) -> tuple[LineGates, ...]:
        """The lines that made gates, in the order of files and lines."""
        gates = [node for node, kind in enumerate(self.graph.kind) if kind in (AND, XOR)]
        needed = set(self.graph.dependencies(self.outputs))
        made = Counter(map(self.place_of, gates))
        kept = Counter(self.place_of(node) for node in gates if node in needed)
        seen = sorted({place for place in self.places if place is not None})
        return tuple(
            LineGates(file, line, linecache.getline(file, line).rstrip(), made[file, line], kept[file, line])
            for file, line in seen
        )
