"""Learners: the net of Definition 1 level by level, one step of plain SGD written out, and SGD over samples as a loop.

onnxruntime itself does the training: the gradient of (output - y)^2 goes back edge by edge,

    d/d total_v = f'(total_v) d/d shown_v      d/d w_uv = shown_u d/d total_v      d/d shown_u = sum_v w_uv d/d total_v,

and the step is w - gamma gradient. f is the dyadic activation without its ramps, which no vertex of an exact net
enters: 0 up to e0, the identity up to the top, 2 beyond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.errors import CertificateError
from turingrad.export.onnx.emulation_run import WEIGHT, begin, check_run, check_step, check_train
from turingrad.export.onnx.forms import Form
from turingrad.export.onnx.graph import Graph, Value
from turingrad.export.onnx.model import as_array

TRAINED_ARE_INPUTS = True
CEILING = 2.0


def forms(network: Any) -> Mapping[str, Form]:
    if not isinstance(network, EmulationNetwork):
        raise CertificateError(
            f"a {type(network).__name__} is not exact in any format: only the exact variants are written"
        )
    return {
        "train": Form("SGD on rows of samples, one after the other", build_train, check_train, begin),
        "step": Form("one step of SGD on one sample", build_step, check_step, begin),
        "run": Form("the outputs for rows of inputs; nothing is learned", build_run, check_run),
    }


def labels(network: EmulationNetwork) -> dict[str, Any]:
    return {
        "rows": list(network.emulation.graph.inputs),
        "memory": "bit i is the XOR of the signs of these edges of the weight vector (negative counts 1)",
        "bit_edges": network.emulation.bit_edges.tolist(),
        "learning_rate": network.gamma,
    }


@dataclass(frozen=True)
class Level:
    """One level on its way forward: what its vertices receive, and what the sources of its edges show."""

    total: str
    sources: str


class LevelNodes:
    """The nodes of a net's levels, for any vector of weights; vertices are rows, samples columns."""

    def __init__(self, network: EmulationNetwork, g: Graph) -> None:
        self.g, self.module, self.graph = g, network.module, network.emulation.graph
        _, self.e0, _, _, self.top = network.emulation.design.activation().as_floats()
        self.gamma = network.gamma

    def targets(self, span: tuple[int, ...]) -> np.ndarray[Any, Any]:
        first, _, start, end = span
        return np.asarray(self.graph.target[start:end] - first, np.int64)

    def part(self, value: str, start: int, end: int) -> str:
        return self.g.op("Slice", value, [start], [end], [0])

    def scatter_add(self, base: str, places: Any, values: str) -> str:
        return self.g.op("ScatterND", base, places[:, None], values, reduction="add")

    def zeros(self, rows: int, like: str) -> str:
        """(rows, samples) of 0."""
        g = self.g
        samples = g.op("Slice", g.op("Shape", like), [1], [2])
        return g.op("Expand", g.number(0), g.op("Concat", [rows], samples, axis=0))

    def forward(self, weight: str, rows: str) -> tuple[str, list[Level]]:
        """What all vertices show, (vertices, samples), for rows (samples, inputs); and the levels."""
        g, levels = self.g, []
        x = g.op("Transpose", rows, perm=[1, 0])
        shown = g.op("Concat", g.op("Add", self.zeros(1, x), g.number(1)), x, axis=0)
        column = g.op("Unsqueeze", weight, [1])
        for span in self.module.spans:
            first, last, start, end = span
            sources = g.op("Gather", shown, self.graph.source[start:end], axis=0)  # (edges, samples)
            products = g.op("Mul", sources, self.part(column, start, end))
            total = self.scatter_add(self.zeros(last - first, x), self.targets(span), products)
            levels.append(Level(total, sources))
            shown = g.op("Concat", shown, self.activation(total), axis=0)
        return shown, levels

    def activation(self, total: str) -> str:
        g = self.g
        size = g.op("Abs", total)
        risen = g.op("Where", g.op("GreaterOrEqual", size, g.number(self.top)), g.number(CEILING), size)
        live = g.op("Where", g.op("LessOrEqual", size, g.number(self.e0)), g.number(0), risen)
        return g.op("Mul", live, g.op("Sign", total))

    def slope(self, back: str, total: str) -> str:
        g = self.g
        size = g.op("Abs", total)
        inside = g.op("And", g.op("Greater", size, g.number(self.e0)), g.op("Less", size, g.number(self.top)))
        return g.op("Where", inside, back, g.number(0))

    def step(self, weight: str, row: str, y: str) -> tuple[str, str, str]:
        """The output before the step, the gradient, and the weights after it; `row` (1, inputs), `y` a number."""
        g = self.g
        shown, levels = self.forward(weight, row)
        output = g.op("Reshape", self.part(shown, self.graph.output, self.graph.vertices), np.array([], np.int64))
        error = g.op("Mul", g.op("Sub", output, y), g.number(2))
        last = np.array([self.graph.output])
        back = self.scatter_add(self.zeros(self.graph.vertices, shown), last, g.op("Reshape", error, [1, 1]))
        column, slopes = g.op("Unsqueeze", weight, [1]), []
        for span, level in zip(reversed(self.module.spans), reversed(levels), strict=True):
            first, end_vertex, start, end = span
            at_totals = self.slope(self.part(back, first, end_vertex), level.total)
            at_edges = g.op("Gather", at_totals, self.targets(span), axis=0)
            slopes.append(g.op("Mul", at_edges, level.sources))
            onward = g.op("Mul", at_edges, self.part(column, start, end))
            back = self.scatter_add(back, self.graph.source[start:end], onward)
        gradient = g.op("Reshape", g.op("Concat", *slopes[::-1], axis=0), [-1])
        after = g.op("Sub", weight, g.op("Mul", gradient, g.number(self.gamma)))
        return output, gradient, after


