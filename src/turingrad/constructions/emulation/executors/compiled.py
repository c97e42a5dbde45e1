"""The arrays that the kernels work on, for a network of either kind."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import F64, I64, Bits
from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.executors import kernel, lanes
from turingrad.constructions.emulation.graph import Graph


class WeightNoise(Protocol):
    """What changes the weights after a step, such as `noisy_sgd.NoiseSource`."""

    def perturb(self, weight: F64) -> F64: ...


class CompiledNet:
    """A graph in float64, trained in place."""

    def __init__(self, graph: Graph, shape: Shape, gamma: float) -> None:
        self.weight = np.array([float(w) for w in graph.weight])
        self.start, self.source = graph.starts().astype(np.uint32), graph.source.astype(np.uint32)
        self.first = graph.first
        self.shape = np.array(shape.as_floats())
        self.gamma = gamma
        self.shown = np.zeros(graph.vertices)
        self.shown[0] = 1.0
        self.total, self.error = np.zeros(graph.vertices), np.zeros(graph.vertices)

    def train(
        self, rows: npt.ArrayLike, labels: npt.ArrayLike, bit_edges: I64, *, keep: bool = True
    ) -> tuple[F64, Bits]:
        """Plain SGD on all rows; the outputs, and the signs of `bit_edges` (1 if negative) before and after each.

        Both end early, before the first output that is not exactly ±1. `keep=False` leaves the signs out.
        """
        inputs = np.ascontiguousarray(rows, np.float64)
        targets = np.ascontiguousarray(labels, np.float64)
        outputs = np.zeros(len(targets))
        memory = np.zeros((len(targets) + 1 if keep else 0, len(bit_edges)), np.uint8)
        memory[:1] = self.weight[bit_edges] < 0
        taken = 0
        for train in (lanes.train_lanes, kernel.train) if lanes.one_slope(self.shape) else (kernel.train,):
            if taken < len(targets):  # what has no lane's short form (a ramp) is for the second
                taken += train(
                    self.weight, self.start, self.source, self.first, self.shape, self.gamma, inputs[taken:],
                    targets[taken:], bit_edges, outputs[taken:], memory[taken:],
                )  # fmt: skip
        return outputs[: taken + 1], memory[: taken + 1]

    def step(self, row: npt.ArrayLike, label: float, noise: WeightNoise | None = None) -> float:
        """One step of SGD, then the noise; returns the output before it."""
        self.shown[1 : self.first] = row
        kernel.forward(self.weight, self.start, self.source, self.first, self.shape, self.total, self.shown)
        output = float(self.shown[-1])
        kernel.descend(
            self.weight, self.start, self.source, self.first, self.shape, self.total, self.shown, self.error,
            self.gamma, float(label),
        )  # fmt: skip
        if noise is not None:
            self.weight = noise.perturb(self.weight)
        return output

    def outputs(self, rows: npt.ArrayLike) -> F64:
        """The outputs for rows of inputs; nothing is learned."""
        inputs = np.ascontiguousarray(rows, np.float64)
        shown = np.zeros(len(inputs))
        done = 0
        net = self.weight, self.start, self.source, self.first, self.shape
        if lanes.one_slope(self.shape):
            done = lanes.evaluate_lanes(*net, inputs, shown)
        if done < len(inputs):
            kernel.evaluate(*net, inputs[done:], shown[done:])
        return shown
