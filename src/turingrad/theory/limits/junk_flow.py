"""Junk flow: how far descent moves on labels that mean nothing.

    JF_T = sum_{t=1..T} (E |G_{t-1}(W*_{t-1}(X), Y)|_2^2)^(1/2),

W* being trained by the same noisy descent on random labels (12), (13): each point of the batch with both labels, half a
weight each. G is the learning rate times the gradient, every partial derivative first cut to the overflow range. The
expectation is over points, labels, noise and batches; the last two are estimated by repeated runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.func import functional_call, grad, vmap

from turingrad._support.arrays import F64
from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.theory.limits.function_classes import Function, Points

PointSource = Callable[[np.random.Generator, int], Points]
Loss = Callable[[Tensor, Tensor], Tensor]
Weights = dict[str, Tensor]


@dataclass(frozen=True)
class Descent:
    """Noisy gradient descent: fresh batches of `batch` points, Gaussian noise of standard deviation `sigma`."""

    steps: int
    batch: int
    rate: float
    sigma: float
    overflow: float | None = None

    def __post_init__(self) -> None:
        if self.steps < 1 or self.batch < 1:
            raise InputError(f"descent takes at least one step and one sample, not {self.steps} and {self.batch}")
        for what, value in (("learning rate", self.rate), ("overflow range", self.overflow)):
            if value is not None and not (math.isfinite(value) and value > 0):
                raise InputError(f"the {what} is {value}; it must be positive and finite")
        if not (math.isfinite(self.sigma) and self.sigma >= 0):
            raise InputError(f"the noise is {self.sigma}; it must be finite and not negative")


@dataclass(frozen=True)
class JunkFlow:
    """JF_T with its standard error over runs, and its terms step by step."""

    value: float
    error: float
    norms: tuple[float, ...]
    edges: int
    runs: int


def square_loss(output: Tensor, label: Tensor) -> Tensor:
    """The paper's loss, (output - y)^2."""
    return (output - label) ** 2


def junk_flow(
    network: nn.Module,
    points: PointSource,
    descent: Descent,
    *,
    loss: Loss = square_loss,
    runs: int = 4,
    seed: int = 0,
    progress: Progress | None = None,
) -> JunkFlow:
    """Measure the junk flow: run the descent on random labels from the network's weights, which are left as they are.

    Args:
        network: The network.
        points: The distribution of the samples.
        descent: Steps, rate, batch and overflow range of the descent.
        loss: The loss.
        runs: How many runs are averaged.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The mean over the runs, and its standard error.

    Example:
        >>> from turingrad.theory import Descent, Parities, junk_flow
        >>> descent = Descent(steps=2, batch=4, rate=0.01, sigma=0.1, overflow=1.0)
        >>> junk_flow(torch.nn.Linear(3, 1), Parities(3).points, descent).value > 0
        True
    """
    if runs < 1:
        raise InputError(f"junk flow needs at least one run, not {runs}")
    squared = np.zeros((runs, descent.steps))
    for run in range(runs):
        _, squared[run] = descend(network, points, None, descent, loss, seed + run)
        if progress is not None:
            progress("runs on random labels", run + 1, runs)
    return flow_of_runs(squared, sum(p.numel() for p in network.parameters()))


def flow_of_runs(squared: F64, edges: int) -> JunkFlow:
    """JF_T from the means of |G|^2, (runs, steps), with its standard error."""
    runs, flow = len(squared), _flow(squared)
    error = float("nan")
    if runs > 1:  # jackknife: the root of a mean is not a mean
        left_out = np.array([_flow(np.delete(squared, run, axis=0)) for run in range(runs)])
        error = math.sqrt((runs - 1) / runs * float(((left_out - left_out.mean()) ** 2).sum()))
    norms = tuple(float(norm) for norm in np.sqrt(squared.mean(axis=0)))
    return JunkFlow(flow, error, norms, edges, runs)


def accuracy(
    network: nn.Module,
    points: PointSource,
    F: Function,
    descent: Descent,
    *,
    loss: Loss = square_loss,
    test: int = 2000,
    seed: int = 0,
    test_points: PointSource | None = None,
) -> float:
    """The accuracy of the same descent on the labels of F: what Theorem 3 bounds, on average over F. It is tested on
    `test` points of the same source, or of `test_points`."""
    weights, _ = descend(network, points, F, descent, loss, seed)
    X = (test_points or points)(np.random.default_rng([seed, 1]), test)
    with torch.no_grad():
        shown = functional_call(network, weights, (torch.from_numpy(X).float(),)).reshape(-1).numpy()
    return float(np.mean(np.where(shown > 0, 1, -1) == F(X)))


def descend(
    network: nn.Module, points: PointSource, F: Function | None, descent: Descent, loss: Loss, seed: int
) -> tuple[Weights, F64]:
    """The weights after the descent, on F or on random labels, and the mean of |G|^2 at each step."""
    rng, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    weights = {name: p.detach().clone() for name, p in network.named_parameters()}

    def of_one(weights: Weights, x: Tensor, y: Tensor) -> Tensor:
        return loss(functional_call(network, weights, (x.unsqueeze(0),)).reshape(()), y)

    gradients = vmap(grad(of_one), in_dims=(None, 0, 0))
    squared = np.zeros(descent.steps)
    cut = math.inf if descent.overflow is None else descent.overflow
    for t in range(descent.steps):
        X = points(rng, descent.batch)
        x = torch.from_numpy(X).float()
        if F is None:
            x, y = torch.cat([x, x]), torch.cat([torch.ones(len(x)), -torch.ones(len(x))])
        else:
            y = torch.from_numpy(F(X)).float()
        found = {name: g.clamp(-cut, cut) * descent.rate for name, g in gradients(weights, x, y).items()}
        squared[t] = sum(float((g.double() ** 2).sum()) for g in found.values()) / len(x)
        for name, g in found.items():
            drawn = torch.randn(weights[name].shape, generator=noise)
            weights[name] = weights[name] - g.mean(dim=0) + descent.sigma * drawn
    return weights, squared


def _flow(squared: F64) -> float:
    return float(np.sqrt(squared.mean(axis=0)).sum())
