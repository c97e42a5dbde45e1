"""Forward, backward and update over the edges of an emulation network, compiled.

One pass over the edges forward and one over those that carry a derivative backward: the cost of a step is linear in the
edges. The sums are those of autograd. Where the network's certificate holds they are exact, so the weights agree with
torch bit for bit whatever the order of summation.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from numba import njit

F64 = npt.NDArray[np.float64]
I64 = npt.NDArray[np.int64]

# Positions in the array that describes an activation function.
P, E0, E1, KNEE = 0, 1, 2, 3
FLAT, CEILING = 1.5, 2.0


@njit(cache=True)
def step_and_slope(t: float) -> tuple[float, float]:
    """The smooth step of activation.py and its derivative."""
    if t <= 0.002 or t >= 0.998:
        return (0.0, 0.0) if t < 0.5 else (1.0, 0.0)
    value = 1.0 / (1.0 + math.exp(1.0 / t - 1.0 / (1.0 - t)))
    return value, value * (1.0 - value) * (1.0 / (t * t) + 1.0 / ((1.0 - t) * (1.0 - t)))


@njit(cache=True)
def activate(shape: F64, x: float) -> tuple[float, float]:
    """f(x) and f'(x)."""
    a = abs(x)
    sign = -1.0 if x < 0 else 1.0
    if a >= FLAT:
        return sign * CEILING, 0.0
    if shape[E1] > 0 and a <= shape[E0]:
        return 0.0, 0.0
    p = shape[P]
    if p == 1.0:
        power, slope = a, 1.0
    elif p == 3.0:
        power, slope = a * a * a, 3.0 * a * a
    else:
        power = a**p
        slope = p * a ** (p - 1.0)
    if a < shape[E1]:
        up, up_slope = step_and_slope((a - shape[E0]) / (shape[E1] - shape[E0]))
        slope = up * slope + power * up_slope / (shape[E1] - shape[E0])
        power = up * power
    elif a > shape[KNEE]:
        up, up_slope = step_and_slope((a - shape[KNEE]) / (FLAT - shape[KNEE]))
        slope = (1.0 - up) * slope + (CEILING - power) * up_slope / (FLAT - shape[KNEE])
        power = (1.0 - up) * power + up * CEILING
    return sign * power, slope


@njit(cache=True)
def forward(weight: F64, start: I64, source: I64, first: int, shape: F64, shown: F64, slope: F64) -> None:
    """Fill `shown` and `slope` from vertex `first` on; the constant and the inputs are set already."""
    for v in range(first, len(shown)):
        total = 0.0
        for e in range(start[v], start[v + 1]):
            total += weight[e] * shown[source[e]]
        shown[v], slope[v] = activate(shape, total)


@njit(cache=True)
def descend(
    weight: F64, start: I64, source: I64, first: int, shown: F64, slope: F64, error: F64, gamma: float, label: float
) -> None:
    """One SGD step on (output - label)^2 for the sample that `forward` was run on. `error` is scratch space."""
    output = len(shown) - 1
    error[:] = 0.0
    error[output] = 2.0 * (shown[output] - label)
    if error[output] == 0.0:
        return
    for v in range(output, first - 1, -1):
        derivative = error[v] * slope[v]
        if derivative == 0.0:
            continue
        for e in range(start[v], start[v + 1]):
            u = source[e]
            error[u] += derivative * weight[e]
            weight[e] -= gamma * (derivative * shown[u])


@njit(cache=True)
def train(
    weight: F64,
    start: I64,
    source: I64,
    first: int,
    shape: F64,
    gamma: float,
    inputs: F64,
    labels: F64,
    bit_edges: I64,
    outputs: F64,
    memory: npt.NDArray[np.uint8],
) -> int:
    """SGD on the samples in order, changing `weight`. Row t of `inputs` and `labels` is one sample.

    `outputs[t]` becomes the output before step t, `memory[t + 1]` the sign (1 if negative) of each edge of `bit_edges`
    after it; with no rows in `memory` none is kept. Returns the number of steps taken: all, or those up to the first
    output that is not exactly ±1.
    """
    vertices = len(start) - 1
    shown, slope, error = np.zeros(vertices), np.zeros(vertices), np.zeros(vertices)
    shown[0] = 1.0
    for t in range(len(labels)):
        shown[1:first] = inputs[t]
        forward(weight, start, source, first, shape, shown, slope)
        outputs[t] = shown[vertices - 1]
        if abs(outputs[t]) != 1.0:
            return t
        descend(weight, start, source, first, shown, slope, error, gamma, labels[t])
        if len(memory) > 0:
            for k in range(len(bit_edges)):
                memory[t + 1, k] = weight[bit_edges[k]] < 0
    return len(labels)


@njit(cache=True)
def evaluate(weight: F64, start: I64, source: I64, first: int, shape: F64, inputs: F64, outputs: F64) -> None:
    """The outputs for rows of inputs, without learning."""
    vertices = len(start) - 1
    shown, slope = np.zeros(vertices), np.zeros(vertices)
    shown[0] = 1.0
    for t in range(len(inputs)):
        shown[1:first] = inputs[t]
        forward(weight, start, source, first, shape, shown, slope)
        outputs[t] = shown[vertices - 1]
