"""Forward, backward and update over the edges of an emulation network, compiled.

One pass over the edges forward and one over those that carry a derivative backward: the cost of a step is linear in the
edges. The sums are those of autograd. Where the network's certificate holds they are exact, so the weights agree with
torch bit for bit whatever the order of summation. Nets whose activation has slope 0 or 1 are trained by `lanes`,
several samples at once; this is for the others, for noise, and for what meets a ramp.
"""

from __future__ import annotations

import math

import numpy as np

from turingrad._support.arrays import F64, I64, U8, U32
from turingrad._support.jit import njit

# Positions in the array that describes an activation function.
P, E0, E1, KNEE, TOP = 0, 1, 2, 3, 4
CEILING = 2.0


@njit(cache=True)
def step_and_slope(t: float) -> tuple[float, float]:
    """The smooth step of activation.py and its derivative."""
    if t <= 0.002 or t >= 0.998:
        return (0.0, 0.0) if t < 0.5 else (1.0, 0.0)
    value = 1.0 / (1.0 + math.exp(1.0 / t - 1.0 / (1.0 - t)))
    return value, value * (1.0 - value) * (1.0 / (t * t) + 1.0 / ((1.0 - t) * (1.0 - t)))


@njit(cache=True)
def shows(shape: F64, x: float) -> float:
    """f(x)."""
    a = abs(x)
    if a >= shape[TOP]:
        return math.copysign(CEILING, x)
    if a <= shape[E0] and shape[E1] > 0:
        return 0.0
    p = shape[P]
    power = a if p == 1.0 else a * a * a if p == 3.0 else a**p
    if a < shape[E1]:
        power *= step_and_slope((a - shape[E0]) / (shape[E1] - shape[E0]))[0]
    elif a > shape[KNEE]:
        up = step_and_slope((a - shape[KNEE]) / (shape[TOP] - shape[KNEE]))[0]
        power = (1.0 - up) * power + up * CEILING
    return math.copysign(power, x)


@njit(cache=True)
def slope_of(shape: F64, x: float) -> float:
    """f'(x); at the knee it is the power's."""
    a = abs(x)
    if a >= shape[TOP] or (a <= shape[E0] and shape[E1] > 0):
        return 0.0
    p = shape[P]
    power = a if p == 1.0 else a * a * a if p == 3.0 else a**p
    slope = 1.0 if p == 1.0 else 3.0 * a * a if p == 3.0 else p * a ** (p - 1.0)
    if a < shape[E1]:
        up, up_slope = step_and_slope((a - shape[E0]) / (shape[E1] - shape[E0]))
        slope = up * slope + power * up_slope / (shape[E1] - shape[E0])
    elif a > shape[KNEE]:
        up, up_slope = step_and_slope((a - shape[KNEE]) / (shape[TOP] - shape[KNEE]))
        slope = (1.0 - up) * slope + (CEILING - power) * up_slope / (shape[TOP] - shape[KNEE])
    return slope


@njit(cache=True)
def forward(weight: F64, start: U32, source: U32, first: int, shape: F64, total: F64, shown: F64) -> None:
    """Fill in what arrives at each vertex and what it shows; the constant and the inputs are set already."""
    linear = shape[P] == 1.0 and shape[E1] > 0
    e0, e1, knee, top = shape[E0], shape[E1], shape[KNEE], shape[TOP]
    e = np.int64(start[first])
    for v in range(first, len(shown)):
        arriving = 0.0
        last = np.int64(start[v + 1])
        while e < last:
            arriving += weight[e] * shown[source[e]]
            e += 1
        total[v] = arriving
        a = abs(arriving)
        if linear and not ((e0 < a and a < e1) or (knee < a and a < top)):
            value = math.copysign(CEILING, arriving) if a >= top else arriving
            shown[v] = value if a > e0 else 0.0
        else:
            shown[v] = shows(shape, arriving)


@njit(cache=True)
def descend(
    weight: F64,
    start: U32,
    source: U32,
    first: int,
    shape: F64,
    total: F64,
    shown: F64,
    error: F64,
    gamma: float,
    label: float,
) -> None:
    """One SGD step on (output - label)^2 for the sample that `forward` was run on. `error` is scratch space."""
    output = len(shown) - 1
    if shown[output] == label:
        return
    error[:] = 0.0
    error[output] = 2.0 * (shown[output] - label)
    for v in range(output, first - 1, -1):
        if error[v] == 0.0:
            continue
        derivative = error[v] * slope_of(shape, total[v])
        if derivative == 0.0:
            continue
        for e in range(np.int64(start[v]), np.int64(start[v + 1])):
            u = source[e]
            error[u] += derivative * weight[e]
            weight[e] -= gamma * (derivative * shown[u])


@njit(cache=True)
def train(
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
    """SGD on the samples in order, changing `weight`. Row t of `inputs` and `labels` is one sample.

    `outputs[t]` becomes the output before step t, `memory[t + 1]` the sign (1 if negative) of each edge of `bit_edges`
    after it; with no rows in `memory` none is kept. Returns the number of steps taken: all, or those up to the first
    output that is not exactly ±1.
    """
    vertices = len(start) - 1
    total, shown, error = np.zeros(vertices), np.zeros(vertices), np.zeros(vertices)
    shown[0] = 1.0
    for t in range(len(labels)):
        shown[1:first] = inputs[t]
        forward(weight, start, source, first, shape, total, shown)
        outputs[t] = shown[vertices - 1]
        if abs(outputs[t]) != 1.0:
            return t
        descend(weight, start, source, first, shape, total, shown, error, gamma, labels[t])
        if len(memory) > 0:
            for k in range(len(bit_edges)):
                memory[t + 1, k] = weight[bit_edges[k]] < 0
    return len(labels)


@njit(cache=True)
def evaluate(weight: F64, start: U32, source: U32, first: int, shape: F64, inputs: F64, outputs: F64) -> None:
    """The outputs for rows of inputs, without learning."""
    vertices = len(start) - 1
    total, shown = np.zeros(vertices), np.zeros(vertices)
    shown[0] = 1.0
    for t in range(len(inputs)):
        shown[1:first] = inputs[t]
        forward(weight, start, source, first, shape, total, shown)
        outputs[t] = shown[vertices - 1]
