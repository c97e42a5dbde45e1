"""The extended network of Section 5 as graphs: samples and labels in, weights out, and onnxruntime does the training.

The quantiser and dequantiser inside F are tables (`turingrad.export.tables`). The gradient of 1/2 |out - y|^2 is
written out at the points that a training visits, where the switches are closed or open and their slopes are 0:

    reading (z = 0, psi = 1):      d/dz = z - y, all others 0: the step makes z the labels
    running (z = y, phi = 1):      d/d(s, T, H) = d l/d(s, T, H), since (out - y) . d u = d l;   d/dz = (asking . s) z
    halted  (phi = 0):             every gradient is 0

with f_perp(z) = (z1, -z2, z3, -z4)/2 for four labels -1, +1 or more, so that nothing rounds. Labels of `extend` are
numbers: nothing rounds if one of them is 0; torch's gradient is otherwise off by `label_error`, which F rounds away in
the next pass, and the graph's is the exact one, so that both go through the same codes and end with the same weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from turingrad.constructions.descent import ExtendedNetwork
from turingrad.export.onnx.descent_step import Point, StepNodes
from turingrad.export.onnx.extended_run import begin, check_step, check_train
from turingrad.export.onnx.forms import Form
from turingrad.export.onnx.graph import Graph, Value
from turingrad.export.onnx.model import as_array
from turingrad.export.tables import format_of, tables_of
from turingrad.python.training import NumberFormat


def forms(network: ExtendedNetwork) -> Mapping[str, Form]:
    format_of(network)  # refuses what no graph holds
    return {
        "train": Form("gradient steps over batches, until the weights are written", build_train, check_train, begin),
        "step": Form("one gradient step on samples and labels", build_step, check_step, begin),
    }


def labels(network: ExtendedNetwork) -> dict[str, Any]:
    names = [f"{name}[{place}]" for name, shape in network.f.shapes.items() for place in range(int(np.prod(shape)))]
    return {"weights": names, "halting below": network.levels.lower}


@dataclass(frozen=True)
class Stepped:
    """l before the step, the point and z after it, and in which phase the step was."""

    loss: str
    after: Point
    z: str
    reading: str
    halted: str
    lost: str


class ExtendedNodes:
    """The constants of an extended network, once, and the nodes of its step."""

    def __init__(self, network: ExtendedNetwork, g: Graph) -> None:
        self.network, self.g, self.tables = network, g, tables_of(network)
        self.inner = StepNodes(network.tracer, g)
        self.asking = g.weight("asking", as_array(network.asking))
        self.codes = g.weight("codes", network.tracer.encoding.matrix)
        blank = network.tracer.encoding.matrix[network.recipe.blank]
        self.blank = g.weight("blank", blank.reshape(1, -1, 1))
        for name in ("where", "powers", "symbols"):
            g.weight(f"tables.{name}", getattr(self.tables, name), "int64")
        self.shares = g.weight("tables.weights", self.tables.weights.reshape(-1, network.f.weights), "float64")
        self.constant = g.weight("tables.constant", self.tables.constant, "float64")

    # ---- data to symbols ---------------------------------------------------------------------------------------

    def bits(self, x: str, z: str) -> str:
        """The bits of samples and labels, as `tables` counts them; signs that are not read yet count as +1."""
        g, fixed, flat = self.g, self.tables.fixed, [-1]
        if isinstance(fixed, NumberFormat):
            half, places = 2.0 ** (fixed.bits - 1), []
            for values in (x, z):  # as `WordCells.units` rounds
                units = g.op("Floor", g.op("Add", g.op("Mul", g.cast(values, "float64"), 2.0**fixed.point), 0.5))
                whole = g.op("Clip", g.op("Add", units, half), 0.0, 2 * half - 1)
                places.append(g.op("Reshape", self.binary(whole, fixed.bits), flat))
            return g.op("Concat", *places, axis=0)
        if fixed is None:
            features = g.cast(g.op("Greater", x, self.inner.n(0)), "int64")
        else:
            half = 2.0 ** (fixed.width - 1)
            scaled = g.op("Add", g.op("Mul", g.cast(x, "float64"), 2.0**fixed.fraction), half + 0.5)
            features = self.binary(g.op("Floor", g.op("Clip", scaled, 0.0, 2 * half - 0.5)), fixed.width)
        unread = g.op("Equal", g.op("ReduceSum", g.op("Abs", z), keepdims=0), self.inner.n(0))
        given = g.cast(g.op("Or", g.op("Greater", z, self.inner.n(0)), unread), "int64")
        return g.op("Concat", g.op("Reshape", features, flat), g.op("Reshape", given, flat), axis=0)

    def binary(self, whole: str, width: int) -> str:
        """Bits (rows, columns, width) in two's complement, of whole numbers to which 2^(width - 1) was added."""
        g, places = self.g, 2.0 ** np.arange(width)
        shifted = g.op("Floor", g.op("Div", g.op("Unsqueeze", whole, [2]), places))
        low = g.op("Sub", shifted, g.op("Mul", g.op("Floor", g.op("Div", shifted, 2.0)), 2.0))
        sign = (np.arange(width) == width - 1).astype(np.float64)  # offset binary to two's complement
        return g.cast(g.op("Abs", g.op("Sub", low, sign)), "int64")

    def data_tape(self, x: str, z: str, H: str, origin: str) -> str:
        """The read-only tape (1, k, cells): blanks, then the data from the cell right of `origin` on, then blanks."""
        g = self.g
        chosen = g.op("Mul", g.op("Gather", self.bits(x, z), "tables.where"), "tables.powers")
        index = g.op("ReduceSum", chosen, [1], keepdims=1)
        number = g.op("Squeeze", g.op("GatherElements", "tables.symbols", index, axis=1), [1])
        data = g.op("Unsqueeze", g.op("Transpose", g.op("Gather", self.codes, number), perm=[1, 0]), [0])
        before = g.op("Add", origin, 1)
        rest = g.op("Sub", g.op("Sub", self.cells(H), before), len(self.tables.where))
        return g.op("Concat", self.blanks(before), data, self.blanks(rest), axis=2)

    def cells(self, H: str) -> str:
        return self.g.op("Gather", self.g.op("Shape", H), 1)

    def blanks(self, count: str) -> str:
        g, width = self.g, self.network.tracer.encoding.width
        return g.op("Expand", self.blank, g.op("Concat", [1, width], self.inner.one(count), axis=0))

    # ---- symbols to weights ------------------------------------------------------------------------------------

    def weights(self, T: str, origin: str) -> str:
        """What stands on the output tape, as weights of the primary."""
        g, (count, symbols, _) = self.g, self.tables.weights.shape
        tape = np.array([self.network.tracer.writable.index(self.network.output_tape)])
        long = g.op("Concat", g.op("Gather", T, tape, axis=0), self.blanks(g.constant(count + 1)), axis=2)
        first = g.op("Add", self.inner.one(origin), [1])
        row = g.op("Slice", long, first, g.op("Add", first, [count]), [2])  # (1, k, count)
        scores = g.op("MatMul", self.codes, g.op("Squeeze", row, [0]))  # (symbols, count)
        number = g.op("Add", g.op("ArgMax", scores, axis=0, keepdims=0), symbols * np.arange(count))
        total = g.op("ReduceSum", g.op("Gather", self.shares, number), [0], keepdims=0)
        return g.cast(g.op("Add", total, self.constant), g.dtype)

    # ---- the step ----------------------------------------------------------------------------------------------

    def step(self, at: Point, z: str, x: str, y: str, origin: str) -> Stepped:
        g, n, network = self.g, self.inner.n, self.network
        found = self.inner.step(replace(at, F=self.data_tape(x, z, at.H, origin)))
        norm = self.inner.total(g.op("Mul", z, z))
        outer = g.op("Relu", g.op("Sub", g.op("Mul", norm, n(3 / network.epsilon)), n(1)))
        reading = g.op("Greater", g.op("Relu", g.op("Sub", n(1), outer)), n(0))  # psi > 0
        asked = self.inner.total(g.op("Mul", self.asking, at.s))
        loss = g.op("Add", found.loss, g.op("Mul", g.op("Mul", asked, n(0.5)), norm))
        halted = g.op("And", g.op("Not", reading), g.op("Less", loss, n(network.levels.lower)))
        stays = g.op("Or", reading, halted)
        s, T, H = (
            g.op("Where", stays, old, new)
            for old, new in ((at.s, found.after.s), (at.T, found.after.T), (at.H, found.after.H))
        )
        emptied = g.op("Sub", z, g.op("Mul", asked, z))
        labels = g.op("Where", reading, y, g.op("Where", halted, z, emptied))
        lost = g.op("And", found.lost, g.op("Not", stays))
        return Stepped(loss, Point(s, T, "", H), labels, reading, halted, lost)


