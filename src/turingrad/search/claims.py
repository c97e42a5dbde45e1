"""Goel, Kakade, Kalai and Zhang, Corollary 2 and section 5, at sizes where chance succeeds."""

from __future__ import annotations

from functools import partial

import numpy as np

from turingrad import tasks
from turingrad.arrays import F64
from turingrad.constructions.claim import Claim, Figures, mutation, require
from turingrad.search.restarts import (
    Draws,
    as_network,
    draw_tables,
    problem_of,
    restart_learner,
    success_curve,
    success_probability,
)
from turingrad.theory.learnability.pao import Sized, algorithm_2, validation_examples

HERE = "turingrad.search.claims"
RESTARTS = "turingrad.search.restarts"
goel = partial(Claim, paper="goel")


def in_miniature() -> Figures:
    """Independent restarts over machines of one state: measured success around 1 - (1 - p)^M, p from all 34,391."""
    draws = Draws.of(problem_of(tasks.get("dictator"), 2, 4, 0, points=8), 1)
    assert draws.known is not None
    error = float(np.quantile(draws.known.mean(axis=0), 0.01, method="higher"))
    p = success_probability(draws, error)
    rows = success_curve(draws, error, p, restarts=(1, 10, 100), trials=100)
    for row in rows:
        inside = row.low <= predicted(row.predicted) <= row.high
        require(inside, f"M = {row.restarts}: predicted {row.predicted:.3f}, measured {row.low:.3f} to {row.high:.3f}")
        require(row.within_epsilon >= 0.95, f"M = {row.restarts}: chosen within epsilon in {row.within_epsilon:.2f}")
    return {"p": round(p.value, 5), "predicted at M = 100": round(rows[2].predicted, 3), "measured": rows[2].measured}


def predicted(value: float) -> float:
    return value


def as_networks() -> Figures:
    """Draws loaded into the one architecture, trained by SGD: they predict what their machines do."""
    problem = problem_of(tasks.get("dictator"), 2, 3, 0, points=8)
    agreeing = 0
    for table in draw_tables(np.random.default_rng(1), 1, 5):
        found = loaded(table, problem) != problem.labels
        require(np.array_equal(found, problem.wrong(table[None])[:, 0]), "a network and its machine differ")
        agreeing += 1
    return {"networks": agreeing}


def loaded(table: np.ndarray, problem: object) -> np.ndarray:
    return as_network(table, problem, size=24)  # type: ignore[arg-type]


def end_to_end() -> Figures:
    """Algorithm 2 on A_{s,k} = restarts over machines: r = 2, eight runs, a classifier as good as the best constant."""
    m = 4
    X, y = tasks.get("noisy-constant").sample(np.random.default_rng(0), 2, m + 1024)
    found = algorithm_2(learner_of(m), m, X, y)
    error, best = float(np.mean(found(X) != y)), float(min(np.mean(y > 0), np.mean(y < 0)))
    require(error <= best + 0.05, f"error {error:.3f}, where a constant has {best:.3f}")
    return {"error": round(error, 3), "best constant": round(best, 3)}


def learner_of(m: int) -> Sized:
    return restart_learner(m, 60)


def reusable() -> Figures:
    """Section 5: the machine that does best on N problems does nearly as well on future ones, N from Hoeffding."""
    epsilon, delta, count = 0.2, 0.1, 40
    rng = np.random.default_rng(2)
    tables = draw_tables(rng, 1, count)
    N = problems_needed(count, epsilon, delta)

    def success(number: int) -> F64:
        drawn = [
            problem_of(tasks.get("noisy-constant"), 1, 3, int(rng.integers(2**31)), points=1) for _ in range(number)
        ]
        return np.asarray(np.mean([1 - problem.wrong(tables).mean(axis=0) for problem in drawn], axis=0), np.float64)

    seen, future = success(N), success(1_000)
    gap = float(future.max() - future[int(np.argmax(seen))])
    require(gap <= epsilon, f"the chosen machine is {gap:.2f} below the best on future problems")
    needed = validation_examples(count, epsilon, delta)
    require(needed <= N, f"{N} problems; (epsilon, delta) takes {needed}")
    return {"problems": N, "gap on future problems": round(gap, 3)}


def problems_needed(candidates: int, epsilon: float, delta: float) -> int:
    return validation_examples(candidates, epsilon, delta)


CLAIMS = (
    goel(
        number="Corollary 2, in miniature",
        where="section 4",
        statement="With M independent restarts some draw is as good as A with probability 1 - (1 - p)^M, all "
        "equivalent draws counted, and N validation examples choose one within epsilon.",
        check=in_miniature,
        mutations=(
            mutation("a third of the probability", f"{HERE}.predicted", lambda value: value / 3),
            mutation("one validation example", f"{RESTARTS}.validation_examples", lambda *_: 1),
        ),
        code=(f"{RESTARTS}.success_curve", f"{RESTARTS}.success_probability"),
    ),
    goel(
        number="Corollary 2, networks",
        where="section 4",
        statement="A draw of the machine-dependent weights, loaded into the network and trained by SGD, predicts what "
        "its machine does.",
        check=as_networks,
        mutations=(mutation("constant networks", f"{HERE}.loaded", lambda _, problem: 0 * problem.labels),),
        code=(f"{RESTARTS}.as_network",),
    ),
    goel(
        number="Algorithm 2, end to end",
        where="A",
        statement="Algorithm 2 on real (s, k)-learners, random restarts over machines, outputs a classifier about as "
        "good as the best of them.",
        check=end_to_end,
        mutations=(
            mutation("learners out of time", f"{HERE}.learner_of", lambda _: lambda *_: lambda x: -np.sign(x[:, 0])),
        ),
        code=(f"{RESTARTS}.restart_learner", "turingrad.theory.learnability.pao.algorithm_2"),
    ),
    goel(
        number="Section 5, reusable algorithms",
        where="section 5",
        statement="Choosing on a number of problems that grows with log(1/delta) finds a machine that does nearly as "
        "well as the best on future problems.",
        check=reusable,
        mutations=(mutation("one problem", f"{HERE}.problems_needed", lambda *_: 1),),
        code=("turingrad.search.search", "turingrad.theory.learnability.pao.validation_examples"),
        assumptions="a fixed set of candidates; the number of problems also grows with the log of their number",
    ),
)
