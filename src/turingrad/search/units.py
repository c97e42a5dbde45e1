"""Work units: pieces of a search that depend on nothing but their own fields, so that any process may do them.

A unit carries the instances that it needs (some tens of kilobytes), never a task: nothing of the user's is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from turingrad.search.climbing import climb
from turingrad.search.enumeration import partition, walk
from turingrad.search.instances import Instances
from turingrad.search.problems import STEPS_PER_CELL, UNIT_STREAM, stream
from turingrad.search.programs.instructions import Instruction, as_numbers
from turingrad.search.programs.kernel import climb_programs
from turingrad.search.settings import Settings
from turingrad.search.tables import UNDEFINED, Table

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
Scored = tuple[int, tuple[int, ...]]  # how many of the practice instances were right; the table, or the program


@dataclass(frozen=True)
class UnitResult:
    """What a unit found: its best candidates with their scores on the practice instances, best first."""

    round: int
    number: int
    machines: int
    best: tuple[Scored, ...]


class Work(Protocol[R_co]):
    """What an engine can do: a piece of any work that can be sent to another process."""

    def perform(self) -> R_co: ...


@dataclass(frozen=True, eq=False)
class SearchUnit:
    """A unit of a round of a search."""

    round: int
    number: int
    settings: Settings
    instances: Instances

    def seed(self) -> int:
        return int(stream(self.settings.seed, UNIT_STREAM, self.round, self.number).integers(2**63))


@dataclass(frozen=True, eq=False)
class Climb(SearchUnit):
    """Hill climbing from `start` (empty: from nothing), over `machines` candidates."""

    start: tuple[int, ...]
    machines: int

    def perform(self) -> UnitResult:
        asked = self.settings
        start: Table = np.full(4 * asked.states, UNDEFINED, dtype=np.int32)
        start[: len(self.start)] = self.start
        limit = STEPS_PER_CELL * self.instances.cells
        best = climb(
            self.instances, start, self.machines, asked.patience, limit, self.seed(), asked.walls, asked.kept,
            novelty=asked.novelty,
        )  # fmt: skip
        return UnitResult(self.round, self.number, self.machines, parse_scored(best))


@dataclass(frozen=True, eq=False)
class ProgramClimb(SearchUnit):
    """Hill climbing over programs, `machines` of them: from nothing, anew after `patience` in vain, or, if there is a
    `start`, from that without ever beginning anew. Programs drift far along a plateau before they improve."""

    start: tuple[Instruction, ...]
    machines: int

    def perform(self) -> UnitResult:
        asked = self.settings
        best = climb_programs(
            self.instances, self.start, self.machines, self.machines if self.start else asked.patience,
            self.seed(), asked.kept, asked.instructions, asked.prior,
        )  # fmt: skip
        scored = tuple((value, as_numbers(program)) for value, program in best)
        return UnitResult(self.round, self.number, self.machines, scored)


@dataclass(frozen=True, eq=False)
class Walk(SearchUnit):
    """One part of the tree of all candidates; those with fewer than `needed` right are abandoned."""

    needed: int

    def perform(self) -> UnitResult:
        asked = self.settings
        limit = STEPS_PER_CELL * self.instances.cells
        part = partition(asked.states, asked.walls)
        kept = 8 * asked.kept
        found = walk(self.instances, asked.states, asked.walls, self.number, part, self.needed, limit, kept)
        return UnitResult(self.round, self.number, found.machines, parse_scored(found.best))


Unit = Climb | ProgramClimb | Walk
"""A unit of the rounds of a search."""


def perform(unit: Work[R]) -> R:
    """Does a unit; a plain function, for pools of processes."""
    return unit.perform()


def parse_scored(best: Sequence[tuple[int, Table]]) -> tuple[Scored, ...]:
    return tuple((value, tuple(int(entry) for entry in table)) for value, table in best)
