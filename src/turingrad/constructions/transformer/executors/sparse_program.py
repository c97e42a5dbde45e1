"""A transformer's weights as one flat program of sparse rows, and the encoder's side of its index."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from torch import Tensor

from turingrad._support.arrays import F64, I64
from turingrad.constructions.transformer import TransformerNetwork, attention_weights, layer_weights
from turingrad.constructions.transformer.executors.hash_tables import (
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
    Maps,
)
from turingrad.constructions.transformer.modules import FeedForward
from turingrad.constructions.transformer.transitions import Transitions
from turingrad.constructions.transformer.weights import AttentionWeights
from turingrad.errors import LimitError

EXACT_CODES = 1 << 62
ROUNDING = 7  # weights of a coordinate's rounding


@dataclass
class RowStore:
    """Collects matrices by rows: the first weight of each row that is not 0, and a list of the others."""

    columns: list[I64] = field(default_factory=list)
    weights: list[F64] = field(default_factory=list)
    bias: list[F64] = field(default_factory=list)
    extras: list[tuple[I64, I64, F64]] = field(default_factory=list)
    rows: int = 0
    extra: int = 0

    def add(self, weight: F64, bias: F64) -> tuple[int, int, int, int]:
        """Append a matrix: (first row, rows, first and last + 1 of the list)."""
        rows, columns = np.nonzero(weight)
        weights, leads = weight[rows, columns], np.diff(rows, prepend=-1) > 0  # the first of each row that has any
        column, lead = np.zeros(len(weight), np.int64), np.zeros(len(weight))
        column[rows[leads]], lead[rows[leads]] = columns[leads], weights[leads]
        others = rows[~leads], columns[~leads], weights[~leads]
        place = self.rows, len(weight), self.extra, self.extra + len(others[0])
        self.columns.append(column)
        self.weights.append(lead)
        self.bias.append(bias)
        self.extras.append(others)
        self.rows += len(weight)
        self.extra += len(others[0])
        return place


@dataclass(frozen=True)
class Program:
    """All weights by rows, as the kernel takes them, and the index plans."""

    maps: Maps
    plans: tuple[IndexPlan | None, ...]
    cross_plans: tuple[IndexPlan | None, ...]


def sparse_program(network: TransformerNetwork) -> Program:
    """From the weights that the network has now; refused where the index lemma does not hold for them."""
    store = RowStore()
    layers = layer_weights(network)
    maps = np.full((len(layers), KINDS, 4), ABSENT, np.int64)
    matches, always = np.zeros(len(layers), np.int64), np.zeros(len(layers), np.int64)
    plans: list[IndexPlan | None] = [None] * len(layers)
    cross_plans: list[IndexPlan | None] = [None] * len(layers)
    rounding = np.zeros((len(layers), ROUNDING, network.width))
    for number, (layer, module) in enumerate(zip(layers, network.decoder_layers(), strict=True)):
        where = f"layer {number + 1} ({layer.name})"
        if layer.self_attention is not None:
            attention = layer.self_attention
            plan = plans[number] = index_plan(attention, where)
            order = np.concatenate([plan.match, plan.weight])
            matches[number], always[number] = len(plan.match), constant_query_bits(attention, plan)
            maps[number, QUERY] = store.add(attention.W_Q[order], attention.b_Q[order])
            maps[number, KEY] = store.add(attention.W_K[order], attention.b_K[order])
            maps[number, VALUE] = store.add(attention.W_V[plan.targets], attention.b_V[plan.targets])
        if layer.cross_attention is not None:
            cross = cross_plans[number] = index_plan(layer.cross_attention, f"{where} cross-attention")
            rows = cross.match
            maps[number, CROSS_QUERY] = store.add(layer.cross_attention.W_Q[rows], layer.cross_attention.b_Q[rows])
        maps[number, FIRST] = store.add(layer.W_1, layer.b_1)
        made = rounding_of(module.feedforward)
        if made is None:
            feedforward = module.feedforward
            maps[number, SECOND] = store.add(feedforward.W_2.double().numpy(), feedforward.b_2.double().numpy())
            maps[number, THIRD] = store.add(feedforward.W_3.double().numpy(), feedforward.b_3.double().numpy())
        else:
            rounding[number] = made
    extra_rows, extra_columns, extra_weights = (np.concatenate(part) for part in zip(*store.extras, strict=True))
    arrays = Maps(
        columns=np.concatenate(store.columns).astype(np.uint32),
        weights=np.concatenate(store.weights),
        bias=np.concatenate(store.bias),
        extra_rows=extra_rows.astype(np.uint32),
        extra_columns=extra_columns.astype(np.uint32),
        extra_weights=extra_weights,
        rounding=rounding,
        maps=maps,
        matches=matches,
        always=always,
        targets=pad_rows(plans),
        cross_targets=pad_rows(cross_plans),
    )
    return Program(arrays, tuple(plans), tuple(cross_plans))


def constant_query_bits(attention: AttentionWeights, plan: IndexPlan) -> int:
    """The bits of a key that stand in match rows with a constant query: only keys with a 1 there are ever found."""
    constant = [not attention.W_Q[row].any() for row in plan.match]
    return int("".join("1" if found else "0" for found in constant) or "0", 2)


def rounding_of(feedforward: FeedForward) -> F64 | None:
    """W_2, b_2, W_3, b_3 coordinate by coordinate, (7, width); None if they mix coordinates. Without correction the
    weights of relu(relu(z))."""
    width = len(feedforward.b_1)
    if not feedforward.correction:
        made = np.zeros((ROUNDING, width))
        made[[0, 4]] = 1.0
        return made
    W_2, b_2 = feedforward.W_2.double().numpy(), feedforward.b_2.double().numpy()
    W_3, b_3 = feedforward.W_3.double().numpy(), feedforward.b_3.double().numpy()
    blocks = W_2[:width], W_2[width:], W_3[:, :width], W_3[:, width:]
    if any(np.count_nonzero(block) != np.count_nonzero(np.diagonal(block)) for block in blocks):
        return None
    low_in, high_in, low_out, high_out = (np.diagonal(block) for block in blocks)
    return np.stack([low_in, b_2[:width], high_in, b_2[width:], low_out, high_out, b_3])


def pad_rows(plans: list[IndexPlan | None]) -> I64:
    longest = max([1, *(len(plan.targets) for plan in plans if plan is not None)])
    table = np.full((len(plans), longest), ABSENT, np.int64)
    for row, plan in enumerate(plans):
        if plan is not None:
            table[row, : len(plan.targets)] = plan.targets
    return table


def rule_codes(table: Transitions) -> Tables:
    """A hash table of the places (state, symbols) that have a rule, each as one number in mixed radix."""
    radices = table.radices()
    if table.states * math.prod(radices) > EXACT_CODES:
        raise LimitError(
            f"{table.states} states and alphabets of {radices} have more combinations of a state and symbols than fit "
            "into a 64-bit number"
        )
    ruled = ~table.halts & (table.state != table.boot)  # the boot is over when a halt is looked for
    codes = table.state[ruled]
    for t, radix in enumerate(radices):
        codes = codes * radix + table.read[ruled, t]
    slots = FIRST_SLOTS
    while slots < 4 * len(codes):
        slots *= 2
    tables = new_tables(np.array([slots]), np.array([0]), np.array([0]))
    for code in codes.tolist():
        tables.keys[slot_of(tables.keys, tables.spans[0], code)] = code
    return tables


def values_of(plans: tuple[IndexPlan | None, ...]) -> I64:
    return np.array([0 if plan is None else len(plan.targets) for plan in plans], np.int64)


def history_tables(program: Program, bits: int) -> Tables:
    """The searches ask for a cell first: what is near on the tape at about one time is near in a table."""
    near = np.maximum(program.maps.matches - bits, 0)
    return new_tables(np.full(len(program.plans), FIRST_SLOTS, np.int64), values_of(program.plans), near)


def memory_tables(network: TransformerNetwork, program: Program, tokens: Tensor) -> Tables:
    """The encoder's keys and values, by the network's own cross-attention weights, as an index."""
    slots = FIRST_SLOTS
    while slots < 2 * len(tokens):
        slots *= 2
    count = np.full(len(program.cross_plans), slots, np.int64)
    tables = new_tables(count, values_of(program.cross_plans), np.zeros_like(count))
    encoded = network.encode(tokens).double().numpy()  # (inputs, width)
    for number, (plan, layer) in enumerate(zip(program.cross_plans, network.decoder_layers(), strict=True)):
        weights = attention_weights(layer.cross_attention)
        if plan is None or weights is None:
            continue
        bits = encoded @ weights.W_K[plan.match].T + weights.b_K[plan.match] > 0  # (inputs, match rows)
        powers = 1 << np.arange(len(plan.match) - 1, -1, -1, dtype=np.int64)
        values = encoded @ weights.W_V[plan.targets].T + weights.b_V[plan.targets]
        for code, value in zip((bits @ powers).tolist(), np.ascontiguousarray(values), strict=True):
            add_value(tables.keys, tables.numbers, tables.spans[number], code, 0.0, value, len(plan.targets))
    return tables
