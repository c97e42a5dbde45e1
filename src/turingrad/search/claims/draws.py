"""Theorem 1 and Corollary 2: draws of machines and of networks, at sizes where chance succeeds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from turingrad import tasks
from turingrad._support.arrays import I64, Signs, all_signs
from turingrad.constructions.claim import Claims, Figures, mutation, replace_attribute, require
from turingrad.constructions.rcnn import RCNN, memorise
from turingrad.constructions.rcnn.claims.training import learner as grid_learner
from turingrad.machine.grid.learner import predict
from turingrad.search.network_draws import Architecture, architecture, network_draws
from turingrad.search.probability import Bounds, points_with_counts, probability_bounds
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
from turingrad.theory.learnability.claims.algorithms import restarts

HERE = "turingrad.search.claims.draws"
RESTARTS = "turingrad.search.restarts"
PROBABILITY = "turingrad.search.probability"
NETWORKS = "turingrad.search.network_draws"
CLAIMS = Claims("goel")


@CLAIMS.state(
    "Corollary 2, in miniature",
    where="section 4",
    statement="With M independent restarts some draw is as good as the learner A with probability 1 - (1 - p)^M, p "
    "being the probability of all equivalent draws together, and N validation examples choose one within epsilon.",
    mutations=(
        mutation("a third of the probability", f"{HERE}.predicted_probability", lambda value: value / 3),
        mutation("one validation example", f"{RESTARTS}.validation_examples", lambda *_: 1),
    ),
    code=(f"{RESTARTS}.success_curve", f"{RESTARTS}.success_probability"),
    leaves_out="machines of one state, one task",
)
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


def halting_only(states: int, samples: int, features: int, rules: tuple[tuple[int, ...], ...]) -> Architecture:
    """An architecture whose load does nothing: all networks stay the one that halts at once."""
    made = architecture(states, samples, features, rules)
    none = tuple(tuple(np.zeros(0, np.int64) for _ in row) for row in made.columns)
    blocks = tuple(tuple({rule: block[:, :0] for rule, block in found.items()} for found in row) for row in made.blocks)
    return replace(made, columns=none, blocks=blocks)


@CLAIMS.state(
    "Corollary 2, networks",
    where="section 4",
    statement="A draw of the machine-dependent weights, loaded into the network and trained by SGD, predicts what its "
    "machine does.",
    mutations=mutation("weights that are not loaded", f"{NETWORKS}.architecture", halting_only),
    code=(f"{NETWORKS}.Architecture", f"{NETWORKS}.network_draws"),
    leaves_out="six networks of one state",
)
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


@CLAIMS.state(
    "Theorem 1",
    where="section 4",
    statement="The network f that SGD trains on S has err(f) <= err(A, S): always, if its weights are those of A; if "
    "they are drawn, with the probability of a draw that does as well.",
    mutations=(
        mutation("W stays 0", f"{HERE}.memorise", lambda *_: None),
        mutation("weights that are not loaded", f"{NETWORKS}.architecture", halting_only),
    ),
    code=(
        "turingrad.constructions.rcnn.memorise",
        "turingrad.constructions.rcnn.RCNN",
        f"{NETWORKS}.network_draws",
    ),
    leaves_out="one compiled learner on four data sets; draws of the machine-dependent weights for one state",
)
def theorem_1() -> Figures:
    """err(f) <= err(A, S), exactly, over D: the compiled network of a learner, trained by SGD; and, of as many drawn
    networks as it takes, one."""
    machine, missed = grid_learner("conjunction"), []
    points = all_signs(3)
    for seed in range(4):
        X, y, _, _ = tasks.draw(tasks.get("conjunction"), seed, 3, 4, 1)
        labels = np.where((points[:, 0] > 0) & (points[:, 2] > 0), 1, -1)
        network = RCNN(machine, len(y), 3)
        memorise(network, X, y)
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


def counted_once(points: Signs, labels: Signs) -> tuple[Signs, Signs, I64]:
    rows, labels_, counts = points_with_counts(points, labels)
    return rows, labels_, np.ones_like(counts)


@CLAIMS.state(
    "Theorem 1, equivalent draws",
    where="section 4",
    statement="The probability of a draw that does as well counts all equivalent draws: those that differ in dead "
    "rules, unused states or names. It is exact for one state, and bounded from both sides for two.",
    mutations=mutation("each point of D counted once", f"{PROBABILITY}.points_with_counts", counted_once),
    code="turingrad.search.probability.probability_bounds",
    assumptions="draws of the machine-dependent weights; over all of U_s only bounds are known",
    leaves_out="one task, one data set; two states between bounds",
)
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
