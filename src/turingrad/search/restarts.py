"""Corollary 2 in miniature: independent random restarts, counted against the probability that the theory gives them.

A restart draws a machine of s states: each of its 4 s rules uniformly from all rules (15 s + 2 where a symbol is read,
5 s + 2 at a wall). In the network these rules are the machine-dependent weights: a rule of state q that reads a is the
block of weights of V4 on the features of the cell values (a, q). Drawing rules is drawing these blocks from the finite
set of those that machines of s states have, while everything else of V1..V5, U1, U2 stays. `as_network` loads a draw
into the one architecture of its size, trains W by Algorithm 1 and reads the predictions off.

p is the probability that one draw does at least as well on D as a given error. It counts every draw that does: machines
that differ in rules that are never used, in the names of states, in what they write where nobody reads. For one state
all 17^3 * 7 = 34,391 draws are run, so p is exact; beyond that it is the share among independent draws. With M restarts
the best one is as good with probability 1 - (1 - p)^M (Theorem 1 and B.5), and the one that N = `validation_examples`
validation examples choose is within epsilon of it with probability 1 - delta/2.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np

from turingrad.arrays import I32, Mask, Signs
from turingrad.constructions.rcnn import RCNN, memorise
from turingrad.constructions.rcnn.executors import Predictor
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress
from turingrad.search.instances import held_out, scores
from turingrad.search.tables import MINUS, PLUS, Table, as_machine, entry_of
from turingrad.tasks import Task
from turingrad.tasks.task import drawn
from turingrad.theory.learnability.pao import Classifier, Sized, as_learner, validation_examples

MOVES, WRITES, READS = 5, 3, 4
WALL = 3


def choices(states: int, read: int) -> list[int]:
    """Every rule that a state may have for one reading."""
    writes = (WALL,) if read == WALL else range(WRITES)
    moving = [entry_of(w, move, q) for w in writes for move in range(MOVES) for q in range(states)]
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
            instance = held_out(self.X, self.y, self.points[[i]], self.labels[[i]])
            found[i] = scores(list(tables), instance, self.max_steps) == 0
        return found


def problem_of(task: Task, dim: int, train: int, seed: int, *, points: int = 32, exponent: int = 2) -> OneProblem:
    """S of `train` samples, and D uniform over points of the same problem; (2dm)^k steps (Definition 3)."""
    X, y = drawn(task, np.random.default_rng(seed), dim, train + points)
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
            raise InputError(f"a machine has at least one state, not {states}")
        return Draws(problem, states, problem.wrong(all_tables()) if states == 1 else None)

    def sample(self, rng: np.random.Generator, count: int) -> Mask:
        """(points, count): the errors of so many draws."""
        if self.known is not None:
            return self.known[:, rng.integers(self.known.shape[1], size=count)]
        return self.problem.wrong(draw_tables(rng, self.states, count))


@dataclass(frozen=True)
class Probability:
    """p of one draw; exact, or with the 95 % band of the draws that it was counted on."""

    value: float
    low: float
    high: float
    draws: int
    exact: bool


def success_probability(draws: Draws, error: float, *, count: int = 20_000, seed: int = 1) -> Probability:
    """The probability that a draw has an error of at most `error` on D: by enumeration, or among `count` draws."""
    wrong = draws.known if draws.known is not None else draws.sample(np.random.default_rng([seed, 7]), count)
    good, of = int((wrong.mean(axis=0) <= error).sum()), wrong.shape[1]
    exact = draws.known is not None
    low, high = (good / of, good / of) if exact else band(good, of)
    return Probability(good / of, low, high, of, exact)


def band(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """The exact (Clopper-Pearson) confidence band of a probability."""
    from scipy.stats import beta  # type: ignore[import-untyped]

    tail = (1 - level) / 2
    low = float(beta.ppf(tail, successes, trials - successes + 1)) if successes else 0.0
    high = float(beta.ppf(1 - tail, successes + 1, trials - successes)) if successes < trials else 1.0
    return low, high


@dataclass(frozen=True)
class Row:
    """M restarts: the predicted probability that one is as good, what the trials gave with its band, and how often the
    one chosen on N validation examples was within epsilon."""

    restarts: int
    predicted: float
    measured: float
    low: float
    high: float
    validation: int
    within_epsilon: float


def success_curve(
    draws: Draws,
    error: float,
    probability: Probability,
    *,
    restarts: Sequence[int] = (1, 10, 30, 100, 300, 1000),
    trials: int = 200,
    epsilon: float = 0.1,
    delta: float = 0.05,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Row]:
    """For each M: `trials` times M independent draws; is one as good, and what do N validation examples choose?"""
    rng = np.random.default_rng([seed, 11])
    rows = []
    for number, M in enumerate(restarts):
        if progress is not None:
            progress("restarts", number, len(restarts))
        N = validation_examples(M, epsilon, delta)
        hits = near = 0
        for _ in range(trials):
            wrong = draws.sample(rng, M)
            errors = wrong.mean(axis=0)
            validation = rng.multinomial(N, np.full(len(wrong), 1 / len(wrong)))  # N fresh examples of D
            chosen = int(np.argmin(validation @ wrong))
            hits += bool(errors.min() <= error)
            near += bool(errors[chosen] <= errors.min() + epsilon)
        predicted = -math.expm1(M * math.log1p(-probability.value)) if probability.value < 1 else 1.0
        rows.append(Row(M, predicted, hits / trials, *band(hits, trials), N, near / trials))
    return rows


def plot_curve(rows: Sequence[Row], title: str) -> str:
    """Predicted and measured success against the number of restarts, as SVG text."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.6), layout="constrained")
    axes: Any = figure.subplots()
    M = [row.restarts for row in rows]
    measured = np.array([row.measured for row in rows])
    bands = np.abs(np.array([[row.low for row in rows], [row.high for row in rows]]) - measured)
    axes.plot(M, [row.predicted for row in rows], color="0.5", label="predicted: 1 - (1 - p)^M")
    axes.errorbar(M, measured, yerr=bands, fmt="o", color="tab:blue", capsize=3, label="measured, 95 % band")
    axes.set(xscale="log", xlabel="restarts M", ylabel="some draw is as good", title=title, ylim=(-0.05, 1.05))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def restart_learner(m: int, restarts: int, seed: int = 0) -> Sized:
    """A_{s,k} of Corollary 2, for Algorithm 2: M draws of s states learn from the m examples of Z within (2dm)^k steps,
    and the examples after them choose one."""

    def learn(s: int, k: int, X: Signs, y: Signs, time: int) -> Classifier | None:
        bound = min((2 * X.shape[1] * m) ** k, time)
        tables = draw_tables(np.random.default_rng([seed, s, k, len(y)]), s, restarts)
        rest = OneProblem(X[:m], y[:m], X[m:], y[m:], bound)
        best = tables[int(np.argmin(rest.wrong(tables).sum(axis=0)))]
        return as_learner(as_machine(best), bound)(X[:m], y[:m])

    return learn


