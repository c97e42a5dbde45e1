"""Algorithm 1 without autograd: the forward pass event by event, the gradient by the layers' own Jacobians.

A shortcut for the same numbers. The forward pass keeps the grid of each layer; backwards, the Jacobian of every patch
comes from the network's weights (which units are active, and the slope of each cell value), and the read-out's slope
from the read-out. W changes by -eta times the gradient, as plain SGD does.

Some steps, drawn at random, are computed a second time by autograd from the same W: output, layers and every entry of
the gradient must be equal, or training ends with an error. Large networks re-do two steps, small ones up to eight.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.rcnn import RCNN, SGDStep
from turingrad.constructions.rcnn.algorithm import activation_bytes, by_autograd, layers_are_recomputed, training_steps
from turingrad.constructions.rcnn.executors.cell_grid import CellGrid
from turingrad.constructions.rcnn.executors.coordinates import Coordinates
from turingrad.constructions.rcnn.executors.kernel import SETTLED, pull_back
from turingrad.constructions.rcnn.executors.patches import PatchTable
from turingrad.constructions.rcnn.executors.predicting import first_layers
from turingrad.errors import CertificateError

REDONE = 2, 8  # steps by autograd, at least and at most
REDONE_BYTES = 1 << 30  # of activations, by which large networks re-do fewer


def steps_to_redo(network: RCNN) -> frozenset[int]:
    """Steps 1 .. m + 1 that are computed again by autograd."""
    steps = network.samples + 1
    fewest, most = REDONE
    affordable = REDONE_BYTES // (activation_bytes(network) * (network.samples + 2))
    count = min(steps, max(fewest, min(most, affordable)))
    return frozenset((1 + np.random.default_rng(0).choice(steps, count, replace=False)).tolist())


def require_same(step: SGDStep, other: SGDStep) -> None:
    """Refuse a step whose gradient, output or number of layers is not autograd's."""
    equal = torch.equal(step.gradient, other.gradient)
    if not equal or (step.output, step.layers) != (other.output, other.layers):
        raise CertificateError(f"SGD step {step.step}: autograd's gradient of W is not the closed form's")


def read_out_slopes(network: RCNN, made: Coordinates) -> tuple[F64, F64]:
    """f_head and its derivative on every cell value."""
    values = torch.from_numpy(made.values).to(network.W.dtype).requires_grad_(True)
    heights = network.head(values)
    (slopes,) = torch.autograd.grad(heights.sum(), values)
    return heights.detach().double().numpy(), slopes.double().numpy()


def closed_form(
    network: RCNN, X: npt.ArrayLike, y: npt.ArrayLike, made: Coordinates, table: PatchTable | None = None
) -> Iterator[SGDStep]:
    """The m + 1 steps of Algorithm 1, with the forward pass through the weights or through the table."""
    samples = training_steps(network, X, y)
    heights, slopes = read_out_slopes(network, made)
    main = network.features + 1
    redo, recompute = steps_to_redo(network), layers_are_recomputed(network)
    for step, x, label in samples:
        grid = CellGrid(made, first_layers(network, x[None])[0], table)
        history = [grid.flat.copy()]  # what each layer read, the last one being the layer that changes nothing
        while grid.advance(1) != SETTLED:
            history.append(grid.flat.copy())
        numbers = grid.numbers[:, :main]
        output = float(heights[numbers].sum())
        gradient = np.zeros_like(grid.framed, made.parts.dtype)
        gradient[1:-1, 1 : main + 1] = -(label - output) * slopes[numbers]
        now, before = gradient.reshape(-1), np.zeros(gradient.size, gradient.dtype)
        for cells in reversed(history):
            pull_back(cells, grid.width, now, before, made.slopes, made.units)
            now, before = before, now
        at_cells = now.reshape(gradient.shape)[1:-1, 1 : main + 1]
        by_weight = torch.from_numpy(at_cells * np.append(x, 1)).to(network.W.dtype)
        loss = 0.5 * (label - output) ** 2
        taken = SGDStep(step, output, loss, by_weight, len(history), True, False, step in redo)
        if taken.redone:
            require_same(taken, by_autograd(network, step, x, label, checkpoint=recompute))
        with torch.no_grad():
            network.W.sub_(network.rate * by_weight)
        yield taken
