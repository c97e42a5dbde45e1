"""Where instances come from: a task, of which problems are drawn without end, or one data set.

Candidates *practise* on instances that are drawn afresh each round, are *screened* by successive halving on a common
set, and the survivors are *examined*: on a task at its own size and at a larger one, which separates algorithms from
look-ups; on a data set on its validation rows, as Definition 2 of Goel et al. chooses B(Z) by Z'.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from turingrad._support.arrays import Array, Signs
from turingrad._support.validation.arguments import validate_fields
from turingrad._support.validation.values import whole
from turingrad.errors import LimitError
from turingrad.search.instances import Instances, from_rows, from_task, instances_of_data_set
from turingrad.tasks import Task

SCREEN, EXAM = 2400, 600
STEPS_PER_CELL = 10  # the step limit while practising, a cell of the grid: quick learners pass over it a few times
MAX_STEPS = 1_000_000
LEAST_STEPS = 10_000

# The sources of randomness of a search, each with its own stream: numbers of `numpy.random.SeedSequence`.
PRACTICE_STREAM, UNIT_STREAM, SCREEN_STREAM, EXAM_STREAM, FRESH_STREAM, LARGER_STREAM = range(6)


def stream(seed: int, *path: int) -> np.random.Generator:
    """The random numbers of one purpose; streams of different paths are independent."""
    return np.random.default_rng(np.random.SeedSequence([seed, *path]))


def time_limit(dim: int, train: int, exponent: int) -> int:
    """Definition 3's (2 d m)^k steps, at least LEAST_STEPS and at most MAX_STEPS."""
    return int(min(max((2 * dim * train) ** exponent, LEAST_STEPS), MAX_STEPS))


class Problems(Protocol):
    """What a search is about."""

    @property
    def name(self) -> str: ...

    @property
    def dim(self) -> int: ...

    @property
    def train(self) -> int: ...

    def practice(self, seed: int, round_number: int, count: int, work: int) -> Instances: ...

    def screen(self, seed: int, work: int) -> Instances: ...

    def exams(self, seed: int, work: int) -> tuple[Instances, ...]: ...

    def rank(self, exams: tuple[float, ...], screened: float) -> tuple[float, ...]:
        """What a candidate is ranked by, larger first, from its accuracies."""
        ...

    def description(self) -> dict[str, Any]:
        """What tells these problems from others: a progress file is continued for the same ones only."""
        ...


MAX_CELLS = 20_000  # of a problem: the ranking draws some thousands of problems


@dataclass(frozen=True)
class TaskProblems:
    """Problems of a task at size (dim, train). Candidates are also ranked at a larger size, `exam`, half as many
    features again and 9/4 of the examples unless it is given."""

    task: Task
    dim: int = 4
    train: int = 8
    exam: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        validate_fields(self)
        for what, size in (("features", self.dim), ("training examples", self.train)):
            whole(size, f"the number of {what}", 1)
        if (self.dim + 2) * (self.train + 1) > MAX_CELLS:
            raise LimitError(f"problems of {self.dim:,} x {self.train:,} are larger than {MAX_CELLS:,} cells of a grid")

    @property
    def name(self) -> str:
        return self.task.name

    def draw(self, rng: np.random.Generator, count: int, size: tuple[int, int], work: int) -> Instances:
        return from_task(self.task, rng, count, *size, work)

    def practice(self, seed: int, round_number: int, count: int, work: int) -> Instances:
        return self.draw(stream(seed, PRACTICE_STREAM, round_number), count, (self.dim, self.train), work)

    def screen(self, seed: int, work: int) -> Instances:
        return self.draw(stream(seed, SCREEN_STREAM), SCREEN, (self.dim, self.train), work)

    def exams(self, seed: int, work: int) -> tuple[Instances, ...]:
        larger = self.exam or (self.dim + (self.dim + 1) // 2, (9 * self.train + 3) // 4)  # (6, 18) for (4, 8)
        return (self.draw(stream(seed, EXAM_STREAM), EXAM, larger, work),)

    def rank(self, exams: tuple[float, ...], screened: float) -> tuple[float, ...]:
        return ((exams[0] + screened) / 2,)

    def larger(self) -> list[tuple[int, int]]:
        """The sizes that a report shows: (10, 40) and (20, 60) for (4, 8)."""
        return [((5 * self.dim + 1) // 2, 5 * self.train), (5 * self.dim, (15 * self.train + 1) // 2)]

    def description(self) -> dict[str, Any]:
        drawn = self.draw(np.random.default_rng(0), 32, (self.dim, self.train), 0)
        found = {"task": self.name, "dim": self.dim, "train": self.train, "drawn": digest(drawn.grids, drawn.labels)}
        return found | ({"exam": self.exam} if self.exam else {})


@dataclass(frozen=True, eq=False)
class DataProblems:
    """One data set in two parts: Z = (X, y), which the learner is given, and the validation rows that choose it.

    Candidates practise on `rows` rows of Z at a time, with another row of Z to predict. `unused` rows of the data set
    are in neither part.
    """

    name: str
    X: Signs
    y: Signs
    X_validation: Signs
    y_validation: Signs
    rows: int = 24
    unused: int = 0

    @property
    def dim(self) -> int:
        return int(self.X.shape[1])

    @property
    def train(self) -> int:
        return len(self.y)

    @cached_property
    def practice_rows(self) -> int:
        return min(self.rows, len(self.y) - 1)

    def practice(self, seed: int, round_number: int, count: int, work: int) -> Instances:
        rng = stream(seed, PRACTICE_STREAM, round_number)
        return from_rows(self.X, self.y, rng, count, self.practice_rows, work)

    def screen(self, seed: int, work: int) -> Instances:
        return from_rows(self.X, self.y, stream(seed, SCREEN_STREAM), EXAM, self.practice_rows, work)

    def exams(self, seed: int, work: int) -> tuple[Instances, ...]:  # noqa: ARG002
        return (instances_of_data_set(self.X, self.y, self.X_validation, self.y_validation, work),)

    def rank(self, exams: tuple[float, ...], screened: float) -> tuple[float, ...]:
        return (exams[0], screened)

    def description(self) -> dict[str, Any]:
        parts = (self.X, self.y, self.X_validation, self.y_validation)
        return {"dim": self.dim, "train": self.train, "rows": self.rows, "drawn": digest(*parts)}


def digest(*arrays: Array) -> str:
    found = hashlib.sha256()
    for array in arrays:
        found.update(repr(array.shape).encode())
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()[:32]
