"""SGD on an exact net by its changes: a step costs what it changes, not what there is.

From one sample to the next most vertices show what they showed before. So the sum that arrives at each vertex is kept:
a vertex that shows something new adds the difference times the weight to the sums of its targets, a weight that changes
adds its difference times what its source shows, and only vertices whose sum has changed are evaluated again. A set of
bits, one per vertex, says which: vertices are numbered by level, so that the lowest of the set is always ready. The
backward pass follows the open paths alone: a vertex passes a derivative on if it shows what arrives, neither 0 nor ±2.

All numbers are those of the other executors, bit for bit: they are dyadic and within the certificate's bounds, which
hold for every partial sum, so that the order in which they are added does not matter.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import F64, I64, U8, U32, U64, Bits
from turingrad._support.jit import njit
from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.executors.kernel import CEILING, E0, E1, KNEE, TOP
from turingrad.constructions.emulation.graph import Graph
from turingrad.errors import CertificateError

# The place of a word's only bit: the word times this number has a different top six bits for each place.
DE_BRUIJN = 0x03F79D71B4CB0A89


def bit_places() -> U8:
    """By these six bits, the place."""
    places = np.zeros(64, np.uint8)
    for place in range(64):
        places[(DE_BRUIJN << place) % 2**64 >> 58] = place
    return places


class EventNet:
    """A graph in float64, trained in place."""

    def __init__(self, graph: Graph, shape: Shape, gamma: float, weight: F64) -> None:
        order = np.argsort(graph.source, kind="stable")
        self.weight = weight.copy()
        self.source, self.start = graph.source.astype(np.uint32), graph.starts()
        self.edge, self.place = order.astype(np.uint32), np.empty(graph.edges, np.uint32)  # edges by source, and back
        self.place[order] = np.arange(graph.edges)
        self.leaving = np.searchsorted(graph.source[order], np.arange(graph.vertices + 1)).astype(np.int64)
        self.target, self.along = graph.target[order].astype(np.uint32), self.weight[order]  # by source
        self.first, self.gamma, self.shape = graph.first, gamma, np.array(shape.as_floats())
        self.total, self.shown, self.error = (np.zeros(graph.vertices) for _ in range(3))
        fan_in = int(self.start[-1] - self.start[-2])
        self.open, self.opened = (
            np.zeros(fan_in, np.int64),
            np.zeros(1, np.int64),
        )  # edges into the output that are open
        self.spot = np.zeros(fan_in, np.int64)  # where each edge into the output is among them
        self.pending = np.zeros(8 * fan_in + 8, np.int64)
        # From nothing: every vertex shows 0, then the constant shows 1 and everything is evaluated.
        constant = slice(*self.leaving[:2])
        self.shown[0] = 1.0
        np.add.at(self.total, self.target[constant], self.along[constant])
        marked = np.zeros(64 * -(-graph.vertices // 64), np.uint8)
        marked[self.first : graph.vertices] = 1
        self.marked = np.packbits(marked, bitorder="little").view(np.uint64)

    def train(
        self, rows: npt.ArrayLike, labels: npt.ArrayLike, watched: I64, *, learn: bool = True
    ) -> tuple[F64, Bits]:
        """Plain SGD on all rows: the outputs, and the signs of the edges `watched` (1 if negative) after each step.

        Both end early, before the first output that is not exactly ±1. Without `learn` no weight changes."""
        inputs = np.ascontiguousarray(rows, np.float64)
        targets = np.ascontiguousarray(labels, np.float64)
        outputs, signs = np.zeros(len(targets)), np.zeros((len(targets), len(watched)), np.uint8)
        taken = train_events(
            self.weight, self.source, self.start, self.edge, self.place, self.leaving, self.target, self.along,
            self.first, self.shape, self.gamma if learn else 0.0, self.total, self.shown, self.error, self.marked,
            self.open, self.opened, self.spot, self.pending, PLACES, inputs, targets, watched, outputs, signs,
        )  # fmt: skip
        if taken < 0:
            raise CertificateError("a vertex of the net is on a ramp of its activation: the weights are not its own")
        return outputs[: taken + 1], signs[:taken]


PLACES = bit_places()


@njit(cache=True)
def train_events(
    weight: F64,
    source: U32,
    start: I64,
    edge: U32,
    place: U32,
    leaving: I64,
    target: U32,
    along: F64,
    first: int,
    shape: F64,
    gamma: float,
    total: F64,
    shown: F64,
    error: F64,
    marked: U64,
    open_edges: I64,
    opened: I64,
    spot: I64,
    pending: I64,
    places: U8,
    inputs: F64,
    labels: F64,
    watched: I64,
    outputs: F64,
    signs: U8,
) -> int:
    """SGD on the samples in order; returns the number of steps taken, all or those up to the first output that is not
    ±1, and -1 if a vertex is on a ramp. A rate `gamma` of 0 evaluates only."""
    output = len(shown) - 1
    into = start[output]
    e0, e1, knee, top = shape[E0], shape[E1], shape[KNEE], shape[TOP]
    for t in range(len(labels)):
        for i in range(1, first):
            if inputs[t, i - 1] != shown[i]:
                show(i, inputs[t, i - 1], shown, total, leaving, target, along, marked)
        for w in range(len(marked)):
            while marked[w] != 0:
                low = marked[w] & (~marked[w] + np.uint64(1))
                marked[w] ^= low
                v = (w << 6) + int(places[(low * np.uint64(DE_BRUIJN)) >> np.uint64(58)])
                size = abs(total[v])
                value = total[v]
                if size <= e0:
                    value = 0.0
                elif size >= top:
                    value = CEILING if value > 0 else -CEILING
                elif size < e1 or size > knee:
                    return -1
                before = shown[v]
                if value == before:
                    continue
                show(v, value, shown, total, leaving, target, along, marked)
                last = leaving[v + 1] - 1  # edges are ordered by target: that into the output is the last
                if last >= leaving[v] and target[last] == output:
                    if before == 0.0:
                        spot[edge[last] - into] = opened[0]
                        open_edges[opened[0]] = edge[last]
                        opened[0] += 1
                    elif value == 0.0:
                        opened[0] -= 1
                        moved = open_edges[opened[0]]
                        spot[moved - into] = spot[edge[last] - into]
                        open_edges[spot[moved - into]] = moved
        outputs[t] = shown[output]
        if abs(outputs[t]) != 1.0:
            return t
        if gamma != 0.0 and outputs[t] != labels[t]:
            slope = 2.0 * (outputs[t] - labels[t])
            size = 0
            for k in range(opened[0]):
                e = open_edges[k]
                pending[size] = source[e]
                size += 1
                pass_back(output, e, slope, gamma, weight, source, place, along, total, shown, error)
            marked[output >> 6] |= np.uint64(1) << np.uint64(output & 63)
            descend(
                pending, size, weight, source, start, place, along, first, gamma, total, shown, error, marked
            )  # fmt: skip
        for k in range(len(watched)):
            signs[t, k] = weight[watched[k]] < 0
    return len(labels)


@njit(cache=True)
def show(v: int, value: float, shown: F64, total: F64, leaving: I64, target: U32, along: F64, marked: U64) -> None:
    """Vertex v shows something new: the sums of its targets change, and they are to be evaluated."""
    change = value - shown[v]
    shown[v] = value
    for k in range(leaving[v], leaving[v + 1]):
        to = target[k]
        total[to] += along[k] * change
        marked[to >> np.uint32(6)] |= np.uint64(1) << np.uint64(to & np.uint32(63))


@njit(cache=True)
def pass_back(
    v: int,
    e: int,
    slope: float,
    gamma: float,
    weight: F64,
    source: U32,
    place: U32,
    along: F64,
    total: F64,
    shown: F64,
    error: F64,
) -> None:
    """The derivative `slope` at vertex v goes to the source of an edge e into it, and changes the edge's weight."""
    u = source[e]
    before = weight[e]
    error[u] += slope * before
    after = before - gamma * (slope * shown[u])
    weight[e] = after
    along[place[e]] = after
    total[v] += (after - before) * shown[u]


@njit(cache=True)
def descend(
    pending: I64,
    size: int,
    weight: F64,
    source: U32,
    start: I64,
    place: U32,
    along: F64,
    first: int,
    gamma: float,
    total: F64,
    shown: F64,
    error: F64,
    marked: U64,
) -> None:
    """The rest of a step, from the vertices before the output on. `error` is 0 elsewhere, and everywhere after.

    Open paths share no vertex but v0, which passes nothing on: the order does not matter."""
    while size > 0:
        size -= 1
        v = pending[size]
        slope = error[v]
        error[v] = 0.0
        height = abs(shown[v])
        if v < first or slope == 0.0 or height == 0.0 or height >= CEILING:
            continue
        for e in range(start[v], start[v + 1]):
            u = source[e]
            if shown[u] != 0.0:
                pending[size] = u
                size += 1
                pass_back(v, e, slope, gamma, weight, source, place, along, total, shown, error)
        marked[v >> 6] |= np.uint64(1) << np.uint64(v & 63)
