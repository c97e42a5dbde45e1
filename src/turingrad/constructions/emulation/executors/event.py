"""SGD on an exact net by its changes: a step costs what it changes, not what there is.

From one sample to the next most vertices show what they showed before. So the sum that arrives at each vertex is kept:
a vertex that shows something new adds the difference times the weight to the sums of its targets, a weight that changes
adds its difference times what its source shows, and only vertices whose sum has changed are evaluated again, level by
level. The backward pass follows the open paths alone: a vertex passes a derivative on where it shows what arrives, that
is, neither 0 nor ±2.

All numbers are those of the other executors, bit for bit: they are dyadic and within the certificate's bounds, which
hold for every partial sum, so that the order in which they are added does not matter.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import F64, I64, U8, U32, Bits
from turingrad._support.jit import njit
from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.executors.kernel import CEILING, E0, E1, KNEE, TOP
from turingrad.constructions.emulation.graph import Graph
from turingrad.errors import CertificateError


class EventNet:
    """A graph in float64, trained in place; `weight` may be set before the first step."""

    def __init__(self, graph: Graph, shape: Shape, gamma: float, weight: F64) -> None:
        self.weight = weight.copy()
        self.source, self.target = graph.source.astype(np.uint32), graph.target.astype(np.uint32)
        self.start = graph.starts()
        order = np.argsort(graph.source, kind="stable")
        self.leaving = order.astype(np.uint32)  # edges by source
        self.leaving_start = np.searchsorted(graph.source[order], np.arange(graph.vertices + 1)).astype(np.int64)
        self.first, self.gamma, self.shape = graph.first, gamma, np.array(shape.as_floats())
        self.level = graph.level.astype(np.int32)
        self.level_start = np.searchsorted(graph.level, np.arange(graph.depth + 2)).astype(np.int64)
        self.total, self.shown = np.zeros(graph.vertices), np.zeros(graph.vertices)
        self.error = np.zeros(graph.vertices)
        self.queue = np.zeros(graph.vertices, np.uint32)  # waiting vertices, those of a level at the level's place
        self.waiting = np.zeros(graph.depth + 1, np.int64)  # how many wait, by level
        self.marked = np.zeros(graph.vertices, np.uint8)
        fan_in = int(self.start[-1] - self.start[-2])
        self.open = np.zeros(fan_in, np.int64)  # edges into the output whose source does not show 0
        self.place = np.full(fan_in, -1, np.int64)
        self.opened = np.zeros(1, np.int64)
        self.shown[0] = 1.0
        self.begin()

    def begin(self) -> None:
        """All sums from nothing: every vertex shows 0, then the constant shows 1 and everything is evaluated."""
        self.queue[:] = np.arange(len(self.queue))
        self.waiting[1:] = np.diff(self.level_start)[1:]
        self.marked[self.first :] = 1
        constant = self.leaving[self.leaving_start[0] : self.leaving_start[1]]
        np.add.at(self.total, self.target[constant], self.weight[constant])

    def train(
        self, rows: npt.ArrayLike, labels: npt.ArrayLike, watched: I64, *, learn: bool = True
    ) -> tuple[F64, Bits]:
        """Plain SGD on all rows: the outputs, and the signs of the edges `watched` (1 if negative) after each step.

        Both end early, before the first output that is not exactly ±1. Without `learn` no weight changes."""
        inputs = np.ascontiguousarray(rows, np.float64)
        targets = np.ascontiguousarray(labels, np.float64)
        outputs, signs = np.zeros(len(targets)), np.zeros((len(targets), len(watched)), np.uint8)
        taken = train_events(
            self.weight, self.source, self.target, self.start, self.leaving, self.leaving_start, self.first,
            self.shape, self.gamma if learn else 0.0, self.level, self.level_start, self.total, self.shown, self.error,
            self.queue, self.waiting, self.marked, self.open, self.place, self.opened, inputs, targets, watched,
            outputs, signs,
        )  # fmt: skip
        if taken < 0:
            raise CertificateError("a vertex of the net is on a ramp of its activation: the weights are not its own")
        return outputs[: taken + 1], signs[:taken]


@njit(cache=True)
def mark(v: int, level: npt.NDArray[np.int32], level_start: I64, queue: U32, waiting: I64, marked: U8) -> None:
    """Vertex v is to be evaluated."""
    if marked[v] == 0:
        marked[v] = 1
        at = level[v]
        queue[level_start[at] + waiting[at]] = v
        waiting[at] += 1


@njit(cache=True)
def train_events(
    weight: F64,
    source: U32,
    target: U32,
    start: I64,
    leaving: U32,
    leaving_start: I64,
    first: int,
    shape: F64,
    gamma: float,
    level: npt.NDArray[np.int32],
    level_start: I64,
    total: F64,
    shown: F64,
    error: F64,
    queue: U32,
    waiting: I64,
    marked: U8,
    open_edges: I64,
    place: I64,
    opened: I64,
    inputs: F64,
    labels: F64,
    watched: I64,
    outputs: F64,
    signs: U8,
) -> int:
    """SGD on the samples in order; returns the number of steps taken, all or those up to the first output that is not
    ±1, and -1 where a vertex is on a ramp. A rate `gamma` of 0 evaluates only."""
    output = len(shown) - 1
    into = start[output]
    depth = len(waiting) - 1
    e0, e1, knee, top = shape[E0], shape[E1], shape[KNEE], shape[TOP]
    for t in range(len(labels)):
        for i in range(1, first):
            value = inputs[t, i - 1]
            if value != shown[i]:
                change = value - shown[i]
                shown[i] = value
                for k in range(leaving_start[i], leaving_start[i + 1]):
                    e = leaving[k]
                    total[target[e]] += weight[e] * change
                    mark(target[e], level, level_start, queue, waiting, marked)
        for at in range(1, depth + 1):
            base = level_start[at]
            for k in range(waiting[at]):
                v = queue[base + k]
                marked[v] = 0
                x = total[v]
                size = abs(x)
                if size <= e0:
                    value = 0.0
                elif size >= top:
                    value = CEILING if x > 0 else -CEILING
                elif size < e1 or size > knee:
                    return -1
                else:
                    value = x
                before = shown[v]
                if value == before:
                    continue
                shown[v] = value
                change = value - before
                for j in range(leaving_start[v], leaving_start[v + 1]):
                    e = leaving[j]
                    to = target[e]
                    total[to] += weight[e] * change
                    mark(to, level, level_start, queue, waiting, marked)
                    if to == output:
                        if before == 0.0:
                            place[e - into] = opened[0]
                            open_edges[opened[0]] = e
                            opened[0] += 1
                        elif value == 0.0:
                            last = open_edges[opened[0] - 1]
                            open_edges[place[e - into]] = last
                            place[last - into] = place[e - into]
                            place[e - into] = -1
                            opened[0] -= 1
            waiting[at] = 0
        outputs[t] = shown[output]
        if abs(outputs[t]) != 1.0:
            return t
        if gamma != 0.0 and outputs[t] != labels[t]:
            descend_events(
                weight, source, target, start, first, gamma, level, level_start, total, shown, error, queue, waiting,
                marked, open_edges, opened[0], 2.0 * (outputs[t] - labels[t]),
            )  # fmt: skip
        for k in range(len(watched)):
            signs[t, k] = weight[watched[k]] < 0
    return len(labels)


@njit(cache=True)
def descend_events(
    weight: F64,
    source: U32,
    target: U32,
    start: I64,
    first: int,
    gamma: float,
    level: npt.NDArray[np.int32],
    level_start: I64,
    total: F64,
    shown: F64,
    error: F64,
    queue: U32,
    waiting: I64,
    marked: U8,
    open_edges: I64,
    opened: int,
    derivative: float,
) -> None:
    """One SGD step along the open paths; every weight that changes marks its target. `error` is 0 before and after."""
    output = len(shown) - 1
    pending = np.empty(8 * opened + 8, np.int64)
    size = 0
    for k in range(opened):
        e = open_edges[k]
        u = np.int64(source[e])
        error[u] += derivative * weight[e]
        pending[size] = u
        size += 1
        change_weight(weight, e, gamma * (derivative * shown[u]), target, total, shown[u])
    mark(output, level, level_start, queue, waiting, marked)
    while size > 0:
        # Paths are disjoint but for the vertices that all share, which pass nothing on: the order does not matter.
        size -= 1
        v = pending[size]
        arriving = error[v]
        error[v] = 0.0
        height = abs(shown[v])
        if v < first or arriving == 0.0 or height == 0.0 or height >= CEILING:
            continue
        for e in range(start[v], start[v + 1]):
            u = np.int64(source[e])
            if shown[u] == 0.0:
                continue
            error[u] += arriving * weight[e]
            pending[size] = u
            size += 1
            change_weight(weight, e, gamma * (arriving * shown[u]), target, total, shown[u])
            mark(v, level, level_start, queue, waiting, marked)


@njit(cache=True)
def change_weight(weight: F64, e: int, by: float, target: U32, total: F64, shows: float) -> None:
    """Take `by` from a weight, and what that makes from the sum of its target."""
    before = weight[e]
    weight[e] = before - by
    total[target[e]] += (weight[e] - before) * shows
