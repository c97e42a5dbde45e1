"""The same nets in any arithmetic: plain Python over mpmath numbers, floats or fractions.

The paper's own constants (weights of 10^-79, learning rates of 10^80) are computed with here, at a chosen precision.
Vertices that stand for many copies count that often where they meet a vertex that does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath

from turingrad.constructions.emulation.activation import CEILING, STEP_RANGE, Shape
from turingrad.constructions.emulation.graph import Graph


def step_and_slope(t: Any) -> tuple[Any, Any]:
    """The smooth step of activation.py and its derivative."""
    low, high = STEP_RANGE
    if t <= low or t >= high:
        return (0, 0) if t <= low else (1, 0)
    value = 1 / (1 + mpmath.exp(1 / t - 1 / (1 - t)))
    return value, value * (1 - value) * (1 / t**2 + 1 / (1 - t) ** 2)


def apply(shape: Shape, x: Any) -> tuple[Any, Any]:
    """f(x) and f'(x)."""
    region = shape.region(x)
    if region == "flat":
        return (CEILING if x > 0 else -CEILING), 0
    if region == "dead":
        return 0, 0
    a = abs(x)
    steep = a ** (shape.p - 1)
    value, slope = a * steep, shape.p * steep
    if region == "rise":
        up, up_slope = step_and_slope((a - shape.e0) / (shape.e1 - shape.e0))
        value, slope = up * value, up * slope + value * up_slope / (shape.e1 - shape.e0)
    elif region == "bend":
        up, up_slope = step_and_slope((a - shape.knee) / (shape.top - shape.knee))
        slope = (1 - up) * slope + (CEILING - value) * up_slope / (shape.top - shape.knee)
        value = (1 - up) * value + up * CEILING
    return (value if x > 0 else -value), slope


@dataclass
class NumericNet:
    """A graph with weights in some arithmetic. `weight` changes as it is trained."""

    graph: Graph
    shape: Shape
    gamma: Any
    weight: list[Any]

    def forward(self, inputs: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """What all vertices show, and the slopes of their activation functions."""
        graph = self.graph
        shown: list[Any] = [1, *inputs] + [0] * (graph.vertices - graph.first)
        slope: list[Any] = [0] * graph.vertices
        start, source, copies = graph.starts(), graph.source.tolist(), graph.copies
        for v in range(graph.first, graph.vertices):
            total: Any = 0
            for e in range(start[v], start[v + 1]):
                u = source[e]
                if shown[u] != 0:
                    product = self.weight[e] * shown[u]
                    total = total + (product if copies[u] <= copies[v] else product * copies[u])
            shown[v], slope[v] = apply(self.shape, total)
        return shown, slope

    def outputs(self, rows: Iterable[Sequence[Any]]) -> list[float]:
        """The outputs for rows of inputs, rounded to float64."""
        return [float(self.forward([int(v) for v in row])[0][-1]) for row in rows]

    def step(self, inputs: Sequence[Any], label: int) -> Any:
        """One SGD step on (output - label)^2; returns the output before it."""
        graph = self.graph
        shown, slope = self.forward(inputs)
        start, source = graph.starts(), graph.source.tolist()
        error: list[Any] = [0] * graph.vertices
        error[graph.output] = 2 * (shown[graph.output] - label)
        for v in range(graph.output, graph.first - 1, -1):
            if error[v] == 0 or slope[v] == 0:
                continue
            derivative = error[v] * slope[v]
            for e in range(start[v], start[v + 1]):
                u = source[e]
                # For an edge out of a copied vertex this is one copy's share, which is what that copy's weights feel.
                error[u] = error[u] + derivative * self.weight[e]
                if shown[u] != 0:
                    self.weight[e] = self.weight[e] - self.gamma * (derivative * shown[u])
        return shown[graph.output]
