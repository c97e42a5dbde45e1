"""One slot per gate: the network's values on every place, without computing its ID gates.

A place of the layered circuit that carries a value on is a unit with the weights of ID: relu(1 relu(1 h + 0) + 0) and,
where there are corrections, round; on 0 and 1, the only values that occur (the certificate's induction), it is the
identity. So all places of a node hold the same number, and one slot holds it for all of them. Each gate is evaluated
once, in the order of the nodes, with the weights that the network has for it, rounding included. The plan is read from
the network's tensors; places whose weights are not those of ID, or not on the sparsity pattern of gates, are refused.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F32, F64, I64, U8, Mask
from turingrad.constructions.feedforward import FeedforwardNetwork, LayerGroup, Sparse
from turingrad.constructions.feedforward.executors import kernel as table
from turingrad.constructions.feedforward.executors.kernel import run_slots
from turingrad.errors import CertificateError

BLOCK_BYTES = 1 << 20  # the values of all slots of a block stay in a core's cache
MIN_BLOCK, MAX_BLOCK = 16, 512


@dataclass(frozen=True, eq=False)
class SlotPlan:
    """What `run_slots` needs: a slot's sources and weights, and the outputs' slots and weights."""

    inputs: int
    sources: I64
    weights: F32
    rounded: bool
    output_slots: I64
    output_weights: F32

    def evaluate(self, vectors: U8) -> U8:
        return self.run(vectors, self.block(len(vectors)))[1]

    def block(self, count: int) -> int:
        slots = self.inputs + len(self.sources)
        return max(1, min(count, MAX_BLOCK, max(MIN_BLOCK, BLOCK_BYTES // (4 * max(1, slots)))))

    def run(self, vectors: U8, block: int) -> tuple[F32, U8]:
        """The numbers of the last block, (slots, vectors of a block), and the outputs of all vectors."""
        # Slot 0 exists even without inputs: gates that read nothing have it, times 0, as their source.
        values = np.zeros((max(1, self.inputs + len(self.sources)), block), np.float32)
        outputs = np.zeros((len(vectors), len(self.output_slots)), np.uint8)
        run_slots(
            self.inputs,
            self.sources,
            self.weights,
            self.rounded,
            np.ascontiguousarray(vectors, np.uint8),
            block,
            self.output_slots,
            self.output_weights,
            values,
            outputs,
        )
        return values, outputs


def slot_plan(network: FeedforwardNetwork) -> SlotPlan:
    """Read the plan out of the network's tensors."""
    network.certificate.require("float32")
    layers = network.layered
    first = len(layers.circuit.inputs)
    gates = len(layers.circuit.gates)
    sources, weights = np.zeros((gates, 2), np.int64), np.zeros((gates, table.WEIGHTS))
    groups = network.layer_groups()
    for number, group in enumerate(groups[: network.circuit_groups], 1):
        nodes, own = layers.layers[number], layers.computes[number]
        places, row = unit_rows(group, number)
        require_identities(places, row, layers.places(number - 1, nodes[~own]), own, network.corrections)
        at = nodes[own] - first
        before = layers.layers[number - 1]
        read = places[own]
        if len(before):
            sources[at] = np.where(read < 0, 0, before[np.maximum(read, 0)])
        weights[at] = row[own]
    for number, group in enumerate(groups[network.circuit_groups :], network.circuit_groups + 1):
        places, row = unit_rows(group, number)
        require_identities(places, row, places[:, 0], np.zeros(len(row), np.bool_), bool(len(group.correction)))
    matrix, bias = network.output.weights()
    return SlotPlan(
        first,
        sources,
        weights.astype(np.float32),
        network.corrections,
        np.array(layers.circuit.output_nodes, np.int64),
        np.stack([matrix.row_sums(matrix.values), bias], axis=1).astype(np.float32),
    )


