"""A user's own learners, ranked beside what a search found: on the same problems, by the same rank.

An entrant is a grid machine, or a learner of circuits (so any Python class with `predict` and `update`), made for the
number of features of the problems at hand. Of an instance the samples are given in their order, then the test point is
asked for; no answer counts as an error, as it does for machines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from turingrad._support.arrays import Bits, Signs
from turingrad._support.text import amount
from turingrad.errors import InputError
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.learner.run import random_bits
from turingrad.machine.learner.step import step_circuit
from turingrad.machine.run import Progress, with_progress
from turingrad.python import is_program, learner
from turingrad.search.driver import Outcome
from turingrad.search.instances import Instances, scores
from turingrad.search.ranking import Incumbent, Jury
from turingrad.search.tables import as_table

Entrant = Callable[[int], GridMachine | Learner]
"""A learner for a number of features."""


@dataclass(frozen=True)
class Ranked:
    """A place in the ranking. `origin` is "entrant", "search" or "library"; `accuracy` is the first criterion."""

    name: str
    origin: str
    rank: tuple[float, ...]

    @property
    def accuracy(self) -> float:
        return self.rank[0]


def entrant(thing: Any) -> Entrant:
    """A Python class with `predict` and `update`, a machine, or a function of the number of features."""
    if is_program(thing):
        return lambda features: learner(thing, features)
    if isinstance(thing, GridMachine | Learner):
        return lambda _features: thing
    if callable(thing):
        made: Entrant = thing
        return made
    raise InputError(f"{thing!r} is not a learner: give a class with predict and update, a grid machine or a Learner")


def rank_entrants(
    outcome: Outcome, entrants: Mapping[str, Any], *, seed: int = 0, progress: Progress | None = None
) -> list[Ranked]:
    """Rank other learners among the search's incumbents, best first; of equals an entrant comes later.

    Args:
        outcome: What the search found.
        entrants: Learners by name.
        seed: Fixes the problems.
        progress: Called with a label, the work done and how much there is.

    Returns:
        All learners, best first.

    Example:
        >>> from turingrad.library import Perceptron
        >>> from turingrad.search import Settings, TaskProblems, rank_entrants, search
        >>> outcome = search(TaskProblems(tg.tasks.get("dictator"), 3, 4), Settings(budget=500, instances=40))
        >>> "mine" in {place.name for place in rank_entrants(outcome, {"mine": Perceptron})}
        True
    """
    jury = Jury.of(outcome.problems, outcome.settings)
    found = [place_entrant(incumbent) for incumbent in outcome.incumbents]
    for name, thing in with_progress(entrants.items(), "learners ranked", progress):
        make = entrant(thing)
        screened, *exams = (
            right(make(part.dim), part, jury.limit(part), seed) / len(part) for part in (jury.screen, *jury.exams)
        )
        found.append(Ranked(name, "entrant", outcome.problems.rank(tuple(exams), screened)))
    return sorted(found, key=lambda place: tuple(-value for value in place.rank))


def place_entrant(incumbent: Incumbent) -> Ranked:
    if incumbent.origin != "search":
        return Ranked(incumbent.origin, "library", incumbent.rank)
    size = f"{amount(incumbent.states, 'state')}, {amount(incumbent.rules, 'rule')}"
    return Ranked(size, "search", incumbent.rank)


def right(machine: GridMachine | Learner, instances: Instances, limit: int, seed: int = 0) -> int:
    """How many instances a learner gets right."""
    if isinstance(machine, Learner):
        return int((answers(machine, instances, seed) == instances.labels).sum())
    if machine.work != instances.work:
        raise InputError(f"the grids have {instances.work} work columns; the machine needs {machine.work}")
    return int(scores([as_table(machine)], instances, limit)[0])


def plain_data(instances: Instances) -> tuple[Signs, Signs, Signs]:
    """Samples (n, m, d), labels (n, m) and test points (n, d), the product form undone."""
    d = instances.dim
    inner = instances.grids.reshape(len(instances), -1, instances.width)[:, 1:-1, 1:-1].astype(np.int8) - 1
    points, labels = inner[:, -1, :d], inner[:, :-1, d]
    return inner[:, :-1, :d] * labels[:, :, None] * points[:, None, :], labels, points


def answers(made: Learner, instances: Instances, seed: int) -> Signs:
    """The learner's answer on each instance, 0 where it is not done; all instances side by side."""
    X, y, points = plain_data(instances)
    if made.features != instances.dim:
        raise InputError(f"the learner has {made.features} features, the problems {instances.dim}: give its class")
    n, samples = y.shape
    step = step_circuit(made)
    random = random_bits(seed, n * samples, made.random_bits).reshape(n, samples, made.random_bits)
    memory: Bits = np.tile(np.array(made.memory, np.uint8), (n, 1))
    for t in range(samples):
        row = [memory, X[:, t] > 0, (y[:, t] > 0)[:, None], random[:, t]]
        memory = evaluate(step, np.hstack(row).astype(np.uint8))[:, 1:]
    bits = evaluate(made.predict, np.hstack([memory, points > 0]).astype(np.uint8))[:, 0]
    done = np.ones(n, bool) if made.done is None else evaluate(made.done, memory)[:, 0] > 0
    return np.where(done, 2 * bits.astype(np.int8) - 1, 0).astype(np.int8)
