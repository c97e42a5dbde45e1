"""Circuits: the ReLU net in floating point, or in whole numbers with one power of two per layer.

Dense, a layer is MatMul and Add; where the matrices would be large it is Gather, Mul and ReduceSum over the entries.

Whole numbers: a layer's vector is s h with s a power of two, s' W / s and s' b whole. The least such s' of each layer
is taken: 1 without corrections; with them 4 after the first ReLU layer of round (its breakpoints are 1/4 and 3/4), 2
after the second. int8 multiplies by `MatMulInteger`, which sums in int32.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.constructions.feedforward.sparse import Sparse
from turingrad.errors import CertificateError
from turingrad.exact import NO_GRID, grid_exponents
from turingrad.export.onnx.forms import Form, require_same
from turingrad.export.onnx.graph import Graph
from turingrad.export.onnx.model import File, as_array
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.run import Progress

MAX_DENSE = 1 << 22  # numbers: above, entries are gathered
LARGEST = {"int8": 127.0, "int32": 2.0**31 - 1}
VECTORS = 64  # random ones, of a check


def forms(_network: FeedforwardNetwork) -> Mapping[str, Form]:
    what = "bits (batch, inputs) to F(x) in -1, +1 (batch, outputs)"
    return {"run": Form(what, build, check, dtypes=("float16", "float32", "float64", "int32", "int8"))}


def labels(network: FeedforwardNetwork) -> dict[str, Any]:
    return {"x": list(network.machine.inputs), "outputs": [name for name, _ in network.machine.outputs]}


def maps(network: FeedforwardNetwork) -> list[tuple[str, Sparse, F64]]:
    """(name in the state, W, b), the output map last."""
    named = {id(module): name for name, module in network.named_modules()}
    return [(named[id(layer)], *layer.weights()) for layer in network.linear_maps()]


def scales(layers: list[tuple[str, Sparse, F64]], whole: bool) -> list[float]:
    """s of the input and of each layer's vector."""
    found = [1.0]
    for _, matrix, bias in layers:
        grids = [grid_exponents(matrix.values) - np.log2(found[-1]), grid_exponents(bias)]
        least = min(int(each.min(initial=NO_GRID)) for each in grids) if whole else 0
        found.append(2.0 ** max(0, -least) if least < NO_GRID else 1.0)
    return found


def build(network: FeedforwardNetwork, g: Graph) -> None:
    inputs, outputs = len(network.machine.inputs), len(network.machine.outputs)
    layers, integer = maps(network), g.dtype.startswith("int")
    dense = network.dense_count() <= MAX_DENSE
    h = g.op("Transpose", g.input("x", g.dtype, "batch", inputs), perm=[1, 0])
    sizes = scales(layers, integer)
    if integer:
        require_whole(network, layers, sizes, g.dtype)
    for number, (name, matrix, bias) in enumerate(layers):
        before, after = sizes[number : number + 2]
        W = Sparse(matrix.starts, matrix.columns, matrix.values * (after / before), matrix.shape)
        z = affine(g, name, W, bias * after, h, dense)
        if number < len(layers) - 1:
            rectified = g.op("Max", z, np.zeros((), np.int32)) if integer else g.op("Relu", z)
            h = g.op("Cast", rectified, to=g.element(g.dtype), result=f"{name}.relu")
        else:
            h = g.cast(z, g.dtype)
    g.output("outputs", g.op("Transpose", h, perm=[1, 0]), g.dtype, "batch", outputs)


