"""The found machine as a network: Corollary 2 by searching the machines instead of the weights.

Theorem 1 of Goel et al. finds the machine's weights by drawing all of them at random, which works with probability
s^(-c s^2). A search over machines finds the same weights sooner, since `constructions.rcnn` maps a machine to them: the
network with those weights, trained by SGD on the data set, predicts what the machine predicts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from turingrad._support.arrays import Signs
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions
from turingrad.search.problems import FRESH_STREAM, DataProblems, Problems, TaskProblems, stream
from turingrad.tasks.task import draw_data_set

TEST_POINTS = 8
MAX_STEPS = 20_000  # a prediction of the network takes one convolution layer per step


def one_problem(problems: Problems, seed: int) -> tuple[Signs, Signs, Signs]:
    """A data set and test points: of a task a fresh draw, of a data set its own rows."""
    if isinstance(problems, TaskProblems):
        rng = stream(seed, FRESH_STREAM, 1)
        X, y = draw_data_set(problems.task, rng, problems.dim, problems.train + TEST_POINTS)
        return X[: problems.train], y[: problems.train], X[problems.train :]
    assert isinstance(problems, DataProblems)
    return problems.X, problems.y, problems.X_validation[:TEST_POINTS]


def network_figures(machine: GridMachine, problems: Problems, seed: int) -> dict[str, Any]:
    """Train the machine's RCNN by SGD on one problem, and compare its predictions with the machine's.

    Test points on which the machine takes more than MAX_STEPS steps are left to the machine. `log10_probability` is
    that of drawing the very weights from U_s (Theorem 1), `exponent` the c of s^(-c s^2).

    Args:
        machine: A grid learner.
        problems: What it was chosen on.
        seed: Fixes the problem.

    Returns:
        Sizes, the number of SGD steps, and the share of equal predictions.

    Example:
        >>> from turingrad.search import TaskProblems, network_figures
        >>> problems = TaskProblems(tg.tasks.get("dictator"), 3, 4)
        >>> network_figures(tg.library.load("constant", form="grid"), problems, 0)["agreement"]
        1.0
    """
    from turingrad.constructions import drive
    from turingrad.constructions.rcnn import RCNN
    from turingrad.theory.learnability.rcnn import exponent, log2_probability

    X, y, X_test = one_problem(problems, seed)
    reference = predictions(machine, X, y, X_test, max_steps=MAX_STEPS)
    halted = reference.answers != 0
    figures: dict[str, Any] = {"test_points": int(halted.sum()), "agreement": None, "sgd_steps": None}
    if halted.any():
        run = drive.learn(machine, X, y, X_test[halted], on="rcnn")
        figures["agreement"] = float(np.mean(run.predictions == reference.answers[halted]))
        figures["sgd_steps"] = run.sgd_steps
    network = RCNN(machine, len(X), X.shape[1])
    lowered = network.cells.states
    return figures | {
        "lowered_states": lowered,
        "parameters": network.parameter_count(),
        "certificate": network.certificate.dtypes(),
        "log10_probability": log2_probability(lowered) * math.log10(2),
        "exponent": exponent(lowered),
    }
