"""Theorem 5 for the redesigned net, proven with numbers: how much noise every edge may take, whatever its shape.

Let D bound, for each edge, the sum over all steps of the absolute noise on it: D = T |delta| for noise of size delta a
step, random, of fixed sign or chosen by an adversary. By induction over the steps, as in Lemma 6, every vertex stays in
its region, so that gates, readers and control vertices show exactly ±2, 0 or 2 and no gradient reaches their edges.
With a = s^2 = 1/4, dead zone e0 = 3a/4, identity on [e1, 5/4] with e1 = 17a/20, and constant from 3/2 on:

    gates, fan-in 3        8 - 7 D >= 3/2                 three sources of ±2 and the constant
    input readers          8 - D >= 3/2
    control vertices       2 - 3 D >= 3/2,  3 D <= e0     a gate and the constant
    voc[T] while learning  4 D <= e0                      two gates that cancel
    unset component        (s + D)^2 - a + 2 D <= e0      closed by its control edge, which carries 2
    opened component       (s - D)^2 >= e1                and at most 5/4
    output                 1/2 ± eps in [e1, 5/4],  eps = 2 D + n max |(a')(w2 ± D) - a w2|,  a' in (s ± D)^2
    written component      u = w - K w', K = kappa d (w2 ± D)/w2, d in -1 ± 2 eps (label 1) or 3 ± 2 eps (label -1):
                           read right by both readers, in the region of the identity, and closed again
    answer                 0.98 ± 2 D within 1/2 of ±1

A written path carries the product u v of both of its weights, u = s + d1 + r1 - K (s + d2) and v = s + d2 + r2 -
K (s + d1), d being the noise before the step that writes it and r the noise after. With |d| + |r| <= D for each edge,

    (u + v)/2 is within max(|1 - K|, 1) D of (1 - K) s,    |u - v|/2 <= max(|1 + K|, 1) D,    u v = mean^2 - half^2.

Noise of which only the *partial sums* are within ±D (`partial_sums`: random walks) may turn round at the step that
writes: d = D and d + r = -D. Then u and v are bounded one by one, which proves less.

Each is a margin, in units of a vertex's input; D is proven where none is negative. No margin grows with D, so that the
largest proven D is found by bisection, and *checked* there. Rounding counts as noise: in float64 some 1e-15 per step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from turingrad.constructions.emulation.write_once import WriteOnceDesign, write_once_design
from turingrad.errors import InputError

FAN_IN = 3  # of the gates: noisy_graph builds its logic with it
FINAL = 0.98  # what voc[T] adds to the output: 2 * 49/100
BISECTIONS = 60
LARGEST_TOTAL = 1.0  # an edge of weight 1/2 that moves by 1 means nothing any more


@dataclass(frozen=True)
class NoiseProof:
    """`total` is the largest proven D for nets of `features` inputs; `binding` names the condition that it meets."""

    features: int
    kappa: float
    total: float
    binding: str
    partial_sums: bool = False

    def per_step(self, steps: int) -> float:
        """The noise |delta| at each of `steps` steps that is proven to be tolerated."""
        return self.total / steps


def theorem_5_level(features: int, steps: int) -> float:
    """Compute 1/(n^2 t_n), the noise at each step that Theorem 5 is about, for n large enough.

    Args:
        features: n.
        steps: t_n.

    Returns:
        The level.

    Example:
        >>> from turingrad.constructions.emulation import theorem_5_level
        >>> theorem_5_level(4, 10)
        0.00625
    """
    if features < 1 or steps < 1:
        raise InputError(f"{features} inputs and {steps} steps; there must be at least one of each")
    return 1 / (features * features * steps)


def proven_noise(features: int, kappa: float = 0.6, *, partial_sums: bool = False) -> NoiseProof:
    """Compute the largest total noise per edge that is proven harmless, for any learner and any number of samples.

    Args:
        features: The inputs of the net, random bits included.
        kappa: The design's, 0.5 to 0.7.
        partial_sums: Bound the partial sums of the noise on an edge instead of the sum of its absolute values.

    Returns:
        The level, and the condition that limits it.

    Example:
        >>> from turingrad.constructions.emulation import proven_noise
        >>> proven_noise(features=4).total > 1e-4
        True
    """
    if features < 1:
        raise InputError(f"a net must have at least one input, not {features}")
    low, high = 0.0, LARGEST_TOTAL
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(margins(middle, features, kappa, partial_sums)) else (low, middle)
    worst = margins(high, features, kappa, partial_sums)
    return NoiseProof(features, kappa, low, min(worst, key=lambda name: worst[name]), partial_sums)


def holds(found: Mapping[str, float]) -> bool:
    return all(margin >= 0 for margin in found.values())


def margins(total: float, features: int, kappa: float = 0.6, partial_sums: bool = False) -> dict[str, float]:
    """Compute how far every condition of the proof is from failing if each edge is off by at most `total`.

    A condition that fails is negative.

    Args:
        total: The largest error of an edge.
        features: n, the features of a sample.
        kappa: The design's, 0.5 to 0.7.
        partial_sums: Bound partial sums, too.

    Returns:
        The slack of each condition, by name; one that is negative fails.

    Example:
        >>> from turingrad.constructions.emulation import margins
        >>> min(margins(1e-4, features=4).values()) > 0
        True
    """
    design = write_once_design("redesigned", features, kappa)
    shape, D = design.shape, total
    gain, top = float(design.gain), shape.top
    a, w2 = design.s**2, design.w2
    edge = (design.s - D, design.s + D)
    path = around(edge[0] * edge[0], edge[1] * edge[1])
    output = features * off(path, (w2 - D, w2 + D), a * w2) + 2 * D
    found = {
        "gates": 2 * gain - (2 * FAN_IN + 1) * D - top,
        "input readers": 2 * gain - D - top,
        "control vertices, on": 2 - 3 * D - top,
        "control vertices, off": float(shape.e0) - 3 * D,
        "the answer's vertex while learning": float(shape.e0) - 4 * D,
        "unset component, closed": float(shape.e0) - max(abs(value - a) for value in path) - 2 * D,
        "unset component, opened": inside(path, design),
        "unset component, read": reads(edge, 0, design, D),
        "edges to the output": w2 - D,
        "output while learning": inside((0.5 - output, 0.5 + output), design),
        "the answer": min(0.5 - abs(FINAL - 1) - 2 * D, inside((FINAL - 2 * D, FINAL + 2 * D), design)),
    }
    for label, slope in ((1, -1.0), (-1, 3.0)):
        found |= write_conditions(label, slope, output, edge, design, D, partial_sums)
    return found


def write_conditions(
    label: int,
    slope: float,
    output: float,
    edge: tuple[float, float],
    design: WriteOnceDesign,
    D: float,
    partial_sums: bool,
) -> dict[str, float]:
    """The three conditions of a component after SGD wrote `label` into it: 2 (output - label) is within `slope` ±
    2 `output`."""
    gains = [
        design.kappa * (slope + d) * (design.w2 + w) / design.w2 for d, w in product((-2 * output, 2 * output), (-D, D))
    ]
    steps = [-K * other for K, other in product(gains, edge)]
    weight = (edge[0] + min(steps), edge[1] + max(steps))  # of both edges of the path, noise before and after included
    meant = design.s * (1 - slope * design.kappa)
    path = around(*(x * z for x, z in product(weight, weight)))
    if not partial_sums:
        path = written_path(gains, design.s, D, path)
    closed = float(design.shape.e0) - max(abs(value - meant**2) for value in path) - 2 * D
    name = f"written with {label:+d}"
    return {
        f"{name}, read": reads(weight, label, design, D),
        f"{name}, v1": inside(weight, design),
        f"{name}, closed": closed,
    }


def written_path(gains: Iterable[float], s: float, D: float, loose: tuple[float, float]) -> tuple[float, float]:
    """What a written path carries to v2, u v above, if the absolute noise on each edge adds up to D at most; never
    outside of `loose`, the product of two independent intervals."""
    least, most = around(*gains)
    means = [(1 - K) * s + sign * max(abs(1 - K), 1) * D for K, sign in product((least, most), (-1, 1))]
    half = max(max(abs(1 + K), 1) for K in (least, most)) * D
    squares = [mean * mean for mean in means]
    lowest = 0.0 if min(means) < 0 < max(means) else min(squares)
    return max(loose[0], lowest - half * half), min(loose[1], max(squares))


def reads(v1: tuple[float, float], label: int, design: WriteOnceDesign, D: float) -> float:
    """How far both readers of v1 stay in the right flat part: plus is on for label 1 only, minus for -1 only."""
    s, kappa = design.s, design.kappa
    found = []
    for meaning, weight, constant in ((1, 40 / s, -40 * (1 + kappa / 2)), (-1, -16 / s, 16 * (1 - 1.5 * kappa))):
        inputs = [(weight + w) * value + constant + c for w, value, c in product((-D, D), v1, (-D, D))]
        found.append((min(inputs) if label == meaning else -max(inputs)) - design.shape.top)
    return min(found)


def inside(interval: tuple[float, float], design: WriteOnceDesign) -> float:
    """How far an interval lies within the identity's region, e1 to the knee, on one side of 0."""
    low, high = interval
    if low < 0 < high:
        return max(low, -high)
    near, far = sorted((abs(low), abs(high)))
    return min(near - float(design.shape.e1), float(design.shape.knee) - far)


def around(*values: float) -> tuple[float, float]:
    return min(values), max(values)


def off(first: Iterable[float], second: Iterable[float], meant: float) -> float:
    """The largest distance of a product of two intervals from what it should be."""
    return max(abs(x * z - meant) for x, z in product(first, second))
