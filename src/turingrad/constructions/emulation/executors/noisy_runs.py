"""One run of noisy SGD on a noise-tolerant net, compiled or in torch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from turingrad._support.arrays import F64, Signs
from turingrad._support.interrupts import defer_interrupts
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.compiled import CompiledNet, WeightNoise
from turingrad.constructions.emulation.noisy_sgd import Noise, NoiseFunction
from turingrad.machine.run import Progress


@dataclass(frozen=True)
class NoisyOutcome:
    """What the net showed while it learned (1/2 is right) and on the test points (±1 is), and its last weights."""

    learning: F64
    answers: F64
    weight: F64
    interrupted: bool = False

    @property
    def predictions(self) -> Signs:
        """±1 where the output is within 1/2 of it (Lemma 6), else 0."""
        near = np.abs(np.abs(self.answers) - 1) < 0.5
        return np.where(near, np.sign(self.answers), 0).astype(np.int8)


def train_compiled(
    network: NoiseTolerantNetwork, rows: Signs, labels: Signs, test_rows: Signs, noise: WeightNoise, tell: Progress
) -> NoisyOutcome:
    """The compiled kernel in float64."""
    net = CompiledNet(network.built.graph, network.module.activation.shape, network.gamma)
    learning, interrupted = train_steps(lambda row, label: net.step(row, label, noise), rows, labels, tell)
    return NoisyOutcome(learning, net.outputs(test_rows), net.weight, interrupted)


def train_steps(step: Callable[[Signs, int], float], rows: Signs, labels: Signs, tell: Progress) -> tuple[F64, bool]:
    """What the net showed before each step, and whether Ctrl-C ended the steps early, between two of them."""
    learning: list[float] = []
    try:
        for row, label in zip(rows, labels.tolist(), strict=True):
            with defer_interrupts():
                learning.append(step(row, label))
            tell("noisy SGD steps", len(learning), len(rows))
    except KeyboardInterrupt:
        return np.array(learning), True
    return np.array(learning), False


def train_torch(
    network: NoiseTolerantNetwork,
    rows: Signs,
    labels: Signs,
    test_rows: Signs,
    noise: Noise | NoiseFunction,
    seed: int,
    tell: Progress,
) -> NoisyOutcome:
    """torch autograd and the noisy optimizer, or mpmath for the paper's constants, with the same noise."""
    optimizer = network.optimizer(noise, seed)

    def step(row: Signs, label: int) -> float:
        return network.train_step(optimizer, torch.from_numpy(row[None]), label)

    learning, interrupted = train_steps(step, rows, labels, tell)
    with torch.no_grad():
        answers = network(torch.from_numpy(test_rows)).double().numpy()
    return NoisyOutcome(learning, answers, np.array([float(w) for w in network.weights()]), interrupted)
