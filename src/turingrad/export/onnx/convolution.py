"""One layer of the recurrent convolution as nodes, forward and backward, for both of its networks.

    patches (9, cells) --V1--> --V2, b2--> relu --V3--> --V4, b4--> relu --V5, b5--> the cells' next values

The literal layout of Definition 5 has its biases in a tenth row of ones. In whole numbers V3, whose entries may be
halves, is doubled, and so are b4 and b5: the layer's value comes out doubled, and is halved at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.rcnn.sparse import dense_form
from turingrad.errors import CertificateError, InputError
from turingrad.export.onnx.graph import Graph
from turingrad.export.onnx.model import as_array

LARGEST = {"int32": 2.0**31, "int64": 2.0**63}
SHIFTS = [(i, j) for i in range(3) for j in range(3)]


@dataclass(frozen=True)
class Layer:
    """What a layer leaves for its way back: the grid after it, and the signs of its two ReLU layers."""

    grid: str
    first: str
    second: str


class LayerNodes:
    """The weights of the local network, once, and the nodes of any number of layers."""

    def __init__(self, g: Graph, network: RecurrentConvolution | RCNN) -> None:
        if "local" not in dict(network.named_children()):
            raise InputError("this network was compiled with dense=False: it has no matrices to write")
        self.g = g
        own = {name: value for name, value in network.local.named_buffers() if not name.startswith("V3_")}
        weights = {name: as_array(dense_form(value)) for name, value in own.items()}
        self.literal = "b2" not in weights
        self.padding = network.weights.padding * getattr(network, "unit", 1.0)
        self.doubled = 1
        if not g.dtype.startswith("float"):
            self.doubled = 1 if whole(weights["V3"]) else 2
            require_range(network, self.doubled, g.dtype)
            for name in ("V3", "b4", "b5"):
                if name in weights:
                    weights[name] = weights[name] * self.doubled
            if self.literal and self.doubled > 1:
                raise CertificateError("the literal layout has halves among its weights: not exact in whole numbers")
        self.names = {name: g.weight(f"local.{name}", value) for name, value in weights.items()}
        self.zero = g.number(0)

    def bias(self, name: str, z: str) -> str:
        """Plus a bias, one row per unit."""
        if name not in self.names:
            return z
        return self.g.op("Add", z, self.g.op("Unsqueeze", self.names[name], [1]))

    def relu(self, z: str) -> str:
        return self.g.op("Relu", z) if self.g.dtype.startswith("float") else self.g.op("Max", z, self.zero)

    def product(self, name: str, x: str, turned: bool = False) -> str:
        weight = self.g.op("Transpose", self.names[name], perm=[1, 0]) if turned else self.names[name]
        return self.g.op("MatMul", weight, x)

    def patches(self, grid: str) -> str:
        """(batch, rows, columns) to (9, cells)."""
        g = self.g
        framed = g.op("Pad", grid, [0, 1, 1, 0, 1, 1], g.number(self.padding))
        size = g.op("Slice", g.op("Shape", grid), [1], [3])
        parts = [g.op("Slice", framed, shift, g.op("Add", size, shift), [1, 2]) for shift in SHIFTS]
        flat = [g.op("Reshape", part, [1, -1]) for part in parts]
        if self.literal:
            flat.append(g.op("Expand", g.number(1), g.op("Shape", flat[0])))
        return g.op("Concat", *flat, axis=0)

    def layer(self, grid: str) -> Layer:
        z1 = self.bias("b2", self.product("V2", self.product("V1", self.patches(grid))))
        z2 = self.bias("b4", self.product("V4", self.product("V3", self.relu(z1))))
        out = self.bias("b5", self.product("V5", self.relu(z2)))
        if self.doubled > 1:
            out = self.g.op("Div", out, self.g.number(self.doubled))
        return Layer(self.g.op("Reshape", out, self.g.op("Shape", grid)), z1, z2)

    def backward(self, grid: str, gradient: str) -> str:
        """The gradient at `grid` of what has `gradient` one layer later; the layer is computed again."""
        g, at = self.g, self.layer(grid)
        back = self.product("V5", g.op("Reshape", gradient, [1, -1]), turned=True)
        back = self.product("V4", self.gate(back, at.second), turned=True)
        back = self.product("V3", back, turned=True)
        back = self.product("V1", self.product("V2", self.gate(back, at.first), turned=True), turned=True)
        rows = [g.fresh() for _ in range(9 + self.literal)]
        g.ops("Split", back, results=rows, axis=0, num_outputs=len(rows))
        shape, total = g.op("Shape", grid), ""
        for row, (i, j) in zip(rows, SHIFTS, strict=False):  # the constant's row goes nowhere
            placed = g.op("Pad", g.op("Reshape", row, shape), [0, i, j, 0, 2 - i, 2 - j], self.zero)
            total = g.op("Add", total, placed) if total else placed
        return g.op("Slice", total, [1, 1], [-1, -1], [1, 2])

    def gate(self, back: str, z: str) -> str:
        return self.g.op("Where", self.g.op("Greater", z, self.zero), back, self.zero)

    def any_change(self, before: str, after: str) -> str:
        """1 where a cell of the grid changed, else 0."""
        changes = self.g.cast(self.g.op("Not", self.g.op("Equal", after, before)), "int64")
        return self.g.op("ReduceMax", changes, keepdims=0)


def build_step(network: RecurrentConvolution | RCNN, g: Graph) -> None:
    """One layer on a batch of grids."""
    shape = ("batch", "rows", "columns")
    grid = g.input("grid", g.dtype, *shape)
    g.output("next", LayerNodes(g, network).layer(grid).grid, g.dtype, *shape)


def whole(values: F64) -> bool:
    return bool(np.all(values == np.round(values)))


def require_range(network: Any, doubled: int, dtype: str) -> None:
    largest = max(bound.magnitude for bound in network.certificate.bounds) * doubled
    if largest >= LARGEST[dtype]:
        raise CertificateError(f"the layer's sums go up to {largest:g}: not exact in {dtype}")
