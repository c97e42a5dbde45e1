"""Descent on batches with noise on every weight: the descent of Theorem 3, on the graph of an emulation net, compiled.

    W' = W - mean over the batch of G + Z,   G = gamma times the gradient of (output - y)^2, cut to the overflow range

At a batch of one and without a range this is the noisy SGD of Theorem 5. An edge enters one vertex, so that a sample
adds to its gradient once, and |G|^2 is the sum over the edges that carry a derivative.
"""

from __future__ import annotations

import math

import numpy as np

from turingrad._support.arrays import F64, U32, Signs
from turingrad._support.jit import njit
from turingrad.constructions.emulation.executors.compiled import CompiledNet
from turingrad.constructions.emulation.executors.kernel import forward, slope_of


@njit(cache=True)
def add_gradients(
    weight: F64,
    start: U32,
    source: U32,
    first: int,
    shape: F64,
    gamma: float,
    cut: float,
    inputs: F64,
    labels: F64,
    gradient: F64,
) -> float:
    """Add G of every sample to `gradient`; returns the sum of |G|^2 over the samples."""
    vertices = len(start) - 1
    total, shown, error = np.zeros(vertices), np.zeros(vertices), np.zeros(vertices)
    shown[0] = 1.0
    squares = 0.0
    for t in range(len(labels)):
        shown[1:first] = inputs[t]
        forward(weight, start, source, first, shape, total, shown)
        error[:] = 0.0
        error[vertices - 1] = 2.0 * (shown[vertices - 1] - labels[t])
        for v in range(vertices - 1, first - 1, -1):
            if error[v] == 0.0:
                continue
            derivative = error[v] * slope_of(shape, total[v])
            if derivative == 0.0:
                continue
            for e in range(np.int64(start[v]), np.int64(start[v + 1])):
                u = source[e]
                error[u] += derivative * weight[e]
                moved = gamma * min(max(derivative * shown[u], -cut), cut)
                gradient[e] += moved
                squares += moved * moved
    return squares


class BatchedNet(CompiledNet):
    """A net in float64 that descends on batches."""

    def descend_batch(self, rows: Signs, labels: F64, overflow: float | None, noise: F64) -> float:
        """One step on a batch, then `noise` on every weight; returns the mean of |G|^2 over the batch."""
        gradient = np.zeros(len(self.weight))
        cut = math.inf if overflow is None else overflow
        squares = add_gradients(
            self.weight, self.start, self.source, self.first, self.shape, self.gamma, cut,
            np.ascontiguousarray(rows, np.float64), np.ascontiguousarray(labels, np.float64), gradient,
        )  # fmt: skip
        self.weight = self.weight - gradient / len(labels) + noise
        return float(squares) / len(labels)
