"""Exact all-layer margins of tiny nets, by branch and bound.

Let a_0 = x and a_1, ..., a_L be the hidden vectors of a net with perturbed parameters. Whatever they are, the smallest
perturbation of (W_l, b_l) that maps a_{l-1} to z has length |z - W_l a_{l-1} - b_l| / sqrt(|a_{l-1}|^2 + 1): rank one,
Frobenius norm. So the margin (2.1) is a minimum over hidden vectors instead of over parameters,

    rho^2 = min over a_1, ..., a_L >= 0 of sum_l r_l^2 / (|a_{l-1}|^2 + 1),

r_l the distance of W_l a_{l-1} + b_l to {z : relu(z) = a_l}: a unit that is on has z = a, one that is off any z <= 0;
for the output map, whose value F must fall to 0, r is F (0 if it is negative already). As many variables as the net has
hidden units, whatever its number of parameters.

Branch: each unit is on or off, then boxes for those that are on are halved. Bound: in a box denominators are at most
those of its farthest corner; with these constants the sum is a convex least-squares problem in (a, s), s >= 0 the slack
of units that are off, solved by `scipy.optimize.lsq_linear` (bounded variables). Its value is made rigorous by
convexity: f(v) >= f(u) + f'(u) (v - u) for every v of the box, whatever u the solver returned. The least box's vectors,
put into the true denominators, give the perturbation itself, whose prediction is computed anew. No linear program fits,
since the products of perturbed weights and perturbed activations are bilinear; this relaxation is exact in the limit.

The first boxes hold every hidden vector that a perturbation shorter than the best one known can reach: it moves layer l
by e_l <= (|W_l| + r) e_{l-1} + r sqrt(|h_{l-1}|^2 + 1).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np
from scipy.optimize import lsq_linear  # type: ignore[import-untyped]

from turingrad._support.arrays import F64, I64, Mask
from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress

MAX_UNITS = 12  # 2^units patterns of units on and off
CIRCUIT_UNITS = 10  # seconds
Maps = Sequence[tuple[F64, F64]]


@dataclass(frozen=True, eq=False)
class ExactMargin:
    """rho is between `lower`, proven, and `upper`, the length of `delta`, which changes the prediction."""

    lower: float
    upper: float
    boxes: int
    delta: list[tuple[F64, F64]] = field(repr=False)

    @property
    def closed(self) -> float:
        """How far apart the two are, relative to the upper one."""
        return (self.upper - self.lower) / self.upper if self.upper else 0.0


@dataclass(frozen=True, eq=False)
class Box:
    """Units on (mask per layer) with bounds of their activations; those that are off have both 0."""

    on: tuple[Mask, ...]
    low: tuple[F64, ...]
    high: tuple[F64, ...]


class TinyNet:
    """W_L relu(... relu(W_0 x + b_0) ...) + b_L on one input, its sign such that F(x) > 0."""

    def __init__(self, maps: Maps, x: F64) -> None:
        self.maps = [(np.array(W, np.float64), np.array(b, np.float64)) for W, b in maps]
        self.x = np.array(x, np.float64)
        units = sum(len(b) for _, b in self.maps[:-1])
        if not 1 <= units <= MAX_UNITS:
            raise LimitError(f"exact margins are for nets of 1 to {MAX_UNITS} hidden units, not {units}")
        if len(self.maps[-1][1]) != 1 or any(
            W.shape != (len(b), size) for (W, b), size in zip(self.maps, self.sizes(), strict=True)
        ):
            raise InputError(
                "a net must be a list of (W, b), each W as wide as the layer before is high, the last with one row"
            )
        value = self.output(self.maps)
        sign = -1.0 if value < 0 else 1.0
        self.maps[-1] = (sign * self.maps[-1][0], sign * self.maps[-1][1])
        self.value, self.sign = abs(value), sign

    def sizes(self) -> list[int]:
        return [len(self.x), *(len(b) for _, b in self.maps[:-1])]

    def output(self, maps: Maps) -> float:
        h = self.x
        for W, b in maps[:-1]:
            h = np.maximum(W @ h + b, 0.0)
        return float((maps[-1][0] @ h + maps[-1][1])[0])

    def hidden(self) -> list[F64]:
        found = [self.x]
        for W, b in self.maps[:-1]:
            found.append(np.maximum(W @ found[-1] + b, 0.0))
        return found

    def perturbation(self, hidden: Sequence[F64]) -> tuple[float, list[tuple[F64, F64]]]:
        """The shortest perturbation that gives these hidden vectors and an output of at most 0, and its length."""
        entering, found, total = [self.x, *hidden], [], 0.0
        for number, (W, b) in enumerate(self.maps):
            a, z = entering[number], W @ entering[number] + b
            last = number == len(self.maps) - 1
            wanted = np.minimum(z, 0.0) if last else np.where(hidden[number] > 0, hidden[number], np.minimum(z, 0.0))
            size = float(a @ a) + 1.0
            found.append((np.outer(wanted - z, a) / size, (wanted - z) / size))
            total += float((wanted - z) @ (wanted - z)) / size
        return math.sqrt(total), found

    def first_boxes(self, radius: float) -> Iterator[Box]:
        """Every pattern of units on and off that a perturbation of this length can reach."""
        true, error = self.hidden(), 0.0
        bounds: list[tuple[F64, F64]] = []
        for (W, _), before, after in zip(self.maps[:-1], true, true[1:], strict=False):
            norm = float(np.linalg.norm(W, 2))
            error = (norm + radius) * error + radius * math.hypot(float(np.linalg.norm(before)), 1.0)
            bounds.append((np.maximum(after - error, 0.0), after + error))
        choices = [[(True,) if low > 0 else (True, False) for low in layer[0]] for layer in bounds]
        for on in product(*(product(*layer) for layer in choices)):
            masks = tuple(np.array(layer, np.bool_) for layer in on)
            low = tuple(np.where(mask, layer[0], 0.0) for mask, layer in zip(masks, bounds, strict=True))
            high = tuple(np.where(mask, layer[1], 0.0) for mask, layer in zip(masks, bounds, strict=True))
            yield Box(masks, low, high)

    def relax(self, box: Box) -> tuple[float, list[F64]]:
        """A lower bound of rho^2 over a box, and hidden vectors at which the relaxed problem is least."""
        sizes = [len(layer) for layer in box.low]
        first = np.cumsum([0, *sizes])
        count, outputs = int(first[-1]), sum(sizes) + 1
        slack = [*np.flatnonzero(~np.concatenate(box.on)).tolist(), count]  # of units that are off, and of the output
        most = []
        matrix, target = np.zeros((outputs, count + len(slack))), np.zeros(outputs)
        largest = [1.0 + float(self.x @ self.x), *(1.0 + float(high @ high) for high in box.high)]
        row = 0
        for number, (W, b) in enumerate(self.maps):
            scale = 1.0 / math.sqrt(largest[number])
            for unit in range(len(b)):
                if number:
                    matrix[row, first[number - 1] : first[number]] = scale * W[unit]
                    target[row] = -scale * b[unit]
                else:
                    target[row] = -scale * (W[unit] @ self.x + b[unit])
                if row in slack:
                    matrix[row, count + slack.index(row)] = scale  # z <= 0 costs nothing: s = -z
                    most.append(
                        float(np.abs(W[unit]) @ (box.high[number - 1] if number else np.abs(self.x))) + abs(b[unit])
                    )
                else:
                    matrix[row, row] -= scale
                row += 1
        low = np.concatenate([*box.low, np.zeros(len(slack))])
        high = np.concatenate([*box.high, most])
        return least_squares(matrix, target, low, high, first)


def least_squares(matrix: F64, target: F64, low: F64, high: F64, first: I64) -> tuple[float, list[F64]]:
    """min |M v - t|^2 for low <= v <= high from below, by convexity, and the hidden vectors of v."""
    free = high > low
    fixed = target - matrix[:, ~free] @ low[~free]
    v = low.copy()
    if free.any():
        v[free] = lsq_linear(matrix[:, free], fixed, (low[free], high[free]), method="bvls", tol=1e-12).x
    rest = matrix @ v - target
    slope = 2.0 * (matrix.T @ rest)
    reach = np.where(slope > 0, low - v, high - v)
    value = float(rest @ rest) + float((slope * reach).sum())
    return max(0.0, value), [v[a:b] for a, b in pairwise(first.tolist())]


def exact_margin(
    maps: Maps,
    x: F64,
    *,
    tolerance: float = 1e-3,
    max_boxes: int = 200_000,
    start: float = math.inf,
    progress: Progress | None = None,
) -> ExactMargin:
    """Compute the all-layer margin of a net with one output on one input, up to a relative `tolerance`.

    Args:
        maps: (W, b) of every layer; ReLU between them.
        x: The input; the label is the sign of the output.
        tolerance: The search ends when the gap between the bounds, relative to the upper one, is at most this.
        max_boxes: After this many boxes the search ends with the bounds that it has.
        start: The length of a known perturbation, such as an attack's; it only narrows the first boxes.
        progress: Receives the number of boxes.

    Returns:
        Both bounds and the perturbation.

    Example:
        >>> from turingrad.theory import exact_margin
        >>> net = [(np.array([[1.0]]), np.array([0.0])), (np.array([[2.0]]), np.array([-1.0]))]  # 2 relu(x) - 1
        >>> found = exact_margin(net, np.array([1.0]))
        >>> round(found.lower, 2), round(found.upper, 2)
        (0.33, 0.33)
    """
    net = TinyNet(maps, x)
    best, delta = net.perturbation(net.hidden()[1:])  # the output map alone
    boxes = [(0.0, number, box) for number, box in enumerate(net.first_boxes(min(best, start) * (1 + 1e-9)))]
    heap, count = list(boxes), len(boxes)
    heapq.heapify(heap)
    lower = 0.0
    while heap:
        below, _, box = heapq.heappop(heap)
        lower = math.sqrt(below)
        if lower >= best * (1.0 - tolerance) or count >= max_boxes:
            break
        for part in halves(box):
            value, hidden = net.relax(part)
            length, found = net.perturbation(hidden)
            if length < best:
                best, delta = length, found
            if math.sqrt(value) < best:
                heapq.heappush(heap, (max(value, below), count, part))
            count += 1
            if progress is not None and count % 256 == 0:
                progress("boxes of hidden vectors", count, max_boxes)
    else:
        lower = best
    last, bias = delta[-1]
    delta[-1] = (net.sign * last, net.sign * bias)
    return ExactMargin(min(lower, best), best, count, delta)


def output_maps(network: FeedforwardNetwork, output: int) -> list[tuple[F64, F64]]:
    """The dense (W, b) of a feedforward net in float64, of the output map the row of one output."""
    maps = [(W.double().numpy(), b.double().numpy()) for W, b in network.dense_layers()]
    return [*maps[:-1], (maps[-1][0][[output]], maps[-1][1][[output]])]


def circuit_margin(
    network: FeedforwardNetwork, x: F64, output: int, *, start: float = math.inf, progress: Progress | None = None
) -> ExactMargin | None:
    """The exact margin of a compiled net to one percent; None if it has too many hidden units for that."""
    if not 1 <= sum(layer.weights()[1].size for layer in network.linear_maps()[:-1]) <= CIRCUIT_UNITS:
        return None
    maps = output_maps(network, output)
    return exact_margin(maps, x, tolerance=0.01, max_boxes=20_000, start=start, progress=progress)


def halves(box: Box) -> list[Box]:
    """The box itself if it has never been cut (all its sides are 0), else its two halves along the longest side."""
    sides = [(float(side.max(initial=0.0)), layer) for layer, side in enumerate(map(np.subtract, box.high, box.low))]
    length, layer = max(sides)
    if length <= 0.0:
        return [box]
    unit = int((box.high[layer] - box.low[layer]).argmax())
    middle = 0.5 * (box.low[layer][unit] + box.high[layer][unit])
    lows, highs = [list(box.low), list(box.low)], [list(box.high), list(box.high)]
    lows[1][layer], highs[0][layer] = lows[1][layer].copy(), highs[0][layer].copy()
    highs[0][layer][unit] = lows[1][layer][unit] = middle
    return [Box(box.on, tuple(low), tuple(high)) for low, high in zip(lows, highs, strict=True)]
