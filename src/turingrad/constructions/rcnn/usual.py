"""Training the network as people train networks: any rate, other losses, all weights in the optimizer, several epochs.

Algorithm 1 needs one thing of a step: a row of W that is empty must become T y (x, 1). While a row is empty the output
is 0, so the step is eta c g y (x, 1), with g the slope of the read-out at -C and c = -y dloss/df at f = 0: 1 for the
squared loss 1/2 (y - f)^2 and for the hinge loss, 1/2 for the logistic one. Any rate eta > 0 does with the slope

    g = T / (eta c)          (in the paper's units 1 / (3 eta c): 18 for eta = 1/54)

Where eta and T are no powers of two times each other, W is T up to rounding, which the first layer removes: its
indicators are flat around every cell value. Once W is full the output is ±1 and the read-out is flat there, so the
gradient is exactly 0: further epochs change nothing. The shared weights V, U may be parameters in a group of rate 0
(the paper's Remark after Theorem 1).

What does not work, and why: momentum and Adam change rows after their step; a batch of two writes the sum of two
samples into one row; twice the rate writes 2T, which is no cell value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from torch import nn

from turingrad._support.arrays import F64
from turingrad._support.text import name_alternatives
from turingrad._support.validation.values import whole
from turingrad.constructions.rcnn.algorithm import with_dummy
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.layouts import knot, readout_knots
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.rcnn.sparse import dense_form
from turingrad.errors import InputError

Loss = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]  # (outputs, labels) -> losses

# Each loss with c, its slope -y dloss/df at f = 0.
LOSSES: dict[str, tuple[Loss, float]] = {
    "squared": (lambda f, y: 0.5 * (y - f) ** 2, 1.0),
    "logistic": (lambda f, y: F.softplus(-y * f), 0.5),
    "hinge": (lambda f, y: torch.relu(1 - y * f), 1.0),
}


def sloped_readout(cells: Lattice, slope: float) -> dict[str, F64]:
    """f_head with any slope g > 0 at -C: from -1 it rises to -g h, through 0 with slope g, from g h to 1.

    h is half of the ramp a, or less where g h would pass 1/2; the other knots stay.
    """
    a = float(cells.ramp)
    h = min(a / 2, 0.5 / slope)
    steep = (1 - slope * h) / (a - h)
    around = (
        (-cells.C - a, steep),
        (-cells.C - h, slope - steep),
        (-cells.C + h, steep - slope),
        (-cells.C + a, -steep),
    )
    return knot([*around, *((knee, change / a) for knee, change in readout_knots(cells, a)[2:])])


def find_loss(name: str) -> tuple[Loss, float]:
    if name not in LOSSES:
        raise InputError(f"no loss {name!r}{name_alternatives(name, LOSSES)}")
    return LOSSES[name]


def set_rate(network: RCNN, rate: float, loss: str = "squared") -> None:
    """Adapt the read-out to a learning rate and a loss; `network.rate` is then the rate.

    Args:
        network: The network.
        rate: The learning rate.
        loss: `squared`, `logistic` or `hinge`.

    Raises:
        InputError: The rate is not positive, or the network has another layout.

    Example:
        >>> from turingrad.constructions.rcnn import RCNN, set_rate
        >>> network = RCNN(tg.library.load("last-label", form="grid"), samples=2, features=1, dtype=torch.float64)
        >>> set_rate(network, 0.1, loss="logistic")
        >>> network.rate
        0.1
    """
    _, c = find_loss(loss)
    if not 0 < rate < float("inf"):
        raise InputError(f"the learning rate is {rate}; it must be a positive number")
    if network.units != "integer" or network.layout != "compact":
        raise InputError("another rate needs a network with layout='compact' and units='integer'")
    slope = network.cells.T / (rate * c)
    for name, matrix in sloped_readout(network.cells, slope).items():
        setattr(network.head, name, torch.from_numpy(matrix).to(network.W.dtype))
    network.rate = rate


def parameter_groups(network: RCNN) -> list[dict[str, object]]:
    """Make parameter groups for any torch optimizer: W at the network's rate, every other weight at rate 0.

    Args:
        network: The network.

    Returns:
        Two groups.

    Example:
        >>> from turingrad.constructions.rcnn import RCNN, parameter_groups
        >>> network = RCNN(tg.library.load("last-label", form="grid"), samples=2, features=1)
        >>> [group["lr"] == 0 for group in parameter_groups(network)]
        [False, True]
    """
    shared: list[nn.Parameter] = []
    for module in (network.local, network.head):
        for name, buffer in list(module.named_buffers(recurse=False)):
            if not name.startswith("V3_"):
                delattr(module, name)
                setattr(module, name, nn.Parameter(dense_form(buffer).clone()))
                shared.append(getattr(module, name))
    network.local.plain = True  # type: ignore[assignment]  # V3 is dense now, with a gradient
    return [{"params": [network.W], "lr": network.rate}, {"params": shared, "lr": 0.0}]


def train(
    network: RCNN,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    loss: str = "squared",
    optimizer: torch.optim.Optimizer | None = None,
    epochs: int = 1,
    order: Sequence[int] | None = None,
    batch: int = 1,
) -> int:
    """Train by SGD over the samples, the dummy sample last.

    Args:
        network: The network.
        X: The samples.
        y: Their labels.
        loss: `squared`, `logistic` or `hinge`.
        optimizer: By default plain SGD on W at the network's rate.
        epochs: How often the samples are gone through.
        order: The order of the samples.
        batch: Samples per step.

    Returns:
        The number of steps.

    Example:
        >>> from turingrad.constructions.rcnn import RCNN, train
        >>> network = RCNN(tg.library.load("last-label", form="grid"), samples=2, features=1)
        >>> train(network, [[1], [-1]], [1, -1])
        3
    """
    examples, labels = with_dummy(X, y)
    if order is not None:
        places = [*order, len(labels) - 1]
        if sorted(places) != list(range(len(labels))):
            raise InputError(f"the order names each of the {len(labels) - 1} samples once")
        examples, labels = examples[places], labels[places]
    chosen = optimizer or torch.optim.SGD([network.W], lr=network.rate)
    function, _ = find_loss(loss)
    whole(batch, "the size of a batch", 1)
    steps = 0
    for _ in range(epochs):
        for first in range(0, len(labels), batch):
            part = slice(first, first + batch)
            chosen.zero_grad()
            outputs = network(torch.from_numpy(examples[part]))
            target = torch.from_numpy(labels[part].astype(np.float64)).to(outputs)
            function(outputs, target).sum().backward()  # type: ignore[no-untyped-call]
            chosen.step()
            steps += 1
    return steps