def inputs(network: ExtendedNetwork, g: Graph) -> tuple[Point, str, str]:
    tracer, k = network.tracer, network.tracer.encoding.width
    s = g.input("s", g.dtype, tracer.graph.vertices)
    T = g.input("T", g.dtype, len(tracer.writable), k, "cells")
    H = g.input("H", g.dtype, network.machine.tapes, "cells")
    return Point(s, T, "", H), g.input("z", g.dtype, *network.labels), g.input("origin", "int64")


def outputs(network: ExtendedNetwork, g: Graph, after: Point, z: str, weights: str) -> None:
    tracer, k = network.tracer, network.tracer.encoding.width
    g.output("s_after", after.s, g.dtype, tracer.graph.vertices)
    g.output("T_after", after.T, g.dtype, len(tracer.writable), k, "cells_after")
    g.output("H_after", after.H, g.dtype, network.machine.tapes, "cells_after")
    g.output("z_after", z, g.dtype, *network.labels)
    g.output("weights", weights, g.dtype, network.f.weights)


def build_step(network: ExtendedNetwork, g: Graph) -> None:
    at, z, origin = inputs(network, g)
    x, y = g.input("x", g.dtype, network.labels[0], network.features), g.input("y", g.dtype, *network.labels)
    nodes = ExtendedNodes(network, g)
    found = nodes.step(at, z, x, y, origin)
    g.output("loss", found.loss, g.dtype)
    g.output("reading", found.reading, "bool")
    g.output("halted", found.halted, "bool")
    outputs(network, g, found.after, found.z, nodes.weights(found.after.T, origin))


