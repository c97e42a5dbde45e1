"""The forward pass of an exact net on several samples at once, one vector instruction per edge.

SGD takes its samples one by one, but weights change only where the output is wrong. So the net is evaluated on the next
LANES samples with the present weights, their values side by side, one row per vertex; those up to the first wrong
answer are steps of SGD as they stand, and the others are evaluated again after its update. Per vertex v

    x = sum over edges e into v of w_e shown[source of e],     shown[v] = 0, x or ±2, as |x| <= e0, in between, >= top.

numba's compiler finds no vectors in this loop (the rows might overlap, for all it knows), so it is written in the
compiler's own language, where a row is one value of LANES numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import F64, I64, U8, U32
from turingrad._support.jit import Generated, njit
from turingrad.constructions.emulation.executors.kernel import CEILING, E0, E1, KNEE, TOP, P

LANES = 4  # as in `lane_code`
evaluate_rows: Any = Generated("turingrad.constructions.emulation.executors.lane_code", "rows_of_vertices")


@njit(cache=True)
def descend_lane(
    weight: F64, start: U32, source: U32, first: int, shown: F64, lane: int, error: F64, gamma: float, label: float
) -> None:
    """One SGD step on (output - label)^2 for the sample of one lane. `error` is 0 everywhere, and is so again after.

    The slope of a vertex is 1 where it shows what arrives, and 0 where it shows 0 or ±2.
    """
    v = lowest = len(shown) - 1
    error[v] = 2.0 * (shown[v, lane] - label)
    while v >= lowest:
        derivative = error[v]
        if derivative != 0.0:
            error[v] = 0.0
            size = abs(shown[v, lane])
            if size > 0.0 and size < CEILING:
                for e in range(np.int64(start[v]), np.int64(start[v + 1])):
                    u = np.int64(source[e])
                    before = weight[e]
                    weight[e] = before - gamma * (derivative * shown[u, lane])
                    if u >= first:  # the constant and the inputs pass nothing on
                        error[u] += derivative * before
                        lowest = min(lowest, int(u))
        v -= 1


@njit(cache=True)
def train_lanes(
    weight: F64,
    start: U32,
    source: U32,
    first: int,
    shape: F64,
    gamma: float,
    inputs: F64,
    labels: F64,
    bit_edges: I64,
    outputs: F64,
    memory: U8,
) -> int:
    """`kernel.train`, for shapes that `one_slope` takes; ends before the first step on a ramp, too."""
    vertices, count = len(start) - 1, len(labels)
    shown, error = np.zeros((vertices, LANES)), np.zeros(vertices)
    shown[0] = 1.0
    t = 0
    while t < count:
        lanes = min(LANES, count - t)
        for lane in range(lanes):
            for i in range(1, first):
                shown[i, lane] = inputs[t + lane, i - 1]
        ramps = evaluate_rows(weight, start, source, first, shown, shape[E0], shape[E1], shape[KNEE], shape[TOP])
        for lane in range(lanes):
            outputs[t] = shown[vertices - 1, lane]
            if abs(outputs[t]) != 1.0 or (ramps >> lane) & 1:
                return t
            wrong = outputs[t] != labels[t]
            if wrong:
                descend_lane(weight, start, source, first, shown, lane, error, gamma, labels[t])
            t += 1
            if len(memory) > 0:
                for k in range(len(bit_edges)):
                    memory[t, k] = weight[bit_edges[k]] < 0
            if wrong:
                break
    return count


@njit(cache=True)
def evaluate_lanes(weight: F64, start: U32, source: U32, first: int, shape: F64, inputs: F64, outputs: F64) -> int:
    """`kernel.evaluate`; the number of rows before the first one on a ramp."""
    vertices, count = len(start) - 1, len(inputs)
    shown = np.zeros((vertices, LANES))
    shown[0] = 1.0
    for t in range(0, count, LANES):
        lanes = min(LANES, count - t)
        for lane in range(lanes):
            for i in range(1, first):
                shown[i, lane] = inputs[t + lane, i - 1]
        ramps = evaluate_rows(weight, start, source, first, shown, shape[E0], shape[E1], shape[KNEE], shape[TOP])
        for lane in range(lanes):
            if (ramps >> lane) & 1:
                return t + lane
            outputs[t + lane] = shown[vertices - 1, lane]
    return count


def one_slope(shape: F64) -> bool:
    """Whether the activation has slope 0 or 1 off its ramps: p = 1 and a dead zone."""
    return bool(shape[P] == 1.0 and shape[E1] > 0.0)
