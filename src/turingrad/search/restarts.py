"""Corollary 2 in miniature: independent random restarts, counted against the probability that the theory gives them.

A restart draws a machine of s states: each of its 4 s rules uniformly from all rules (15 s + 2 where a symbol is read,
5 s + 2 at a wall). In the network these rules are the machine-dependent weights: `network_draws` draws the weights
themselves, trains each network by SGD, and has a success curve of its own beside the machines'.

p is the probability that one draw does at least as well on D as a given error. It counts every draw that does: machines
that differ in rules that are never used, in the names of states, in what they write where nobody reads. For one state
all 17^3 * 7 = 34,391 draws are run, so p is exact; beyond that it is the share among independent draws with its band,
and `probability` bounds it from both sides for certain. With M restarts
the best one is as good with probability 1 - (1 - p)^M (Theorem 1 and B.5), and the one that N = `validation_examples`
validation examples choose is within epsilon of it with probability 1 - delta/2.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from turingrad._support.arrays import I32, Mask, Signs
from turingrad.errors import InputError
from turingrad.machine.run import Progress, with_progress
from turingrad.search.instances import instances_of_data_set, scores
from turingrad.search.probability import probability_bounds
from turingrad.search.tables import MINUS, MOVES, PLUS, WALL_READ, entry_of
from turingrad.tasks import Task
from turingrad.tasks.task import draw_data_set
from turingrad.theory.learnability.pao import validation_examples

WRITES, READS = 3, 4
RESTARTS = (1, 3, 10, 30, 100, 300, 1000)


def choices(states: int, read: int) -> list[int]:
    """Every rule that a state may have for one reading."""
    writes = (WALL_READ,) if read == WALL_READ else range(WRITES)
    moving = [entry_of(w, move, q) for w in writes for move in range(len(MOVES)) for q in range(states)]
    return [PLUS, MINUS, *moving]


def draw_tables(rng: np.random.Generator, states: int, count: int) -> I32:
    """Independent uniform draws: (count, 4 s)."""
    columns = [
        rng.choice(np.array(choices(states, read), np.int32), size=count)
        for _ in range(states)
        for read in range(READS)
    ]
    return np.stack(columns, axis=1)


def all_tables() -> I32:
    """Every machine of one state."""
    return np.array(list(product(*(choices(1, read) for read in range(READS)))), np.int32)


@dataclass(frozen=True, eq=False)
class OneProblem:
    """A training set S and a distribution D, uniform over labelled points: what Theorem 1 speaks of."""

    X: Signs
    y: Signs
    points: Signs
    labels: Signs
    max_steps: int

    def wrong(self, tables: I32) -> Mask:
        """(points, machines): where the machine, within the time bound, does not give the label."""
        found = np.ones((len(self.labels), len(tables)), bool)
        for i in range(len(self.labels)):
            instance = instances_of_data_set(self.X, self.y, self.points[[i]], self.labels[[i]])
            found[i] = scores(list(tables), instance, self.max_steps) == 0
        return found


def problem_of(task: Task, dim: int, train: int, seed: int, *, points: int = 32, exponent: int = 2) -> OneProblem:
    """S of `train` samples, and D uniform over points of the same problem; (2dm)^k steps (Definition 3)."""
    X, y = draw_data_set(task, np.random.default_rng(seed), dim, train + points)
    return OneProblem(X[:train], y[:train], X[train:], y[train:], (2 * dim * train) ** exponent)


@dataclass(frozen=True, eq=False)
class Draws:
    """Independent uniform draws of machines of `states` states for one problem. All of one state are run beforehand."""

    problem: OneProblem
    states: int
    known: Mask | None  # (points, machines) of all machines of one state

    @staticmethod
    def of(problem: OneProblem, states: int) -> Draws:
        if states < 1:
            raise InputError(f"a machine must have at least one state, not {states}")
        return Draws(problem, states, problem.wrong(all_tables()) if states == 1 else None)

    def sample(self, rng: np.random.Generator, count: int) -> Mask:
        """(points, count): the errors of so many draws."""
        if self.known is not None:
            return self.known[:, rng.integers(self.known.shape[1], size=count)]
        return self.problem.wrong(draw_tables(rng, self.states, count))


@dataclass(frozen=True)
class Probability:
    """p of one draw; exact, or with the 95 % band of the draws that it was counted on. `at_least` and `at_most` hold
    for certain: what the tree of all draws has decided."""

    value: float
    low: float
    high: float
    draws: int
    exact: bool
    at_least: float
    at_most: float


def success_probability(
    draws: Draws, error: float, *, count: int = 20_000, seed: int = 1, nodes: int = 20_000_000
) -> Probability:
    """The probability that a draw has an error of at most `error` on D: by enumeration, or among `count` draws and by
    the bounds of a tree of so many nodes."""
    wrong = draws.known if draws.known is not None else draws.sample(np.random.default_rng([seed, 7]), count)
    good, of = int((wrong.mean(axis=0) <= error).sum()), wrong.shape[1]
    exact = draws.known is not None
    if exact:
        return Probability(good / of, good / of, good / of, of, True, good / of, good / of)
    problem = draws.problem
    certain = probability_bounds(
        problem.X, problem.y, problem.points, problem.labels, states=draws.states,
        errors=math.floor(error * len(problem.labels) + 1e-9), max_steps=problem.max_steps, nodes=nodes,
    )  # fmt: skip
    return Probability(good / of, *band(good, of), of, certain.exact, certain.low, certain.high)


def band(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """The exact (Clopper-Pearson) confidence band of a probability."""
    from scipy.stats import beta  # type: ignore[import-untyped]

    tail = (1 - level) / 2
    low = float(beta.ppf(tail, successes, trials - successes + 1)) if successes else 0.0
    high = float(beta.ppf(1 - tail, successes + 1, trials - successes)) if successes < trials else 1.0
    return low, high


@dataclass(frozen=True)
class Row:
    """M restarts: the predicted probability that one is as good, what `trials` trials gave with its band, and how often
    the one chosen on N validation examples was within epsilon. `networks` is the same of drawn networks."""

    restarts: int
    predicted: float
    measured: float
    low: float
    high: float
    validation: int
    within_epsilon: float
    trials: int
    networks: Curve | None = None


@dataclass(frozen=True)
class Curve:
    """A measured success with its band, of so many independent trials."""

    measured: float
    low: float
    high: float
    within_epsilon: float
    trials: int


def success_curve(
    draws: Draws,
    error: float,
    probability: Probability,
    *,
    restarts: Sequence[int] = RESTARTS,
    trials: int = 200,
    epsilon: float = 0.1,
    delta: float = 0.05,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Row]:
    """For each M: `trials` times M independent draws; is one as good, and what do N validation examples choose?"""
    rng = np.random.default_rng([seed, 11])
    rows = []
    for M in with_progress(restarts, "restarts", progress):
        N = validation_examples(M, epsilon, delta)
        found = curve((draws.sample(rng, M) for _ in range(trials)), trials, error, epsilon, N, rng)
        predicted = -math.expm1(M * math.log1p(-probability.value)) if probability.value < 1 else 1.0
        rows.append(Row(M, predicted, found.measured, found.low, found.high, N, found.within_epsilon, trials))
    return rows


def beside_networks(
    rows: Sequence[Row], wrong: Mask, error: float, *, epsilon: float = 0.1, seed: int = 0
) -> list[Row]:
    """The same rows with the success of drawn networks: their draws, (points, draws), cut into independent trials."""
    rng = np.random.default_rng([seed, 13])
    found = []
    for row in rows:
        trials = wrong.shape[1] // row.restarts
        if not trials:
            found.append(row)
            continue
        parts = np.split(wrong[:, : trials * row.restarts], trials, axis=1)
        found.append(replace(row, networks=curve(parts, trials, error, epsilon, row.validation, rng)))
    return found


def curve(draws: Iterable[Mask], trials: int, error: float, epsilon: float, N: int, rng: np.random.Generator) -> Curve:
    """In each trial: is one of its draws as good, and is the one that N fresh examples choose within epsilon?"""
    hits = near = 0
    for wrong in draws:
        errors = wrong.mean(axis=0)
        validation = rng.multinomial(N, np.full(len(wrong), 1 / len(wrong)))
        chosen = int(np.argmin(validation @ wrong))
        hits += bool(errors.min() <= error)
        near += bool(errors[chosen] <= errors.min() + epsilon)
    return Curve(hits / trials, *band(hits, trials), near / trials, trials)
