"""Algorithm 1 of Goel et al., as printed: plain SGD on the squared loss, one sample per step, only W trained.

The dummy sample (1, ..., 1), +1 comes last and leaves a row of T, which later holds the test point itself. Gradients
come from autograd through the read-out and all layers of the convolution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from turingrad._support.arrays import Signs, signs
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.sgd import plain_sgd
from turingrad.errors import InputError

KEPT_BYTES = 1 << 30  # activations that autograd may keep before layers are computed again instead


@dataclass(frozen=True)
class SGDStep:
    """One step: the output and the loss before it, the gradient of W, the layers that ran, and how memory was kept.
    `redone` if a step without autograd was computed again with it, and compared."""

    step: int
    output: float
    loss: float
    gradient: torch.Tensor
    layers: int
    early_exit: bool
    checkpointed: bool
    redone: bool = False


def with_dummy(X: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Signs, Signs]:
    """The samples in order, the dummy sample last."""
    examples = signs(X, "the features", (None, None))
    labels = signs(y, "the labels", (len(examples),))
    ones = np.ones((1, examples.shape[1]), np.int8)
    return np.concatenate([examples, ones]), np.append(labels, np.int8(1))


def training_steps(network: RCNN, X: npt.ArrayLike, y: npt.ArrayLike) -> Iterator[tuple[int, Signs, int]]:
    """What the steps 1 .. m + 1 of Algorithm 1 see, (step, x, label), once W is 0; refused where the network was
    compiled for other sizes."""
    examples, labels = with_dummy(X, y)
    if examples.shape != (network.samples + 1, network.features):
        raise InputError(
            f"{len(examples) - 1} samples of {examples.shape[1]} features; "
            f"the network was compiled for {network.samples} of {network.features}"
        )
    with torch.no_grad():
        network.W.zero_()
    return zip(range(1, len(labels) + 1), examples, labels.tolist(), strict=True)


def activation_bytes(network: RCNN) -> int:
    """What autograd keeps of one layer: patches, both sides of the two ReLUs, the features."""
    rows, columns = network.samples + 1, network.features + 1 + network.work
    width = 14 + 2 * len(network.weights.knees) + len(network.weights.features) + 2 * len(network.weights.units)
    return int(rows * columns * width * network.W.element_size())


def layers_are_recomputed(network: RCNN, layers: int | None = None) -> bool:
    """Whether autograd would keep over 1 GB of this many layers (default: those of a step that leaves early)."""
    kept = network.samples + 2 if layers is None else layers
    return kept * activation_bytes(network) > KEPT_BYTES


def by_autograd(
    network: RCNN, step: int, x: Signs, label: int, *, early_exit: bool = True, checkpoint: bool
) -> SGDStep:
    """The gradient of 1/2 (y - f(x))^2 at the present W, left in W.grad too; W is not changed."""
    network.zero_grad()
    grid = network.memory_layer(torch.from_numpy(x).unsqueeze(0))
    rolled = network.roll_out(grid, early_exit=early_exit, checkpoint=checkpoint)
    output = network.read_out(rolled.grid)[0]
    loss = 0.5 * (float(label) - output) ** 2
    loss.backward()  # type: ignore[no-untyped-call]
    assert network.W.grad is not None
    gradient = network.W.grad.detach().clone()
    return SGDStep(step, output.item(), loss.item(), gradient, rolled.layers, rolled.settled, checkpoint)


def algorithm_1(
    network: RCNN, X: npt.ArrayLike, y: npt.ArrayLike, *, early_exit: bool = True, checkpoint: bool | None = None
) -> Iterator[SGDStep]:
    """Run Algorithm 1: m + 1 SGD steps, one at a time.

    Args:
        network: The network, with an empty W.
        X: The samples.
        y: Their labels.
        early_exit: Stop a roll-out at its fixed point.
        checkpoint: Recompute layers in the backward pass; None does so if keeping them would take over 1 GB.

    Returns:
        The steps, as they are taken.

    Example:
        >>> from turingrad.constructions.rcnn import RCNN, algorithm_1
        >>> network = RCNN(tg.library.load("last-label", form="grid"), samples=2, features=1)
        >>> [step.output for step in algorithm_1(network, [[1], [-1]], [1, -1])]
        [0.0, 0.0, 0.0]
    """
    samples = training_steps(network, X, y)
    layers_kept = None if early_exit else network.L or network.samples + 1
    recompute = checkpoint if checkpoint is not None else layers_are_recomputed(network, layers_kept)
    optimizer = plain_sgd([network.W], network.rate)
    for step, x, label in samples:
        taken = by_autograd(network, step, x, label, early_exit=early_exit, checkpoint=recompute)
        optimizer.step()
        yield taken


def memorise(network: RCNN, X: npt.ArrayLike, y: npt.ArrayLike, *, early_exit: bool = True) -> list[SGDStep]:
    """Run all of Algorithm 1: afterwards W holds the samples.

    Args:
        network: The network, with an empty W.
        X: The samples.
        y: Their labels.
        early_exit: Stop a roll-out at its fixed point.

    Returns:
        The steps.

    Example:
        >>> from turingrad.constructions.rcnn import RCNN, memorise
        >>> network = RCNN(tg.library.load("last-label", form="grid"), samples=2, features=1)
        >>> len(memorise(network, [[1], [-1]], [1, -1]))
        3
    """
    return list(algorithm_1(network, X, y, early_exit=early_exit))