def weights(network: EmulationNetwork, g: Graph) -> str:
    return g.state(WEIGHT, as_array(network.weight), network.emulation.graph.edges)


def build_run(network: EmulationNetwork, g: Graph) -> None:
    weight, graph = weights(network, g), network.emulation.graph
    shown, _ = LevelNodes(network, g).forward(weight, g.input("rows", g.dtype, "samples", len(graph.inputs)))
    last = g.op("Gather", shown, graph.output, axis=0)
    g.output("outputs", last, g.dtype, "samples")


def build_step(network: EmulationNetwork, g: Graph) -> None:
    weight, graph = weights(network, g), network.emulation.graph
    row, y = g.input("row", g.dtype, 1, len(graph.inputs)), g.input("y", g.dtype)
    output, gradient, after = LevelNodes(network, g).step(weight, row, y)
    g.output("output", output, g.dtype)
    g.output("gradient", gradient, g.dtype, graph.edges)
    g.output("weight_after", after, g.dtype, graph.edges)


def build_train(network: EmulationNetwork, g: Graph) -> None:
    """`outputs` before each step, `negative` the signs of the memory's edges after it, `weight_after` at the end."""
    weight, graph = weights(network, g), network.emulation.graph
    rows, y = g.input("rows", g.dtype, "samples", len(graph.inputs)), g.input("y", g.dtype, "samples")
    nodes, edges = LevelNodes(network, g), network.emulation.bit_edges.ravel()

    def body(i: str, now: str) -> Any:
        row = g.op("Unsqueeze", g.op("Gather", rows, i, axis=0), [0])
        output, _, after = nodes.step(now, row, g.op("Gather", y, i, axis=0))
        negative = g.op("Less", g.op("Gather", after, edges), g.number(0))
        kinds = (output, Value("output", g.dtype)), (negative, Value("negative", "bool", (len(edges),)))
        return g.op("Identity", g.constant(True)), [after], list(kinds)

    count = g.op("Gather", g.op("Shape", y), 0)
    carried = [(weight, Value("weight", g.dtype, (graph.edges,)))]
    after, outputs, negative = g.loop(count, carried, body)
    g.output("weight_after", after, g.dtype, graph.edges)
    g.output("outputs", outputs, g.dtype, "samples")
    g.output("negative", negative, "bool", "samples", len(edges))
