"""Theorem 1 taken literally: all weights drawn at random from U_s, Algorithm 1 run on what comes out, draws counted.

With about 3 * 10^4 s^2 weights of |U_s| = O(s) values each, the draw that gives the very weights of a certain machine
has a probability of s^(-c s^2): the mode shows what chance does, and says how many draws suffice.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import Signs
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.depth import depth_for
from turingrad.constructions.rcnn.layouts import weight_set
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions
from turingrad.machine.run import Progress, with_progress
from turingrad.search.network import MAX_STEPS, one_problem
from turingrad.search.problems import Problems
from turingrad.search.restarts import band
from turingrad.theory.learnability.rcnn import log2_equivalent_probability, log2_probability, log2_restarts

MATRICES = ("V1", "V2", "V3", "V4", "V5", "U1", "U2")


def literal_draws(
    machine: GridMachine,
    problems: Problems,
    draws: int,
    seed: int,
    *,
    delta: float = 0.05,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Draws `draws` networks of the machine's own size s, trains each by Algorithm 1 and counts those that agree with
    the machine on every test point.

    A network whose output is no finite number has no answer. The probability of a draw that agrees lies above
    10^`log10_equivalent_probability` (all draws that are equal by construction) and, as far as these draws tell (95 %),
    below `agreeing_at_most`. `log10_needed` is the number of draws after which one has
    the machine's very weights with probability 1 - delta / 2 (Corollary 2).
    """
    if draws < 1:
        raise InputError(f"{draws} draws are requested; at least 1 is needed")
    problem = one_problem(problems, seed)
    X, y, X_test = (torch.from_numpy(part.astype(np.float64)) for part in problem)
    wanted = torch.from_numpy(predictions(machine, *problem).answers.astype(np.float64))
    network = RCNN(machine, len(y), X.shape[1], dtype=torch.float64, layout="paper")
    layers = needed_layers(machine, *problem)
    states = network.cells.states
    values = torch.tensor(sorted(weight_set(states)), dtype=torch.float64)
    random = torch.Generator().manual_seed(seed)
    agreeing, answering = 0, 0
    for _ in with_progress(range(draws), "random networks", progress):
        weights = 0
        for name in MATRICES:
            matrix = getattr(network.local if name.startswith("V") else network.head, name)
            matrix.copy_(values[torch.randint(len(values), matrix.shape, generator=random)])
            weights += matrix.numel()
        answers = trained_answers(network, X, y, X_test, layers)
        answering += bool((answers != 0).any())
        agreeing += torch.equal(answers, wanted)
    parts = network.weights
    equivalent = log2_equivalent_probability(states, len(parts.knees), len(parts.features), len(parts.units))
    return {
        "draws": draws,
        "with_an_answer": answering,
        "agreeing": agreeing,
        "weights_a_draw": weights,
        "values": len(values),
        "lowered_states": states,
        "layers": layers,
        "agreeing_at_most": band(agreeing, draws)[1],
        "log10_probability": log2_probability(states) * math.log10(2),
        "log10_equivalent_probability": equivalent * math.log10(2),
        "log10_needed": log2_restarts(states, delta) * math.log10(2),
    }


def trained_answers(network: RCNN, X: torch.Tensor, y: torch.Tensor, X_test: torch.Tensor, layers: int) -> torch.Tensor:
    """Algorithm 1: m + 1 steps of SGD on W, the last with the dummy sample (1, 1); then the signs on the test points.

    There are L = `layers` layers, or fewer where nothing changes any more. An activation that is not finite stays so:
    the network has no answer then.
    """
    none = torch.zeros(len(X_test), dtype=torch.float64)
    points = torch.cat([X, torch.ones(1, X.shape[1]).to(X)])
    labels = torch.cat([y, torch.ones(1).to(y)])
    with torch.no_grad():
        network.W.zero_()
    for x, label in zip(points, labels, strict=True):
        output = outputs(network, x[None], layers)
        if output is None:
            return none
        (gradient,) = torch.autograd.grad((0.5 * (label - output) ** 2).sum(), network.W)
        with torch.no_grad():
            network.W.sub_(network.rate * gradient)
    with torch.no_grad():
        answers = outputs(network, X_test, layers)
    return none if answers is None else torch.sign(answers)


def outputs(network: RCNN, points: torch.Tensor, layers: int) -> torch.Tensor | None:
    """The network's outputs, or None if an activation is not finite."""
    grid = network.memory_layer(points)
    for _ in range(layers):
        following = network.layer(grid)
        if not torch.isfinite(following).all():
            return None
        # A network that was drawn at random is not the identity at a fixed point as far as gradients go: only a
        # forward pass may stop there.
        if not torch.is_grad_enabled() and torch.equal(following, grid):
            break
        grid = following
    result = network.read_out(grid)
    return result if torch.isfinite(result).all() else None


def needed_layers(machine: GridMachine, X: Signs, y: Signs, X_test: Signs) -> int:
    """The paper's L for this machine on these points: what its longest run takes, and at least m + 1."""
    steps = predictions(machine, X, y, X_test, max_steps=MAX_STEPS).steps
    return depth_for(machine, len(y), X.shape[1], int(steps.max(initial=0))).layers
