"""What a census says: the best machines at the size, proved so where the count is complete, and what they do at larger
sizes, measured."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from turingrad import __version__
from turingrad.formats.json_machine import to_object
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Progress, with_progress
from turingrad.search.census.driver import Census
from turingrad.search.census.parts import loss_of_table
from turingrad.search.census.tree import COMPLETE, CUT, LEFT_OUT, NODES, RUN_STEPS, VOLUME
from turingrad.search.instances import scores
from turingrad.search.problems import TaskProblems, stream, time_limit
from turingrad.search.ranking import library_tables
from turingrad.search.settings import Settings
from turingrad.search.tables import as_machine, canonical, rule_lines
from turingrad.search.user_tasks import find_task

SIZES = ((4, 8), (10, 40), (20, 60))
CHOOSING, MEASURED = 400, 2_000  # problems of each size: to choose among equals, and fresh ones to report
CHOOSING_STREAM, MEASURED_STREAM = 100, 101


@dataclass(frozen=True)
class Placed:
    """A machine of the list: its exact accuracy at the census's size, and measured ones at `SIZES`."""

    table: tuple[int, ...]
    accuracy: Fraction
    larger: tuple[float, ...]

    def machine(self, work: int, name: str = "") -> GridMachine:
        return as_machine(np.array(self.table, dtype=np.int32), work, name)


@dataclass(frozen=True)
class CensusReport:
    """`best` is the machine of the least loss that does best at larger sizes; `others` the next of the list."""

    census: Census
    best: Placed | None
    others: tuple[Placed, ...]
    library: tuple[tuple[str, float], ...]

    def fields(self) -> dict[str, Any]:
        counted, asked = self.census, self.census.settings
        weights = asked.weights
        figures = counted.figures
        return {
            "task": asked.task,
            "states": asked.states,
            "dim": asked.dim,
            "train": asked.train,
            "steps_allowed": asked.limit,
            "complete": counted.complete,
            "units": counted.done,
            "of_units": asked.units,
            "tables": asked.all_tables,
            "tables_without_stays": asked.tables,
            "tables_counted": figures[VOLUME],
            "nodes": figures[NODES],
            "cut": figures[CUT],
            "listed": figures[COMPLETE],
            "left_out": figures[LEFT_OUT],
            "steps": figures[RUN_STEPS],
            "checksum": f"{counted.checksum:016x}",
            "core_seconds": round(counted.core_seconds, 1),
            "bayes_accuracy": float(Fraction(weights.bayes, weights.total)),
            "least_accuracy": float(Fraction(counted.least, weights.total)),
            "best": None if self.best is None else self.place_fields(self.best),
            "scores": [
                {"accuracy": float(counted.accuracy(lost)), "machines": leaves, "tables": tables}
                for lost, leaves, tables in counted.scores
            ],
            "others": [self.place_fields(one) for one in self.others],
            "library": [{"name": name, "accuracy": accuracy} for name, accuracy in self.library],
            "settings": asdict(asked),
            "turingrad": __version__,
        }

    def place_fields(self, one: Placed) -> dict[str, Any]:
        machine = one.machine(self.census.settings.work, f"census-{self.census.settings.task}")
        sizes = [{"dim": d, "train": m, "accuracy": a} for (d, m), a in zip(SIZES, one.larger, strict=False)]
        return {
            "accuracy": float(one.accuracy),
            "fraction": f"{one.accuracy.numerator}/{one.accuracy.denominator}",
            "states": len(machine.working_states),
            "rules": len(machine.rules),
            "rule_lines": rule_lines(machine),
            "larger": sizes,
            "machine": to_object(machine),
        }


def accuracy_at(tables: list[tuple[int, ...]], census: Census, count: int, path: int, progress: Progress | None) -> Any:
    """(tables, sizes): the accuracy on `count` problems of every larger size, drawn from the stream `path`."""
    asked = census.settings
    arrays = [np.array(table, dtype=np.int32) for table in tables]
    columns = []
    for number, (dim, train) in enumerate(with_progress(SIZES, "larger sizes", progress)):
        problems = TaskProblems(find_task(asked.task), dim, train)
        instances = problems.draw(stream(0, path, number), count, (dim, train), asked.work)
        columns.append(scores(arrays, instances, time_limit(dim, train, 2)) / count)
    return np.array(columns).T


def make_report(census: Census, *, others: int = 8, progress: Progress | None = None) -> CensusReport:
    """Report the best of a census and the next of its list.

    Of equals, the one that does best at larger sizes is chosen there and measured on fresh problems.

    Args:
        census: The census.
        others: How many others are listed.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The report, with exact accuracies.

    Example:
        >>> from turingrad.search import CensusSettings, make_report, take_census
        >>> make_report(take_census(CensusSettings(task="dictator", states=1, dim=2, train=2))).best.accuracy
        Fraction(1, 2)
    """
    listed: dict[tuple[int, ...], int] = {}
    for lost, table in census.found:
        listed.setdefault(canonical(table), lost)
    library = library_at(census)
    if not listed:
        return CensusReport(census, None, (), library)
    tables = list(listed)
    chosen = accuracy_at(tables, census, CHOOSING, CHOOSING_STREAM, progress).mean(axis=1)
    order = sorted(range(len(tables)), key=lambda k: (listed[tables[k]], -chosen[k], tables[k]))
    equals = [k for k in order if listed[tables[k]] == census.found[0][0]]
    below = [k for k in order if listed[tables[k]] != census.found[0][0]]
    shown = [tables[k] for k in (*equals[: 1 + others // 2], *below[: others - others // 2])]
    fresh = accuracy_at(shown, census, MEASURED, MEASURED_STREAM, progress)
    places = [
        Placed(table, census.accuracy(listed[table]), tuple(float(a) for a in row))
        for table, row in zip(shown, fresh, strict=True)
    ]
    return CensusReport(census, places[0], tuple(places[1:]), library)


def library_at(census: Census) -> tuple[tuple[str, float], ...]:
    """The library's grid learners on the same data sets, within the same steps, the best first."""
    asked = census.settings
    settings = Settings(library="all", work=asked.work)
    found = [
        (name, float(census.accuracy(loss_of_table(asked.weights, asked.board, np.array(table, np.int32)))))
        for name, table in library_tables(settings).items()
    ]
    return tuple(sorted(found, key=lambda one: (-one[1], one[0])))
