"""Test vectors of rcnn networks."""

from __future__ import annotations

import numpy as np
import torch

from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.export.onnx.rcnn import random_grid
from turingrad.export.vectors.arrays import Arrays, Tell, in_chunks
from turingrad.machine.grid import GridMachine


def of_convolution(network: RecurrentConvolution, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Grids, and the same one layer later."""
    rows = 4 if isinstance(network.machine, GridMachine) else 1
    grids = np.stack([random_grid(network, rng, rows, 6) for _ in range(count)])
    with torch.no_grad():
        after = in_chunks(lambda part: network.layer(torch.from_numpy(part).to(network.dtype)), grids, tell)
    return {"grid": grids, "next": after.astype(np.int64)}


def of_learner_grid(network: RCNN, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Points and answers with W as it is; 0 while it has an empty row."""
    points = rng.choice(np.array([-1, 1], np.int8), (count, network.features))
    with torch.no_grad():
        outputs = in_chunks(lambda part: network(torch.from_numpy(part)), points, tell)
    return {"W": network.W.detach().numpy().copy(), "points": points, "outputs": outputs.astype(np.int8)}


MAKERS = {RecurrentConvolution: of_convolution, RCNN: of_learner_grid}
