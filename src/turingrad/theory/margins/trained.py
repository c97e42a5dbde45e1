"""Empirical risk minimisation for real: a ReLU net of F_{w,d} trained by torch on samples that a circuit labels, and
the all-layer margins of the weights that it finds.

The surrogate is the logistic loss of the output margin y F(x), with a penalty on |theta|_1 (the family's alpha); it is
not (2.2) itself, whose margin has no closed form for trained weights. Each margin is bounded from both sides: attacked
from above, and from below by the chain bound of an uncorrected net, where |F(x)| stands for what the output may move.
Training finds what it finds: no claim is made that the minimiser of (2.2) is reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.run import Progress
from turingrad.theory.margins.attack import Event, Parameters, attack
from turingrad.theory.margins.bounds import ChainLayer, Step, tightened
from turingrad.theory.margins.surrogate import leaky_relu

MAX_INPUTS = 12
RATE, PENALTY = 0.02, 1e-4


@dataclass(frozen=True, eq=False)
class TrainedVictim:
    """A trained net on one input with its true label in {-1, +1}; the margin is 0 where it is wrong."""

    weights: Parameters  # W0, b0, ..., float64
    x: Tensor
    label: float

    @property
    def depth(self) -> int:
        return len(self.weights) // 2

    def parameters(self) -> Parameters:
        return {name: value.clone() for name, value in self.weights.items()}

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        return forward(parameters, self.x[None], leak)[0] * self.label

    def groups(self) -> list[list[str]]:
        return [[f"W{number}", f"b{number}"] for number in range(self.depth)]

    def events(self) -> Iterator[Event]:
        yield from ()

    def confirms(self, parameters: Parameters) -> bool:
        h = self.x.numpy()
        for number in range(self.depth):
            h = parameters[f"W{number}"].detach().numpy() @ h + parameters[f"b{number}"].detach().numpy()
            h = np.maximum(h, 0.0) if number + 1 < self.depth else h
        return bool(h[0] * self.label <= 0)

    def certified(self) -> float:
        """A lower bound: the whole net as one chain whose output may move by |F(x)|."""
        steps, h = [], self.x
        for number in range(self.depth):
            weight = self.weights[f"W{number}"]
            steps.append(Step(float(torch.linalg.matrix_norm(weight, 2)), float(h.norm())))
            h = F.linear(h, weight, self.weights[f"b{number}"])
            h = torch.relu(h) if number + 1 < self.depth else h
        value = float(h[0]) * self.label
        return tightened([ChainLayer(tuple(steps), value, corrected=False)], None) if value > 0 else 0.0


def forward(p: Parameters, x: Tensor, leak: float = 0.0) -> Tensor:
    """F on rows of inputs."""
    depth = len(p) // 2
    for number in range(depth):
        x = F.linear(x, p[f"W{number}"], p[f"b{number}"])
        x = leaky_relu(x, leak) if number + 1 < depth else x
    return x[:, 0]


@dataclass(frozen=True, slots=True)
class TrainedRow:
    """n samples: errors, |theta|_1, and the smallest margins over the attacked inputs (0 where the net is wrong)."""

    samples: int
    train_error: float
    population_error: float
    norm1: float
    attacked: float
    certified: float


def train(x: Tensor, y: Tensor, width: int, layers: int, steps: int, seed: int) -> Parameters:
    """A net of `layers` maps and hidden width `width`, by Adam on the penalised logistic loss."""
    generator = torch.Generator().manual_seed(seed)
    sizes = [x.shape[1], *[width] * (layers - 1), 1]
    weights: Parameters = {}
    for number, (fan_in, fan_out) in enumerate(pairwise(sizes)):
        drawn = torch.randn(fan_out, fan_in, generator=generator, dtype=torch.float64)
        weights[f"W{number}"] = (drawn * (2.0 / fan_in) ** 0.5).requires_grad_()
        weights[f"b{number}"] = torch.zeros(fan_out, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam(weights.values(), lr=RATE)
    for _ in range(steps):
        optimizer.zero_grad()
        penalty = torch.stack([value.abs().sum() for value in weights.values()]).sum()
        loss = F.softplus(-y * forward(weights, x)).mean() + PENALTY * penalty
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return {name: value.detach() for name, value in weights.items()}


def trained_rows(
    circuit: Circuit,
    samples: Sequence[int] = (4, 8, 16, 32, 64),
    *,
    width: int = 16,
    layers: int = 3,
    steps: int = 400,
    attacked: int = 4,
    budget: int = 80,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[TrainedRow]:
    """The sample curve of the circuit's first output, uniform inputs; population error over all of {0,1}^m."""
    m = len(circuit.inputs)
    if not 1 <= m <= MAX_INPUTS:
        raise InputError(f"the population error is taken over all inputs: 1 to {MAX_INPUTS} of them, not {m}")
    bits = np.array(list(product((0, 1), repeat=m)), np.uint8)
    x = torch.from_numpy(bits).double()
    y = torch.from_numpy(2.0 * circuit_run.evaluate(circuit, bits)[:, 0] - 1.0)
    rng = np.random.default_rng(seed)
    rows = []
    for number, n in enumerate(samples):
        if progress is not None:
            progress("training", number, len(samples))
        drawn = torch.from_numpy(rng.integers(len(x), size=n))
        weights = train(x[drawn], y[drawn], width, layers, steps, seed)
        right = forward(weights, x) * y > 0
        victims = [TrainedVictim(weights, x[i], float(y[i])) for i in rng.permutation(len(x))[:attacked].tolist()]
        found = [attack(victim, budget=budget).norm or 0.0 for victim in victims]
        rows.append(
            TrainedRow(
                n,
                float((~right[drawn]).double().mean()),
                float((~right).double().mean()),
                float(sum(value.abs().sum() for value in weights.values())),
                min(found),
                min(victim.certified() for victim in victims),
            )
        )
    return rows