def as_network(table: Table, problem: OneProblem, size: int) -> Signs:
    """A draw as a network of the architecture of `size`: loaded, trained by Algorithm 1, its predictions on D's points.

    Where the grid has not settled within the machine's time bound there is no answer, 0.
    """
    network = RCNN(as_machine(np.asarray(table, np.int32)), len(problem.y), problem.X.shape[1], size=size)
    memorise(network, problem.X, problem.y)
    sweep = 4 * (len(problem.y) + 2) * (problem.X.shape[1] + 4)
    predictor = Predictor(network, "event", max_layers=problem.max_steps + sweep, threads=1)
    answers = np.zeros(len(problem.labels), np.int8)
    for i, point in enumerate(problem.points):
        try:
            answers[i] = predictor.event(point).answer
        except LimitError:
            answers[i] = 0
    return answers


def restart_figures(
    task: Task, dim: int, train: int, states: int, trials: int, seed: int, progress: Progress | None = None
) -> dict[str, Any]:
    """The table of `success_curve` for one problem of a task: err(A) is the best error that at least one draw in 1,000
    has, so that success can be seen."""
    draws = Draws.of(problem_of(task, dim, train, seed), states)
    sample = draws.known if draws.known is not None else draws.sample(np.random.default_rng([seed, 3]), 20_000)
    error = float(np.quantile(sample.mean(axis=0), 0.001, method="higher"))
    p = success_probability(draws, error, seed=seed)
    rows = success_curve(draws, error, p, trials=trials, seed=seed, progress=progress)
    return {"error": error, "probability": asdict(p), "rows": [asdict(row) for row in rows]}
