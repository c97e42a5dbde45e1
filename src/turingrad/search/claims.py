"""Goel, Kakade, Kalai and Zhang, Corollary 2 and section 5, at sizes where chance succeeds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import torch

from turingrad import tasks
from turingrad._support.arrays import F64, I64, Signs, all_signs
from turingrad.constructions.claim import Claim, Figures, mutation, replace_attribute, require
from turingrad.constructions.rcnn import RCNN, memorise
from turingrad.constructions.rcnn.claims.training import learner as grid_learner
from turingrad.errors import InputError
from turingrad.machine.grid.learner import predict
from turingrad.search.census import driver
from turingrad.search.census.brute_force import count_all
from turingrad.search.census.driver import Census, take_census
from turingrad.search.census.settings import CensusSettings
from turingrad.search.census.store import Part
from turingrad.search.driver import search
from turingrad.search.network_draws import Architecture, architecture, network_draws
from turingrad.search.probability import Bounds, points_with_counts, probability_bounds
from turingrad.search.problems import TaskProblems
from turingrad.search.restarts import (
    READS,
    Draws,
    OneProblem,
    all_tables,
    band,
    choices,
    draw_tables,
    problem_of,
    success_curve,
    success_probability,
)
from turingrad.search.result import measure_best
from turingrad.search.settings import Settings
from turingrad.search.tables import as_machine
from turingrad.theory.learnability.claims.algorithms import Classifier, Sized, algorithm_2, as_learner, restarts
from turingrad.theory.learnability.pao import validation_examples

HERE = "turingrad.search.claims"
RESTARTS = "turingrad.search.restarts"
PROBABILITY = "turingrad.search.probability"
NETWORKS = "turingrad.search.network_draws"
CENSUS = "turingrad.search.census.driver"
goel = partial(Claim, paper="goel")


def in_miniature() -> Figures:
    """Independent restarts over machines of one state: measured success around 1 - (1 - p)^M, p from all 34,391."""
    draws = Draws.of(problem_of(tasks.get("dictator"), 2, 4, 0, points=8), 1)
    assert draws.known is not None
    error = float(np.quantile(draws.known.mean(axis=0), 0.01, method="higher"))
    p = success_probability(draws, error)
    rows = success_curve(draws, error, p, restarts=(1, 10, 100), trials=100)
    for row in rows:
        inside = row.low <= predicted_probability(row.predicted) <= row.high
        require(inside, f"M = {row.restarts}: predicted {row.predicted:.3f}, measured {row.low:.3f} to {row.high:.3f}")
        require(row.within_epsilon >= 0.95, f"M = {row.restarts}: chosen within epsilon in {row.within_epsilon:.2f}")
    return {"p": round(p.value, 5), "predicted at M = 100": round(rows[2].predicted, 3), "measured": rows[2].measured}


def predicted_probability(value: float) -> float:
    return value


def rules_of(states: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(choices(states, read)) for read in range(READS))


def as_networks() -> Figures:
    """Draws of the weights themselves, trained by SGD: they answer as the machines of the same rules do."""
    problem = problem_of(tasks.get("dictator"), 2, 3, 0, points=8)
    drawn = network_draws(problem, draw_tables(np.random.default_rng(1), 1, 6), rules_of(1))
    require(drawn.agreeing == drawn.draws, f"{drawn.draws - drawn.agreeing} networks differ from their machines")
    with replace_attribute(
        f"{NETWORKS}.memorise", lambda *_: None
    ):  # W is what SGD writes: without it nothing is learned
        untrained = network_draws(problem, draw_tables(np.random.default_rng(1), 1, 6), rules_of(1))
    require(untrained.agreeing < drawn.draws, "the networks answer as their machines do without a step of SGD")
    return {"networks": drawn.draws, "weights drawn": drawn.drawn_weights}


def theorem_1() -> Figures:
    """err(f) <= err(A, S), exactly, over D: the compiled network of a learner, trained by SGD; and, of as many drawn
    networks as it takes, one."""
    machine, missed = grid_learner("conjunction"), []
    points = all_signs(3)
    for seed in range(4):
        X, y, _, _ = tasks.draw(tasks.get("conjunction"), seed, 3, 4, 1)
        labels = np.where((points[:, 0] > 0) & (points[:, 2] > 0), 1, -1)
        network = RCNN(machine, len(y), 3)
        train_by_sgd(network, X, y)
        with torch.no_grad():
            found = network(torch.from_numpy(points)).numpy()
        of_network, of_machine = (found != labels).mean(), (predict(machine, X, y, points) != labels).mean()
        require(of_network <= of_machine, f"err(f) is {of_network}, err(A, S) {of_machine}")
        missed.append(float(of_machine))
    require(0 < max(missed) < 1, f"err(A, S) is {missed} on all data sets")
    problem = problem_of(tasks.get("noisy-constant"), 1, 2, 1, points=8)
    errors = problem.wrong(all_tables()).mean(axis=0)
    error = float(np.quantile(errors, 0.15, method="lower"))  # A: a machine of one state with this error
    M = restarts(float((errors <= error).mean()), 0.2)
    drawn = network_draws(problem, draw_tables(np.random.default_rng(3), 1, M), rules_of(1)).wrong.mean(axis=0)
    require(drawn.min() <= error, f"of {M} drawn networks the best has error {drawn.min()}, A has {error}")
    require(drawn.max() > error, f"every drawn network has error {error}")
    return {"err(A, S)": str(missed), "drawn": M, "best drawn": float(drawn.min()), "one state": error}


def train_by_sgd(network: RCNN, X: Signs, y: Signs) -> None:
    memorise(network, X, y)


def every_draw_counted() -> Figures:
    """The tree against all 34,391 machines of one state, and against independent draws of two states."""
    problem = problem_of(tasks.get("dictator"), 2, 4, 0, points=8)
    draws = Draws.of(problem, 1)
    assert draws.known is not None
    exact = float((draws.known.sum(axis=0) <= 1).mean())
    one = bounds(problem, 1, 1)
    require(one.exact and abs(one.low - exact) < 1e-12, f"{one.low:g} to {one.high:g}, where all give {exact:g}")
    two = bounds(problem, 2, 2)
    good = int((problem.wrong(draw_tables(np.random.default_rng(4), 2, 3_000)).sum(axis=0) <= 2).sum())
    low, high = band(good, 3_000, level=0.999)
    require(two.low <= high and low <= two.high, f"{two.low:g} to {two.high:g}, where draws give {low:g} to {high:g}")
    return {"one state": one.low, "two states, at least": two.low, "at most": two.high, "of 3,000 draws": good}


def bounds(problem: OneProblem, states: int, errors: int) -> Bounds:
    return probability_bounds(
        problem.X, problem.y, problem.points, problem.labels, states=states, errors=errors,
        max_steps=problem.max_steps, nodes=2_000_000,
    )  # fmt: skip


def counted_once(points: Signs, labels: Signs) -> tuple[Signs, Signs, I64]:
    rows, labels_, counts = points_with_counts(points, labels)
    return rows, labels_, np.ones_like(counts)


def halting_only(states: int, samples: int, features: int, rules: tuple[tuple[int, ...], ...]) -> Architecture:
    """An architecture whose load does nothing: all networks stay the one that halts at once."""
    made = architecture(states, samples, features, rules)
    none = tuple(tuple(np.zeros(0, np.int64) for _ in row) for row in made.columns)
    blocks = tuple(tuple({rule: block[:, :0] for rule, block in found.items()} for found in row) for row in made.blocks)
    return replace(made, columns=none, blocks=blocks)


def end_to_end() -> Figures:
    """Algorithm 2 on A_{s,k} = restarts over machines: r = 2, eight runs, a classifier as good as the best constant."""
    m = 4
    X, y = tasks.get("noisy-constant").sample(np.random.default_rng(0), 2, m + 1024)
    found = algorithm_2(learner_of(m), m, X, y)
    error, best = float(np.mean(found(X) != y)), float(min(np.mean(y > 0), np.mean(y < 0)))
    require(error <= best + 0.05, f"error {error:.3f}, where a constant has {best:.3f}")
    return {"error": round(error, 3), "best constant": round(best, 3)}


def restart_learner(m: int, count: int) -> Sized:
    """A_{s,k} of Corollary 2, for Algorithm 2: M draws of s states learn from the m examples of Z within (2dm)^k steps,
    and the examples after them choose one."""

    def learn(s: int, k: int, X: Signs, y: Signs, time: int) -> Classifier | None:
        bound = min((2 * X.shape[1] * m) ** k, time)
        tables = draw_tables(np.random.default_rng([0, s, k, len(y)]), s, count)
        rest = OneProblem(X[:m], y[:m], X[m:], y[m:], bound)
        best = tables[int(np.argmin(rest.wrong(tables).sum(axis=0)))]
        return as_learner(as_machine(best), bound)(X[:m], y[:m])

    return learn


def learner_of(m: int) -> Sized:
    return restart_learner(m, 60)


def reusable() -> Figures:
    """Section 5: the machine that does best on N problems does nearly as well on future ones, N from Hoeffding."""
    epsilon, delta, count = 0.2, 0.1, 40
    rng = np.random.default_rng(2)
    tables = draw_tables(rng, 1, count)
    N = count_problems_needed(count, epsilon, delta)

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
    asked = Settings(states=1, budget=2_000, instances=N, units=2, unit_machines=1_000, library="none")
    best = measure_best(search(TaskProblems(tasks.get("noisy-constant"), 1, 3), asked), larger=[])
    assert best.fresh is not None
    reached = best.fresh.accuracy
    require(
        reached >= future.max() - epsilon, f"search finds {reached:.2f}, one of {count} machines {future.max():.2f}"
    )
    return {"problems": N, "gap on future problems": round(gap, 3), "found by search": round(reached, 3)}


def by_enumeration() -> Figures:
    """The census of one state against an enumeration that cuts nothing off: counts, scores and leaders; against all
    34,391 tables, stays included; and against another split."""
    figures: dict[str, Any] = {}
    for task, dim, train in (("conjunction-2", 2, 2), ("noisy-constant", 1, 3)):  # the second needs both answers
        asked = CensusSettings(task, states=1, dim=dim, train=train, units=1, kept=10_000)
        one, many = take_census(asked), take_census(replace(asked, units=3))
        require(one.complete and many.complete, f"{one.figures[4]:,} of {asked.tables:,} tables are counted")
        require(one.checksum == many.checksum, "another split has another checksum")
        plain, every = count_all(asked), count_all(asked, stays=True)
        best = min(plain.leaves)
        require(one.best_loss == best == min(every.leaves), f"the census has {one.best_loss}, brute force {best}")
        rows = [(lost, plain.leaves[lost], plain.tables[lost]) for lost, _, _ in one.scores]
        require(list(one.scores) == rows, f"losses, leaves, tables: {one.scores[:2]}, brute force {rows[:2]}")
        leaders = {table for lost, table in one.found if lost == best}
        require(leaders == plain.leaders, f"{len(leaders)} leaders, brute force finds {len(plain.leaders)}")
        figures |= {f"leaders, {task}": len(leaders), "tables": sum(every.tables.values())}
        figures["counted without stays"] = one.figures[4]
    scored = [
        take_census(CensusSettings(task, states=1, dim=3, train=1, units=1)) for task in ("dictator", "majority-3")
    ]
    require(scored[0].checksum != scored[1].checksum, "two tasks with other scores have one checksum")
    return figures


def without_a_unit(settings: CensusSettings, least: int, parts: Any, *, interrupted: bool = False) -> Census:
    kept: list[Part] = list(parts)[: max(1, settings.units - 1)]
    return gathered(settings, least, kept, interrupted=interrupted)


gathered = driver.sum_parts


def count_problems_needed(candidates: int, epsilon: float, delta: float) -> int:
    return validation_examples(candidates, epsilon, delta)


def no_search(*_: object) -> None:
    raise InputError("nothing was found")


CLAIMS = (
    goel(
        number="Corollary 2, in miniature",
        leaves_out="machines of one state, one task",
        where="section 4",
        statement="With M independent restarts some draw is as good as A with probability 1 - (1 - p)^M, all "
        "equivalent draws counted, and N validation examples choose one within epsilon.",
        check=in_miniature,
        mutations=(
            mutation("a third of the probability", f"{HERE}.predicted_probability", lambda value: value / 3),
            mutation("one validation example", f"{RESTARTS}.validation_examples", lambda *_: 1),
        ),
        code=(f"{RESTARTS}.success_curve", f"{RESTARTS}.success_probability"),
    ),
    goel(
        number="Corollary 2, networks",
        leaves_out="six networks of one state",
        where="section 4",
        statement="A draw of the machine-dependent weights, loaded into the network and trained by SGD, predicts what "
        "its machine does.",
        check=as_networks,
        mutations=(mutation("weights that are not loaded", f"{NETWORKS}.architecture", halting_only),),
        code=(f"{NETWORKS}.Architecture", f"{NETWORKS}.network_draws"),
    ),
    goel(
        number="Theorem 1",
        where="section 4",
        statement="The network f that SGD trains on S has err(f) <= err(A, S): with the weights of A always, with "
        "drawn weights with the probability of a draw that does as well.",
        check=theorem_1,
        mutations=(
            mutation("W stays 0", f"{HERE}.train_by_sgd", lambda *_: None),
            mutation("weights that are not loaded", f"{NETWORKS}.architecture", halting_only),
        ),
        code=(
            "turingrad.constructions.rcnn.memorise",
            "turingrad.constructions.rcnn.RCNN",
            f"{NETWORKS}.network_draws",
        ),
        leaves_out="one compiled learner on four data sets; draws of the machine-dependent weights for one state",
    ),
    goel(
        number="Theorem 1, equivalent draws",
        where="section 4",
        statement="The probability of a draw that does as well counts all equivalent ones: dead rules, unused states, "
        "other names; exact for one state, bounded from both sides for two.",
        check=every_draw_counted,
        mutations=(mutation("each point of D counted once", f"{PROBABILITY}.points_with_counts", counted_once),),
        code=("turingrad.search.probability.probability_bounds",),
        assumptions="draws of the machine-dependent weights; over all of U_s only bounds are known",
    ),
    goel(
        number="Algorithm 2, end to end",
        leaves_out="r = 2, one draw of the examples",
        where="A",
        statement="Algorithm 2 on real (s, k)-learners, random restarts over machines, outputs a classifier about as "
        "good as the best of them.",
        check=end_to_end,
        mutations=(
            mutation("learners out of time", f"{HERE}.learner_of", lambda _: lambda *_: lambda x: -np.sign(x[:, 0])),
        ),
        code=(f"{HERE}.restart_learner", "turingrad.theory.learnability.claims.algorithms.algorithm_2"),
    ),
    goel(
        number="Definition 3, by enumeration",
        where="sections 1 and 3",
        statement="Running all machines of at most s states within (2dm)^k steps and taking the best is as good as "
        "each: every table is counted once, whatever the split, and brute force finds none better.",
        check=by_enumeration,
        mutations=(
            mutation("a unit of the tree left out", f"{CENSUS}.sum_parts", without_a_unit),
            mutation(
                "a threshold that nobody reaches", f"{CENSUS}.recalled_least", lambda asked, *_: asked.weights.bayes
            ),
        ),
        code=(
            "turingrad.search.census.driver.take_census",
            "turingrad.search.census.tree.walk_kernel",
            "turingrad.search.census.brute_force.count_all",
        ),
        assumptions="what is best is the best comparator for a task on average, on all data sets of one tiny size; no "
        "epsilon, delta or extra examples",
        leaves_out="one state here, two states at the smallest sizes in the tests",
    ),
    goel(
        number="Section 5, reusable algorithms",
        leaves_out="machines of one state, one task",
        where="section 5",
        statement="Choosing on a number of problems that grows with log(1/delta) finds a machine that does nearly as "
        "well as the best on future problems.",
        check=reusable,
        mutations=(
            mutation("one problem", f"{HERE}.count_problems_needed", lambda *_: 1),
            mutation("a search that finds nothing", f"{HERE}.search", no_search),
        ),
        code=("turingrad.search.search", "turingrad.theory.learnability.pao.validation_examples"),
        assumptions="a fixed set of candidates; the number of problems also grows with the log of their number",
    ),
)
