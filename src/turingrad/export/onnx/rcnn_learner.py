"""Definition 5 with its memory layer W: the prediction for points, a layer, and Algorithm 1 as a loop over samples.

onnxruntime itself memorises: for each sample the roll-out to its fixed point keeps the grid before every layer, a
second loop goes back through them, and the step is W - rate gradient with

    d/dW = (d/dgrid on the columns 1..d+1) diag(z),      d(1/2 (y - f)^2)/df = f - y.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from turingrad.constructions.rcnn.learner_network import MAX_LAYERS, RCNN
from turingrad.export.onnx.convolution import LayerNodes, build_step
from turingrad.export.onnx.forms import Form
from turingrad.export.onnx.graph import Graph, Value
from turingrad.export.onnx.model import as_array
from turingrad.export.onnx.rcnn_learner_run import check_run, check_step, check_train

FREE = (None, None, None)


def forms() -> Mapping[str, Form]:
    return {
        "run": Form("points (batch, features) to -1, +1; 0 while W has an empty row", build_run, check_run),
        "train": Form("Algorithm 1: SGD on samples, one after the other", build_train, check_train),
        "step": Form("one layer on a batch of grids", build_step, check_step),
    }


def labels(network: RCNN) -> dict[str, Any]:
    meanings = {
        str(value): f"{phase} {symbol}" + ("" if head is None else f" {network.table.states[head]}")
        for value, (phase, symbol, head) in network.decoder.meaning.items()
    }
    return {"cells": meanings, "unit": network.unit, "padding": network.weights.padding, "rate": network.rate}


class LearnerNodes(LayerNodes):
    """Memory layer and read-out around the layers."""

    def __init__(self, g: Graph, network: RCNN) -> None:
        super().__init__(g, network)
        self.network = network
        self.head = {name: g.weight(f"head.{name}", as_array(value)) for name, value in network.head.named_buffers()}
        self.W = g.state("W", as_array(network.W), network.samples + 1, network.features + 1)
        self.limit = g.constant(network.L or MAX_LAYERS)

    def memory_layer(self, W: str, points: str) -> tuple[str, str]:
        """[W diag(z), marks], (batch, m+1, d+1+l), and z, (batch, d+1)."""
        g, net = self.g, self.network
        batch = g.op("Slice", g.op("Shape", points), [0], [1])
        ones = g.op("Expand", g.number(1), g.op("Concat", batch, [1], axis=0))
        z = g.op("Concat", points, ones, axis=1)
        main = g.op("Mul", g.op("Unsqueeze", W, [0]), g.op("Unsqueeze", z, [1]))
        marks = np.full(net.work, float(net.cells.P * net.unit))
        if net.cells.border:
            marks[net.machine.work - 1] = net.cells.Q * net.unit
        shape = g.op("Concat", batch, [net.samples + 1, net.work], axis=0)
        return g.op("Concat", main, g.op("Expand", g.number(marks), shape), axis=2), z

    def roll(self, grid: str) -> tuple[str, str, str, str]:
        """After the layer that changes nothing, or the last one: the grid, whether it is at rest, the layers that were
        taken, and the grid before each."""
        g = self.g

        def body(i: str, now: str, _settled: str, _count: str) -> Any:
            after = self.layer(now).grid
            again = g.cast(self.any_change(now, after), "bool")
            count = g.op("Add", i, 1)
            return again, [after, g.op("Not", again), count], [(now, Value("before", g.dtype, FREE))]

        carried = [
            (grid, Value("cells", g.dtype, FREE)),
            (g.constant(False), Value("settled", "bool")),
            (g.constant(0), Value("count", "int64")),
        ]
        last, settled, count, before = g.loop(self.limit, carried, body)
        return last, settled, count, before

    def main(self, grid: str) -> str:
        """The columns 1..d+1."""
        return self.g.op("Slice", grid, [0], [self.network.features + 1], [2])

    def read_units(self, main: str) -> str:
        """The pre-activations of f_head, one row per unit, one column per cell."""
        g = self.g
        cells = g.op("Reshape", main, [1, -1])
        if "c2" not in self.head:  # the literal layout: a row of ones carries the biases
            cells = g.op("Concat", cells, g.op("Expand", g.number(1), g.op("Shape", cells)), axis=0)
            return g.op("MatMul", self.head["U2"], cells)
        return g.op("Add", g.op("MatMul", self.head["U2"], cells), g.op("Unsqueeze", self.head["c2"], [1]))

    def read_out(self, grid: str) -> tuple[str, str]:
        """f_head summed over the main grid, (batch,), and its units."""
        g, main = self.g, self.main(grid)
        units = self.read_units(main)
        values = g.op("MatMul", self.head["U1"], g.op("Relu", units))
        if "c1" in self.head:
            values = g.op("Add", values, self.head["c1"])
        values = g.op("Reshape", values, g.op("Shape", main))
        return g.op("ReduceSum", values, [1, 2], keepdims=0), units

    def read_back(self, grid: str, units: str, error: str) -> str:
        """The gradient at the grid of an error (a number) at the sum."""
        g, net = self.g, self.network
        slopes = self.gate(g.op("Mul", g.op("Transpose", self.head["U1"], perm=[1, 0]), error), units)
        back = g.op("MatMul", g.op("Transpose", self.head["U2"], perm=[1, 0]), slopes)
        back = g.op("Slice", back, [0], [1], [0])  # the constant's row goes nowhere
        placed = g.op("Reshape", back, g.op("Shape", self.main(grid)))
        return g.op("Pad", placed, [0, 0, 0, 0, 0, net.work], self.zero)

    def is_stuck(self, grid: str) -> str:
        """Where the head rests in a state that is not the end, (batch,)."""
        g, net = self.g, self.network
        ends = set(net.lowered.halting) - set(net.machine.halting)
        resting = [i for i, head in enumerate(net.table.states) if head.state not in ends]
        values = np.array([net.cells.head(a, i, mark) for a, mark in net.cells.alphabet for i in resting]) * net.unit
        found = g.cast(g.op("Equal", g.op("Unsqueeze", grid, [3]), g.number(values)), "int64")
        return g.cast(g.op("ReduceMax", found, [1, 2, 3], keepdims=0), "bool")

    def sgd(self, W: str, point: str, y: str) -> tuple[str, str, str]:
        """One step of Algorithm 1 on a point (1, d): W after it, the output before it, the layers."""
        g, net = self.g, self.network
        first, z = self.memory_layer(W, point)
        last, _, count, before = self.roll(first)
        output, units = self.read_out(last)
        at_last = self.read_back(last, units, g.op("Sub", output, y))

        def body(i: str, back: str) -> Any:
            at = g.op("Sub", g.op("Sub", count, 1), i)
            grid = g.op("Gather", before, at, axis=0)
            return g.op("Identity", g.constant(True)), [self.backward(grid, back)], []

        carried = [(at_last, Value("back", g.dtype, FREE))]
        (back,) = g.loop(count, carried, body)
        gradient = g.op("Mul", g.op("Squeeze", self.main(back), [0]), z)
        after = g.op("Sub", W, g.op("Mul", gradient, g.number(net.rate)))
        return after, g.op("Squeeze", output, [0]), count


def build_run(network: RCNN, g: Graph) -> None:
    """`settled` is False if L layers were too few; the outputs are then no answers."""
    points = g.input("points", g.dtype, "batch", network.features)
    nodes = LearnerNodes(g, network)
    grid, settled, _, _ = nodes.roll(nodes.memory_layer(nodes.W, points)[0])
    outputs = g.op("Where", nodes.is_stuck(grid), g.number(1), nodes.read_out(grid)[0])
    g.output("outputs", outputs, g.dtype, "batch")
    g.output("settled", settled, "bool")


def build_train(network: RCNN, g: Graph) -> None:
    """The dummy sample (1, ..., 1), +1 comes last, as in Algorithm 1."""
    X, y = g.input("X", g.dtype, "samples", network.features), g.input("y", g.dtype, "samples")
    nodes = LearnerNodes(g, network)

    def body(i: str, W: str) -> Any:
        point = g.op("Unsqueeze", g.op("Gather", X, i, axis=0), [0])
        after, output, count = nodes.sgd(W, point, g.op("Gather", y, i, axis=0))
        kinds = [(output, Value("output", g.dtype)), (count, Value("layers", "int64"))]
        return g.op("Identity", g.constant(True)), [after], kinds

    samples = g.op("Gather", g.op("Shape", y), 0)
    carried = [(nodes.W, Value("W", g.dtype, (None, None)))]
    after, outputs, layers = g.loop(samples, carried, body)
    g.output("W_after", after, g.dtype, network.samples + 1, network.features + 1)
    g.output("outputs", outputs, g.dtype, "samples")
    g.output("layers", layers, "int64", "samples")
