"""Goel, Kakade, Kalai and Zhang, section 4 and Appendix B: SGD memorises, the convolution computes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import torch

from turingrad import tasks
from turingrad.constructions.claim import Claim, Figures, mutation, require
from turingrad.constructions.rcnn import RCNN, SGDStep, algorithm_1, interpolate, memorise
from turingrad.library import load_learner
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions

Signs = npt.NDArray[np.int8]
HERE = "turingrad.constructions.rcnn.claims"


def steps_of(network: RCNN, X: Signs, y: Signs) -> Iterator[SGDStep]:
    return algorithm_1(network, X, y)


def at_twice_the_rate(network: RCNN, X: Signs, y: Signs) -> Iterator[SGDStep]:
    network.rate *= 2
    return algorithm_1(network, X, y)


def learner(name: str) -> GridMachine:
    machine = load_learner(name, form="grid")
    assert isinstance(machine, GridMachine)
    return machine


def rows_are_memorised() -> Figures:
    """Lemma 4: after step i the first i rows of W are T y_j (x_j, 1), and the gradient touched row i only."""
    steps = 0
    for name, d, m in (("parity-small", 3, 5), ("hebb", 4, 3)):
        X, y = tasks.get("parity").sample(np.random.default_rng(1), d, m)
        network = RCNN(learner(name), m, d)
        rows = np.vstack([np.column_stack([X, np.ones_like(y)]) * y[:, None], np.ones(d + 1)]) * network.cells.T
        for step in steps_of(network, X, y):
            require(step.output == 0.0, f"{name}: output {step.output} before step {step.step}, not 0")
            touched = step.gradient.any(dim=1).nonzero().flatten().tolist()
            require(touched == [step.step - 1], f"{name}: step {step.step} has gradients in the rows {touched}")
            wanted = torch.from_numpy(rows[: step.step]).to(network.W.dtype)
            require(torch.equal(network.W[: step.step], wanted), f"{name}: W after step {step.step} is not the samples")
            require(not network.W[step.step :].any(), f"{name}: a later row moved in step {step.step}")
            steps += 1
    return {"SGD steps": steps}


def predictions_are_the_machines() -> Figures:
    points = 0
    for name, d, m in (("parity-small", 3, 4), ("nearest-neighbour", 3, 3)):
        machine = learner(name)
        X, y, X_test, _ = tasks.draw(tasks.get("parity"), 3, d, m, 6)
        network = RCNN(machine, m, d)
        trained(network, X, y)
        with torch.no_grad():
            found = np.where(network(torch.from_numpy(X_test)).numpy() > 0, 1, -1)
        wanted = predictions(machine, X, y, X_test).answers
        require(np.array_equal(found, wanted), f"{name}: the network answers {found}, the machine {wanted}")
        points += len(X_test)
    return {"predictions": points}


def trained(network: RCNN, X: Signs, y: Signs) -> None:
    memorise(network, X, y)


def trained_on_flipped_labels(network: RCNN, X: Signs, y: Signs) -> None:
    memorise(network, X, -y)


def values_and_jacobians() -> Figures:
    """Lemma 5 on random points: every value and every derivative, from autograd."""
    rng = np.random.default_rng(0)
    X = rng.permutation(64)[:18].reshape(6, 3) / 4.0
    Y, G = rng.integers(-3, 4, (6, 2)).astype(float), rng.integers(-2, 3, (6, 2, 3)).astype(float)
    module = interpolate(X, Y, G).three_layers()
    for point, value, jacobian in zip(torch.from_numpy(X), torch.from_numpy(Y), torch.from_numpy(G), strict=True):
        found = torch.func.jacrev(lambda x: module(x[None])[0])(point)
        require(torch.equal(module(point[None])[0], value), f"a value at {point.tolist()} differs")
        require(torch.equal(found, jacobian), f"the Jacobian at {point.tolist()} differs")
    return {"points": len(X), "derivatives": G.size}


CLAIMS = (
    Claim(
        paper="goel",
        number="Lemma 4",
        where="Appendix B",
        statement="After SGD step i the rows of W up to i hold T y_j (x_j, 1) and the others are 0; the output before "
        "every step is 0 and the gradient is in row i alone.",
        check=rows_are_memorised,
        mutations=(mutation("twice the rate", f"{HERE}.steps_of", at_twice_the_rate),),
        code=("turingrad.constructions.rcnn.algorithm.algorithm_1",),
    ),
    Claim(
        paper="goel",
        number="Lemma 2, prediction",
        where="section 4",
        statement="After training, the network's answer at a test point is the learner's own.",
        check=predictions_are_the_machines,
        mutations=(mutation("labels are flipped in training", f"{HERE}.trained", trained_on_flipped_labels),),
        code=("turingrad.constructions.rcnn.RCNN",),
    ),
    Claim(
        paper="goel",
        number="Lemma 5",
        where="Appendix B.3",
        statement="A ReLU network takes given values and given Jacobians on finitely many points.",
        check=values_and_jacobians,
        mutations=(
            mutation("bumps twice as wide", "turingrad.constructions.rcnn.interpolation.spacing", lambda _: 1.0),
        ),
        code=("turingrad.constructions.rcnn.interpolate",),
        assumptions="Delta at most 1/10 of the least distance of two different coordinates",
    ),
)
