"""Rows of many models as tables: the mean of each figure by method and level, with an interval over seeds.

A figure of several machines is, for each seed, the mean over the machines, and then mean and interval over the seeds:
so the interval says what another disguise and another start of the method would change, not how machines differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import mean
from typing import Any

from turingrad.truth.baselines import METHODS
from turingrad.truth.campaign import CONTROL, TRUTH, Row
from turingrad.truth.scores import interval

EDGES = "edges"
FIGURES = {
    "features": ("f1", "recall", "mean_max", "separated"),
    "probes": ("balanced", "cosine"),
    "circuits": ("auroc", "groups", "precision", "kept", "size", EDGES),
    "steering": ("changed", "isolated"),
}
"""The figures of the tables, by question."""
MAIN = {"features": "mean_max", "probes": "balanced", "circuits": "auroc", "steering": "changed"}
"""By question, the figure that decides whether a method fails the control; of edges their own does."""
EXACT_LEVELS = ("0", "1", "2", "3")
FLOOR = "random"


@dataclass(frozen=True)
class Cell:
    """A mean over seeds, and half the width of its 95 % interval if there are several."""

    mean: float
    half: float | None
    seeds: int

    def __str__(self) -> str:
        return f"{self.mean:.2f}" if self.half is None else f"{self.mean:.2f} ± {self.half:.2f}"


@dataclass(frozen=True)
class Line:
    """One line of a table: a method's figure, by level, and whether the method fails the control there."""

    question: str
    method: str
    figure: str
    cells: dict[str, Cell]
    fails_control: bool | None = None

    def as_json(self) -> dict[str, Any]:
        """The line for scripts."""
        return asdict(self)


def table_lines(rows: Sequence[Row]) -> list[Line]:
    """The lines of all questions, methods and figures."""
    methods = [name for name in METHODS if any(row.method == name for row in rows)]
    found = []
    for question, figures in FIGURES.items():
        for method in methods:
            own = [row for row in rows if row.question == question and row.method == method]
            for figure in figures if own else ():
                cells = {level: cell for level in levels_of(rows) if (cell := cell_of(own, level, figure)) is not None}
                if cells:
                    decides = figure in (MAIN[question], EDGES)
                    fails = fails_control(rows, question, method, figure) if decides else None
                    found.append(Line(question, method, figure, cells, fails))
    return found


def levels_of(rows: Iterable[Row]) -> list[str]:
    """The levels, the control last."""
    return sorted({row.level for row in rows}, key=lambda level: (level == CONTROL, level))


def cell_of(rows: Iterable[Row], level: str, figure: str) -> Cell | None:
    """The mean over machines, seed by seed, then over seeds."""
    by_seed: dict[int, list[float]] = {}
    for row in rows:
        if row.level == level and figure in row.figures:
            by_seed.setdefault(row.seed, []).append(row.figures[figure])
    if not by_seed:
        return None
    return Cell(*interval([mean(values) for _, values in sorted(by_seed.items())]), len(by_seed))


def fails_control(rows: Sequence[Row], question: str, method: str, figure: str | None = None) -> bool | None:
    """Whether a method "finds" on lookalikes what is not there: more than half of the difference between the truth's
    figure and that of chance; None if there is no lookalike among the rows."""
    name = figure or MAIN[question]

    def average(of: str, levels: Iterable[str]) -> float | None:
        own = (row.figures for row in rows if (row.question, row.method) == (question, of) and row.level in levels)
        values = [figures[name] for figures in own if name in figures]
        return mean(values) if values else None

    there, floor = average(method, (CONTROL,)), average(FLOOR, (CONTROL,))
    ceiling = average(TRUTH, EXACT_LEVELS)
    if there is None or floor is None or ceiling is None or method in (FLOOR, TRUTH):
        return None
    return there > (floor + ceiling) / 2


def machines_by_seeds(rows: Iterable[Row]) -> dict[str, int]:
    """How many seeds each machine has."""
    seeds: dict[str, set[int]] = {}
    for row in rows:
        seeds.setdefault(row.machine, set()).add(row.seed)
    return {machine: len(found) for machine, found in seeds.items()}


def total_seconds(rows: Iterable[Row]) -> float:
    """CPU seconds that the rows took, models included."""
    return sum(row.seconds for row in rows)


def circuit_check(rows: Iterable[Row]) -> dict[str, float]:
    """Of the models of levels 0 to 3: how many there are, on how many every token stays right with all but the true
    circuit resampled, and the largest share of tokens that stays right with a random circuit of that size."""
    kept = {TRUTH: [1.0], FLOOR: [0.0]}
    for row in rows:
        if row.question == "circuits" and row.level in EXACT_LEVELS and row.method in kept:
            kept[row.method].append(row.figures["kept"])
    true = kept[TRUTH][1:]
    return {"models": len(true), "kept": sum(share == 1.0 for share in true), "random_most": max(kept[FLOOR])}
