"""Theorem 1 taken literally: all weights drawn at random from U_s, Algorithm 1 run on what comes out, draws counted.

With about 3 * 10^4 s^2 weights of more than 14 s values each, the draw that gives a certain machine has a probability
of s^(-c s^2): the mode shows what chance does, and says how many draws it would take.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.layouts import weight_set
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions
from turingrad.search.network import one_problem
from turingrad.search.problems import Problems
from turingrad.theory.learnability.rcnn import log2_probability, log2_restarts

MATRICES = ("V1", "V2", "V3", "V4", "V5", "U1", "U2")


def literal_draws(
    machine: GridMachine,
    problems: Problems,
    draws: int,
    seed: int,
    *,
    delta: float = 0.05,
    progress: Callable[[str, int, int | None], None] | None = None,
) -> dict[str, Any]:
    """Draws `draws` networks of the machine's own size s, trains each by Algorithm 1 and counts those that agree with
    the machine on every test point.

    A network whose output is no finite number has no answer. `log10_needed` is the number of draws after which one has
    the machine's very weights with probability 1 - delta / 2 (Corollary 2).
    """
    if draws < 1:
        raise InputError(f"{draws} draws were asked for; it takes at least 1")
    problem = one_problem(problems, seed)
    X, y, X_test = (torch.from_numpy(part.astype(np.float64)) for part in problem)
    wanted = torch.from_numpy(predictions(machine, *problem).answers.astype(np.float64))
    network = RCNN(machine, len(y), X.shape[1], dtype=torch.float64, layout="paper")
    states = network.cells.states
    values = torch.tensor(sorted(weight_set(states)), dtype=torch.float64)
    random = torch.Generator().manual_seed(seed)
    agreeing, answering = 0, 0
    for number in range(draws):
        if progress is not None:
            progress("random networks", number, draws)
        weights = 0
        for name in MATRICES:
            matrix = getattr(network.local if name.startswith("V") else network.head, name)
            matrix.copy_(values[torch.randint(len(values), matrix.shape, generator=random)])
            weights += matrix.numel()
        answers = trained_answers(network, X, y, X_test)
        answering += bool((answers != 0).any())
        agreeing += torch.equal(answers, wanted)
    return {
        "draws": draws,
        "with_an_answer": answering,
        "agreeing": agreeing,
        "weights_a_draw": weights,
        "values": len(values),
        "lowered_states": states,
        "log10_probability": log2_probability(states) * math.log10(2),
        "log10_needed": log2_restarts(states, delta) * math.log10(2),
    }


def trained_answers(network: RCNN, X: torch.Tensor, y: torch.Tensor, X_test: torch.Tensor) -> torch.Tensor:
    """Algorithm 1: m + 1 steps of SGD on W, the last with the dummy sample (1, 1); then the signs on the test points.

    There are 2 (m + d) layers. An activation that is not finite stays so: the network has no answer then.
    """
    none = torch.zeros(len(X_test), dtype=torch.float64)
    points = torch.cat([X, torch.ones(1, X.shape[1]).to(X)])
    labels = torch.cat([y, torch.ones(1).to(y)])
    with torch.no_grad():
        network.W.zero_()
    for x, label in zip(points, labels, strict=True):
        output = outputs(network, x[None])
        if output is None:
            return none
        (gradient,) = torch.autograd.grad((0.5 * (label - output) ** 2).sum(), network.W)
        with torch.no_grad():
            network.W.sub_(network.rate * gradient)
    with torch.no_grad():
        answers = outputs(network, X_test)
    return none if answers is None else torch.sign(answers)


def outputs(network: RCNN, points: torch.Tensor) -> torch.Tensor | None:
    """The network's outputs, or None where an activation is not finite."""
    grid = network.memory_layer(points)
    for _ in range(2 * (network.samples + network.features)):
        grid = network.layer(grid)
        if not torch.isfinite(grid).all():
            return None
    result = network.read_out(grid)
    return result if torch.isfinite(result).all() else None