def affine(g: Graph, name: str, W: Sparse, bias: F64, h: str, dense: bool) -> str:
    """W h + b on columns h (inputs, batch); in int8 the sum is int32, and products of gathered entries are, too."""
    sums = "int32" if g.dtype == "int8" else g.dtype
    b = g.op("Unsqueeze", g.weight(f"{name}.b", bias, sums), [1])
    if dense:
        matrix = np.zeros(W.shape)
        matrix[W.rows, W.columns] = W.values
        product = "MatMulInteger" if g.dtype == "int8" else "MatMul"
        return g.op("Add", g.op(product, g.weight(f"{name}.W", matrix), h), b)
    columns, values = padded_rows(W)
    entries = g.op("Gather", h, g.weight(f"{name}.W.columns", columns, "int64"), axis=0)  # (units, entries, batch)
    factors = g.op("Unsqueeze", g.weight(f"{name}.W.values", values), [2])
    if sums != g.dtype:
        entries, factors = g.cast(entries, sums), g.cast(factors, sums)
    weighted = g.op("Mul", entries, factors)
    return g.op("Add", g.op("ReduceSum", weighted, [1], keepdims=0), b)


def padded_rows(W: Sparse) -> tuple[np.ndarray[Any, Any], F64]:
    """Rows of equal length: column 0 with weight 0 fills them."""
    counts = np.diff(W.starts)
    longest = max(1, int(counts.max(initial=0)))
    place = np.arange(len(W.values)) - W.starts[W.rows]
    columns, values = np.zeros((W.shape[0], longest), np.int64), np.zeros((W.shape[0], longest))
    columns[W.rows, place], values[W.rows, place] = W.columns, W.values
    return columns, values


def require_whole(
    network: FeedforwardNetwork, layers: list[tuple[str, Sparse, F64]], sizes: list[float], dtype: str
) -> None:
    """Refuse whole numbers that do not hold a layer: its vectors, its weights, or its sums in int32. On bits the last
    layer of each f and of each correction is a vector of bits."""
    high, named = np.ones(len(network.machine.inputs)), {id(module): name for name, module in network.named_modules()}
    ends = [part[-1] for group in network.layer_groups() for part in (group.f, group.correction) if len(part)]
    bits = {named[id(layer)] for layer in ends}
    for number, (name, matrix, bias) in enumerate(layers):
        before, after = sizes[number : number + 2]
        values = matrix.values * (after / before)
        sums = matrix.row_sums(np.abs(values) * (high * before)[matrix.columns]) + np.abs(bias) * after
        high = np.maximum(matrix.row_sums(np.maximum(matrix.values, 0) * high[matrix.columns]) + bias, 0)
        high = np.minimum(high, 1) if name in bits else high
        held = np.max([*np.abs(values), *(high * after), 0.0])
        if held > LARGEST[dtype] or np.max(sums, initial=0.0) > LARGEST["int32"]:
            raise CertificateError(f"{name} has numbers up to {max(held, sums.max()):,.0f}: not exact in {dtype}")


def check(network: FeedforwardNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """Random bit vectors: every ReLU layer against torch, the outputs against the circuit."""
    dtype = file.facts["dtype"]
    layers = maps(network)
    sizes = scales(layers, dtype.startswith("int"))
    bits = np.random.default_rng(0).integers(0, 2, (VECTORS, len(network.machine.inputs)), np.uint8)
    taps = [f"{name}.relu" for name, _, _ in layers[:-1]]
    progress("checking layers", 0, None)
    found = file.expose(taps, dtype).run(x=bits.astype(dtype))
    h = network.columns(torch.from_numpy(bits))
    with torch.no_grad():
        modules = [layer for group in network.layer_groups() for layer in group.relu_layers()]
        for layer, tap, scale in zip(modules, taps, sizes[1:], strict=False):
            h = layer(h)
            require_same(found[tap], as_array(h) * scale, tap)
    expected = evaluate(network.machine, bits)
    require_same(found["outputs"], 2 * expected.astype(np.int8) - 1, "outputs")
    return {"layers_checked": len(taps), "vectors_checked": VECTORS}


def outputs_of(file: File, vectors: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The circuit's outputs, 0 and 1, as the file computes them."""
    return (file.run(x=vectors.astype(file.kind))["outputs"] > 0).astype(np.uint8)
