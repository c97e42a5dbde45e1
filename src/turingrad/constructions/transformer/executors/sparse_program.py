"""A transformer's weights as one flat program of sparse columns, and the encoder's side of its index."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from torch import Tensor

from turingrad.arrays import F64, I32, I64
from turingrad.constructions.transformer import TransformerNetwork, attention_weights, layer_weights
from turingrad.constructions.transformer.executors.hash_tables import (
    EMPTY,
    FIRST_SLOTS,
    Tables,
    add_value,
    new_tables,
    slot_of,
)
from turingrad.constructions.transformer.executors.index_plan import IndexPlan, index_plan
from turingrad.constructions.transformer.executors.indexed_kernel import (
    ABSENT,
    CROSS_QUERY,
    FIRST,
    KEY,
    KINDS,
    QUERY,
    SECOND,
    THIRD,
    VALUE,
)
from turingrad.constructions.transformer.transitions import Transitions
from turingrad.errors import LimitError

EXACT_CODES = 1 << 62


@dataclass
class ColumnStore:
    """Collects the nonzero weights of matrices, column by column."""

    pointers: list[I64] = field(default_factory=list)
    rows: list[I64] = field(default_factory=list)
    values: list[F64] = field(default_factory=list)
    bias: list[F64] = field(default_factory=list)
    columns: int = 0
    weights: int = 0
    biases: int = 0

    def add(self, weight: F64, bias: F64) -> tuple[int, int, int]:
        """Append a matrix: (first column pointer, first bias, rows)."""
        place = self.columns, self.biases, len(weight)
        columns, rows = np.nonzero(weight.T)
        counts = np.bincount(columns, minlength=weight.shape[1])
        self.pointers.append(self.weights + np.concatenate([[0], np.cumsum(counts)]))
        self.rows.append(rows)
        self.values.append(weight[rows, columns])
        self.bias.append(bias)
        self.columns += weight.shape[1] + 1
        self.weights += len(rows)
        self.biases += len(bias)
        return place


@dataclass(frozen=True)
class Program:
    """All weights by columns: column x of a map has the entries pointers[first + x] .. pointers[first + x + 1]."""

    pointers: I64
    rows: I32
    weights: F64
    bias: F64
    maps: I64  # (layers, KINDS, 3)
    matches: I64
    targets: I64
    cross_targets: I64
    cross_plans: tuple[IndexPlan | None, ...]


def sparse_program(network: TransformerNetwork) -> Program:
    """From the weights that the network has now; refused where the index lemma does not hold for them."""
    store = ColumnStore()
    layers = layer_weights(network)
    maps = np.full((len(layers), KINDS, 3), ABSENT, np.int64)
    matches = np.zeros(len(layers), np.int64)
    plans: list[IndexPlan | None] = [None] * len(layers)
    cross_plans: list[IndexPlan | None] = [None] * len(layers)
    for number, (layer, module) in enumerate(zip(layers, network.decoder_layers(), strict=True)):
        where = f"layer {number + 1} ({layer.name})"
        if layer.self_attention is not None:
            attention = layer.self_attention
            plan = plans[number] = index_plan(attention, where)
            order = np.concatenate([plan.match, plan.weight])
            matches[number] = len(plan.match)
            maps[number, QUERY] = store.add(attention.W_Q[order], attention.b_Q[order])
            maps[number, KEY] = store.add(attention.W_K[order], attention.b_K[order])
            maps[number, VALUE] = store.add(attention.W_V[plan.targets], attention.b_V[plan.targets])
        if layer.cross_attention is not None:
            cross = cross_plans[number] = index_plan(layer.cross_attention, f"{where} cross-attention")
            rows = cross.match
            maps[number, CROSS_QUERY] = store.add(layer.cross_attention.W_Q[rows], layer.cross_attention.b_Q[rows])
        maps[number, FIRST] = store.add(layer.W_1, layer.b_1)
        feedforward = module.feedforward
        if feedforward.correction:
            maps[number, SECOND] = store.add(feedforward.W_2.double().numpy(), feedforward.b_2.double().numpy())
            maps[number, THIRD] = store.add(feedforward.W_3.double().numpy(), feedforward.b_3.double().numpy())
    return Program(
        pointers=np.concatenate(store.pointers).astype(np.int64),
        rows=np.concatenate(store.rows).astype(np.int32),
        weights=np.concatenate(store.values),
        bias=np.concatenate(store.bias),
        maps=maps,
        matches=matches,
        targets=padded(plans),
        cross_targets=padded(cross_plans),
        cross_plans=tuple(cross_plans),
    )


def padded(plans: list[IndexPlan | None]) -> I64:
    longest = max([1, *(len(plan.targets) for plan in plans if plan is not None)])
    table = np.full((len(plans), longest), ABSENT, np.int64)
    for row, plan in enumerate(plans):
        if plan is not None:
            table[row, : len(plan.targets)] = plan.targets
    return table


def rule_codes(table: Transitions) -> I64:
    """A hash table of the places (state, symbols) that have a rule, each as one number in mixed radix."""
    radices = table.radices()
    if table.states * math.prod(radices) > EXACT_CODES:
        raise LimitError(f"{table.states} states and alphabets of {radices} have more places than a 64-bit number")
    ruled = ~table.halts & (table.state != table.boot)  # the boot is behind when a halt is looked for
    codes = table.state[ruled]
    for t, radix in enumerate(radices):
        codes = codes * radix + table.read[ruled, t]
    slots = FIRST_SLOTS
    while slots < 4 * len(codes):
        slots *= 2
    keys = np.full(slots, EMPTY, np.int64)
    for code in codes.tolist():
        keys[slot_of(keys, 0, slots - 1, code)] = code
    return keys


def history_tables(program: Program) -> Tables:
    return new_tables(np.full(len(program.cross_plans), FIRST_SLOTS, np.int64), program.targets.shape[1])


def memory_tables(network: TransformerNetwork, program: Program, tokens: Tensor) -> Tables:
    """The encoder's keys and values, by the network's own cross-attention weights, as an index."""
    slots = FIRST_SLOTS
    while slots < 2 * len(tokens):
        slots *= 2
    tables = new_tables(np.full(len(program.cross_plans), slots, np.int64), program.cross_targets.shape[1])
    encoded = network.encode(tokens).double().numpy()  # (inputs, width)
    for number, (plan, layer) in enumerate(zip(program.cross_plans, network.decoder_layers(), strict=True)):
        weights = attention_weights(layer.cross_attention)
        if plan is None or weights is None:
            continue
        bits = encoded @ weights.W_K[plan.match].T + weights.b_K[plan.match] > 0  # (inputs, match rows)
        powers = 1 << np.arange(len(plan.match) - 1, -1, -1, dtype=np.int64)
        values = encoded @ weights.W_V[plan.targets].T + weights.b_V[plan.targets]
        for code, value in zip((bits @ powers).tolist(), np.ascontiguousarray(values), strict=True):
            add_value(tables.keys, tables.buckets, tables.spans, number, code, 0.0, value, len(plan.targets))
    return tables