def unit_rows(group: LayerGroup, number: int) -> tuple[I64, F64]:
    """For each place of a group: the places that it reads (-1: none), (size, 2), and its weights, (size, 12)."""
    size = group.size
    relu_layers = [layer.weights() for layer in group.relu_layers()]
    count = len(group.f)
    row = np.zeros((size, table.WEIGHTS))
    first, bias = relu_layers[0]
    places, row[:, [table.LEFT, table.RIGHT]] = two_entries(first, size, number)
    row[:, table.BIAS] = bias[:size]
    row[:, table.SECOND] = 1.0
    for matrix, shift in relu_layers[1:count]:  # Lemma B.1's second layer; further ones are identities of padding
        diagonal = diagonal_of(matrix, size, number)
        row[:, table.SECOND] *= diagonal
        row[:, table.SECOND_BIAS] = row[:, table.SECOND_BIAS] * diagonal + shift[:size]
    if len(group.correction):
        (split, shifts), (join, last) = relu_layers[count:]
        middle = split.shape[0]
        low, high = np.arange(size), np.arange(size, 2 * size)
        row[:, table.LOW_IN], row[:, table.HIGH_IN] = entries_at(split, low, low), entries_at(split, high, low)
        row[:, table.LOW_BIAS], row[:, table.HIGH_BIAS] = shifts[low], shifts[high]
        row[:, table.LOW_OUT], row[:, table.HIGH_OUT] = entries_at(join, low, low), entries_at(join, low, high)
        row[:, table.OUT_BIAS] = last[:size]
        if len(split.values) != 2 * size or len(join.values) != 2 * size or middle < 2 * size:
            raise CertificateError(f"layer {number}: its correction is not the compiled rounding; slots cannot run it")
    return places, row


def two_entries(matrix: Sparse, size: int, number: int) -> tuple[I64, F64]:
    counts = np.diff(matrix.starts)
    if counts.max(initial=0) > 2 or counts[size:].any():
        raise CertificateError(f"layer {number}: a unit reads more than two gates, which slots cannot run")
    places, values = np.full((size, 2), -1), np.zeros((size, 2))
    for entry in range(2):
        has = counts[:size] > entry
        at = matrix.starts[:size][has] + entry
        places[has, entry], values[has, entry] = matrix.columns[at], matrix.values[at]
    return places, values


def diagonal_of(matrix: Sparse, size: int, number: int) -> F64:
    if (matrix.rows != matrix.columns).any() or (matrix.rows >= size).any():
        raise CertificateError(f"layer {number}: its second map is not diagonal; slots cannot run it")
    diagonal = np.zeros(size)
    diagonal[matrix.rows] = matrix.values
    return diagonal


def entries_at(matrix: Sparse, rows: I64, columns: I64) -> F64:
    """The entries at (rows[i], columns[i]), 0 where there is none."""
    width = matrix.shape[1]
    keys = matrix.rows * width + matrix.columns  # rising, as entries are sorted
    wanted = rows * width + columns
    at = np.minimum(np.searchsorted(keys, wanted), max(0, len(keys) - 1))
    if not len(keys):
        return np.zeros(len(rows))
    return np.where(keys[at] == wanted, matrix.values[at], 0.0)


def require_identities(places: I64, row: F64, carried: I64, own: Mask, rounded: bool) -> None:
    """The places that are not gates of their own must read the place of their node with the weights of ID."""
    units = row[~own]
    identity = np.zeros(5)
    identity[[table.LEFT, table.SECOND]] = 1.0
    exact = (units[:, :5] == identity).all() and (places[~own, 0] == carried).all()
    if rounded and len(units):
        exact = exact and all((rounding(units, bit) == bit).all() for bit in (0.0, 1.0))
    if not exact:
        raise CertificateError("a unit that carries a value on has other weights than compiled; use sparse or dense")


def rounding(units: F64, bit: float) -> F64:
    """What the correction makes of a bit, unit by unit."""
    low = np.maximum(units[:, table.LOW_IN] * bit + units[:, table.LOW_BIAS], 0)
    high = np.maximum(units[:, table.HIGH_IN] * bit + units[:, table.HIGH_BIAS], 0)
    out: F64 = np.maximum(units[:, table.LOW_OUT] * low + units[:, table.HIGH_OUT] * high + units[:, table.OUT_BIAS], 0)
    return out
