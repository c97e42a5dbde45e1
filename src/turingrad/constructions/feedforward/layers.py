"""The weights of all layers, from the layered circuit (Lemma 3.2, Lemma 3.3, and the padding of Theorem 3.1).

Group i computes layer i of the circuit from layer i - 1: f_i, two ReLU layers with one unit per gate, then the
correction zeta_i, two ReLU layers that round every gate's value. The last linear map is z -> 2z - 1 on the outputs. For
a depth d beyond 4 (q - 1) identity groups carry the outputs on; what is left over, up to three layers, becomes identity
layers in the f of the last group. For a width w all hidden vectors are padded with zeros.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.constructions.feedforward.gates import ID, NONE, GateTable, gate_table, round_shifts, unit_column
from turingrad.constructions.feedforward.sparse import Sparse
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit.layered import LayeredCircuit

Affine = tuple[Sparse, F64]

MAX_UNITS = 20_000_000


@dataclass(frozen=True, eq=False)
class Group:
    """f (ReLU layers), then the correction (two ReLU layers, or none). `size` places hold gate values."""

    f: tuple[Affine, ...]
    correction: tuple[Affine, ...]
    size: int


@dataclass(frozen=True, eq=False)
class Weights:
    """All groups, and the output map. The first `circuit_groups` groups are layers of the circuit."""

    groups: tuple[Group, ...]
    output: Affine
    circuit_groups: int


def build(layers: LayeredCircuit, width: int | None, depth: int | None, corrections: bool, slope: float) -> Weights:
    per_gate = 3 if corrections else 1
    if layers.size * per_gate > MAX_UNITS:
        raise LimitError(
            f"{layers.size:,} gates in layers are too many for a network; at most {MAX_UNITS // per_gate:,}"
        )
    needed = (2 if corrections else 1) * max((len(nodes) for nodes in layers.layers[1:]), default=0)
    if width is not None and width < needed:
        raise InputError(f"width {width} is too small: this circuit needs hidden layers of {needed} units")
    require_room(layers, width, depth, corrections)
    table = gate_table(layers.circuit)
    groups = [circuit_group(layers, table, number, width, corrections, slope) for number in range(1, layers.depth)]
    places = np.array([place for _, place in layers.outputs], np.int64)
    if depth is not None:
        groups, places = pad_groups(groups, places, len(layers.layers[-1]), depth, width, corrections, slope)
    last = groups[-1].size if groups else len(layers.layers[0])
    inputs = width if width is not None and groups else last
    outputs = Sparse.of(np.arange(len(places)), places, np.full(len(places), 2.0), (len(places), inputs))
    return Weights(tuple(groups), (outputs, np.full(len(places), -1.0)), layers.depth - 1)


def require_room(layers: LayeredCircuit, width: int | None, depth: int | None, corrections: bool) -> None:
    """Refuse widths and depths beyond what can be built, before anything is."""
    built = max((4 if corrections else 2) * (layers.depth - 1), depth or 0)
    widest = max(width or 0, *(len(nodes) for nodes in layers.layers))
    if (width is not None or depth is not None) and built * widest > MAX_UNITS:
        raise LimitError(f"{built:,} layers of {widest:,} units are more than the {MAX_UNITS:,} that are built")


def circuit_group(
    layers: LayeredCircuit, table: GateTable, number: int, width: int | None, corrections: bool, slope: float
) -> Group:
    nodes, own = layers.layers[number], layers.computes[number]
    kind = np.where(own, table.kind[nodes], ID)
    left = np.where(own, table.left[nodes], nodes)
    right = np.where(own, table.right[nodes], NONE)
    size, before = len(nodes), len(layers.layers[number - 1])
    units = size if width is None else width
    inputs = before if width is None or number == 1 else width
    weight = unit_column("weight")[kind]
    rows = np.arange(size)
    has_left, twice = left != NONE, (right != NONE) & (right == left)
    has_right = (right != NONE) & ~twice
    first = Sparse.of(
        np.concatenate([rows[has_left], rows[has_right]]),
        layers.places(number - 1, np.concatenate([left[has_left], right[has_right]])),
        np.concatenate([np.where(twice, 2.0, 1.0)[has_left] * weight[has_left], weight[has_right]]),
        (units, inputs),
    )
    second = Sparse.of(rows, rows, unit_column("second")[kind], (units, units))
    f = (
        (first, fill_zeros(unit_column("bias")[kind], units)),
        (second, fill_zeros(unit_column("second_bias")[kind], units)),
    )
    return Group(f, correction(size, units, width, slope) if corrections else (), size)


def fill_zeros(values: F64, units: int) -> F64:
    """Padded with zeros."""
    return np.concatenate([values, np.zeros(units - len(values))])


def correction(size: int, units: int, width: int | None, slope: float) -> tuple[Affine, Affine]:
    """Proposition 3.4 on the places that hold gates: units p and size + p are the two halves of round for place p."""
    middle = 2 * size if width is None else width
    places = np.arange(size)
    split = Sparse.of(np.arange(2 * size), np.tile(places, 2), np.ones(2 * size), (middle, units))
    join = Sparse.of(np.tile(places, 2), np.arange(2 * size), np.repeat([slope, -slope], size), (units, middle))
    return (split, fill_zeros(np.repeat(round_shifts(slope), size), middle)), (join, np.zeros(units))


def pad_groups(
    groups: list[Group],
    places: I64,
    before: int,
    depth: int,
    width: int | None,
    corrections: bool,
    slope: float,
) -> tuple[list[Group], I64]:
    """Groups up to exactly `depth` ReLU layers; the outputs, each once, are all that identity groups carry."""
    a_group = 4 if corrections else 2
    extra = depth - a_group * len(groups)
    if extra < 0:
        raise InputError(f"depth {depth} is too small: this circuit needs {a_group * len(groups)} ReLU layers")
    count, rest = divmod(extra, a_group)
    carried, positions = np.unique(places, return_inverse=True)
    size = len(carried)
    result = list(groups)
    for number in range(count + (1 if rest and not result and not count else 0)):
        units = size if width is None else width
        inputs = before if not result or width is None else width
        select = Sparse.of(np.arange(size), carried if number == 0 else np.arange(size), np.ones(size), (units, inputs))
        first = (select, np.zeros(units))
        if number < count:
            f = (first, (Sparse.identity(size, (units, units)), np.zeros(units)))
            result.append(Group(f, correction(size, units, width, slope) if corrections else (), size))
        else:  # a circuit without gates and less than one group to fill
            result.append(Group((first,), (), size))
            rest -= 1
        before = size
    if rest:
        last = result[-1]
        units = last.f[-1][0].shape[0]
        copies = ((Sparse.identity(last.size, (units, units)), np.zeros(units)),) * rest
        result[-1] = replace(last, f=(*last.f, *copies))
    return result, (positions if len(result) > len(groups) else places)
