"""Noisy batch descent on a net of either kind: any torch module, or a noise-tolerant emulation net, compiled.

Both run the same descent (`Descent`: steps, batch, rate, noise, overflow range) and answer the same two questions: how
accurate is the net after it, on a function of a class, and what is its junk flow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from torch import Tensor, nn

from turingrad._support.arrays import F64, Signs
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.batches import BatchedNet
from turingrad.errors import InputError
from turingrad.theory.limits.function_classes import Function
from turingrad.theory.limits.junk_flow import (
    Descent,
    JunkFlow,
    Loss,
    PointSource,
    accuracy,
    flow_of_runs,
    junk_flow,
    square_loss,
)


class DescendingNet(Protocol):
    """A net that noisy descent starts from, always at the same weights."""

    @property
    def edges(self) -> int: ...

    def accuracy(
        self, points: PointSource, F: Function, descent: Descent, *, test: PointSource, size: int, seed: int
    ) -> float:
        """The share of right answers after the descent on F, on `size` points of `test`."""
        ...

    def junk_flow(self, points: PointSource, descent: Descent, *, runs: int, seed: int) -> JunkFlow:
        """JF_T of the descent."""
        ...


@dataclass(frozen=True)
class TorchNet:
    """Any torch module that maps rows of points to one number each, with a loss."""

    network: nn.Module
    loss: Loss = square_loss

    @property
    def edges(self) -> int:
        return sum(p.numel() for p in self.network.parameters())

    def accuracy(
        self, points: PointSource, F: Function, descent: Descent, *, test: PointSource, size: int, seed: int
    ) -> float:
        return accuracy(self.network, points, F, descent, loss=self.loss, test=size, seed=seed, test_points=test)

    def junk_flow(self, points: PointSource, descent: Descent, *, runs: int, seed: int) -> JunkFlow:
        return junk_flow(self.network, points, descent, loss=self.loss, runs=runs, seed=seed)


@dataclass(frozen=True)
class EmulationNet:
    """A noise-tolerant emulation net, on the squared loss and at its own rate."""

    network: NoiseTolerantNetwork

    def __post_init__(self) -> None:
        if self.network.net is not None or self.network.machine.random_bits:
            raise InputError("batch descent needs a noise-tolerant net without random bits, with constants in float64")

    @property
    def edges(self) -> int:
        return int(self.network.graph.edges)

    def accuracy(
        self, points: PointSource, F: Function, descent: Descent, *, test: PointSource, size: int, seed: int
    ) -> float:
        net, _ = self.descend(points, F, descent, seed)
        X = test(np.random.default_rng([seed, 1]), size)
        return float(np.mean(np.where(net.outputs(X) > 0, 1, -1) == F(X)))

    def junk_flow(self, points: PointSource, descent: Descent, *, runs: int, seed: int) -> JunkFlow:
        squared = np.array([self.descend(points, None, descent, seed + run)[1] for run in range(runs)])
        return flow_of_runs(squared, self.edges)

    def descend(self, points: PointSource, F: Function | None, descent: Descent, seed: int) -> tuple[BatchedNet, F64]:
        """The net after the descent, on F or on random labels (both of every point), and the mean of |G|^2 by step."""
        if descent.rate != self.network.gamma:
            raise InputError(
                f"the learning rate is {descent.rate}; the net writes only at its own, {self.network.gamma}"
            )
        rng, noise = np.random.default_rng(seed), np.random.default_rng([seed, 2])
        net = BatchedNet(self.network.graph, self.network.module.activation.shape, self.network.gamma)
        squared = np.zeros(descent.steps)
        with np.errstate(all="ignore"):  # a net that noise broke may overflow
            for t in range(descent.steps):
                X = points(rng, descent.batch)
                y = F(X) if F is not None else np.repeat([1.0, -1.0], len(X))
                rows = X if F is not None else np.concatenate([X, X])
                drawn = descent.sigma * noise.standard_normal(self.edges)
                squared[t] = net.descend_batch(rows, y, descent.overflow, drawn)
        return net, squared


class DirectNet(nn.Module):
    """A plain net: one hidden layer of ReLU units and direct edges from the inputs, times a fixed `scale`.

    It starts at 0: only the hidden units' own weights are random. With at least as many units as inputs it can compute
    every parity; whether descent finds that is the question. The scale is what the net's gradients are small by, so
    that a rate that suits another net does not let this one diverge.
    """

    def __init__(self, inputs: int, width: int, scale: float, seed: int) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        self.direct = nn.Parameter(torch.zeros(inputs))
        self.hidden = nn.Parameter(torch.randn(width, inputs, generator=generator) / (inputs * width) ** 0.5)
        self.bias = nn.Parameter(torch.zeros(width))
        self.output = nn.Parameter(torch.zeros(width))
        self.scale = scale

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(x @ self.hidden.T + self.bias)
        shown: Tensor = self.scale * (x @ self.direct + hidden @ self.output)
        return shown


def over_all(points: Signs) -> PointSource:
    """A source of points that gives all of them, whatever is asked for: the whole population."""
    return lambda _rng, _m: points
