"""Variants of training the network, those that work and those that do not, counted: of how many points the answer is
right.

`usual` has the reasons. A network that never settles, or whose cells hold what is no cell value, has no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from turingrad._support.arrays import Signs, all_signs
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.rcnn.usual import parameter_groups, set_rate, train
from turingrad.errors import TuringradError
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions

Training = Callable[[RCNN, Signs, Signs], object]
SGD, Adam = torch.optim.SGD, torch.optim.Adam


def with_rate(rate: float, loss: str) -> Training:
    def run(network: RCNN, X: Signs, y: Signs) -> object:
        set_rate(network, rate, loss)
        return train(network, X, y, loss=loss)

    return run


WORKING: dict[str, Training] = {
    "Algorithm 1": train,
    "rate 0.01, squared loss": with_rate(0.01, "squared"),
    "rate 3, logistic loss": with_rate(3.0, "logistic"),
    "rate 100, hinge loss": with_rate(100.0, "hinge"),
    "two epochs": lambda n, X, y: train(n, X, y, epochs=2),
    "V and U at rate 0": lambda n, X, y: train(n, X, y, optimizer=SGD(parameter_groups(n))),
}
FAILING: dict[str, Training] = {
    "momentum 0.9": lambda n, X, y: train(n, X, y, optimizer=SGD([n.W], lr=n.rate, momentum=0.9)),
    "Adam": lambda n, X, y: train(n, X, y, optimizer=Adam([n.W], lr=n.rate)),
    "batches of two": lambda n, X, y: train(n, X, y, batch=2),
    "twice the rate": lambda n, X, y: train(n, X, y, optimizer=SGD([n.W], lr=2 * n.rate)),
}


@dataclass(frozen=True)
class Trained:
    """How many of `points` points a network answers as its machine does, and why it has no answers, if it has none."""

    right: int
    points: int
    reason: str = ""


def measure_variant(
    machine: GridMachine, X: Signs, y: Signs, points: Signs, train_with: Training, *, layers: int = 2_000
) -> Trained:
    """One variant of training, from W = 0, and the answers on all points."""
    network = RCNN(machine, len(y), X.shape[1], dtype=torch.float64, depth=layers)
    wanted = predictions(machine, X, y, points).answers
    try:
        train_with(network, X, y)
    except TuringradError as error:
        return Trained(0, len(points), f"training stops: {error}")
    right, reason = 0, ""
    for point, answer in zip(points, wanted.tolist(), strict=True):
        try:
            with torch.no_grad():
                found = float(network(torch.from_numpy(point[None]))[0])
        except TuringradError as error:
            reason = str(error)
            continue
        right += abs(found - answer) < 1e-6
    return Trained(right, len(points), reason)


def compare_training_variants(
    machine: GridMachine, X: Signs, y: Signs, names: Sequence[str] = (*WORKING, *FAILING)
) -> dict[str, Trained]:
    """Train variants of Algorithm 1 and compare them on all points of as many features.

    Args:
        machine: A grid learner.
        X: The samples.
        y: Their labels.
        names: The variants.

    Returns:
        For each name, how many points are right and why others are not.

    Example:
        >>> from turingrad.constructions.rcnn import compare_training_variants
        >>> machine = tg.library.load("last-label", form="grid")
        >>> X, y = np.array([[1, 1], [1, -1], [-1, 1]]), np.array([1, -1, 1])
        >>> compare_training_variants(machine, X, y, ["Algorithm 1"])["Algorithm 1"].right
        4
    """
    variants = {**WORKING, **FAILING}
    return {name: measure_variant(machine, X, y, all_signs(X.shape[1]), variants[name]) for name in names}
