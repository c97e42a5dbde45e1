"""What a search found, measured on data that it never saw, and as a file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from turingrad import __version__
from turingrad._support.arrays import Signs
from turingrad.errors import InputError
from turingrad.formats.json_machine import to_object
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions
from turingrad.machine.run import Progress, with_progress
from turingrad.search.driver import Outcome
from turingrad.search.instances import scores
from turingrad.search.problems import EXAM, FRESH_STREAM, LARGER_STREAM, DataProblems, TaskProblems, stream, time_limit
from turingrad.search.programs import log2_prior, parse_program
from turingrad.search.ranking import Incumbent, Jury
from turingrad.search.tables import UNDEFINED, canonical, rule_lines
from turingrad.theory.learnability.pao import selection_epsilon

FRESH, LARGER = 4_000, 1_000
DELTA = 0.05


@dataclass(frozen=True)
class Size:
    """The accuracy on `problems` fresh problems of one size."""

    dim: int
    train: int
    accuracy: float
    problems: int


@dataclass(frozen=True)
class Result:
    """The machine that was chosen, with the accuracy that chose it and those on fresh data and at larger sizes.

    `train_accuracy` is on the instances that the ranking used; `fresh` is None if a data set left no test rows;
    `program` is the text of the program that the machine was compiled from, if it was.
    """

    machine: GridMachine
    origin: str
    train_accuracy: float
    fresh: Size | None
    larger: tuple[Size, ...]
    outcome: Outcome
    program: str = ""

    @property
    def validation_size(self) -> int:
        """How many validation rows, or problems of the ranking, chose the machine."""
        problems = self.outcome.problems
        return len(problems.y_validation) if isinstance(problems, DataProblems) else EXAM

    @property
    def proved_best(self) -> bool:
        """True if every machine of the size was tried: an enumeration that came to its end."""
        return self.outcome.settings.exhaustive and self.outcome.stopped == "tree"

    def epsilon(self, delta: float = DELTA) -> float:
        """Corollary 2: with probability 1 - delta/2 the chosen machine's error is within this of the best one tried."""
        return selection_epsilon(max(1, self.outcome.machines), self.validation_size, delta)

    def fields(self) -> dict[str, Any]:
        """As `search --json` prints it."""
        outcome = self.outcome
        return {
            "task": outcome.problems.name,
            "states": len(self.machine.working_states),
            "rules": len(self.machine.rules),
            "machines_tried": outcome.machines,
            "machines_per_second": round(outcome.rate, 1),
            "train_accuracy": self.train_accuracy,
            "fresh_accuracy": None if self.fresh is None else self.fresh.accuracy,
            "larger": [{"dim": s.dim, "train": s.train, "accuracy": s.accuracy} for s in self.larger],
            "machine": to_object(self.machine),
            "epsilon": self.epsilon(),
            "validation_size": self.validation_size,
            "proved_best": self.proved_best,
            "rule_lines": rule_lines(self.machine),
            "program": self.program or None,
            "log2_prior": log2_prior(parse_program(self.program), outcome.settings.prior) if self.program else None,
            "origin": self.origin,
            "dim": outcome.problems.dim,
            "train": outcome.problems.train,
            "stopped": outcome.stopped,
            "rounds": outcome.rounds,
            "seconds": round(outcome.seconds, 3),
            "seed": outcome.settings.seed,
            "settings": asdict(outcome.settings),
            "turingrad": __version__,
        }


def measure_best(
    outcome: Outcome,
    *,
    larger: list[tuple[int, int]] | None = None,
    test: tuple[Signs, Signs] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Measure the best incumbent of a search on data that it never saw.

    Args:
        outcome: What the search found.
        larger: For a task: larger sizes (dim, train) to measure at.
        test: For a data set: the test rows (X, y).
        progress: Called with a label, the work done and how much there is.

    Returns:
        The machine with its accuracies on fresh problems.

    Example:
        >>> from turingrad.search import Settings, TaskProblems, measure_best, search
        >>> outcome = search(TaskProblems(tg.tasks.get("dictator"), 3, 4), Settings(budget=500, instances=40))
        >>> 0 <= measure_best(outcome, larger=[]).fresh.accuracy <= 1
        True
    """
    if not outcome.incumbents:
        raise InputError("the search was stopped before its first round was closed; there is nothing to report")
    best = simplify(outcome)
    name = f"{outcome.problems.name}-{best.states}" if best.origin == "search" else best.origin
    machine = replace(best.machine(outcome.settings.work), name=name)
    fresh, sizes = None, []
    problems, settings = outcome.problems, outcome.settings
    if isinstance(problems, TaskProblems):
        wanted = [(problems.dim, problems.train), *(problems.larger() if larger is None else larger)]
        for number, (dim, train) in enumerate(with_progress(wanted, "fresh problems", progress)):
            count = LARGER if number else FRESH
            rng = stream(settings.seed, LARGER_STREAM, number) if number else stream(settings.seed, FRESH_STREAM)
            instances = problems.draw(rng, count, (dim, train), settings.work)
            right = scores([best.array], instances, time_limit(dim, train, settings.exponent))
            sizes.append(Size(dim, train, float(right[0]) / count, count))
        fresh, sizes = sizes[0], sizes[1:]
    elif isinstance(problems, DataProblems) and test is not None and len(test[1]):
        limit = time_limit(problems.dim, problems.train, settings.exponent)
        answers = predictions(machine, problems.X, problems.y, test[0], max_steps=limit).answers
        fresh = Size(problems.dim, problems.train, float(np.mean(answers == test[1])), len(test[1]))
    return Result(machine, best.origin, best.rank[0], fresh, tuple(sizes), outcome, best.program)


def simplify(outcome: Outcome) -> Incumbent:
    """The best incumbent without the rules that it can do without: its rank does not fall where one is left out.

    A rule that was drawn early in a climb may never be needed any more. Leaving it out makes the machine stuck there,
    which counts as an error, so a rule that matters on any of the ranking's instances shows.
    """
    best = outcome.incumbents[0]
    if best.origin != "search" or best.program:
        return best
    jury = Jury.of(outcome.problems, outcome.settings)
    for place in range(len(best.table)):
        if place < len(best.table) and best.table[place] != UNDEFINED:
            without = canonical((*best.table[:place], UNDEFINED, *best.table[place + 1 :]))
            (tried,) = jury.examine([without], ["search"])
            if tried.rank >= best.rank:
                best = tried
    return best
