"""Test vectors of emulation networks."""

from __future__ import annotations

import copy

import numpy as np
import torch

from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.errors import InputError
from turingrad.export.vectors.arrays import Arrays, Tell
from turingrad.machine.learner import run as learner_run


def of_emulation(network: EmulationNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """One training: rows and labels in turn, the outputs before each step of SGD, the weights before and after all."""
    X = rng.choice(np.array([-1, 1], np.int8), (count, network.machine.features))
    y = rng.choice(np.array([-1, 1], np.int8), count)
    net, rows = copy.deepcopy(network), network.rows(X)
    optimizer, inputs = net.optimizer(), torch.from_numpy(rows)
    memory, outputs = [], []
    expected = learner_run.trace(network.machine, X, y, guess=True)
    fresh = next(iter(expected)).memory == net.memory()  # a trained net goes on from where it is
    for number, label in enumerate(y.tolist()):
        outputs.append(net.train_step(optimizer, inputs[number : number + 1], label))
        memory.append(net.memory())
        tell(number + 1)
        if fresh and next(expected).memory != memory[-1]:
            raise InputError(f"the memory after sample {number} is not the learner's")
    weights = {"weight": network.weight, "weight_after": net.weight}
    return {
        "rows": rows, "y": y, "outputs": np.array(outputs, np.int8), "memory": np.array(memory, np.uint8),
        **{name: weight.detach().numpy().copy() for name, weight in weights.items()},
    }  # fmt: skip


MAKERS = {EmulationNetwork: of_emulation}