def build_train(network: ExtendedNetwork, g: Graph) -> None:
    """A round is a gradient step. x and y hold the batches in the order in which the machine asks for them; `reads`
    says how many were read, before and after. It ends at the halt, after `most` rounds, or where there is no
    further batch. `losses` has l of each round; the last round of a halted machine changes nothing."""
    at, z, origin = inputs(network, g)
    n, m = network.labels
    x, y = g.input("x", g.dtype, "batches", n, network.features), g.input("y", g.dtype, "batches", n, m)
    reads, most = g.input("reads", "int64"), g.input("most", "int64")
    nodes, one, no = ExtendedNodes(network, g), 1, g.constant(False)
    last = g.op("Sub", g.op("Gather", g.op("Shape", x), 0), one)

    def body(_i: str, s: str, T: str, H: str, z: str, first: str, read: str, taken: str, _h: str) -> Any:
        now, first = nodes.inner.grow_tape(Point(s, T, "", H), first)
        empty = g.op("Equal", g.op("ReduceSum", g.op("Abs", z), keepdims=0), nodes.inner.n(0))
        read = g.op("Add", read, g.cast(empty, "int64"))
        spent = g.op("Greater", read, g.op("Add", last, one))
        place = g.op("Max", g.op("Min", g.op("Sub", read, one), last), 0)
        found = nodes.step(now, z, g.op("Gather", x, place, axis=0), g.op("Gather", y, place, axis=0), first)
        labels = g.op("Where", spent, z, found.z)
        ended = g.op("Or", found.halted, spent)
        count = g.op("Add", taken, g.cast(g.op("Not", ended), "int64"))
        again = g.op("Not", g.op("Or", ended, found.lost))
        kept = g.op("Min", read, g.op("Add", last, one))
        after = found.after
        return (
            again,
            [after.s, after.T, after.H, labels, first, kept, count, found.halted],
            [(found.loss, Value("losses", g.dtype))],
        )

    carried = [
        (at.s, Value("s", g.dtype, (None,))),
        (at.T, Value("T", g.dtype, (None, None, None))),
        (at.H, Value("H", g.dtype, (None, None))),
        (z, Value("z", g.dtype, (None, None))),
        (origin, Value("first", "int64")),
        (reads, Value("read", "int64")),
        (g.constant(0), Value("taken", "int64")),
        (no, Value("halted", "bool")),
    ]
    found = g.loop(most, carried, body)
    after = Point(found[0], found[1], "", found[2])
    outputs(network, g, after, found[3], nodes.weights(after.T, found[4]))
    for name, value, dtype in (("origin_after", 4, "int64"), ("reads_after", 5, "int64"), ("taken", 6, "int64")):
        g.output(name, found[value], dtype)
    g.output("halted", found[7], "bool")
    g.output("losses", found[8], g.dtype, "rounds")
